-- Up Migration

-- Which version of the credit policy counts (domain/credit/policy.ts), with the limits that the operator has set, from
-- which day and by whom (docs/decisions/0075-policy-in-versions.md).
create table credit_policies (
  id uuid primary key default uuidv7(),
  -- planned: two people have activated it, and its day has not come.
  status text not null check (status in ('planned', 'counts', 'past', 'cancelled')),
  model_version text not null check (length(model_version) between 1 and 40),
  -- The widest bounds of any version: how many days an installment may be overdue before new requests and payouts stop.
  request_grace_days integer not null check (request_grace_days between 0 and 365),
  payout_grace_days integer not null check (payout_grace_days between 0 and 90),
  -- Of a company without a set budget, in sum over its open tickets: above it two people answer for a ticket.
  unset_budget_limit_sar numeric(14,2) not null check (unset_budget_limit_sar between 0 and 1000000000),
  -- What one company, and one agency's tickets, may owe us at once; null: no limit.
  company_limit_sar numeric(14,2) check (company_limit_sar between 0.01 and 1000000000),
  agency_limit_sar numeric(14,2) check (agency_limit_sar between 0.01 and 1000000000),
  -- Null: the environment of the first start set it.
  request_id uuid unique references approval_requests,
  applies_from date,
  -- Null: no server has started yet.
  activated_at timestamptz,
  counts_since timestamptz,
  ended_at timestamptz,
  check ((request_id is null) = (applies_from is null)),
  check (request_id is null or activated_at is not null),
  check ((status in ('planned', 'cancelled')) = (counts_since is null) or activated_at is null),
  check ((status in ('past', 'cancelled')) = (ended_at is not null))
);
-- One counts, and one at most is planned.
create unique index credit_policies_once on credit_policies (status) where status in ('planned', 'counts');

-- What was set until now; the first start says what the environment says.
insert into credit_policies (status, model_version, request_grace_days, payout_grace_days, unset_budget_limit_sar,
  company_limit_sar, agency_limit_sar)
select 'counts', 'scorecard-3', s.request_grace_days, 14, l.unset_budget_limit_sar, l.company_limit_sar,
       l.agency_limit_sar
  from lateness_settings s, payout_limits l;

drop table payout_limits;
drop trigger if exists mark_insert on lateness_settings;
drop trigger if exists mark_update on lateness_settings;
drop trigger if exists mark_delete on lateness_settings;
drop trigger if exists mark_truncate on lateness_settings;
alter table lateness_settings drop column request_grace_days;
revoke select on lateness_settings from hamla_app, hamla_staff;

-- A policy begins with the request that two people have approved, and ends; what it says stays.
create function refuse_other_policy() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'planned' or not exists (
      select from approval_requests r
       where r.id = new.request_id and r.kind = 'activate_policy' and r.outcome = 'Approved') then
      raise exception 'a policy is activated by two people' using errcode = 'restrict_violation';
    end if;
  elsif old.activated_at is not null and (
    (old.status, new.status) not in (('planned', 'counts'), ('planned', 'cancelled'), ('counts', 'past'))
    or (to_jsonb(new) - '{status,counts_since,ended_at}'::text[])
      <> (to_jsonb(old) - '{status,counts_since,ended_at}'::text[])) then
    raise exception 'a policy that was activated stays as it is' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger activated_once before insert or update on credit_policies
  for each row execute function refuse_other_policy();
create trigger no_delete before delete or truncate on credit_policies
  for each statement execute function refuse_rewrite();

alter table credit_policies enable row level security;
alter table credit_policies force row level security;
create policy owner_all on credit_policies to current_user using (true) with check (true);
grant select (status, request_grace_days, payout_grace_days) on credit_policies to hamla_app;
grant select on credit_policies to hamla_staff, hamla_jobs;
grant insert (status, model_version, request_grace_days, payout_grace_days, unset_budget_limit_sar, company_limit_sar,
  agency_limit_sar, request_id, applies_from, activated_at), update (status, ended_at)
  on credit_policies to hamla_staff;
grant update (status, model_version, request_grace_days, payout_grace_days, unset_budget_limit_sar, company_limit_sar,
  agency_limit_sar, activated_at, counts_since, ended_at) on credit_policies to hamla_jobs;
