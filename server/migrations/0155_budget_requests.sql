-- Up Migration

-- What companies ask for beyond their budget, and what became of it (docs/decisions/0072-budget-requests.md).
create table budget_requests (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  asked_at timestamptz not null,
  amount_sar numeric(14,2) not null,
  -- The total that stood when it was asked for.
  total_then_sar numeric(14,2) not null,
  reason text not null check (length(reason) between 1 and 1000),
  -- Paths in company-documents.
  documents text[] not null check (cardinality(documents) between 1 and 10 and array_position(documents, null) is null),
  -- domain/budget/budget-request.ts
  status text not null default 'Asked' check (status in ('Asked', 'Offered', 'Accepted', 'Appealed', 'Granted',
    'Declined', 'OfferDeclined', 'Withdrawn', 'Lapsed')),
  accepted_at timestamptz,
  appeal_reason text check (length(appeal_reason) between 1 and 1000),
  appealed_at timestamptz,
  ended_at timestamptz,
  check (amount_sar > total_then_sar and total_then_sar >= 0),
  check ((appeal_reason is null) = (appealed_at is null)),
  check (status <> 'Appealed' or appealed_at is not null),
  check (status <> 'Accepted' or accepted_at is not null),
  check ((ended_at is null) = (status in ('Asked', 'Offered', 'Accepted', 'Appealed')))
);
create unique index budget_requests_open on budget_requests (company_id)
  where status in ('Asked', 'Offered', 'Accepted', 'Appealed');
create index budget_requests_of_company on budget_requests (company_id, id desc);
create index budget_requests_to_decide on budget_requests (id) where status in ('Asked', 'Appealed');

-- What staff decided: once about the request, once about its appeal, and never the same person twice.
create table budget_request_decisions (
  id uuid primary key default uuidv7(),
  request_id uuid not null references budget_requests,
  on_appeal boolean not null,
  decided_by uuid not null references staff,
  decided_at timestamptz not null,
  decision text not null check (decision in ('grant', 'counter', 'decline')),
  -- The budget that it grants or offers.
  amount_sar numeric(14,2) check (amount_sar > 0),
  condition text check (condition in ('paid_on_time', 'nothing_overdue', 'max_term')),
  condition_value smallint,
  -- The company reads it.
  reason text not null check (length(reason) between 1 and 1000),
  unique (request_id, on_appeal),
  unique (request_id, decided_by),
  check ((amount_sar is null) = (decision = 'decline')),
  check (condition is null or decision = 'counter'),
  check (case condition when 'paid_on_time' then coalesce(condition_value between 1 and 12, false)
                        when 'max_term' then coalesce(condition_value between 1 and 2, false)
                        else condition_value is null end)
);

do $$
declare t text;
begin
  foreach t in array array['budget_requests', 'budget_request_decisions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
grant select, insert (company_id, asked_at, amount_sar, total_then_sar, reason, documents),
  update (status, accepted_at, appeal_reason, appealed_at, ended_at) on budget_requests to hamla_app;
-- Not who of staff decided.
grant select (id, request_id, on_appeal, decided_at, decision, amount_sar, condition, condition_value, reason)
  on budget_request_decisions to hamla_app;
grant select, update (status, ended_at) on budget_requests to hamla_staff, hamla_jobs;
grant select, insert on budget_request_decisions to hamla_staff;
grant select on budget_request_decisions to hamla_jobs;

-- The longest term of a company's tickets, where its budget was granted with one.
alter table companies add column max_term_months smallint check (max_term_months between 1 and 2);
grant update (max_term_months) on companies to hamla_staff, hamla_jobs;
-- A job applies an accepted offer once its condition is met.
grant update (budget_status, budget_decided_by, budget_decided_at, budget_reason, suspended_for_ticket_id,
  suspended_for_payment_id) on companies to hamla_jobs;

alter table notification_settings
  drop constraint notification_settings_kind_check,
  add constraint notification_settings_kind_check check (kind in ('new_ticket', 'ticket_cancelled',
    'ticket_expired', 'ticket_approved', 'ticket_rejected', 'help_answered', 'approval_waiting', 'payout_stopped',
    'payout_failed', 'refund_failed', 'iban_waiting', 'budget_waiting', 'budget_requested', 'transfer_reported',
    'promise_made', 'promise_missed', 'help_message'));
