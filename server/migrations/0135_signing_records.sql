-- Up Migration

-- One-time codes that confirm an acceptance (docs/decisions/0064-signing.md): of one person, for one version of one
-- ticket's documents. The code is derived from the id by the secret key; here stands its digest alone.
create table signing_codes (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  set_id uuid not null references document_sets,
  code_digest bytea not null check (length(code_digest) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  tries smallint not null default 0,
  used_at timestamptz
);
create index signing_codes_of_user on signing_codes (user_id, created_at);
create index signing_codes_of_set on signing_codes (set_id);

-- What was shown to whom when a version was accepted, and how the person was proven. Never changed. The identity number
-- is encrypted for the row (server/src/accounts/encryption.ts); the seal covers it and the record.
create table signing_records (
  id uuid primary key,
  set_id uuid not null unique,
  company_id uuid not null,
  signed_at timestamptz not null,
  record jsonb not null,
  identity_sealed bytea not null,
  seal bytea not null,
  foreign key (set_id, company_id) references document_sets (id, company_id),
  check (seal = sha256(convert_to(record::text, 'UTF8') || identity_sealed))
);
create index signing_records_of_company on signing_records (company_id);
create trigger append_only before update or delete or truncate on signing_records
  for each statement execute function refuse_rewrite();

do $$
declare t text;
begin
  foreach t in array array['signing_codes', 'signing_records'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

-- A company reads its own records, staff everybody's, nobody the encrypted number. Only the functions write.
grant select (id, set_id, company_id, signed_at, record, seal) on signing_records to hamla_app, hamla_staff;
grant select on signing_codes to hamla_jobs;

-- From now on no version is accepted without its record; those of before stand without one.
create function refuse_acceptance_without_record() returns trigger language plpgsql as $$
begin
  if not exists (select from signing_records r where r.set_id = new.id and r.signed_at = new.accepted_at) then
    raise exception 'an acceptance needs its signing record' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger accepted_with_record before insert or update of accepted_at on document_sets
  for each row when (new.accepted_at is not null) execute function refuse_acceptance_without_record();

drop function if exists record_acceptance(uuid, integer, text[], text, text, inet, timestamptz, date);
drop function if exists api.accept_documents(
  uuid, uuid, timestamptz, text, bytea, date, uuid, integer, text[], text, text, inet);
