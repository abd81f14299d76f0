-- Up Migration

-- When its first code was shown; null: it waits for that.
alter table auth.factors add column verified_at timestamptz;
update auth.factors set verified_at = created_at where status = 'verified';

create index sessions_replaces on auth.sessions (replaces) where replaces is not null;

-- Their successors take one argument more.
drop function if exists auth.proof_refusal(auth.sessions, timestamptz);
drop function if exists auth.password_refusal(auth.sessions, timestamptz);
