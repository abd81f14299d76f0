-- Up Migration

-- What a statement says that the account held before its first booking and after its last; null where it says it not, or
-- was imported before this was read (domain/servicing/statement-balances.ts).
alter table bank_statements
  add column opening_balance numeric(16,2),
  add column closing_balance numeric(16,2),
  add constraint bank_statements_balances_check check ((opening_balance is null) = (closing_balance is null));
create index bank_statements_with_balances on bank_statements (from_date, id) where closing_balance is not null;
grant insert (opening_balance, closing_balance) on bank_statements to hamla_staff;

-- It takes more than it did.
drop function if exists import_bank_statement(
  uuid, uuid, timestamptz, text, bytea, text, text, uuid, date, date, integer, jsonb);
