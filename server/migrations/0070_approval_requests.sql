-- Up Migration

-- What one member of staff asks for and another one approves within seven days: money that leaves, a debt that is given up
-- (docs/decisions/0034-two-people.md). Kinds: domain/servicing/approval-kinds.ts.
create table approval_requests (
  id uuid primary key default uuidv7(),
  -- The operation that the approval carries out, and the row that it is about, as events call it.
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  company_id uuid references companies,
  agency_id uuid references agencies,
  amount_sar numeric(14,2) check (amount_sar > 0),
  -- What the requester saw: approved only while it is the same.
  figures jsonb not null,
  -- What the operation is told besides.
  details jsonb not null,
  reason text not null check (length(btrim(reason)) between 1 and 1000),
  requested_by uuid not null references staff,
  requested_at timestamptz not null,
  expires_at timestamptz not null check (expires_at = requested_at + interval '7 days'),
  -- Null: it waits.
  outcome text check (outcome in ('Approved', 'Declined', 'Withdrawn', 'Expired')),
  -- Null: nobody did in time.
  decided_by uuid references staff,
  decided_at timestamptz,
  decision_reason text check (length(btrim(decision_reason)) between 1 and 1000),
  check ((outcome is null) = (decided_at is null)),
  check ((decided_by is not null) = coalesce(outcome in ('Approved', 'Declined', 'Withdrawn'), false)),
  check ((decision_reason is not null) = coalesce(outcome = 'Declined', false)),
  -- Two people, and in time.
  check (outcome is null or outcome not in ('Approved', 'Declined') or decided_by <> requested_by),
  check (outcome is distinct from 'Withdrawn' or decided_by = requested_by),
  check (outcome is distinct from 'Approved' or decided_at < expires_at)
);
-- One of a kind about a row waits.
create unique index approval_requests_open on approval_requests (subject_id, kind) where outcome is null;
create index approval_requests_to_decide on approval_requests (requested_at, id) where outcome is null;
create index approval_requests_decided on approval_requests (decided_at desc, id desc) where outcome is not null;

alter table approval_requests enable row level security;
alter table approval_requests force row level security;
create policy owner_all on approval_requests to current_user using (true) with check (true);
grant select on approval_requests to hamla_staff;
grant insert (kind, subject_type, subject_id, company_id, agency_id, amount_sar, figures, details, reason, requested_by,
  requested_at, expires_at) on approval_requests to hamla_staff;
grant update (outcome, decided_by, decided_at, decision_reason) on approval_requests to hamla_staff;
grant select on approval_requests to hamla_jobs;
grant update (outcome, decided_at) on approval_requests to hamla_jobs;
