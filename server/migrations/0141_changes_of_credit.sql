-- Up Migration

-- A proposal far below the amount that staff confirmed (proposal_floor_percent of the credit policy) is decided first.
alter table companies add column is_proposal_low boolean not null default false,
  add check (not is_proposal_low or proposed_budget is not null);
grant update (is_proposal_low) on companies to hamla_jobs, hamla_staff;
drop index companies_to_decide;
create index companies_to_decide on companies (is_proposal_low desc, id desc) where needs_decision;
