-- Up Migration

-- From which day to which payouts have been stopped: of a suspended company or agency, or because a company is too late. Days of a
-- stop do not count in the age of an acceptance (docs/decisions/0054-days-of-a-stop.md).
create table payout_stops (
  id uuid primary key default uuidv7(),
  -- What is stopped: all payouts of a company or an agency, or one.
  company_id uuid references companies,
  agency_id uuid references agencies,
  payout_id uuid references agency_payouts,
  -- Riyadh days; the day on which it ends counts. Null: it stands.
  stopped_on date not null,
  ended_on date,
  check (num_nonnulls(company_id, agency_id, payout_id) = 1),
  check (ended_on >= stopped_on)
);
create unique index payout_stops_of_company on payout_stops (company_id) where company_id is not null and ended_on is null;
create unique index payout_stops_of_agency on payout_stops (agency_id) where agency_id is not null and ended_on is null;
create unique index payout_stops_of_payout on payout_stops (payout_id) where payout_id is not null and ended_on is null;
create index payout_stops_by_company on payout_stops (company_id) where company_id is not null;
create index payout_stops_by_agency on payout_stops (agency_id) where agency_id is not null;
create index payout_stops_by_payout on payout_stops (payout_id) where payout_id is not null;
alter table payout_stops enable row level security;
alter table payout_stops force row level security;
create policy owner_all on payout_stops to current_user using (true) with check (true);

-- What stands today.
insert into payout_stops (company_id, stopped_on)
select c.id, (c.budget_decided_at at time zone 'Asia/Riyadh')::date from companies c
 where c.budget_status = 'Suspended' and c.budget_decided_at is not null;
insert into payout_stops (agency_id, stopped_on)
select a.id, (a.suspended_at at time zone 'Asia/Riyadh')::date from agencies a where a.suspended_at is not null;
insert into payout_stops (payout_id, stopped_on)
select p.id, p.stopped_on from agency_payouts p where p.stopped_on is not null;
