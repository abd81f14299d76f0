-- Companies as staff read them.

create or replace function console_company_json(c companies) returns json language sql stable as $$
  select json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'created_at', c.created_at,
    'budget', budget_json(c.id), 'proposed_budget', c.proposed_budget::text, 'needs_decision', c.needs_decision,
    'is_proposal_low', c.is_proposal_low, 'grade', (select a.grade from credit_assessments a where a.company_id = c.id
               order by a.created_at desc, a.id desc limit 1))
$$;

-- Newest first; of those to decide, first those whose proposal is low. p_search: a part of the name or of the e-mail
-- address (is_search_match), or the whole number of the company or of a ticket. p_budget: a status of the budget,
-- 'to_decide', or 'late': preliminary for more than 24 hours.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_companies(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_search text, p_budget text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_is_low boolean;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select c.is_proposal_low into v_is_low from companies c where c.id = p_cursor;
  return (
    select list_page_json(array_agg(console_company_json(c) order by f.is_first desc, f.id desc),
      array_agg(f.id::text order by f.is_first desc, f.id desc),
      p_limit)
      from (select s.id, coalesce(p_budget = 'to_decide', false) and s.is_proposal_low as is_first
              from company_search s
             where (p_cursor is null or p_budget is distinct from 'to_decide' and s.id < p_cursor
                 or p_budget = 'to_decide' and (s.is_proposal_low, s.id) < (v_is_low, p_cursor))
               and (p_search is null or is_search_match(p_search, s.name, s.email)
                 or s.payer_number = p_search
                 or s.id = (select t.company_id from tickets t where t.ticket_number = p_search))
               and (p_budget is null or p_budget in ('to_decide', 'late') or s.budget_status = p_budget)
               and (p_budget is distinct from 'late'
                 or is_budget_late(s.needs_decision, s.budget_status, s.preliminary_since, p_now))
               and (p_budget is distinct from 'to_decide' or s.needs_decision)
             order by 2 desc, s.id desc limit p_limit + 1) f
      join companies c on c.id = f.id);
end $$;

-- What staff have decided about a company's budget, newest first, the latest 50.
create or replace function budget_decisions_json(p_company_id uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('decision', d.after ->> 'decision', 'decided_at', d.occurred_at,
           'decided_by', (select s.name from staff s where s.user_id = d.actor_user_id),
           'before', json_build_object('budget_status', d.before ->> 'budget_status',
                                       'total_approval_budget', d.before ->> 'total_approval_budget'),
           'after', json_build_object('budget_status', d.after ->> 'budget_status',
                                      'total_approval_budget', d.after ->> 'total_approval_budget'),
           'reason', d.after ->> 'reason', 'ticket_number', d.after ->> 'ticket_number',
           'is_refund_loss', d.after ? 'payment_id') order by d.id desc), '[]')
    from (select e.* from events e
           where e.subject_id = p_company_id and e.subject = 'company' and e.operation = 'decide_budget'
           order by e.id desc limit 50) d
$$;

create or replace function api.read_company_assessment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_company_id uuid
) returns json language plpgsql as $$
declare
  c companies;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into c from companies x where x.id = p_company_id;
  if not found then perform refuse('not_found'); end if;
  return json_build_object('company', company_json(c), 'created_at', c.created_at, 'budget', budget_json(c.id),
    'virtual_iban', virtual_iban_of(c.id), 'payer_number', c.payer_number,
    'proposed_budget', c.proposed_budget::text, 'needs_decision', c.needs_decision,
    'is_proposal_low', c.is_proposal_low,
    'position', company_position_json(c.id, (p_now at time zone 'Asia/Riyadh')::date),
    'to_recover_amount', (select coalesce(sum(p.to_recover_amount), 0)::numeric(18,2)::text from payments p
                           where p.company_id = c.id and p.to_recover_amount > 0),
    'holds', company_holds_json(c.id, (p_now at time zone 'Asia/Riyadh')::date),
    'promises', (
      select coalesce(json_agg(payment_promise_json(r) order by r.id desc), '[]') from (
        select x.* from payment_promises x where x.company_id = c.id order by x.id desc limit 20) r),
    'documents', documents_json(c.user_id),
    'assessment', latest_assessment_json(c.id),
    'credit_bureau', credit_bureau_json(c.id),
    'assessments', (
      select coalesce(json_agg(json_build_object('id', a.id, 'created_at', a.created_at,
        'model_version', a.model_version,
               'grade', a.grade, 'score', a.score, 'max_score', a.max_score,
               'total_approval_budget', a.total_approval_budget::text) order by a.created_at desc, a.id desc), '[]')
        from (select x.* from credit_assessments x where x.company_id = c.id
               order by x.created_at desc, x.id desc limit 20) a),
    'decisions', budget_decisions_json(c.id), 'approval_requests', open_approvals_json(c.id),
    'budget_request', latest_budget_request_json(c.id));
end $$;

-- Companies that have a name, by name, at most 20; the search narrows it, or names one by its number.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (query-plans.test.ts).
create or replace function api.find_companies(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_search text)
returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object('items', coalesce((
    select json_agg(json_build_object('id', f.id, 'name', f.name))
      from (select s.id, s.name from company_search s
             -- A company's own number finds it alone: names are chosen by their companies.
             where s.name <> '' and case when p_search ~ '^HC-[0-9]+$' then s.payer_number = p_search
               else coalesce(p_search, '') = '' or is_search_match(p_search, s.name) end
             order by s.name, s.id limit 20) f), '[]'));
end $$;

grant execute on function api.list_companies, api.read_company_assessment, api.find_companies to hamla_staff;
