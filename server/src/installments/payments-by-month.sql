-- A company's installments by the month of their due date, for a chart: the last six months, those to come, and earlier
-- ones in which something is open.

-- Each riyal stands in one part; open parts are as company_position_json states them, month by month. budget_back: what
-- the budget gets back once the tickets are repaid whose last due date is in the month, this month at the earliest.
create or replace function payments_by_month_json(p_company_id uuid, p_today date) returns json
language sql stable as $$
  with bounds as (
    select date_trunc('month', p_today)::date as current,
           (date_trunc('month', p_today) - interval '5 months')::date as first),
  part as materialized (
    select date_trunc('month', i.due_date)::date as month, t.id as ticket_id, t.status, t.amount_sar,
           owed_part(i.is_owed, i.due_date, p_today) as owed_part, i.paid_amount, i.amount_sar - i.paid_amount as rest
      from bounds b, tickets t join ticket_installments i on i.ticket_id = t.id and i.company_id = t.company_id
     where t.company_id = p_company_id
       and (t.company_list = 'current' or t.company_list = 'old' and t.status = 'Completed'
         and t.created_at >= b.first - interval '1 year')
       and (i.due_date >= b.first or i.paid_amount < i.amount_sar)),
  back as (
    select greatest(max(p.month), (select b.current from bounds b)) as month, p.amount_sar
      from part p where p.status <> 'Completed' group by p.ticket_id, p.amount_sar),
  months as (
    select m::date as month
      from bounds b, generate_series(least(b.first, (select min(p.month) from part p)),
        greatest(b.current + interval '3 months', (select max(p.month) from part p)), interval '1 month') m)
  select json_build_object('today', p_today, 'months', (
    select json_agg(json_build_object('from', m.month,
             'paid_sar', s.paid::numeric(18,2)::text, 'overdue_sar', s.overdue::numeric(18,2)::text,
             'due_soon_sar', s.due_soon::numeric(18,2)::text, 'later_sar', s.later::numeric(18,2)::text,
             'planned_sar', s.planned::numeric(18,2)::text,
             'budget_back_sar', (select coalesce(sum(k.amount_sar), 0) from back k where k.month = m.month)
               ::numeric(18,2)::text) order by m.month)
      from months m
      cross join lateral (
        select coalesce(sum(p.paid_amount), 0) as paid,
               coalesce(sum(p.rest) filter (where p.owed_part = 'overdue'), 0) as overdue,
               coalesce(sum(p.rest) filter (where p.owed_part = 'due_soon'), 0) as due_soon,
               coalesce(sum(p.rest) filter (where p.owed_part = 'later'), 0) as later,
               coalesce(sum(p.rest) filter (where p.status = 'Approved'), 0) as planned
          from part p where p.month = m.month) s))
$$;

create or replace function api.read_payments_by_month(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  return payments_by_month_json(caller_company_id(), p_today);
end $$;

grant execute on function api.read_payments_by_month to hamla_app;
