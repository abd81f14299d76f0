-- Up Migration

-- The moment since which a preliminary budget has waited for its decision: its first analysis, or the end of a suspension.
alter table companies add column preliminary_since timestamptz;
update companies c set preliminary_since = greatest(c.budget_decided_at, (
  select min(a.created_at) from credit_assessments a
   where a.company_id = c.id and a.total_approval_budget is not null));
grant update (preliminary_since) on companies to hamla_staff, hamla_jobs;
create index companies_preliminary on companies (preliminary_since)
  where needs_decision and budget_status = 'Preliminary';
