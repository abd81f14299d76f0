-- Up Migration

-- What happened to the security of accounts: for their owners, and for staff who look into an incident. Kept 90 days.
-- Ids, a kind, a time, the family of a device and a network address; nothing else about a person.
create table auth.security_events (
  id uuid primary key default uuidv7(),
  occurred_at timestamptz not null,
  kind text not null check (kind in (
    'signed_in', 'wrong_password', 'sign_in_backed_off', 'sign_in_blocked', 'limit_reached',
    'signed_out', 'session_ended', 'session_ended_by_other', 'session_ended_by_staff',
    'factor_added', 'factor_removed', 'factor_shown', 'factor_wrong', 'factor_backed_off',
    'recovery_codes_made', 'recovery_code_used',
    'password_changed', 'email_change_asked', 'email_changed', 'account_blocked', 'account_unblocked')),
  -- Null: no account has the address that was given. The address itself is not kept.
  user_id uuid references auth.users on delete cascade,
  -- Sessions are swept before their events are.
  session_id uuid,
  -- Families of the request's user agent, such as Chrome and Windows. Null: not recognised, or no request.
  browser text check (length(browser) <= 30),
  system text check (length(system) <= 30),
  address text check (length(address) <= 64)
);
create index security_events_user on auth.security_events (user_id, occurred_at desc, id desc);
create index security_events_occurred_at on auth.security_events using brin (occurred_at);
alter table auth.security_events enable row level security;

alter table auth.sessions
  -- Of the request that began or last refreshed the session.
  add column browser text check (length(browser) <= 30),
  add column system text check (length(system) <= 30),
  add column address text check (length(address) <= 64),
  -- The last call of a staff session, to the minute. Null: none yet, or not a staff session.
  add column seen_at timestamptz;

-- Browsers in which somebody signed in to the account: wrong passwords of others do not lock them out. The browser holds
-- the token in a cookie; here stands its SHA-256.
create table auth.known_devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (user_id, token_hash)
);
create index known_devices_expires_at on auth.known_devices (expires_at);

-- Staff sessions live 12 hours from now on.
update auth.sessions s set not_after = least(s.not_after, s.created_at + interval '12 hours')
  from staff f where f.user_id = s.user_id;

-- What staff do to an account: block it, end its sessions, lift the block. Of an account of staff's another person confirms it.
create table account_measures (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  measure text not null check (measure in ('block', 'end_sessions', 'lift')),
  reason text not null check (length(btrim(reason)) between 1 and 1000),
  asked_by uuid not null references staff,
  asked_at timestamptz not null,
  decided_by uuid references staff,
  -- Null: it waits for another person.
  decided_at timestamptz,
  is_withdrawn boolean not null default false,
  check ((decided_by is null) = (decided_at is null)),
  check (decided_at is not null or not is_withdrawn)
);
create unique index account_measures_waiting on account_measures (user_id) where decided_at is null;
create index account_measures_user on account_measures (user_id, asked_at desc, id desc);
alter table account_measures enable row level security;
alter table account_measures force row level security;
grant select on account_measures to hamla_staff;
grant insert (user_id, measure, reason, asked_by, asked_at, decided_by, decided_at),
  update (decided_by, decided_at, is_withdrawn) on account_measures to hamla_staff;
