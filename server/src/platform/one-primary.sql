-- What all share through one primary, here alone: docs/sharding.md says what replaces it on more of them. The planner
-- inlines these functions.

-- Locks of a transaction by a key of any meaning (`hashtextextended`): alone, and shared.
create or replace function take_lock(p_key bigint) returns void language sql as
  $$ select pg_advisory_xact_lock(p_key) $$;
create or replace function share_lock(p_key bigint) returns void language sql as
  $$ select pg_advisory_xact_lock_shared(p_key) $$;

-- Tells every server at the commit (event-hub.ts).
create or replace function announce(p_channel text, p_payload text) returns void language sql as
  $$ select pg_notify(p_channel, p_payload) $$;
