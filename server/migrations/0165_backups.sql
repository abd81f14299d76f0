-- Up Migration

-- Backups of this installation, written by the owner.
create table backups (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  -- Null: it failed.
  finished_at timestamptz,
  -- Where it lies, without passwords.
  place text not null,
  -- What was added to the place for it, and what all of it holds.
  added_bytes bigint check (added_bytes >= 0),
  total_bytes bigint check (total_bytes >= 0),
  -- The write-ahead log of the place reaches to here; null: the place holds none.
  reaches_to timestamptz,
  -- When a copy restored from it was found sound.
  verified_at timestamptz,
  -- What went wrong, of the backup or of its verification.
  problem text,
  check (finished_at is not null or problem is not null)
);

-- Each restore of this database from a backup. It holds all that leaves (restore-hold.sql) until two people have
-- confirmed it.
create table restores (
  id uuid primary key default uuidv7(),
  restored_at timestamptz not null,
  -- The state is of this moment: what was sent later is not known here.
  restored_to timestamptz not null
);

-- A member of staff has compared the bank's statements since `restored_to` with the payouts, refunds and payments here.
create table restore_confirmations (
  restore_id uuid not null references restores,
  confirmed_by uuid not null references auth.users,
  confirmed_at timestamptz not null,
  primary key (restore_id, confirmed_by)
);

do $$
declare
  t text;
begin
  foreach t in array array['backups', 'restores', 'restore_confirmations'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
grant select on backups to hamla_jobs;
grant select on backups, restores, restore_confirmations to hamla_staff;
grant insert (restore_id, confirmed_by, confirmed_at) on restore_confirmations to hamla_staff;
