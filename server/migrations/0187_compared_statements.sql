-- Up Migration

-- A file of the bank proves payments, payouts and refunds once another person than its importer has compared it with the
-- bank.
alter table bank_statements
  add column compared_by uuid references staff,
  add column compared_at timestamptz,
  add constraint bank_statements_compared check ((compared_by is null) = (compared_at is null)),
  add constraint bank_statements_compared_by_another check (compared_by <> imported_by);
grant update (compared_by, compared_at) on bank_statements to hamla_staff;
create index bank_statements_not_compared on bank_statements (id) where compared_at is null;

alter table bank_statement_lines add column is_proven boolean not null default false;
grant update (is_proven) on bank_statement_lines to hamla_staff;
-- A decision about a line of an earlier release stays proof of it. Lines that are open wait for the comparison.
update bank_statement_lines set is_proven = true where status in ('Confirmed', 'Settled');
create index bank_statement_lines_unproven on bank_statement_lines (statement_id)
  where not is_proven and status in ('Open', 'Confirmed', 'Settled');

-- The bank's debit has shown that a payout which somebody had called failed was paid.
alter table payout_run_lines add column turned_round_at timestamptz;
grant update (turned_round_at) on payout_run_lines to hamla_staff;
