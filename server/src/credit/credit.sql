-- Credit assessments: made by a job, read by the company they are about.

drop policy if exists own on credit_assessments;
create policy own on credit_assessments for select to hamla_app using (company_id = caller_company_id());
drop policy if exists jobs_all on credit_assessments;
create policy jobs_all on credit_assessments to hamla_jobs using (true) with check (true);

-- True where a company owes something for longer than p_days, or a loss of its has not come back, by proven payments.
create or replace function is_long_overdue(c companies, p_today date, p_days integer) returns boolean
language sql stable as $$
  select budget_loss(c) > 0 or coalesce(p_today - p_days > least(overdue_since(c.id, p_today), (
    select min(u.due_date) from unproven_payment_parts(c.id, p_days) u where not u.is_absent)), false)
$$;

-- How a company has repaid each installment, and each refund that was written off as one: 'on_time', 'late',
-- 'overdue' or null. Unproven payments gain nothing: what was paid in time counts once it is proven, and what was
-- overdue stays so. In default is overdue, and late once its loss has come back. Of all others, nothing is owed before
-- the agency has been paid, and a day that has passed unpaid counts whether or not it was closed. Small rests do not.
create or replace function repayments(p_company_id uuid, p_today date) returns setof text language sql stable as $$
  with unproven as materialized (select * from unproven_allocations(p_company_id)),
  small as materialized (select r.installment_id from small_rests() r where r.company_id = p_company_id)
  select case
      when (i.status = 'Paid' or i.id in (select s.installment_id from small s))
        and i.id in (select u.installment_id from unproven u)
        -- By the day on which it was written down, which one person does not choose.
        then case when exists (select from unproven u where u.installment_id = i.id
                                  and (u.allocated_at at time zone 'Asia/Riyadh')::date > i.due_date) then 'overdue' end
      when i.status = 'Paid' then case when is_repaid_by(i, i.due_date) then 'on_time' else 'late' end
      when t.written_off_amount > t.recovered_amount or t.id in (select u.ticket_id from unproven u where u.is_recovery)
        then 'overdue'
      when t.written_off_amount > 0 then 'late'
      when t.status = 'Active' and i.due_date < p_today and i.id not in (select s.installment_id from small s)
        then 'overdue' end
    from ticket_installments i join tickets t on t.id = i.ticket_id
   where i.company_id = p_company_id
  union all
  select case when p.written_off_amount > p.loss_recovered_amount
                or p.id in (select u.recovers_payment_id from unproven u where u.is_recovery)
              then 'overdue' else 'late' end
    from payments p where p.company_id = p_company_id and p.written_off_amount > 0
$$;

-- What the scorecard reads. p_long_overdue_days: more days late than these is long overdue.
create or replace function credit_inputs_json(c companies, p_today date, p_long_overdue_days integer) returns json
language sql stable as $$
  select json_build_object(
    'company', company_json(c), 'proven_revenue', c.proven_revenue::text[],
    'paid_on_time', r.paid_on_time, 'paid_late', r.paid_late, 'overdue_now', r.overdue_now,
    'is_long_overdue', is_long_overdue(c, p_today, p_long_overdue_days),
    'is_promise_broken', overdue_since(c.id, p_today) is not null and exists (
      select from payment_promises r
       where r.company_id = c.id and r.lateness_ended_at is null and r.status = 'Broken'),
    'are_requests_stopped', stops_requests(late_since(c.id, request_grace_days(), p_today),
      c.requests_paused_from, c.id, p_today))
    from (select count(*) filter (where x = 'on_time') as paid_on_time, count(*) filter (where x = 'late') as paid_late,
                 count(*) filter (where x = 'overdue') as overdue_now
            from repayments(c.id, p_today) x) r
$$;

-- The same with the company's row locked until the transaction ends: two analyses of one company take turns, and
-- whatever changes it meanwhile waits and then asks for its own. Definer: a stop looks at more than a job may read.
create or replace function api.lock_credit_inputs(p_company_id uuid, p_today date, p_long_overdue_days integer)
returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_company companies;
begin
  select * into v_company from companies where id = p_company_id for no key update;
  return case when found then credit_inputs_json(v_company, p_today, p_long_overdue_days) end;
end $$;

-- Keeps the assessment as it was made and sets the budget it found; once staff have decided, that is a proposal to
-- them. Null where the company's latest assessment was made by the same policy from the same inputs: then there is
-- nothing new to keep, and what staff have decided since then stands.
create or replace function api.record_credit_assessment(p_company_id uuid, p_now timestamptz, p_assessment jsonb)
returns json language plpgsql as $$
declare
  v_id uuid;
  v_found numeric := (p_assessment ->> 'total_approval_budget')::numeric;
  v_before companies;
  v_after companies;
  v_latest credit_assessments;
  v_is_stopped boolean := (p_assessment -> 'inputs' -> 'are_requests_stopped')::boolean;
  -- Null: not known.
  v_was_stopped boolean;
  v_change text;
begin
  select * into strict v_before from companies where id = p_company_id for no key update;
  select * into v_latest from credit_assessments a where a.company_id = p_company_id
   order by a.created_at desc, a.id desc limit 1;
  if v_latest.model_version = p_assessment ->> 'model_version' and v_latest.inputs = p_assessment -> 'inputs' then
    return null;
  end if;
  insert into credit_assessments (company_id, created_at, model_version, grade, score, max_score, is_preliminary,
    total_approval_budget, inputs, factors, grade_limit)
  values (p_company_id, p_now, p_assessment ->> 'model_version', p_assessment ->> 'grade',
    (p_assessment ->> 'score')::integer, (p_assessment ->> 'max_score')::integer,
    (p_assessment ->> 'is_preliminary')::boolean, v_found,
    p_assessment -> 'inputs', p_assessment -> 'factors', nullif(p_assessment -> 'grade_limit', 'null'))
  returning id into v_id;
  if v_before.budget_decided_at is null then
    update companies set total_approval_budget = v_found, updated_at = p_now,
           preliminary_since = case when v_found is not null then coalesce(preliminary_since, p_now) end
     where id = p_company_id returning * into v_after;
  else
    update companies set proposed_budget = case when v_found is distinct from total_approval_budget then v_found end,
           is_proposal_low = coalesce(
             v_found < total_approval_budget * (p_assessment ->> 'proposal_floor_percent')::numeric / 100, false),
           updated_at = p_now
     where id = p_company_id returning * into v_after;
  end if;
  insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, before, after)
  values (p_now, null, 'analyse_credit', 'company', p_company_id, p_company_id,
    jsonb_build_object('total_approval_budget', v_before.total_approval_budget::text),
    jsonb_build_object('total_approval_budget', v_after.total_approval_budget::text, 'credit_assessment_id', v_id)
      || jsonb_strip_nulls(jsonb_build_object('proposed_budget', v_after.proposed_budget::text)));
  -- Of these, and of nothing else, the company is mailed (notification_kinds).
  v_was_stopped := (v_latest.inputs -> 'are_requests_stopped')::boolean;
  v_change := case when v_latest.id is null then null
                   when v_is_stopped and not v_was_stopped then 'stop_requests'
                   when v_was_stopped and not v_is_stopped and v_after.budget_status <> 'Suspended'
                   then 'reopen_requests'
                   when v_latest.grade <> p_assessment ->> 'grade'
                     or v_before.total_approval_budget is distinct from v_after.total_approval_budget
                   then 'change_credit' end;
  if v_change is not null then
    insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, before, after)
    values (p_now, null, v_change, 'company', p_company_id, p_company_id,
      jsonb_build_object('grade', v_latest.grade, 'total_approval_budget', v_before.total_approval_budget::text),
      jsonb_build_object('grade', p_assessment ->> 'grade',
        'total_approval_budget', v_after.total_approval_budget::text));
  end if;
  return json_build_object('id', v_id);
end $$;

-- Queues the analyses of companies, one each at a time: it reads the newest rows when it runs. Definer, because the
-- callers hold no rights on the job tables.
create or replace function enqueue_analyses(p_company_ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from graphile_worker.add_jobs(array(
    select row('analyse_credit', json_build_object('company_id', c.id), null, null, null, 'analyse_credit:' || c.id,
             null, null)::graphile_worker.job_spec
      from unnest(p_company_ids) as c(id) order by c.id));
end $$;
revoke all on function enqueue_analyses(uuid[]) from public;
grant execute on function enqueue_analyses(uuid[]) to hamla_jobs;

-- The operations that may change what the scorecard reads of a company. Days that pass are the day's close's.
create or replace function changes_credit(p_operation text) returns boolean language sql immutable as $$
  select p_operation in ('upsert_company', 'decide_budget', 'accept_budget_offer', 'prove_revenue',
    'pay_installment', 'reopen_installment', 'reopen_overdue_installment', 'return_installment',
    'release_ticket', 'return_ticket', 'reopen_ticket', 'close_ticket', 'end_ticket', 'write_off_ticket',
    'write_off_refund', 'undo_refund_write_off', 'raise_loss', 'recover_loss',
    'record_payment', 'identify_payment', 'move_payment', 'apply_credit', 'confirm_payment', 'correct_value_date',
    'reverse_payment', 'fail_refund', 'return_refund',
    'keep_promise', 'break_promise', 'reopen_promise',
    'report_transfer', 'withdraw_transfer_report', 'turn_down_transfer_report', 'reopen_transfer_report',
    'match_transfer_report')
$$;

-- Queues the analyses that events ask for, in their own transaction. A compared statement shows which unproven payments
-- have not come; a line shows that one of its amount may have come (is_absent_from_statements). Definer: as above.
create or replace function analyse_after_events() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_company_ids uuid[] := array(
    select distinct e.company_id from added e where e.company_id is not null and changes_credit(e.operation));
begin
  if exists (select from added e where e.subject in ('bank_statement', 'bank_statement_line')) then
    v_company_ids := array(
      select unnest(v_company_ids)
      union
      select p.company_id from payments p
       where p.proven_at is null and p.reversed_at is null and p.company_id is not null and (
         exists (
           select from added e where e.operation in ('compare_bank_statement', 'reject_bank_statement'))
         or p.amount_sar in (
           select l.amount from added e join bank_statement_lines l on l.id = e.subject_id
            where e.subject = 'bank_statement_line'
           union all
           select l.amount from added e join bank_statement_lines l on l.statement_id = e.subject_id
            where e.subject = 'bank_statement' and l.direction = 'credit')));
  end if;
  if cardinality(v_company_ids) > 0 then perform enqueue_analyses(v_company_ids); end if;
  return null;
end $$;
create or replace trigger analyses after insert on events referencing new table as added
  for each statement execute function analyse_after_events();

-- Queues the analysis of a company whose payment is proven now, by whatever. Definer: as above.
create or replace function analyse_after_proof() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform enqueue_analyses(array[new.company_id]);
  return null;
end $$;
create or replace trigger analysis_of_proven after update of proven_at on payments
  for each row when (old.proven_at is null and new.proven_at is not null and new.company_id is not null)
  execute function analyse_after_proof();

-- With what of the assessment before it can differ; null: it is the first.
create or replace function latest_assessment_json(p_company_id uuid) returns json language sql stable as $$
  with latest as (
    select * from credit_assessments a where a.company_id = p_company_id
     order by a.created_at desc, a.id desc limit 2),
  numbered as (select l.*, row_number() over (order by l.created_at desc, l.id desc) as place from latest l)
  select json_build_object('id', a.id, 'created_at', a.created_at, 'model_version', a.model_version,
    'grade', a.grade, 'score', a.score, 'max_score', a.max_score, 'is_preliminary', a.is_preliminary,
    'total_approval_budget', a.total_approval_budget::text, 'factors', a.factors, 'grade_limit', a.grade_limit,
    'are_requests_stopped', a.inputs -> 'are_requests_stopped',
    'proven_monthly_sar', (
      -- Assessments of before have no proof; least() ignores nulls.
      select nullif(avg(case when m.proven is not null then least(m.proven, m.typed) end), 0)::numeric(14,2)::text
        from unnest(array(select jsonb_array_elements_text(a.inputs -> 'proven_revenue')::numeric),
               array(select jsonb_array_elements_text(a.inputs -> 'revenue_last_6_months')::numeric))
               as m(proven, typed)),
    'previous', (
      select json_build_object('created_at', b.created_at, 'grade', b.grade,
               'total_approval_budget', b.total_approval_budget::text,
               'are_requests_stopped', b.inputs -> 'are_requests_stopped',
               'factors', (
                 select coalesce(json_agg(json_build_object('factor', f -> 'factor', 'points', f -> 'points')), '[]')
                   from jsonb_array_elements(b.factors) f))
        from numbered b where b.place = 2))
    from numbered a where a.place = 1
$$;

grant execute on function api.lock_credit_inputs, api.record_credit_assessment to hamla_jobs;
