-- Which version of the credit policy counts, with its limits (docs/decisions/0075-policy-in-versions.md). The versions
-- are files: domain/credit/policy.ts.

drop policy if exists everybody on credit_policies;
create policy everybody on credit_policies for select to hamla_app, hamla_staff using (true);
drop policy if exists staff_activate on credit_policies;
create policy staff_activate on credit_policies for insert to hamla_staff
  with check ((select caller_role()) = 'staff' and status = 'planned');
drop policy if exists staff_cancel on credit_policies;
create policy staff_cancel on credit_policies for update to hamla_staff
  using ((select caller_role()) = 'staff' and status = 'planned') with check (status = 'cancelled');
drop policy if exists jobs_all on credit_policies;
create policy jobs_all on credit_policies to hamla_jobs using (true) with check (true);

create or replace function request_grace_days() returns integer language sql stable as
  $$ select p.request_grace_days from credit_policies p where p.status = 'counts' $$;

create or replace function payout_grace_days() returns integer language sql stable as
  $$ select p.payout_grace_days from credit_policies p where p.status = 'counts' $$;

-- One at a time: a proposal, its activation, and the day on which a policy begins.
create or replace function lock_credit_policies() returns void language sql as
  $$ select take_lock(hashtextextended('credit policies', 0)) $$;

create or replace function credit_policy_json(p credit_policies) returns json language sql stable as $$
  select json_build_object('id', p.id, 'status', p.status, 'model_version', p.model_version,
    'request_grace_days', p.request_grace_days, 'payout_grace_days', p.payout_grace_days,
    'unset_budget_limit_sar', p.unset_budget_limit_sar::text, 'company_limit_sar', p.company_limit_sar::text,
    'agency_limit_sar', p.agency_limit_sar::text, 'applies_from', p.applies_from, 'activated_at', p.activated_at,
    'counts_since', p.counts_since, 'ended_at', p.ended_at)
$$;

-- The policy that counts. Called at the start of a server with what the environment says: the first start sets that, a
-- later one changes nothing.
create or replace function api.seed_credit_policy(
  p_now timestamptz, p_model_version text, p_request_grace_days integer, p_payout_grace_days integer,
  p_unset_budget_limit_sar numeric, p_company_limit_sar numeric, p_agency_limit_sar numeric
) returns json language plpgsql as $$
begin
  perform lock_credit_policies();
  update credit_policies p
     set model_version = p_model_version, request_grace_days = p_request_grace_days,
         payout_grace_days = p_payout_grace_days, unset_budget_limit_sar = p_unset_budget_limit_sar,
         company_limit_sar = p_company_limit_sar, agency_limit_sar = p_agency_limit_sar, activated_at = p_now,
         counts_since = p_now
   where p.activated_at is null;
  return (select credit_policy_json(p) from credit_policies p where p.status = 'counts');
end $$;

create or replace function api.counting_credit_policy() returns json language sql stable as
  $$ select credit_policy_json(p) from credit_policies p where p.status = 'counts' $$;

-- The policy that counts from now on, where its day has come. Every company may be something else by it, so the close
-- that follows looks at all of them (queue_analyses_batch).
create or replace function api.begin_credit_policy(p_now timestamptz) returns json language plpgsql as $$
declare
  v_before credit_policies;
  v_after credit_policies;
begin
  -- The day's close begins here.
  perform refuse_while_held();
  perform lock_credit_policies();
  select * into v_after from credit_policies p
   where p.status = 'planned' and p.applies_from <= (p_now at time zone 'Asia/Riyadh')::date;
  if found then
    update credit_policies p set status = 'past', ended_at = p_now where p.status = 'counts' returning * into v_before;
    update credit_policies p set status = 'counts', counts_since = p_now where p.id = v_after.id;
    update lateness_settings s set analysed_until = null;
    perform record_event(p_now, 'begin_policy', 'credit_policy', v_after.id, null, null,
      jsonb_build_object('model_version', v_before.model_version),
      jsonb_build_object('model_version', v_after.model_version));
  end if;
  return api.counting_credit_policy();
end $$;

grant execute on function api.seed_credit_policy, api.counting_credit_policy, api.begin_credit_policy to hamla_jobs;
