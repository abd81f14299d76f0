-- Credit assessments: made by a job, read by the company they are about.

drop policy if exists own on credit_assessments;
create policy own on credit_assessments for select to hamla_app using (company_id = caller_company_id());
drop policy if exists jobs_all on credit_assessments;
create policy jobs_all on credit_assessments to hamla_jobs using (true) with check (true);

-- What the scorecard reads, with the company's row locked until the transaction ends: two analyses of one company take
-- turns, and a profile saved meanwhile waits and then asks for its own.
create or replace function api.credit_inputs(p_company_id uuid, p_today date) returns json
language plpgsql as $$
declare
  v_company companies;
begin
  select * into v_company from companies where id = p_company_id for no key update;
  if not found then return null; end if;
  return json_build_object(
    'company', company_json(v_company),
    'paid_on_time', (select count(*) from ticket_installments i
                      where i.company_id = p_company_id and i.status = 'Paid' and i.paid_on <= i.due_date),
    -- Those of a ticket that was written off among them, once its loss has come back, and a refund that was written off
    -- as one.
    'paid_late', (select count(*) from ticket_installments i join tickets t on t.id = i.ticket_id
                   where i.company_id = p_company_id
                     and case when i.status = 'Paid' then i.paid_on > i.due_date
                              else t.written_off_amount > 0 and t.recovered_amount = t.written_off_amount end)
      + (select count(*) from payments p
          where p.company_id = p_company_id and p.written_off_amount > 0
            and p.loss_recovered_amount = p.written_off_amount),
    -- Those of a loss among them: an installment in default is one that is more than 90 days late. Of all others,
    -- nothing is owed before the agency has been paid, and a day that has passed unpaid counts whether or not it was
    -- closed.
    'overdue_now', (select count(*) from ticket_installments i join tickets t on t.id = i.ticket_id
                     where i.company_id = p_company_id and i.status <> 'Paid'
                       and (t.status = 'Active' and i.due_date < p_today or t.written_off_amount > t.recovered_amount))
      + (select count(*) from payments p where p.company_id = p_company_id
        and p.written_off_amount > p.loss_recovered_amount));
end $$;

-- Keeps the assessment as it was made and sets the budget it found; once staff have decided, that is a proposal to
-- them.
create or replace function api.record_credit_assessment(p_company_id uuid, p_now timestamptz, p_assessment jsonb)
returns json language plpgsql as $$
declare
  v_id uuid;
  v_found numeric := (p_assessment ->> 'total_approval_budget')::numeric;
  v_before companies;
  v_after companies;
begin
  select * into strict v_before from companies where id = p_company_id for no key update;
  insert into credit_assessments (company_id, created_at, model_version, grade, score, max_score, is_preliminary,
    total_approval_budget, inputs, factors)
  values (p_company_id, p_now, p_assessment ->> 'model_version', p_assessment ->> 'grade',
    (p_assessment ->> 'score')::integer, (p_assessment ->> 'max_score')::integer,
    (p_assessment ->> 'is_preliminary')::boolean, v_found,
    p_assessment -> 'inputs', p_assessment -> 'factors')
  returning id into v_id;
  if v_before.budget_decided_at is null then
    update companies set total_approval_budget = v_found, updated_at = p_now
     where id = p_company_id returning * into v_after;
  else
    update companies set proposed_budget = case when v_found is distinct from total_approval_budget then v_found end,
           updated_at = p_now
     where id = p_company_id returning * into v_after;
  end if;
  insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, before, after)
  values (p_now, null, 'analyse_credit', 'company', p_company_id, p_company_id,
    jsonb_build_object('total_approval_budget', v_before.total_approval_budget::text),
    jsonb_build_object('total_approval_budget', v_after.total_approval_budget::text, 'credit_assessment_id', v_id)
      || jsonb_strip_nulls(jsonb_build_object('proposed_budget', v_after.proposed_budget::text)));
  return json_build_object('id', v_id);
end $$;

create or replace function latest_assessment_json(p_company_id uuid) returns json language sql stable as $$
  select json_build_object('id', a.id, 'created_at', a.created_at, 'model_version', a.model_version,
    'grade', a.grade, 'score', a.score, 'max_score', a.max_score, 'is_preliminary', a.is_preliminary,
    'total_approval_budget', a.total_approval_budget::text, 'factors', a.factors)
    from credit_assessments a where a.company_id = p_company_id order by a.created_at desc, a.id desc limit 1
$$;

grant execute on function api.credit_inputs, api.record_credit_assessment to hamla_jobs;
