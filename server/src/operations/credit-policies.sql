-- The credit policy in the console: what counts, what is planned, what a change would do, and its activation by two
-- people (docs/decisions/0075-policy-in-versions.md).

-- With the request that two people have approved; null: the environment set it.
create or replace function activated_policy_json(p credit_policies) returns json language sql stable as $$
  select json_build_object('policy', credit_policy_json(p), 'request', (
    select approval_request_json(r) from approval_requests r where r.id = p.request_id))
$$;

create or replace function api.read_credit_policies(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object('today', p_today,
    'counts', (select activated_policy_json(p) from credit_policies p where p.status = 'counts'),
    'planned', (select activated_policy_json(p) from credit_policies p where p.status = 'planned'),
    'past', (
      select coalesce(json_agg(activated_policy_json(f.p) order by f.ended_at desc), '[]')
        from (select p, p.ended_at from credit_policies p
               where p.status in ('past', 'cancelled') order by p.ended_at desc limit p_limit) f),
    'proposal', (
      select json_build_object('request', approval_request_json(r), 'policy', r.details - 'back_test',
               'back_test', r.details -> 'back_test')
        from approval_requests r
       where r.kind = 'activate_policy' and r.outcome is null and r.expires_at > p_now
         and r.subject_id = (select p.id from credit_policies p where p.status = 'counts')
       order by r.id desc limit 1));
end $$;

-- Companies as they stand, after p_after in their order, for a back-test (domain/credit/back-test.ts), in sets. The
-- inputs are those of the latest analysis, since whatever changes them makes another one; null: there was none yet.
-- p_long_overdue_days: of the other policy; null: they are those of the policy that counts. The exposures are
-- company_exposure and agency_exposure of all.
create or replace function api.companies_to_back_test(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_long_overdue_days integer,
  p_after uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    with page as materialized (select c.* from companies c where c.id > p_after order by c.id limit p_limit),
    owed as (
      select i.company_id, sum(i.amount_sar - i.paid_amount) as sar,
             min(i.due_date) filter (where i.due_date < p_today and i.id not in (
               select r.installment_id from small_rests() r)) as overdue_since
        from ticket_installments i
       where i.company_id > p_after and i.company_id <= (select c.id from page c order by c.id desc limit 1)
         and i.paid_amount < i.amount_sar and i.is_owed group by i.company_id),
    open as (
      select t.company_id, sum(t.amount_sar) as sar,
             sum(t.amount_sar) filter (where t.status = 'Approved' and t.id in (
               select p.ticket_id from payout_run_lines l join agency_payouts p on p.id = l.payout_id
                where l.outcome is null)) as in_runs
        from tickets t
       where t.company_id > p_after and t.company_id <= (select c.id from page c order by c.id desc limit 1)
         and t.company_list in ('waiting', 'current') group by t.company_id)
    select coalesce(json_agg(json_build_object('company_id', c.id, 'company_name', c.name, 'inputs', a.inputs,
        'is_long_overdue_after', coalesce(case when p_long_overdue_days is null
          then (a.inputs -> 'repayments' -> 'is_long_overdue')::boolean
          else (a.inputs -> 'repayments' -> 'overdue_now')::integer > 0
            and is_long_overdue(c, p_today, p_long_overdue_days) end, false),
        'overdue_since', w.overdue_since, 'is_confirmed', c.budget_decided_at is not null,
        'confirmed_sar', c.total_approval_budget::text,
        'exposure_sar', (coalesce(w.sar, 0) + coalesce(o.in_runs, 0))::numeric(18,2)::text,
        'open_tickets_sar', coalesce(o.sar, 0)::numeric(18,2)::text) order by c.id), '[]')
      from page c left join owed w on w.company_id = c.id left join open o on o.company_id = c.id
      left join lateral (select x.inputs from credit_assessments x where x.company_id = c.id
                          order by x.created_at desc, x.id desc limit 1) a on true);
end $$;

-- How many agencies' tickets owe more than each of two limits; null: there is none.
create or replace function api.back_test_agencies(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_limit_sar numeric, p_limit_after_sar numeric
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  if coalesce(p_limit_sar, p_limit_after_sar) is null then return '{"before": 0, "after": 0}'; end if;
  return (
    select json_build_object('before', count(*) filter (where e.sar > p_limit_sar),
             'after', count(*) filter (where e.sar > p_limit_after_sar))
      from (select sum(p.sar) as sar from (
              select t.agency_id, i.amount_sar - i.paid_amount as sar
                from ticket_installments i join tickets t on t.id = i.ticket_id
               where t.agency_list = 'approved' and i.paid_amount < i.amount_sar and i.is_owed
              union all
              select t.agency_id, t.amount_sar from tickets t
               where t.agency_list = 'approved' and t.status = 'Approved' and t.id in (
                 select p.ticket_id from payout_run_lines l join agency_payouts p on p.id = l.payout_id
                  where l.outcome is null)) p
             group by p.agency_id) e);
end $$;

-- p_policy: version, limits, its first day and what the back-test found; checked against the version's bounds.
create or replace function api.propose_credit_policy(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_policy jsonb, p_reason text
) returns json language plpgsql as $$
declare
  v_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select p.id into strict v_id from credit_policies p where p.status = 'counts';
  return api.request_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, 'activate_policy', v_id,
    p_policy, p_reason);
end $$;

-- What is activated: it replaces the policy that counts, so another one that counts ends the proposal.
create or replace function activate_policy_figures(r approval_requests) returns jsonb language plpgsql as $$
begin
  perform lock_credit_policies();
  if not exists (select from credit_policies p where p.id = r.subject_id and p.status = 'counts') then
    perform refuse('approval_figures_changed');
  end if;
  return r.details - 'back_test';
end $$;

create or replace function carry_out_activate_policy(r approval_requests, p_now timestamptz, p_today date) returns void
language plpgsql as $$
declare
  p credit_policies := jsonb_populate_record(null::credit_policies, r.details);
begin
  if exists (select from credit_policies x where x.status = 'planned') then perform refuse('policy_planned'); end if;
  if p.applies_from <= p_today then perform refuse('policy_day_passed'); end if;
  insert into credit_policies (status, model_version, request_grace_days, payout_grace_days, unset_budget_limit_sar,
    company_limit_sar, agency_limit_sar, request_id, applies_from, activated_at)
  values ('planned', p.model_version, p.request_grace_days, p.payout_grace_days, p.unset_budget_limit_sar,
    p.company_limit_sar, p.agency_limit_sar, r.id, p.applies_from, p_now)
  returning * into p;
  perform record_event(p_now, 'activate_policy', 'credit_policy', p.id, null, null, null,
    jsonb_build_object('model_version', p.model_version, 'applies_from', p.applies_from));
end $$;

-- A planned policy never counts. One person is enough: nothing changes.
create or replace function api.cancel_credit_policy(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_policy_id uuid,
  p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
  p credit_policies;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('cancel_credit_policy', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if not exists (select from credit_policies x where x.id = p_policy_id) then perform refuse('not_found'); end if;
  perform lock_credit_policies();
  update credit_policies x set status = 'cancelled', ended_at = p_now
   where x.id = p_policy_id and x.status = 'planned' returning * into p;
  if not found then perform refuse('policy_not_planned'); end if;
  perform record_event(p_now, 'cancel_policy', 'credit_policy', p.id, null, null, null,
    jsonb_build_object('model_version', p.model_version, 'reason', p_reason));
  return store_idempotent_reply('cancel_credit_policy', p_key, activated_policy_json(p));
end $$;

grant execute on function api.read_credit_policies, api.companies_to_back_test,
  api.back_test_agencies, api.propose_credit_policy, api.cancel_credit_policy to hamla_staff;
