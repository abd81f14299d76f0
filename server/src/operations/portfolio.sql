-- The portfolio: amounts financed, owed, collected, earned and written off, from the ledger's totals alone.

-- The figures of a set of days, each net of what was undone. The web follows each to its lines: portfolio-figures.ts.
create or replace function portfolio_flows(p_from date, p_to date) returns json language sql stable as $$
  select json_build_object(
      'financed', (coalesce(sum(k.amount_sar) filter (where k.account = 'receivable' and k.event = 'ticket_financed'),
        0))::numeric(18,2)::text,
      'collected', (-coalesce(sum(k.amount_sar) filter (where k.account = 'receivable'
        and k.event = 'payment_allocated'), 0))::numeric(18,2)::text,
      'fee_income', (-coalesce(sum(k.amount_sar) filter (where k.account = 'fee_income'), 0))::numeric(18,2)::text,
      'vat', (-coalesce(sum(k.amount_sar) filter (where k.account = 'vat_payable'), 0))::numeric(18,2)::text,
      'written_off', (-coalesce(sum(k.amount_sar) filter (where k.account = 'receivable' and k.event = 'written_off'),
        0))::numeric(18,2)::text,
      'refunds_written_off', (-coalesce(sum(k.amount_sar) filter (where k.account = 'refunds_receivable'
        and k.event = 'refund_written_off'), 0))::numeric(18,2)::text)
    from kept_days k
   where k.account in ('receivable', 'refunds_receivable', 'fee_income', 'vat_payable')
     and k.local_date between p_from and p_to
$$;

-- What companies owed when a day ended, and what of it was overdue then (on p_overdue_until or before it was due).
create or replace function portfolio_balances(p_day date, p_overdue_until date) returns json language sql stable as $$
  select json_build_object(
    'outstanding', (select coalesce(sum(k.amount_sar), 0)::numeric(18,2)::text from kept_days k
                     where k.account = 'receivable' and k.local_date <= p_day),
    'overdue', (select coalesce(sum(m.amount_sar), 0)::numeric(18,2)::text from kept_receivable_months m
                 where m.month <= p_day and m.due_date <= p_overdue_until))
$$;

-- Overdue amounts by age, from the ledger's totals; the twin of domain/servicing/overdue-age.ts.
drop function if exists overdue_ages(date);
create or replace function overdue_ages(p_today date)
returns table (age text, due_from date, due_until date, amount_sar numeric(18,2)) language sql stable as $$
  select a.age, a.due_from, a.due_until, coalesce(sum(m.amount_sar), 0)::numeric(18,2)
    from (values ('days_1_7', p_today - 7, p_today - 1), ('days_8_30', p_today - 30, p_today - 8),
                 ('days_31_60', p_today - 60, p_today - 31), ('days_60_plus', '-infinity', p_today - 61)
         ) a(age, due_from, due_until)
    left join kept_receivable_months m on m.due_date between a.due_from and a.due_until
   group by 1, 2, 3
$$;

-- The ten companies, or agencies, with the most that is owed now. A balance with changes that are not rolled up yet
-- stands by itself; of the others the index knows the ten largest.
create or replace function largest_debtors() returns json language sql stable as $$
  with changed as (
    select k.company_id as id, sum(k.amount_sar) as owed from kept_company_balances k
     where k.account = 'receivable' and k.company_id in (
       select c.company_id from balance_changes c where c.account = 'receivable') group by 1),
  largest as (
    select * from changed
    union all
    (select b.company_id, b.amount_sar from company_balances b
      where b.account = 'receivable' and not exists (select from changed c where c.id = b.company_id)
      order by b.amount_sar desc, b.company_id limit 10)
    order by owed desc, id limit 10)
  select coalesce(json_agg(json_build_object('id', l.id, 'name', (select c.name from companies c where c.id = l.id),
           'outstanding', l.owed::text) order by l.owed desc, l.id), '[]')
    from largest l where l.owed > 0
$$;

create or replace function largest_agencies() returns json language sql stable as $$
  with changed as (
    select k.agency_id as id, sum(k.amount_sar) as owed from kept_agency_balances k
     where k.account = 'receivable' and k.agency_id in (
       select c.agency_id from balance_changes c where c.account = 'receivable') group by 1),
  largest as (
    select * from changed
    union all
    (select b.agency_id, b.amount_sar from agency_balances b
      where b.account = 'receivable' and not exists (select from changed c where c.id = b.agency_id)
      order by b.amount_sar desc, b.agency_id limit 10)
    order by owed desc, id limit 10)
  select coalesce(json_agg(json_build_object('id', l.id, 'name', (select a.name from agencies a where a.id = l.id),
           'outstanding', l.owed::text) order by l.owed desc, l.id), '[]')
    from largest l where l.owed > 0
$$;

-- The present balances, and the figures of p_months months, the present month last.
create or replace function api.read_portfolio(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date,
  p_months integer)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object(
    'today', p_today,
    'all_time', portfolio_flows('-infinity', p_today),
    'standing', portfolio_balances(p_today, p_today - 1),
    'overdue', (select json_object_agg(a.age, a.amount_sar::text) from overdue_ages(p_today) a),
    'months', (
      select json_agg(json_build_object('from', d.first, 'to', d.last, 'flows', portfolio_flows(d.first, d.last),
               'standing', portfolio_balances(d.last, least(d.last, p_today - 1))) order by d.first)
        from (select (date_trunc('month', p_today) - make_interval(months => n))::date as first,
                     least(p_today, (date_trunc('month', p_today) - make_interval(months => n - 1))::date - 1) as last
                from generate_series(0, p_months - 1) as n) d),
    'companies', largest_debtors(),
    'agencies', largest_agencies());
end $$;

grant execute on function api.read_portfolio to hamla_staff;
