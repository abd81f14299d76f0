-- Up Migration

-- What staff decide about a company's budget. Until they have decided, the analysis sets it; afterwards what a newer
-- analysis finds stands beside it as a proposal.
alter table companies
  add column budget_status text not null default 'Preliminary'
    check (budget_status in ('Preliminary', 'Confirmed', 'Suspended')),
  add column budget_decided_by uuid references staff,
  add column budget_decided_at timestamptz,
  -- Of the latest decision; while the budget is suspended the company reads it.
  add column budget_reason text check (length(budget_reason) <= 1000),
  add column proposed_budget numeric(14,2) check (proposed_budget >= 0),
  add check ((budget_decided_by is null) = (budget_decided_at is null)),
  add check (budget_decided_at is not null or (budget_status = 'Preliminary' and proposed_budget is null)),
  add check (budget_status <> 'Confirmed' or total_approval_budget is not null),
  add check (budget_status <> 'Suspended' or budget_reason is not null),
  -- An amount that nobody has confirmed, or a proposal.
  add column needs_decision boolean not null generated always as (
    budget_status <> 'Suspended' and (proposed_budget is not null
      or (budget_status = 'Preliminary' and total_approval_budget is not null))) stored;

-- The decisions, and what each makes of a budget; domain/budget/budget-decision.ts holds the same table.
create table budget_moves (
  decision text not null,
  from_status text not null,
  to_status text not null,
  primary key (decision, from_status)
);
insert into budget_moves values
  ('confirm', 'Preliminary', 'Confirmed'),
  ('confirm', 'Confirmed', 'Confirmed'),
  ('adjust', 'Preliminary', 'Confirmed'),
  ('adjust', 'Confirmed', 'Confirmed'),
  ('suspend', 'Preliminary', 'Suspended'),
  ('suspend', 'Confirmed', 'Suspended'),
  ('lift', 'Suspended', 'Preliminary');
grant select on budget_moves to hamla_staff;

-- A ticket that staff have looked at is paid out whatever has become of its company's budget.
alter table tickets
  add column reviewed_by uuid references staff,
  add column reviewed_at timestamptz,
  add check ((reviewed_by is null) = (reviewed_at is null));
create index tickets_unreviewed on tickets (created_at, id)
  where reviewed_at is null and status in ('PendingAgencyApproval', 'Approved');

alter table agencies
  add column suspended_by uuid references staff,
  -- The agency reads it.
  add column suspension_reason text check (length(suspension_reason) <= 1000),
  add column verified_at timestamptz,
  add column verified_by uuid references staff,
  add check ((verified_by is null) = (verified_at is null)),
  add check (suspended_at is not null or (suspended_by is null and suspension_reason is null));

-- The desk's lists: newest first, those that wait, and by name.
create index companies_to_decide on companies (id desc) where needs_decision;
create index companies_by_status on companies (budget_status, id desc);

grant update (total_approval_budget, budget_status, budget_decided_by, budget_decided_at, budget_reason, proposed_budget)
  on companies to hamla_staff;
grant update (reviewed_by, reviewed_at) on tickets to hamla_staff;
grant update (suspended_at, suspended_by, suspension_reason, verified_at, verified_by, updated_at) on agencies to hamla_staff;
grant update (proposed_budget) on companies to hamla_jobs;
-- Documents and invoices that they open.
grant select on files to hamla_staff;
