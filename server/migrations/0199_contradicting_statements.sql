-- Up Migration

-- Of a statement: the lines of earlier ones that it tells too, [{line_id, line_no}]; the statements that it contradicts,
-- until two people have decided; and when two people have said that it is not the bank's.
alter table bank_statements
  add column known_lines jsonb not null default '[]',
  add column contradicts uuid[] not null default '{}',
  add column rejected_at timestamptz,
  add constraint bank_statements_rejected
    check (rejected_at is null or compared_at is null and cardinality(contradicts) = 0);
grant insert (known_lines), update (contradicts, rejected_at) on bank_statements to hamla_staff;
create index bank_statements_contradicting on bank_statements (id) where cardinality(contradicts) > 0;

-- A line of a rejected statement becomes the line of another statement that tells it too.
grant update (statement_id, line_no) on bank_statement_lines to hamla_staff;
