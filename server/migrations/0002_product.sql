-- Up Migration

-- Companies and agencies: one row a user (SPEC section 3). All profile fields are optional.
create table companies (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references auth.users on delete cascade,
  name text,
  website text,
  address text,
  phone text,
  email text,
  contact_name text,
  contact_title text,
  business_area text,
  revenue_last_6_months numeric(14,2)[],
  company_registration_file text,
  financial_statement_file text,
  bank_statement_6m_file text,
  profile_completed boolean not null default false,
  -- Null: not set (SPEC section 5). Zero is set.
  total_approval_budget numeric(14,2) check (total_approval_budget >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (revenue_last_6_months is null or
         (cardinality(revenue_last_6_months) = 6 and 0 <= all (revenue_last_6_months)
          and array_position(revenue_last_6_months, null) is null))
);

create table agencies (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references auth.users on delete cascade,
  name text,
  address text,
  phone text,
  email text,
  contact_name text,
  contact_title text,
  iban text,
  company_registration_file text,
  other_docs_files text[] not null default '{}',
  specializations text[] not null default '{}' check (specializations <@ array[
    'full_service_marketing', 'web_design_support', 'branding', 'digital_advertising', 'photo_video_production',
    'print_swag_promo', 'radio_tv_billboards', 'seo', 'social_media', 'experiential_events', 'other']),
  specialization_other text,
  profile_completed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agencies_by_name on agencies (name, id) where name is not null;

-- Files: a path is a name. The bytes lie under storage_key; a row is first an upload (attached_at null), then the
-- file of its path, then replaced. The sweeper erases replaced rows and old uploads, bytes first.
create table files (
  id uuid primary key default uuidv7(),
  owner_user_id uuid not null references auth.users on delete cascade,
  kind text not null,
  store text not null check (store in ('company-documents', 'agency-documents', 'ticket-invoices')),
  path text not null,
  name text not null,
  size_bytes integer not null check (size_bytes between 1 and 10485760),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  sha256 bytea not null,
  storage_key text not null unique,
  created_at timestamptz not null,
  stored_at timestamptz,
  attached_at timestamptz,
  replaced_at timestamptz,
  check (attached_at is null or stored_at is not null),
  check (starts_with(path, owner_user_id::text || '/'))
);
create unique index files_attached on files (store, path) where attached_at is not null and replaced_at is null;
create index files_of_path on files (owner_user_id, path);
create index files_unused on files (owner_user_id) where attached_at is null or replaced_at is not null;
create index files_to_sweep on files (created_at) where attached_at is null or replaced_at is not null;

-- Tickets (SPEC section 3). The two lists follow from the status, so that one index serves every list.
create sequence ticket_numbers start 100001;
create table tickets (
  id uuid primary key default uuidv7(),
  ticket_number text not null unique default 'HM-' || nextval('ticket_numbers'),
  company_id uuid not null references companies,
  agency_id uuid not null references agencies,
  status text not null default 'PendingAgencyApproval' check (status in
    ('PendingAgencyApproval', 'Approved', 'Active', 'Completed', 'Closed', 'Rejected')),
  amount_sar numeric(14,2) not null check (amount_sar >= 1),
  repayment_term text not null check (repayment_term in ('OneMonth', 'TwoMonths', 'ThreeMonths')),
  description text check (length(description) <= 2000),
  invoice_url text not null unique,
  rejection_reason text check (length(rejection_reason) <= 1000),
  -- The available budget the request was measured against; null where none was set.
  available_budget_before numeric(14,2),
  created_at timestamptz not null,
  created_local_date date not null,
  updated_at timestamptz not null,
  company_list text not null generated always as (case
    when status in ('Approved', 'Active') then 'current'
    when status = 'PendingAgencyApproval' then 'waiting' else 'old' end) stored,
  agency_list text not null generated always as (case
    when status in ('Approved', 'Active') then 'approved'
    when status = 'PendingAgencyApproval' then 'waiting' else 'history' end) stored,
  check (available_budget_before is null or amount_sar <= available_budget_before),
  check (rejection_reason is null or status = 'Rejected'),
  unique (id, company_id),
  unique (id, agency_id)
);
-- The other party's id is included because the policy reads both: counts and sums come from the index alone.
create index tickets_of_company on tickets (company_id, company_list, created_at desc, id desc)
  include (amount_sar, agency_id);
create index tickets_of_agency on tickets (agency_id, agency_list, created_at desc, id desc) include (company_id);

-- The legal moves of a ticket; domain/tickets/ticket.ts holds the same table and a test keeps them equal.
create table ticket_moves (
  move text not null,
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('company', 'agency')),
  primary key (move, from_status)
);
insert into ticket_moves values
  ('approve', 'PendingAgencyApproval', 'Approved', 'agency'),
  ('reject', 'PendingAgencyApproval', 'Rejected', 'agency'),
  ('cancel', 'PendingAgencyApproval', 'Closed', 'company');

create table ticket_installments (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null,
  company_id uuid not null,
  seq smallint not null check (seq between 1 and 3),
  due_date date not null,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  status text not null default 'Due' check (status in ('Due', 'Paid', 'Overdue')),
  unique (ticket_id, seq),
  foreign key (ticket_id, company_id) references tickets (id, company_id)
);
create index installments_of_company on ticket_installments (company_id, due_date, id);

create table agency_payouts (
  id uuid primary key default uuidv7(),
  agency_id uuid not null,
  ticket_id uuid not null unique,
  status text not null default 'Pending' check (status in ('Pending', 'Sent', 'Confirmed', 'Failed', 'Cancelled')),
  gross_amount numeric(14,2) not null check (gross_amount >= 1),
  fee_amount numeric(14,2) not null check (fee_amount >= 0),
  net_amount numeric(14,2) not null check (net_amount > 0),
  created_at timestamptz not null,
  check (fee_amount + net_amount = gross_amount),
  foreign key (ticket_id, agency_id) references tickets (id, agency_id)
);
create index payouts_pending on agency_payouts (agency_id, created_at desc, id desc) where status = 'Pending';

-- Credit assessments: immutable, with all they were made from.
create table credit_assessments (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  created_at timestamptz not null,
  model_version text not null,
  grade text not null,
  score integer not null,
  max_score integer not null,
  is_preliminary boolean not null,
  total_approval_budget numeric(14,2),
  inputs jsonb not null,
  factors jsonb not null
);
create index assessments_of_company on credit_assessments (company_id, created_at desc, id desc);

-- Who did what to which row, written with the change. Holds ids and figures, no personal data.
create table events (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null,
  actor_user_id uuid,
  operation text not null,
  subject text not null,
  subject_id uuid not null,
  company_id uuid,
  agency_id uuid,
  before jsonb,
  after jsonb
);
create index events_of_subject on events (subject_id, id);

create table idempotency_keys (
  user_id uuid not null references auth.users on delete cascade,
  operation text not null,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  reply json,
  created_at timestamptz not null,
  primary key (user_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- History cannot be rewritten, whoever asks.
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or truncate on events for each statement execute function refuse_rewrite();
create trigger append_only before update or truncate on credit_assessments
  for each statement execute function refuse_rewrite();
create trigger no_delete before delete on events for each statement execute function refuse_rewrite();

-- Least privilege. hamla_app serves requests; it cannot write a budget, nor a status, nor rewrite history.
grant usage on schema public, auth to hamla_app, hamla_jobs;
grant usage on schema public to hamla_accounts;
grant select on companies, agencies, files, tickets, ticket_moves, ticket_installments, agency_payouts,
  credit_assessments, idempotency_keys, user_roles to hamla_app;
grant update (name, website, address, phone, email, contact_name, contact_title, business_area,
  revenue_last_6_months, company_registration_file, financial_statement_file, bank_statement_6m_file,
  profile_completed, updated_at) on companies to hamla_app;
grant update (name, address, phone, email, contact_name, contact_title, iban, company_registration_file,
  other_docs_files, specializations, specialization_other, profile_completed, updated_at) on agencies to hamla_app;
grant insert (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at),
  update (stored_at, attached_at, replaced_at) on files to hamla_app;
grant insert (company_id, agency_id, amount_sar, repayment_term, description, invoice_url, available_budget_before,
  created_at, created_local_date, updated_at) on tickets to hamla_app;
grant usage on sequence ticket_numbers to hamla_app;
grant insert (ticket_id, company_id, seq, due_date, amount_sar) on ticket_installments to hamla_app;
grant insert (agency_id, ticket_id, gross_amount, fee_amount, net_amount, created_at) on agency_payouts to hamla_app;
grant insert (occurred_at, actor_user_id, operation, subject, subject_id, company_id, agency_id, before, after)
  on events to hamla_app, hamla_jobs;
grant insert (user_id, operation, key, request_hash, created_at), update (reply) on idempotency_keys to hamla_app;

grant select on companies, agencies, tickets, ticket_installments, files, credit_assessments to hamla_jobs;
grant update (total_approval_budget, updated_at) on companies to hamla_jobs;
grant insert on credit_assessments to hamla_jobs;
grant select, delete on files to hamla_jobs;
grant select (created_at), delete on idempotency_keys to hamla_jobs;

-- Row-level security, forced; the policies stand beside their capability's functions.
do $$
declare t text;
begin
  foreach t in array array['companies', 'agencies', 'files', 'tickets', 'ticket_installments', 'agency_payouts',
                           'credit_assessments', 'events', 'idempotency_keys', 'user_roles'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    -- The owner's views and definer functions see all rows; nobody signs in as the owner to serve a request.
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

-- The account service keeps roles for every user; a request sees its caller's own.
create policy accounts_all on user_roles to hamla_accounts using (true) with check (true);
