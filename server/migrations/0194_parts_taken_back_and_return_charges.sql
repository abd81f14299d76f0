-- Up Migration

-- Of a credit that is a payment: what of it the bank has taken back since, in parts, and what is left. Of a payout or
-- refund that came back: what the bank has kept of it, an expense.
alter table bank_statement_lines
  add column taken_back_amount numeric(14,2) not null default 0,
  add column left_amount numeric(18,5) not null generated always as (amount - taken_back_amount) stored,
  add column bank_charges_sar numeric(14,2) check (bank_charges_sar > 0),
  add constraint bank_statement_lines_taken_back_check
    check (taken_back_amount between 0 and amount and left_amount > 0
      and (taken_back_amount = 0 or direction = 'credit' and num_nonnulls(payout_id, refund_id) = 0)),
  add constraint bank_statement_lines_bank_charges_check
    check (bank_charges_sar is null or direction = 'credit' and num_nonnulls(payout_id, refund_id) = 1);
grant update (taken_back_amount, bank_charges_sar) on bank_statement_lines to hamla_staff;
drop index bank_statement_lines_open_amount;
create index bank_statement_lines_open_amount on bank_statement_lines (left_amount, value_date)
  where status = 'Open' and direction = 'credit';
create index bank_statement_lines_taken_back on bank_statement_lines (amount) where taken_back_amount > 0;
create index bank_statement_lines_charged on bank_statement_lines (id) where bank_charges_sar is not null;

-- Functions with fewer arguments, which the replayed files would leave beside their successors.
drop function if exists
  api.confirm_bank_statement_line(uuid, uuid, timestamptz, text, bytea, date, uuid, uuid, text, uuid, boolean, uuid,
    text, text),
  api.credits_that_may_reverse(uuid, uuid, timestamptz, numeric[], date, uuid),
  apply_bank_line_to_payout(uuid, text, timestamptz, date),
  apply_bank_line_to_refund(uuid, text, timestamptz, date);
