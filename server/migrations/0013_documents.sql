-- Up Migration

-- One version of a ticket's financing documents: ordered with the approval and whenever their dates have moved, issued
-- once all of them are rendered and stored, accepted by the company at most once.
create table document_sets (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null,
  company_id uuid not null,
  version integer not null check (version >= 1),
  -- The Riyadh date from which the installments of this version count: the only day on which it can be accepted.
  schedule_start date not null,
  ordered_at timestamptz not null,
  issued_at timestamptz,
  accepted_at timestamptz,
  -- Who accepted: the account, the name that was typed, and the network address it came from.
  accepted_by uuid references auth.users on delete set null,
  accepted_name text check (length(accepted_name) between 1 and 200),
  accepted_address inet,
  unique (ticket_id, version),
  unique (id, company_id),
  foreign key (ticket_id, company_id) references tickets (id, company_id),
  check (accepted_at is null or issued_at is not null),
  check ((accepted_at is null) = (accepted_name is null) and (accepted_at is null) = (accepted_address is null)),
  check (accepted_at is not null or accepted_by is null)
);

create table ticket_documents (
  id uuid primary key default uuidv7(),
  set_id uuid not null,
  company_id uuid not null,
  kind text not null check (kind in ('financing_agreement', 'promissory_note')),
  -- The installment that a note promises; null for the agreement.
  seq smallint check (seq between 1 and 3),
  language text not null check (language in ('en', 'ar')),
  size_bytes integer not null check (size_bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  storage_key text not null unique,
  unique nulls not distinct (set_id, kind, seq, language),
  foreign key (set_id, company_id) references document_sets (id, company_id),
  check ((seq is null) = (kind = 'financing_agreement'))
);

-- The Riyadh date of the last acceptance: what a release looks at.
alter table tickets add column documents_accepted_on date;
create index tickets_approved on tickets (company_id, created_at, id) where status = 'Approved';

-- What a company has been given to read, and what it has accepted, stays as it was.
create trigger append_only before update or delete or truncate on ticket_documents
  for each statement execute function refuse_rewrite();
create function refuse_other_set() returns trigger language plpgsql as $$
begin
  if (old.issued_at is not null and new.issued_at is distinct from old.issued_at)
     or old.accepted_at is not null and (new.accepted_at, new.accepted_name, new.accepted_address)
          is distinct from (old.accepted_at, old.accepted_name, old.accepted_address) then
    raise exception 'a version of documents is issued once and accepted once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger issued_once before update on document_sets for each row execute function refuse_other_set();
create trigger no_delete before delete or truncate on document_sets for each statement execute function refuse_rewrite();

do $$
declare t text;
begin
  foreach t in array array['document_sets', 'ticket_documents'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

-- A company reads its own, staff everybody's; only the functions order and accept, only the job issues.
grant select on document_sets, ticket_documents to hamla_app, hamla_staff, hamla_jobs;
grant update (issued_at) on document_sets to hamla_jobs;
grant insert (set_id, company_id, kind, seq, language, size_bytes, sha256, storage_key) on ticket_documents to hamla_jobs;
