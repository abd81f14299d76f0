-- Up Migration

-- Whether an installment's ticket is Active: its agency was sent the money, and that was neither taken back nor written
-- off. Kept with the moves of the ticket, so that the day's close and the desk walk what is owed, and never what was rejected
-- or cancelled.
alter table ticket_installments add column is_owed boolean not null default false;
update ticket_installments i set is_owed = true
  from tickets t where t.id = i.ticket_id and t.status = 'Active';
drop index installments_due;
create index installments_due on ticket_installments (due_date, id) where status = 'Due' and is_owed;
drop index installments_open;
create index installments_open on ticket_installments (due_date, id) include (ticket_id, amount_sar, paid_amount)
  where status <> 'Paid' and is_owed;

-- What today's queue sums stands in the indexes of what waits. A payout is due while its acceptance is not a week old:
-- those are found by its day, not among all that was ever approved.
create index tickets_accepted on tickets (documents_accepted_on) include (id, company_id, reviewed_at)
  where status = 'Approved' and documents_accepted_on is not null;
drop index payments_unidentified;
create index payments_unidentified on payments (id desc) include (amount_sar) where company_id is null and reversed_at is null;
drop index payments_with_credit;
create index payments_with_credit on payments (id desc) include (credit_amount) where credit_amount > 0;
drop index transfer_reports_checking;
create index transfer_reports_checking on transfer_reports (id) include (amount_sar) where status = 'Checking';
