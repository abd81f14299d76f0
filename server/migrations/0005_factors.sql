-- Up Migration

-- Second factors: an authenticator's shared secret, sealed with a key derived from SECRET_KEY.
create table auth.factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null check (length(friendly_name) <= 100),
  factor_type text not null default 'totp' check (factor_type = 'totp'),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret_sealed bytea not null,
  -- The 30-second step of the last code that was accepted: a code counts once.
  last_used_step bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index factors_verified_name on auth.factors (user_id, friendly_name) where status = 'verified';
create index factors_user_id on auth.factors (user_id);

create table auth.factor_challenges (
  id uuid primary key default uuidv7(),
  factor_id uuid not null references auth.factors on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz
);
create index factor_challenges_factor_id on auth.factor_challenges (factor_id);
create index factor_challenges_expires_at on auth.factor_challenges (expires_at);

-- Codes for the day the authenticator is lost, each good once. Kept as HMAC-SHA256 under a derived key.
create table auth.recovery_codes (
  user_id uuid not null references auth.users on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A session of an account with a second factor may do nothing until that is shown.
alter table auth.sessions add column awaits_factor boolean not null default false;
