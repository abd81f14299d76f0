-- Up Migration

-- What a company has promised to pay by a day (docs/decisions/0071-promises-to-pay.md).
create table payment_promises (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  -- What was overdue when it was made, and of which installments.
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  installment_ids uuid[] not null check (cardinality(installment_ids) > 0),
  made_by uuid not null references auth.users,
  made_at timestamptz not null,
  made_on date not null,
  -- The last value date that keeps it.
  promised_for date not null check (promised_for between made_on and made_on + 7),
  status text not null default 'Open' check (status in ('Open', 'Kept', 'Broken')),
  -- From then on nothing of the company was overdue; null: something has been since the promise.
  lateness_ended_at timestamptz,
  check (status <> 'Open' or lateness_ended_at is null)
);
-- One promise while something is overdue.
create unique index payment_promises_current on payment_promises (company_id) where lateness_ended_at is null;
create index payment_promises_of_company on payment_promises (company_id, id desc);
create index payment_promises_open on payment_promises (promised_for) where status = 'Open';

alter table payment_promises enable row level security;
alter table payment_promises force row level security;
create policy owner_all on payment_promises to current_user using (true) with check (true);
grant select, insert (company_id, amount_sar, installment_ids, made_by, made_at, made_on, promised_for)
  on payment_promises to hamla_app;
grant select on payment_promises to hamla_staff, hamla_jobs;

alter table notification_settings drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (kind in ('new_ticket', 'ticket_cancelled',
    'ticket_expired', 'ticket_approved', 'ticket_rejected', 'help_answered', 'approval_waiting', 'payout_stopped',
    'payout_failed', 'refund_failed', 'iban_waiting', 'budget_waiting', 'transfer_reported', 'promise_made',
    'promise_missed', 'help_message'));
