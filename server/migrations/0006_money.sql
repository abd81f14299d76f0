-- Up Migration

-- The platform's staff: made only by `npm run staff`. Never in user_roles.
create table staff (
  user_id uuid primary key references auth.users,
  -- How the others' screens and the history call this person.
  name text not null check (length(name) between 1 and 200),
  added_at timestamptz not null,
  suspended_at timestamptz
);

-- The life of a ticket after its request; domain/tickets/ticket.ts holds the same table and a test keeps them equal.
alter table ticket_moves drop constraint ticket_moves_actor_check;
alter table ticket_moves add check (actor in ('company', 'agency', 'staff', 'system'));
insert into ticket_moves values
  ('expire', 'PendingAgencyApproval', 'Closed', 'system'),
  ('close', 'Approved', 'Closed', 'staff'),
  ('release', 'Approved', 'Active', 'staff'),
  ('return', 'Active', 'Approved', 'staff'),
  ('complete', 'Active', 'Completed', 'system'),
  ('reopen', 'Completed', 'Active', 'system'),
  ('write_off', 'Active', 'Closed', 'staff');

-- And of a payout: domain/payouts/payout.ts.
create table payout_moves (
  move text primary key,
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('staff', 'system')),
  unique (from_status, to_status)
);
insert into payout_moves values
  ('send', 'Pending', 'Sent', 'staff'),
  ('confirm', 'Sent', 'Confirmed', 'staff'),
  ('fail', 'Sent', 'Failed', 'staff'),
  ('retry', 'Failed', 'Pending', 'system'),
  ('cancel', 'Pending', 'Cancelled', 'staff');

-- When the payout came late, the day from which the installments count instead of created_local_date.
alter table tickets add column schedule_restarted_on date;
create index tickets_active on tickets (id) where status = 'Active';
create index tickets_unanswered on tickets (created_local_date, id) where status = 'PendingAgencyApproval';

alter table agencies add column suspended_at timestamptz;

-- Paid in full is Paid, and nothing else is.
alter table ticket_installments
  add column paid_amount numeric(14,2) not null default 0,
  add column paid_on date,
  add check (paid_amount between 0 and amount_sar),
  add check ((status = 'Paid') = (paid_amount = amount_sar)),
  add check ((paid_on is not null) = (status = 'Paid')),
  add unique (id, ticket_id);
create index installments_due on ticket_installments (due_date, id) where status = 'Due';

create index payouts_to_pay on agency_payouts (created_at, id) where status = 'Pending';

-- A company's transfer to us. company_id is null while the payer is not known; what is neither allocated nor refunded
-- is the company's credit.
create table payments (
  id uuid primary key default uuidv7(),
  company_id uuid references companies,
  -- The ticket that the payer named.
  ticket_id uuid,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  allocated_amount numeric(14,2) not null default 0 check (allocated_amount >= 0),
  refunded_amount numeric(14,2) not null default 0 check (refunded_amount >= 0),
  -- The day it reached our account.
  value_date date not null,
  bank_reference text check (length(bank_reference) <= 140),
  recorded_by uuid not null references staff,
  recorded_at timestamptz not null,
  reversed_by uuid references staff,
  reversed_at timestamptz,
  reversal_reason text check (length(reversal_reason) <= 1000),
  credit_amount numeric(14,2) not null generated always as (case
    when company_id is null or reversed_at is not null then 0
    else amount_sar - allocated_amount - refunded_amount end) stored,
  check (allocated_amount + refunded_amount <= amount_sar),
  check (company_id is not null or (allocated_amount = 0 and refunded_amount = 0 and ticket_id is null)),
  check (reversed_at is null or (allocated_amount = 0 and refunded_amount = 0)),
  check ((reversed_at is null) = (reversed_by is null) and (reversed_at is null) = (reversal_reason is null)),
  foreign key (ticket_id, company_id) references tickets (id, company_id)
);
create index payments_of_company on payments (company_id, id desc);
create index payments_unidentified on payments (id desc) where company_id is null and reversed_at is null;
create index payments_with_credit on payments (id desc) where credit_amount > 0;

-- Payout runs: prepared by one member of staff, released by another.
create table payout_runs (
  id uuid primary key default uuidv7(),
  status text not null default 'Draft' check (status in ('Draft', 'Released', 'Completed', 'Discarded')),
  prepared_by uuid not null references staff,
  prepared_at timestamptz not null,
  released_by uuid references staff,
  released_at timestamptz,
  check (released_by <> prepared_by),
  check ((released_by is null) = (released_at is null)),
  check ((status in ('Released', 'Completed')) = (released_by is not null))
);
create table payout_run_lines (
  run_id uuid not null references payout_runs,
  payout_id uuid not null references agency_payouts,
  agency_id uuid not null references agencies,
  -- As it was when the run was prepared: where the money goes.
  iban text not null,
  beneficiary text not null,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  outcome text check (outcome in ('Confirmed', 'Failed', 'Discarded')),
  reason text check (length(reason) <= 1000),
  decided_by uuid references staff,
  decided_at timestamptz,
  primary key (run_id, payout_id),
  check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null)),
  check ((reason is not null) = (outcome is not distinct from 'Failed'))
);
-- A payout is in at most one open run, and is paid once.
create unique index payout_run_lines_once on payout_run_lines (payout_id) where outcome is null or outcome = 'Confirmed';

-- The ledger: double entry, append-only. Amounts are signed: debit above 0, credit below.
create table journal_entries (
  id bigint generated always as identity primary key,
  occurred_at timestamptz not null,
  local_date date not null,
  event text not null check (event in ('ticket_financed', 'fee_earned', 'payout_sent', 'payout_failed',
    'payment_received', 'payment_identified', 'payment_allocated', 'payment_reversed', 'credit_refunded', 'written_off')),
  company_id uuid references companies,
  agency_id uuid references agencies,
  ticket_id uuid references tickets,
  payment_id uuid references payments,
  payout_id uuid references agency_payouts,
  -- An entry is undone once.
  reverses_entry_id bigint unique references journal_entries,
  posted_by uuid not null references staff
);
create index journal_entries_of_company on journal_entries (company_id, id desc);
create index journal_entries_of_agency on journal_entries (agency_id, id desc);
create index journal_entries_of_ticket on journal_entries (ticket_id, id desc);
create index journal_entries_of_payment on journal_entries (payment_id, id desc);
create table journal_lines (
  entry_id bigint not null references journal_entries,
  line_no smallint not null,
  account text not null check (account in ('bank', 'receivable', 'agency_payable', 'fee_income', 'vat_payable',
    'company_credit', 'unidentified_receipts', 'bad_debt')),
  amount_sar numeric(14,2) not null check (amount_sar <> 0),
  installment_id uuid references ticket_installments,
  primary key (entry_id, line_no),
  check ((account = 'receivable') = (installment_id is not null))
);
create index journal_lines_of_account on journal_lines (account, entry_id desc) include (amount_sar);
create index journal_lines_of_installment on journal_lines (installment_id) where installment_id is not null;

-- Which part of a payment pays which part of an installment, by the journal entry that says so.
create table payment_allocations (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments,
  installment_id uuid not null,
  ticket_id uuid not null,
  company_id uuid not null,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  entry_id bigint not null references journal_entries,
  allocated_at timestamptz not null,
  reversed_at timestamptz,
  foreign key (installment_id, ticket_id) references ticket_installments (id, ticket_id),
  foreign key (ticket_id, company_id) references tickets (id, company_id)
);
create index payment_allocations_of_payment on payment_allocations (payment_id);
create index payment_allocations_of_installment on payment_allocations (installment_id);
create index payment_allocations_of_ticket on payment_allocations (ticket_id);

create table payment_refunds (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payments,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  bank_reference text check (length(bank_reference) <= 140),
  refunded_by uuid not null references staff,
  refunded_at timestamptz not null
);
create index payment_refunds_of_payment on payment_refunds (payment_id);

-- The days whose close is done, and what it did.
create table closed_days (
  day date primary key,
  closed_at timestamptz not null,
  overdue integer not null,
  expired integer not null
);

-- A journal cannot be rewritten, whoever asks.
create trigger append_only before update or delete or truncate on journal_entries
  for each statement execute function refuse_rewrite();
create trigger append_only before update or delete or truncate on journal_lines
  for each statement execute function refuse_rewrite();

-- Nor unbalanced: looked at when the transaction ends, from both tables, so that neither an entry without lines nor a
-- line added to an old entry gets through.
create function refuse_unbalanced() returns trigger language plpgsql as $$
declare
  v_entry_id bigint := case tg_table_name when 'journal_entries' then (to_jsonb(new) ->> 'id')::bigint
                            else (to_jsonb(new) ->> 'entry_id')::bigint end;
begin
  if not coalesce((select count(*) >= 2 and sum(l.amount_sar) = 0 from journal_lines l where l.entry_id = v_entry_id), false)
  then
    raise exception 'journal entry % is not balanced', v_entry_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger balanced after insert on journal_entries deferrable initially deferred
  for each row execute function refuse_unbalanced();
create constraint trigger balanced after insert on journal_lines deferrable initially deferred
  for each row execute function refuse_unbalanced();

-- Row-level security, forced; the policies stand beside the functions.
do $$
declare t text;
begin
  foreach t in array array['staff', 'payments', 'payment_allocations', 'payment_refunds', 'payout_runs',
                           'payout_run_lines', 'journal_entries', 'journal_lines', 'closed_days'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

-- Least privilege. hamla_staff serves operations: it moves money only with a journal entry, which only post_entry
-- writes, and a ticket only by move_ticket.
grant usage on schema auth to hamla_staff;
grant select on staff, companies, agencies, tickets, ticket_moves, ticket_installments, agency_payouts, payout_moves,
  user_roles, idempotency_keys, events, payments, payment_allocations, payment_refunds, payout_runs, payout_run_lines,
  journal_entries, journal_lines, closed_days, credit_assessments to hamla_staff;
-- Locks: a row is locked only by who may change it.
grant update (updated_at) on companies to hamla_staff;
grant update (schedule_restarted_on, updated_at) on tickets to hamla_staff;
grant update (due_date, status, paid_amount, paid_on) on ticket_installments to hamla_staff;
grant update (status) on agency_payouts to hamla_staff;
grant insert (company_id, ticket_id, amount_sar, value_date, bank_reference, recorded_by, recorded_at),
  update (company_id, ticket_id, allocated_amount, refunded_amount, reversed_by, reversed_at, reversal_reason)
  on payments to hamla_staff;
grant insert (payment_id, installment_id, ticket_id, company_id, amount_sar, entry_id, allocated_at),
  update (reversed_at) on payment_allocations to hamla_staff;
grant insert (payment_id, amount_sar, bank_reference, refunded_by, refunded_at) on payment_refunds to hamla_staff;
grant insert (prepared_by, prepared_at), update (status, released_by, released_at) on payout_runs to hamla_staff;
grant insert (run_id, payout_id, agency_id, iban, beneficiary, amount_sar),
  update (outcome, reason, decided_by, decided_at) on payout_run_lines to hamla_staff;
grant insert (occurred_at, actor_user_id, operation, subject, subject_id, company_id, agency_id, before, after)
  on events to hamla_staff;
grant insert (user_id, operation, key, request_hash, created_at), update (reply) on idempotency_keys to hamla_staff;

-- A company reads its own payments and what they paid.
grant select (id, company_id, ticket_id, amount_sar, allocated_amount, refunded_amount, value_date, bank_reference,
  recorded_at, reversed_at, reversal_reason) on payments to hamla_app;
grant select (id, payment_id, installment_id, ticket_id, company_id, amount_sar, allocated_at, reversed_at)
  on payment_allocations to hamla_app;

-- The day's close.
grant select on ticket_moves, closed_days to hamla_jobs;
grant update (status) on ticket_installments to hamla_jobs;
grant update (updated_at) on tickets to hamla_jobs;
grant insert, update (closed_at, overdue, expired) on closed_days to hamla_jobs;
