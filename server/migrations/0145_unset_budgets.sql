-- Up Migration

-- A review speaks for the documents that the company had accepted then; and where two people answered for a ticket
-- without a set budget, who the second is.
alter table tickets
  add column reviewed_set_id uuid references document_sets,
  add column review_approved_by uuid references staff,
  add check (reviewed_at is not null or num_nonnulls(reviewed_set_id, review_approved_by) = 0);
grant update (reviewed_set_id, review_approved_by) on tickets to hamla_staff;

-- Tickets that somebody has reviewed and that are not paid out: the few whose review may not be enough any more.
create index tickets_reviewed on tickets (created_at, id) where reviewed_at is not null and status = 'Approved';

-- What was reviewed after its documents had been accepted; and what is released already stays released.
update tickets t set reviewed_set_id = s.id
  from document_sets s
 where s.ticket_id = t.id and t.reviewed_at is not null and t.status in ('Approved', 'Active')
   and s.version = (select max(x.version) from document_sets x where x.ticket_id = t.id and x.accepted_at is not null)
   and (t.status = 'Active' or s.accepted_at <= t.reviewed_at);

-- What payouts are held to, as the environment of the server says that started last (set_payout_limits).
create table payout_limits (
  is_only boolean primary key default true check (is_only),
  -- Of a company without a set budget, in sum over its open tickets: above it two people answer for a ticket.
  unset_budget_limit_sar numeric(14,2) not null check (unset_budget_limit_sar >= 0),
  -- What one company, and one agency's tickets, may owe us at once; null: no limit.
  company_limit_sar numeric(14,2) check (company_limit_sar > 0),
  agency_limit_sar numeric(14,2) check (agency_limit_sar > 0)
);
insert into payout_limits (unset_budget_limit_sar) values (50000);
alter table payout_limits enable row level security;
alter table payout_limits force row level security;
create policy owner_all on payout_limits to current_user using (true) with check (true);
grant select on payout_limits to hamla_staff, hamla_jobs;
grant update (unset_budget_limit_sar, company_limit_sar, agency_limit_sar) on payout_limits to hamla_jobs;
