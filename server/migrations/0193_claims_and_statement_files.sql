-- Up Migration

-- Two people say that the bank has paid what somebody had called failed: no line of a statement shows it yet.
alter table agency_claims alter column line_id drop not null;
grant update (line_id) on agency_claims to hamla_staff;

-- The file of a statement is stored until another person has compared it.
grant delete on bank_statement_files to hamla_staff;
delete from bank_statement_files f using bank_statements s where s.id = f.statement_id and s.compared_at is not null;
