-- Up Migration

-- Every move of a ticket, of an installment and of a payout, and whose it is: one table, which every change of a status is
-- held against. domain/ holds the same (tickets/ticket.ts, installments/installment.ts, payouts/payout.ts), and a test keeps
-- them equal.
create table legal_moves (
  subject text not null check (subject in ('ticket', 'installment', 'payout')),
  move text not null,
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('company', 'agency', 'staff', 'system')),
  primary key (subject, move, from_status)
);
insert into legal_moves
select 'ticket', m.move, m.from_status, m.to_status, m.actor from ticket_moves m
union all
select 'payout', m.move, m.from_status, m.to_status, m.actor from payout_moves m
union all
values ('installment', 'pay', 'Due', 'Paid', 'staff'),
  ('installment', 'pay', 'Overdue', 'Paid', 'staff'),
  ('installment', 'fall_overdue', 'Due', 'Overdue', 'system'),
  ('installment', 'reopen', 'Paid', 'Due', 'staff'),
  ('installment', 'reopen_overdue', 'Paid', 'Overdue', 'staff'),
  ('installment', 'return', 'Overdue', 'Due', 'staff');
drop table ticket_moves, payout_moves;
grant select on legal_moves to hamla_app, hamla_staff, hamla_jobs;

-- The list of its statement in which staff see a line, and each list in the order of the file.
alter table bank_statement_lines add column list text not null generated always as (case
  when status = 'Open' and certainty in ('certain', 'likely') then certainty when status = 'Open' then 'unclear'
  when status = 'Confirmed' then 'confirmed' when status = 'SetAside' then 'set_aside' else 'apart' end) stored;
create index bank_statement_lines_of_list on bank_statement_lines (statement_id, list, line_no) include (amount);
drop index bank_statement_lines_by_status;

-- What today's queue counts and sums stands in indexes of what waits, which are read without their tables.
drop index tickets_approved;
create index tickets_approved on tickets (company_id, created_at, id)
  include (amount_sar, documents_accepted_on, reviewed_at, available_budget_before) where status = 'Approved';
create index payouts_pending_of_ticket on agency_payouts (ticket_id) include (id, net_amount) where status = 'Pending';
create index payout_run_lines_open on payout_run_lines (payout_id) where outcome is null;
drop index installments_open;
create index installments_open on ticket_installments (due_date, id) include (ticket_id, amount_sar, paid_amount)
  where status <> 'Paid';
