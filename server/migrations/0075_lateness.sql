-- Up Migration

-- How many days an installment may be overdue before new requests stop, as the environment of the server says that started
-- last (set_request_grace).
create table lateness_settings (
  is_only boolean primary key default true check (is_only),
  request_grace_days integer not null check (request_grace_days between 0 and 365)
);
insert into lateness_settings (request_grace_days) values (3);
alter table lateness_settings enable row level security;
alter table lateness_settings force row level security;
grant select on lateness_settings to hamla_app, hamla_staff, hamla_jobs;
grant update (request_grace_days) on lateness_settings to hamla_jobs;

-- Since when reported transfers have paused the stop of requests, until nothing is overdue.
alter table companies add column requests_paused_from date;

-- A payout of a company that has been overdue for too long: since when it is stopped, and that two people pay it all the same.
alter table agency_payouts
  add column stopped_on date,
  add column stop_lifted_at timestamptz,
  add check (stopped_on is null or stop_lifted_at is null);
create index payouts_stopped on agency_payouts (stopped_on, id) include (net_amount)
  where stopped_on is not null and status = 'Pending';

grant update (stopped_on, stop_lifted_at) on agency_payouts to hamla_staff;
grant select (status, stopped_on) on agency_payouts to hamla_jobs;

-- Both sides are told what is decided; the agency also that its payment is being reviewed.
alter table mails
  drop constraint mails_kind_check,
  drop constraint mails_ticket_check,
  add constraint mails_kind_check check (kind in ('reminder', 'new_ticket', 'ticket_approved', 'ticket_rejected',
    'documents_ready', 'payout_sent', 'payment_received', 'payout_in_review', 'payout_reviewed', 'payout_despite_overdue',
    'payout_cancelled', 'ticket_closed')),
  add constraint mails_ticket_check check ((ticket_id is not null) = (kind not in ('reminder', 'payment_received')));

-- Of these each says now on which day.
drop function if exists payout_run_details(uuid, json), payout_line_json(payout_run_lines), payout_line_obstacle(payout_run_lines)
  cascade;

-- What a company owes, by the day on which it was due; and what it says that it has paid.
create index installments_owed_of_company on ticket_installments (company_id, due_date)
  where paid_amount < amount_sar and is_owed;
create index transfer_reports_checking_of_company on transfer_reports (company_id) include (ticket_id, amount_sar)
  where status = 'Checking';
