-- Accounts: people, their sessions, the links mailed to them. Only the role hamla_accounts writes here.
-- Every time comes from the server's clock as a parameter: no column defaults to now().

create schema auth;

create table auth.users (
  id uuid primary key default uuidv7(),
  -- Lower case, at most 254 characters; the server normalises it.
  email text not null unique check (email = lower(email) and length(email) <= 254),
  -- argon2id in PHC form. Null where the mailbox was proven and no password chosen yet: none fits.
  password_hash text,
  -- Set only by a link that was opened in the mailbox: an account made while confirmation was off has none.
  email_confirmed_at timestamptz,
  -- The address asked for, until its own link is opened.
  new_email text check (new_email = lower(new_email) and length(new_email) <= 254),
  -- Editable by the person; its "role" is kept equal to user_roles by the server and never authorises.
  user_metadata jsonb not null default '{}' check (jsonb_typeof(user_metadata) = 'object'),
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table auth.sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  -- Refresh tokens are derived from (id, refresh_counter); none is stored.
  refresh_counter bigint not null default 0 check (refresh_counter >= 0),
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  -- How the person proved who they are: [{"method": "password", "timestamp": 1763640000}], latest first.
  amr jsonb not null,
  user_agent text,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  -- The absolute limit; the idle limit counts from refreshed_at.
  not_after timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user_id on auth.sessions (user_id) where revoked_at is null;
create index sessions_not_after on auth.sessions (not_after);

-- A link sent by mail. Its token is derived from the id, so that neither this row nor the mail job can sign in.
create table auth.one_time_tokens (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'email_change')),
  -- The mailbox it proves.
  email text not null,
  redirect_to text not null,
  -- PKCE: only the browser that asked can turn the link into a session.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- What a sign-up asked for, applied when its own link is opened: two people may claim one mailbox.
  pending_password_hash text,
  pending_metadata jsonb,
  -- Several people signed up with this mailbox: opened, the link proves it and brings nobody's password.
  contested boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The mailbox is proven; the link may still be exchanged for a session.
  applied_at timestamptz,
  -- The link is spent.
  used_at timestamptz
);
create index one_time_tokens_user on auth.one_time_tokens (user_id, kind, created_at desc);
create index one_time_tokens_expires_at on auth.one_time_tokens (expires_at);

-- A notice to be mailed, as things stood when it was caused: the account may have another address by the time it goes.
create table auth.notices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('password_changed', 'account_exists', 'email_change_requested', 'email_changed')),
  -- Who is told.
  email text not null,
  new_email text check ((new_email is not null) = (kind in ('email_change_requested', 'email_changed'))),
  created_at timestamptz not null
);
create index notices_user_id on auth.notices (user_id);
create index notices_created_at on auth.notices (created_at);

-- An opened PKCE link waiting for its verifier. The code is stored as its SHA-256.
create table auth.flow_states (
  id uuid primary key default uuidv7(),
  token_id uuid not null references auth.one_time_tokens on delete cascade,
  auth_code_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index flow_states_token_id on auth.flow_states (token_id);

-- ES256 keys of access tokens. The private half is sealed with a key derived from SECRET_KEY.
create table auth.signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_key_sealed bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- Wrong passwords in a row, by account name (known or not), hashed. Shared by all processes, survives restarts.
create table auth.sign_in_failures (
  account_key text primary key,
  failures integer not null check (failures > 0),
  last_failed_at timestamptz not null,
  blocked_until timestamptz
);

-- Requests by address; the columns and their order are rate-limiter-flexible's.
create table auth.request_counts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- SPEC section 3: one per user. The one record that authorises.
create table user_roles (
  user_id uuid primary key references auth.users on delete cascade,
  role text not null check (role in ('company', 'agency')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
