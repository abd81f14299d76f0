-- What a company owes and is owed.

-- The policy of payments shows a company its own.
grant select (credit_amount, to_recover_amount) on payments to hamla_app;

-- The part of what a company owes in which an installment stands on a day; null: nothing of it is owed.
create or replace function owed_part(p_is_owed boolean, p_due_date date, p_today date) returns text
language sql immutable as $$
  select case when not p_is_owed then null when p_due_date < p_today then 'overdue'
              when p_due_date <= p_today + 7 then 'due_soon' else 'later' end
$$;

-- On a day; domain/reference/position.ts says the same. A reported transfer that staff have not decided marks what its
-- own ticket owes; what is more marks what else the company owes.
create or replace function company_position_json(p_company_id uuid, p_today date) returns json language sql stable as $$
  with ticket_part as (
    select t.id as ticket_id,
           coalesce(sum(i.amount_sar - i.paid_amount) filter (where t.status = 'Approved'), 0) as planned,
           coalesce(sum(i.amount_sar - i.paid_amount)
             filter (where owed_part(i.is_owed, i.due_date, p_today) = 'overdue'), 0) as overdue,
           coalesce(sum(i.amount_sar - i.paid_amount)
             filter (where owed_part(i.is_owed, i.due_date, p_today) = 'due_soon'), 0) as due_soon,
           coalesce(sum(i.amount_sar - i.paid_amount)
             filter (where owed_part(i.is_owed, i.due_date, p_today) = 'later'), 0) as later,
           coalesce(sum(i.paid_amount), 0) as paid, 0 as in_default
      from tickets t join ticket_installments i on i.ticket_id = t.id and i.company_id = t.company_id
     where t.company_id = p_company_id and t.company_list = 'current'
     group by t.id
    union all
    select t.id, 0, 0, 0, 0, 0, t.written_off_amount - t.recovered_amount
      from tickets t where t.company_id = p_company_id and t.written_off_amount > t.recovered_amount
    union all
    select null, 0, 0, 0, 0, 0, coalesce(sum(y.written_off_amount - y.loss_recovered_amount), 0)
      from payments y where y.company_id = p_company_id and y.written_off_amount > y.loss_recovered_amount),
  reported as (select * from reported_amounts(p_company_id)),
  payable as (
    select p.overdue + p.in_default as now, p.overdue + p.in_default + p.due_soon as soon,
           p.overdue + p.in_default + p.due_soon + p.later as total,
           coalesce(r.amount, 0) as reported
      from ticket_part p full join reported r using (ticket_id)),
  refund as (
    select coalesce(sum(y.to_recover_amount), 0) as due from payments y
     where y.company_id = p_company_id and y.to_recover_amount > 0),
  marks as (
    select f.due + coalesce(sum(total), 0) as total, coalesce(sum(least(reported, coalesce(total, 0))), 0) as checked,
           f.due + coalesce(sum(greatest(0, now - reported)), 0) as now,
           f.due + coalesce(sum(greatest(0, soon - reported)), 0) as soon,
           coalesce(sum(greatest(0, reported - coalesce(total, 0))), 0) as spare
      from payable cross join refund f group by f.due)
  select json_build_object(
           'planned_sar', coalesce(sum(p.planned), 0)::numeric(18,2)::text,
           'owed_sar', coalesce(sum(p.overdue + p.due_soon + p.later), 0)::numeric(18,2)::text,
           'overdue_sar', coalesce(sum(p.overdue), 0)::numeric(18,2)::text,
           'due_soon_sar', coalesce(sum(p.due_soon), 0)::numeric(18,2)::text,
           'later_sar', coalesce(sum(p.later), 0)::numeric(18,2)::text,
           'paid_sar', coalesce(sum(p.paid), 0)::numeric(18,2)::text,
           'in_default_sar', coalesce(sum(p.in_default), 0)::numeric(18,2)::text,
           'credit_sar', (
             select coalesce(sum(y.credit_amount), 0)::numeric(18,2)::text from payments y
              where y.company_id = p_company_id and y.credit_amount > 0),
           'refund_due_sar', (select f.due::numeric(18,2)::text from refund f),
           'being_checked_sar', (select least(m.total, m.checked + m.spare)::numeric(18,2)::text from marks m),
           'to_pay_now_sar', (select greatest(0, m.now - m.spare)::numeric(18,2)::text from marks m),
           'to_pay_soon_sar', (select greatest(0, m.soon - m.spare)::numeric(18,2)::text from marks m))
    from ticket_part p
$$;
