-- Up Migration

-- Lists of virtual IBANs as our bank gives them: one of staff loads a list, another one approves it a day later
-- (docs/decisions/0061-virtual-ibans.md).
create table virtual_iban_lists (
  id uuid primary key default uuidv7(),
  file_name text not null check (length(file_name) between 1 and 255),
  file_sha256 bytea not null check (length(file_sha256) = 32),
  -- In the order of the file.
  ibans text[] not null check (cardinality(ibans) between 1 and 20000),
  loaded_by uuid not null references staff,
  loaded_at timestamptz not null,
  approved_by uuid references staff,
  approved_at timestamptz,
  check ((approved_by is null) = (approved_at is null)),
  -- Two people, and a day between them.
  check (approved_by <> loaded_by),
  check (approved_at >= loaded_at + interval '24 hours')
);
create unique index virtual_iban_lists_approved on virtual_iban_lists (file_sha256) where approved_at is not null;
create index virtual_iban_lists_of_file on virtual_iban_lists (file_sha256);

-- The virtual IBANs of approved lists: each is one company's for good, or free.
create table virtual_ibans (
  iban text primary key check (iban ~ '^SA[0-9]{4}[0-9A-Z]{18}$'),
  list_id uuid not null references virtual_iban_lists,
  company_id uuid unique references companies,
  assigned_at timestamptz,
  check ((company_id is null) = (assigned_at is null))
);
create index virtual_ibans_free on virtual_ibans (iban) where company_id is null;

-- Companies that had no virtual IBAN when their documents were made, because none was free.
create table virtual_iban_waits (
  company_id uuid primary key references companies,
  since timestamptz not null
);

-- An IBAN that a company has is never another's, nor taken away.
create function refuse_other_holder() returns trigger language plpgsql as $$
begin
  if old.company_id is not null or (new.iban, new.list_id) is distinct from (old.iban, old.list_id) then
    raise exception 'virtual IBAN % stays as it is', old.iban;
  end if;
  return new;
end $$;
create trigger given_once before update on virtual_ibans for each row execute function refuse_other_holder();
create trigger no_delete before delete or truncate on virtual_ibans
  for each statement execute function refuse_rewrite();
create trigger no_delete before delete or truncate on virtual_iban_lists
  for each statement execute function refuse_rewrite();

do $$
declare t text;
begin
  foreach t in array array['virtual_iban_lists', 'virtual_ibans', 'virtual_iban_waits'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
grant select on virtual_iban_lists, virtual_ibans, virtual_iban_waits to hamla_staff;
grant insert (file_name, file_sha256, ibans, loaded_by, loaded_at), update (approved_by, approved_at)
  on virtual_iban_lists to hamla_staff;
grant insert (iban, list_id), update (company_id, assigned_at) on virtual_ibans to hamla_staff;
grant insert, delete on virtual_iban_waits to hamla_staff;
grant select (iban, company_id) on virtual_ibans to hamla_app;
grant select, update (company_id, assigned_at) on virtual_ibans to hamla_jobs;
grant select, insert, delete on virtual_iban_waits to hamla_jobs;

-- The virtual IBAN that a line of a statement says was credited.
alter table bank_statement_lines add column credited_iban text references virtual_ibans;
grant insert (credited_iban), update (credited_iban) on bank_statement_lines to hamla_staff;

-- A kind of request may have to wait before it is approved.
alter table approval_requests add check (kind <> 'approve_virtual_ibans' or outcome is distinct from 'Approved'
  or decided_at >= requested_at + interval '24 hours');
drop function if exists approval_kinds();
