-- Up Migration

-- What the bank takes back of money that came in is a line of its own kind: a debit that is no payment of ours. It is
-- settled with what it takes back: a payment, which it reverses, or a credit that nobody had decided.
alter table bank_statement_lines
  add column is_reversal boolean not null default false,
  -- The credit that it may take back, where that is no payment yet.
  add column proposed_line_id uuid references bank_statement_lines,
  -- The payment that it took back.
  add column reversed_payment_id uuid references payments,
  -- Of a credit and of what took it back: the other of the two.
  add column counter_line_id uuid references bank_statement_lines,
  drop constraint bank_statement_lines_status_check,
  drop constraint bank_statement_lines_check1,
  drop constraint bank_statement_lines_check3,
  drop constraint bank_statement_lines_check8;
alter table bank_statement_lines
  add constraint bank_statement_lines_status_check
    check (status in ('Open', 'Confirmed', 'SetAside', 'Settled', 'Debit', 'Refused')),
  -- domain/servicing/bank-statement-line.ts (lineKind).
  add constraint bank_statement_lines_kind_check
    check ((status = 'Debit') = (direction = 'debit' and refusal is null and not is_reversal)),
  add constraint bank_statement_lines_ours_check
    check (status in ('Debit', 'Refused') or (currency = 'SAR' and (direction = 'credit') <> is_reversal)),
  add constraint bank_statement_lines_reversal_check
    check ((status <> 'Confirmed' or not is_reversal) and (reversed_payment_id is null or is_reversal)),
  add constraint bank_statement_lines_settled_check
    check ((status = 'Settled') = (counter_line_id is not null or reversed_payment_id is not null)),
  add constraint bank_statement_lines_decided_check
    check ((decided_at is null) = (decided_by is null)
       and (decided_at is not null) = (status in ('Confirmed', 'SetAside', 'Settled')));
-- Nothing is taken back twice.
create unique index bank_statement_lines_of_reversed_payment on bank_statement_lines (reversed_payment_id)
  where reversed_payment_id is not null;
create unique index bank_statement_lines_of_counter on bank_statement_lines (counter_line_id)
  where counter_line_id is not null;
create index bank_statement_lines_taking_back on bank_statement_lines (proposed_line_id)
  where status = 'Open' and proposed_line_id is not null;
drop index bank_statement_lines_open_amount;
create index bank_statement_lines_open_amount on bank_statement_lines (amount, value_date)
  where status = 'Open' and direction = 'credit';
create index bank_statement_lines_reversals_open on bank_statement_lines (amount) where status = 'Open' and is_reversal;
create index payments_reversed_by_amount on payments (amount_sar) where reversed_at is not null;

-- What is taken back has lists of its own.
drop index bank_statement_lines_of_list;
alter table bank_statement_lines drop column list;
alter table bank_statement_lines add column list text not null generated always as (case
  when status = 'Open' and is_reversal then 'reversals'
  when status = 'Open' and certainty in ('certain', 'likely') then certainty when status = 'Open' then 'unclear'
  when status = 'Confirmed' then 'confirmed' when status = 'SetAside' then 'set_aside'
  when status = 'Settled' then 'settled' else 'apart' end) stored;
create index bank_statement_lines_of_list on bank_statement_lines (statement_id, list, line_no) include (amount);

grant insert (is_reversal, proposed_line_id), update (proposed_line_id, reversed_payment_id, counter_line_id)
  on bank_statement_lines to hamla_staff;

-- It takes the credit's line and a reason too.
drop function if exists
  confirm_bank_statement_line(uuid, uuid, timestamptz, text, bytea, date, uuid, uuid, text, uuid, boolean);
