-- Up Migration

-- How the days of a file in figures were read, where they can be read in two ways, what decided it, and the statement
-- whose file was read again, which is gone.
alter table bank_statements
  add column day_order text check (day_order in ('day_first', 'month_first')),
  add column day_order_by text check (day_order_by in
    ('days', 'choice', 'period', 'print_date', 'title', 'not_after_today', 'balances', 'earlier_files')),
  add column replaces uuid unique,
  add constraint bank_statements_day_order check ((day_order is null) = (day_order_by is null));
grant insert (day_order, day_order_by, replaces) on bank_statements to hamla_staff;

-- The file of a statement whose days may be read in another order.
create table bank_statement_files (
  statement_id uuid primary key references bank_statements on delete cascade,
  content bytea not null
);
alter table bank_statement_files enable row level security;
alter table bank_statement_files force row level security;
create policy owner_all on bank_statement_files to current_user using (true) with check (true);
grant select, insert on bank_statement_files to hamla_staff;

-- A line is deleted only where no other one proposes it, decided or not.
drop index bank_statement_lines_taking_back;
create index bank_statement_lines_taking_back on bank_statement_lines (proposed_line_id)
  where proposed_line_id is not null;

-- The payout file that a debit names by its message. With the sum of the file it is that file; else staff ask the bank,
-- and it has a reason.
alter table bank_statement_lines
  add column payout_message_id text references payout_files (message_id),
  drop constraint bank_statement_lines_kind_check,
  drop constraint bank_statement_lines_ours_check;
alter table bank_statement_lines
  add constraint bank_statement_lines_kind_check
    check ((status = 'Debit') = (direction = 'debit' and refusal is null and not is_reversal and payout_id is null
      and refund_id is null and (payout_message_id is null or match_reason is null))),
  add constraint bank_statement_lines_ours_check
    check (status in ('Debit', 'Refused') or (currency = 'SAR' and (
      num_nonnulls(payout_id, refund_id, payout_message_id) > 0 or (direction = 'credit') <> is_reversal)));
grant insert (payout_message_id) on bank_statement_lines to hamla_staff;
create index bank_statement_lines_of_message on bank_statement_lines (payout_message_id)
  where payout_message_id is not null;

-- Functions with fewer arguments, which the replayed files would leave beside their successors.
drop function if exists
  api.import_bank_statement(uuid, uuid, timestamptz, text, bytea, text, text, uuid, date, date, date, numeric, numeric,
    integer, integer, jsonb, jsonb),
  api.lines_of_earlier_statements(uuid, uuid, timestamptz, text[], jsonb),
  api.credits_that_may_reverse(uuid, uuid, timestamptz, numeric[], date);
