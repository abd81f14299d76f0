-- Up Migration

-- The bank's file that a company adds beside the PDF of a request: what came in in each of six months, oldest first.
-- The file itself is not stored. It is proof once staff have compared it with the PDF.
alter table budget_requests
  add column statement_name text check (length(statement_name) between 1 and 255),
  add column statement_sha256 bytea,
  add column statement_months text[] check (cardinality(statement_months) = 6),
  add column statement_incoming numeric(14,2)[] check (cardinality(statement_incoming) = 6
    and 0 <= all (statement_incoming) and array_position(statement_incoming, null) is null),
  add column statement_added_at timestamptz,
  add column proven_by uuid references staff,
  add column proven_at timestamptz,
  add check (num_nonnulls(statement_name, statement_sha256, statement_months, statement_incoming, statement_added_at)
    in (0, 5)),
  add check ((proven_by is null) = (proven_at is null)),
  add check (proven_at is null or statement_added_at is not null);
grant update (statement_name, statement_sha256, statement_months, statement_incoming, statement_added_at)
  on budget_requests to hamla_app;
grant update (proven_by, proven_at) on budget_requests to hamla_staff;

-- Of the six months of revenue_last_6_months, what a bank's statement proves.
alter table companies add column proven_revenue numeric(14,2)[] check (cardinality(proven_revenue) = 6
  and 0 <= all (proven_revenue) and array_position(proven_revenue, null) is null);
grant update (proven_revenue) on companies to hamla_staff;
