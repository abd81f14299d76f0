-- Requests of companies for a higher budget, and what staff decide about them: a grant, a
-- counter-offer or a refusal. The company may appeal a decision once.

drop policy if exists own on budget_requests;
create policy own on budget_requests for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists own_request on budget_requests;
create policy own_request on budget_requests for insert to hamla_app
  with check (company_id = (select caller_company_id()) and status = 'Asked');
-- Its moves: add the bank's file, accept or decline an offer, withdraw, appeal once. It grants itself nothing.
drop policy if exists own_move on budget_requests;
create policy own_move on budget_requests for update to hamla_app
  using (company_id = (select caller_company_id())
    and status in ('Asked', 'Offered', 'Accepted', 'Appealed', 'Declined', 'OfferDeclined'))
  with check (company_id = (select caller_company_id())
    and (status in ('Accepted', 'OfferDeclined', 'Withdrawn', 'Appealed') or status = 'Asked' and appealed_at is null));
drop policy if exists staff on budget_requests;
create policy staff on budget_requests to hamla_staff
  using ((select caller_role() = 'staff')) with check ((select caller_role() = 'staff'));
drop policy if exists jobs_all on budget_requests;
create policy jobs_all on budget_requests to hamla_jobs using (true) with check (true);

drop policy if exists own on budget_request_decisions;
create policy own on budget_request_decisions for select to hamla_app using (
  exists (select from budget_requests r where r.id = request_id and r.company_id = (select caller_company_id())));
drop policy if exists staff on budget_request_decisions;
create policy staff on budget_request_decisions for select to hamla_staff using ((select caller_role() = 'staff'));
-- In one's own name.
drop policy if exists staff_decides on budget_request_decisions;
create policy staff_decides on budget_request_decisions for insert to hamla_staff
  with check ((select caller_role() = 'staff') and decided_by = (select caller_user_id()));
drop policy if exists jobs_read on budget_request_decisions;
create policy jobs_read on budget_request_decisions for select to hamla_jobs using (true);

-- How many installments were paid on time since a request's offer was accepted, by proven payments alone.
create or replace function paid_on_time_since(r budget_requests) returns bigint language sql stable as $$
  select count(*) from ticket_installments i
   where i.company_id = r.company_id and i.status = 'Paid' and i.paid_on <= i.due_date
     and i.paid_on >= (r.accepted_at at time zone 'Asia/Riyadh')::date
     and not exists (select from unproven_allocations(r.company_id) a where a.installment_id = i.id)
$$;

-- The bank's file of a request: what came in each month, beside the revenue that the company's profile says of it now.
create or replace function budget_statement_json(r budget_requests) returns jsonb language sql stable as $$
  select case when r.statement_added_at is not null then jsonb_build_object('name', r.statement_name,
    'added_at', r.statement_added_at, 'proven_at', r.proven_at, 'months', (
      select jsonb_agg(jsonb_build_object('month', m.month, 'incoming_sar', m.incoming::text,
               'typed_sar', c.revenue_last_6_months[m.place]::text) order by m.place)
        from companies c,
             unnest(r.statement_months, r.statement_incoming) with ordinality as m(month, incoming, place)
       where c.id = r.company_id)) end
$$;

-- The documents that came with a request.
create or replace function documents_of_budget_request(r budget_requests) returns setof files language sql stable as $$
  select f.* from companies c join files f on f.owner_user_id = c.user_id
   where c.id = r.company_id and f.store = 'company-documents' and f.path = any (r.documents)
     and f.attached_at is not null and f.replaced_at is null
$$;

-- A request as its company reads it. `progress`: of an accepted offer that waits for payments, how many there are.
create or replace function own_budget_request_json(r budget_requests) returns jsonb language sql stable as $$
  select jsonb_build_object('id', r.id, 'asked_at', r.asked_at, 'amount_sar', r.amount_sar::text,
    'total_then_sar', r.total_then_sar::text, 'reason', r.reason, 'status', r.status, 'accepted_at', r.accepted_at,
    'appeal_reason', r.appeal_reason, 'appealed_at', r.appealed_at, 'ended_at', r.ended_at,
    'statement', budget_statement_json(r),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name)
               order by f.kind, f.id), '[]')
        from documents_of_budget_request(r) f),
    'progress', case when r.status = 'Accepted' then paid_on_time_since(r) end,
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'on_appeal', d.on_appeal, 'decided_at', d.decided_at,
               'decision', d.decision, 'amount_sar', d.amount_sar::text, 'condition', d.condition,
               'condition_value', d.condition_value, 'reason', d.reason) order by d.on_appeal), '[]')
        from budget_request_decisions d where d.request_id = r.id))
$$;

create or replace function own_budget_request_json(p_request_id uuid) returns json language sql stable as
  $$ select own_budget_request_json(r)::json from budget_requests r where r.id = p_request_id $$;

-- Why a company cannot ask now; null where it can.
create or replace function budget_request_obstacle(c companies) returns text language sql stable as $$
  select case when c.budget_status = 'Suspended' then 'budget_suspended'
              when c.total_approval_budget is null then 'no_budget_to_raise'
              when exists (select from budget_requests r where r.company_id = c.id
                and r.status in ('Asked', 'Offered', 'Accepted', 'Appealed')) then 'budget_request_open' end
$$;

-- What the company's screen shows: its budget, whether it may ask, what an accepted offer waits for beside its
-- condition, and its latest ten requests, newest first.
create or replace function api.read_budget_requests(p_user_id uuid, p_session_id uuid, p_now timestamptz)
returns json language plpgsql as $$
declare
  c companies;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  select * into c from companies x where x.id = caller_company_id();
  return json_build_object('budget', budget_json(c.id), 'obstacle', budget_request_obstacle(c),
    'waits_for', case when is_past_grace(c.id, (p_now at time zone 'Asia/Riyadh')::date) then 'company_overdue' end,
    'requests', (
    select coalesce(json_agg(own_budget_request_json(f.r) order by f.id desc), '[]')
      from (select r, r.id from budget_requests r where r.company_id = c.id order by r.id desc limit 10) f));
end $$;

-- p_documents: paths of uploads of the kinds for such a request.
create or replace function api.ask_for_budget(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_amount_sar numeric, p_reason text, p_documents text[]
) returns json language plpgsql as $$
declare
  v_reply json;
  c companies;
  v_obstacle text;
  v_path text;
  v_kind text;
  v_id uuid;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('ask_for_budget', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into c from companies x where x.id = caller_company_id() for no key update;
  v_obstacle := budget_request_obstacle(c);
  if v_obstacle is not null then perform refuse(v_obstacle); end if;
  if p_amount_sar <= c.total_approval_budget then
    perform refuse_field('validation_failed', 'amount_sar', 'must be more than your budget');
  end if;
  foreach v_path in array p_documents loop
    select f.kind into v_kind from files f
     where f.owner_user_id = p_user_id and f.path = v_path
       and f.kind in ('request_bank_statement', 'request_financial_statement', 'request_vat_return');
    if v_kind is null or not attach_file(v_kind, v_path, 'documents', p_now) then
      perform refuse_field('validation_failed', 'documents', 'must be new uploads: upload them again');
    end if;
  end loop;
  insert into budget_requests (company_id, asked_at, amount_sar, total_then_sar, reason, documents)
  values (c.id, p_now, p_amount_sar, c.total_approval_budget, p_reason, p_documents) returning id into v_id;
  perform record_event(p_now, 'ask_for_budget', 'budget_request', v_id, c.id, null, null,
    jsonb_build_object('amount_sar', p_amount_sar::text,
      'total_approval_budget', c.total_approval_budget::text));
  return store_idempotent_reply('ask_for_budget', p_key, own_budget_request_json(v_id));
end $$;

-- A request, read once its company is locked; refused where its status is none of p_statuses.
create or replace function lock_budget_request(p_id uuid, p_statuses text[]) returns budget_requests
language plpgsql as $$
declare
  r budget_requests;
begin
  perform from companies c where c.id = (select x.company_id from budget_requests x where x.id = p_id)
    for no key update;
  if not found then perform refuse('not_found'); end if;
  select * into r from budget_requests x where x.id = p_id;
  if r.status <> all (p_statuses) then perform refuse('budget_request_changed'); end if;
  return r;
end $$;

-- Locks a request of the caller's company; another company's request is not found.
create or replace function lock_own_budget_request(p_id uuid, p_statuses text[]) returns budget_requests
language plpgsql as $$
begin
  if not exists (select from budget_requests x where x.id = p_id and x.company_id = caller_company_id()) then
    perform refuse('not_found');
  end if;
  return lock_budget_request(p_id, p_statuses);
end $$;

-- Adds what a bank's file says beside the PDF of a bank statement; another one takes its place until staff have proven
-- it, and the same file again changes nothing. p_months: 'YYYY-MM', oldest first, p_incoming what came in in each.
create or replace function api.add_budget_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_id uuid, p_name text, p_sha256 bytea, p_months text[],
  p_incoming numeric[]
) returns json language plpgsql as $$
declare
  r budget_requests;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  r := lock_own_budget_request(p_id, '{Asked,Appealed}');
  if r.statement_sha256 = p_sha256 then return own_budget_request_json(p_id); end if;
  if r.proven_at is not null then perform refuse('budget_request_changed'); end if;
  if not exists (select from files f where f.owner_user_id = p_user_id and f.kind = 'request_bank_statement'
      and f.path = any (r.documents)) then
    perform refuse_field('validation_failed', 'file', 'must stand beside the PDF of a bank statement');
  end if;
  update budget_requests x
     set statement_name = p_name, statement_sha256 = p_sha256, statement_months = p_months,
         statement_incoming = p_incoming, statement_added_at = p_now
   where x.id = p_id;
  perform record_event(p_now, 'add_budget_statement', 'budget_request', p_id, r.company_id, null);
  return own_budget_request_json(p_id);
end $$;

-- p_decision_id: the offer that was read. What was accepted is granted by the job that looks at its condition.
create or replace function api.answer_budget_offer(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_id uuid, p_decision_id uuid, p_accepts boolean
) returns json language plpgsql as $$
declare
  v_reply json;
  r budget_requests;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('answer_budget_offer', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  r := lock_own_budget_request(p_id, '{Offered}');
  if p_decision_id is distinct from (select d.id from budget_request_decisions d where d.request_id = p_id
     order by d.on_appeal desc limit 1) then
    perform refuse('budget_request_changed');
  end if;
  update budget_requests x
     set status = case when p_accepts then 'Accepted' else 'OfferDeclined' end,
         accepted_at = case when p_accepts then p_now end, ended_at = case when not p_accepts then p_now end
   where x.id = p_id;
  perform record_event(p_now, case when p_accepts then 'accept_budget_offer' else 'decline_budget_offer' end,
    'budget_request', p_id, r.company_id, null, jsonb_build_object('status', r.status));
  return store_idempotent_reply('answer_budget_offer', p_key, own_budget_request_json(p_id));
end $$;

create or replace function api.withdraw_budget_request(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  r budget_requests;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('withdraw_budget_request', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  r := lock_own_budget_request(p_id, '{Asked,Accepted,Appealed}');
  update budget_requests x set status = 'Withdrawn', ended_at = p_now where x.id = p_id;
  perform record_event(p_now, 'withdraw_budget_request', 'budget_request', p_id, r.company_id, null,
    jsonb_build_object('status', r.status));
  return store_idempotent_reply('withdraw_budget_request', p_key, own_budget_request_json(p_id));
end $$;

-- Once, of the latest request; as mayAppeal of domain/budget/budget-request.ts says it.
create or replace function api.appeal_budget_decision(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_id uuid, p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
  r budget_requests;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('appeal_budget_decision', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  r := lock_own_budget_request(p_id, '{Offered,Declined,OfferDeclined}');
  if r.appealed_at is not null then perform refuse('budget_request_appealed'); end if;
  if exists (select from budget_requests x where x.company_id = r.company_id and x.id > r.id) then
    perform refuse('budget_request_changed');
  end if;
  update budget_requests x
     set status = 'Appealed', appeal_reason = p_reason, appealed_at = p_now, ended_at = null where x.id = p_id;
  perform record_event(p_now, 'appeal_budget_decision', 'budget_request', p_id, r.company_id, null,
    jsonb_build_object('status', r.status));
  return store_idempotent_reply('appeal_budget_decision', p_key, own_budget_request_json(p_id));
end $$;

-- As staff read it, with who decided and whether the caller may.
create or replace function budget_request_json(r budget_requests) returns json language sql stable as $$
  select (own_budget_request_json(r) || jsonb_build_object('company_id', r.company_id,
    'company_name', c.name, 'total_approval_budget', c.total_approval_budget::text,
    'may_decide', r.status = 'Asked' or r.status = 'Appealed' and not exists (
      select from budget_request_decisions d where d.request_id = r.id and d.decided_by = caller_user_id()),
    'deciders', (
      select coalesce(jsonb_agg((select s.name from staff s where s.user_id = d.decided_by) order by d.on_appeal), '[]')
        from budget_request_decisions d where d.request_id = r.id),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'name', f.name,
               'content_type', f.content_type, 'size_bytes', f.size_bytes, 'attached_at', f.attached_at)
               order by f.kind, f.id), '[]')
        from documents_of_budget_request(r) f)))::json
    from companies c where c.id = r.company_id
$$;

create or replace function budget_request_json(p_request_id uuid) returns json language sql stable as
  $$ select budget_request_json(r) from budget_requests r where r.id = p_request_id $$;

-- The latest request of a company; null: it has made none.
create or replace function latest_budget_request_json(p_company_id uuid) returns json language sql stable as $$
  select budget_request_json(r) from budget_requests r where r.company_id = p_company_id order by r.id desc limit 1
$$;

-- What waits for staff, the oldest first.
create or replace function api.list_budget_requests(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select list_page_json(array_agg(budget_request_json(f.r) order by f.id),
      array_agg(f.id::text order by f.id), p_limit)
      from (select r, r.id from budget_requests r
             where r.status in ('Asked', 'Appealed') and (p_cursor is null or r.id > p_cursor)
             order by r.id limit p_limit + 1) f);
end $$;

-- Decides about a request, or answers its appeal, as wrongFieldOfDecision of domain/budget/budget-request.ts allows it.
-- p_total: the budget that the decider saw.
create or replace function api.decide_budget_request(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_id uuid, p_decision text, p_amount_sar numeric, p_condition text, p_condition_value integer, p_reason text,
  p_total numeric
) returns json language plpgsql as $$
declare
  v_reply json;
  c companies;
  r budget_requests;
  v_amount numeric;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('decide_budget_request', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  r := lock_budget_request(p_id, '{Asked,Appealed}');
  select * into c from companies x where x.id = r.company_id;
  if exists (select from budget_request_decisions d where d.request_id = p_id and d.decided_by = p_user_id) then
    perform refuse('appeal_takes_another');
  end if;
  if p_decision <> 'decline' then
    if c.budget_status = 'Suspended' or c.total_approval_budget is distinct from p_total then
      perform refuse('budget_changed');
    end if;
    v_amount := case p_decision when 'grant' then r.amount_sar else p_amount_sar end;
    if v_amount <= c.total_approval_budget then
      perform refuse_field('validation_failed', case p_decision when 'grant' then 'decision' else 'amount_sar' end,
        'must raise the budget');
    end if;
    if v_amount > r.amount_sar then
      perform refuse_field('validation_failed', 'amount_sar', 'must not be more than was asked for');
    end if;
    if p_decision = 'counter' and v_amount = r.amount_sar and p_condition is null then
      perform refuse_field('validation_failed', 'condition', 'must be given where the amount is the one asked for');
    end if;
  end if;
  insert into budget_request_decisions (request_id, on_appeal, decided_by, decided_at, decision, amount_sar, condition,
    condition_value, reason)
  values (p_id, r.status = 'Appealed', p_user_id, p_now, p_decision, v_amount, p_condition, p_condition_value,
    p_reason);
  update budget_requests q
     set status = case p_decision when 'grant' then 'Granted' when 'counter' then 'Offered' else 'Declined' end,
         ended_at = case when p_decision <> 'counter' then p_now end
   where q.id = p_id;
  perform record_event(p_now, p_decision || '_budget_request', 'budget_request', p_id, c.id, null,
    jsonb_build_object('status', r.status, 'total_approval_budget', c.total_approval_budget::text),
    jsonb_strip_nulls(jsonb_build_object('amount_sar', v_amount::text, 'condition', p_condition,
      'condition_value', p_condition_value, 'reason', p_reason)));
  if p_decision = 'grant' then
    perform record_budget_decision(c, 'adjust', 'Confirmed', v_amount, p_reason, p_now);
  end if;
  return store_idempotent_reply('decide_budget_request', p_key, budget_request_json(p_id));
end $$;

-- The bank's file says what the PDF says: what came in is proof of the revenue from now on. p_added_at: the file that
-- was compared.
create or replace function api.prove_revenue(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_id uuid,
  p_added_at timestamptz
) returns json language plpgsql as $$
declare
  v_reply json;
  c companies;
  r budget_requests;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('prove_revenue', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  r := lock_budget_request(p_id, '{Asked,Appealed}');
  select * into c from companies x where x.id = r.company_id;
  if r.proven_at is not null or r.statement_added_at is distinct from p_added_at then
    perform refuse('budget_request_changed');
  end if;
  update budget_requests q set proven_by = p_user_id, proven_at = p_now where q.id = p_id;
  update companies x set proven_revenue = r.statement_incoming, updated_at = p_now where x.id = c.id;
  perform record_event(p_now, 'prove_revenue', 'budget_request', p_id, c.id, null,
    jsonb_build_object('proven_revenue', c.proven_revenue::text[]),
    jsonb_build_object('proven_revenue', r.statement_incoming::text[], 'months', r.statement_months));
  return store_idempotent_reply('prove_revenue', p_key, budget_request_json(p_id));
end $$;

-- Whether the condition of an accepted offer is met. What an unproven payment has paid too late is overdue still.
create or replace function is_budget_condition_met(r budget_requests, d budget_request_decisions, p_today date)
returns boolean language sql stable as $$
  select case d.condition
    when 'paid_on_time' then paid_on_time_since(r) >= d.condition_value
    when 'nothing_overdue' then late_since(r.company_id, 0, p_today) is null
      and (select budget_loss(c) = 0 from companies c where c.id = r.company_id)
    else true end
$$;

-- Whether a company owes something past the grace of requests, as for their stop: then no offer takes effect.
create or replace function is_past_grace(p_company_id uuid, p_today date) returns boolean language sql stable as $$
  select coalesce(late_since(p_company_id, request_grace_days(), p_today) + request_grace_days() < p_today, false)
$$;

-- Whether an accepted offer takes effect. Definer: what proves payments is more than a job may read.
create or replace function budget_offer_takes_effect(r budget_requests, d budget_request_decisions, p_today date)
returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.id is not null and not is_past_grace(r.company_id, p_today) and is_budget_condition_met(r, d, p_today)
$$;
revoke all on function budget_offer_takes_effect(budget_requests, budget_request_decisions, date) from public;
grant execute on function budget_offer_takes_effect(budget_requests, budget_request_decisions, date) to hamla_jobs;

-- Grants the accepted offer of a company once it takes effect; it lapses where the budget has reached it already.
-- The decision is that of the person who made the offer; the history names nobody, because nobody acts now.
create or replace function api.apply_budget_offer(p_company_id uuid, p_now timestamptz, p_today date) returns json
language plpgsql as $$
declare
  c companies;
  r budget_requests;
  d budget_request_decisions;
  v_is_higher boolean;
begin
  if not exists (select from budget_requests x where x.company_id = p_company_id and x.status = 'Accepted') then
    return json_build_object('applied', false);
  end if;
  select * into c from companies x where x.id = p_company_id for no key update;
  select * into r from budget_requests x where x.company_id = p_company_id and x.status = 'Accepted';
  select * into d from budget_request_decisions x where x.request_id = r.id order by x.on_appeal desc limit 1;
  if not budget_offer_takes_effect(r, d, p_today) then return json_build_object('applied', false); end if;
  v_is_higher := coalesce(d.amount_sar > c.total_approval_budget, false);
  update budget_requests x set status = case when v_is_higher then 'Granted' else 'Lapsed' end, ended_at = p_now
   where x.id = r.id;
  perform record_event(p_now, case when v_is_higher then 'apply_budget_offer' else 'lapse_budget_offer' end,
    'budget_request', r.id, c.id, null, jsonb_build_object('status', 'Accepted'),
    jsonb_build_object('amount_sar', d.amount_sar::text));
  if v_is_higher then
    perform record_budget_decision(c, 'adjust', 'Confirmed', d.amount_sar, d.reason, p_now, d.decided_by,
      case d.condition when 'max_term' then d.condition_value end);
  end if;
  return json_build_object('applied', v_is_higher);
end $$;

grant execute on function api.read_budget_requests, api.ask_for_budget, api.answer_budget_offer,
  api.withdraw_budget_request, api.appeal_budget_decision, api.add_budget_statement to hamla_app;
grant execute on function api.list_budget_requests, api.decide_budget_request, api.prove_revenue to hamla_staff;
grant execute on function api.apply_budget_offer to hamla_jobs;
