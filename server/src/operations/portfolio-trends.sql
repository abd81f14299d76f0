-- The portfolio month by month: roll rates, cohorts, and what a forecast of collections rests on. All of it is counted
-- when a month is over (portfolio-months.sql), but what is owed now, which is the ledger's totals.

do $$
declare t text;
begin
  foreach t in array array['receivable_rolls', 'financing_cohorts'] loop
    execute format('drop policy if exists staff_read on %I', t);
    execute format('create policy staff_read on %I for select to hamla_staff '
                   'using ((select caller_role() = ''staff''))', t);
  end loop;
end $$;

-- The roll rates of a month: of what was open in a bucket when it began, the part that was in a later bucket at its
-- end.
create or replace function roll_rates_json(p_month date) returns json language sql stable as $$
  with bucket(name, place) as (values ('current', 0), ('days_1_30', 1), ('days_31_60', 2), ('days_61_90', 3),
    ('days_90_plus', 4)),
  roll as (
    select case when r.from_state in ('later', 'due') then 'current' else r.from_state end as bucket, r.to_state,
           r.amount_sar
      from receivable_rolls r where r.month = p_month)
  select json_agg(json_build_object('bucket', b.name, 'open_sar', s.open::numeric(18,2)::text,
           'moved_sar', s.moved::numeric(18,2)::text) order by b.place)
    from bucket b cross join lateral (
      select coalesce(sum(r.amount_sar), 0) as open,
             coalesce(sum(r.amount_sar) filter (where t.place > b.place), 0) as moved
        from roll r left join bucket t on t.name = r.to_state where r.bucket = b.name) s
   where b.name <> 'days_90_plus'
$$;

-- What was financed in a month, as it stood at the end of p_last, and what had been repaid at the end of each month
-- since.
create or replace function cohort_json(p_financed_month date, p_last date) returns json language sql stable as $$
  with moved as (
    select c.* from financing_cohorts c where c.financed_month = p_financed_month and c.month <= p_last)
  select json_build_object('month', p_financed_month,
           'financed_sar', coalesce(sum(m.financed_sar), 0)::numeric(18,2)::text,
           'repaid_sar', coalesce(sum(m.collected_sar), 0)::numeric(18,2)::text,
           'overdue_sar', coalesce(sum(m.overdue_sar) filter (where m.month = p_last), 0)::numeric(18,2)::text,
           'written_off_sar', coalesce(sum(m.written_off_sar), 0)::numeric(18,2)::text,
           'repaid_by_month', (
             select json_agg((select coalesce(sum(m.collected_sar), 0) from moved m where m.month <= s.month)
                      ::numeric(18,2)::text order by s.month)
               from generate_series(p_financed_month, p_last, interval '1 month') s(month)))
    from moved m
$$;

-- p_months: how many months that are over are told of; p_rate_months: of how many the collection rates are.
create or replace function api.read_portfolio_trends(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date,
  p_months integer, p_rate_months integer)
returns json language plpgsql as $$
declare
  v_current date := date_trunc('month', p_today);
  v_last date;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select max(m.month) into v_last
    from (select max(r.month) as month from receivable_rolls r where r.month < v_current
          union all select max(c.month) from financing_cohorts c where c.month < v_current) m;
  return json_build_object(
    'today', p_today,
    'until', (v_last + interval '1 month')::date - 1,
    'roll_rates', (
      select coalesce(json_agg(json_build_object('month', m.month, 'buckets', roll_rates_json(m.month))
               order by m.month), '[]')
        from (select distinct r.month from receivable_rolls r
               where r.month >= v_current - make_interval(months => p_months) and r.month < v_current) m),
    'cohorts', (
      select coalesce(json_agg(cohort_json(m.month, v_last) order by m.month), '[]')
        from (select distinct c.financed_month as month from financing_cohorts c
               where c.financed_month >= v_current - make_interval(months => p_months)
                 and c.financed_month <= v_last) m),
    'loss_allowance', (
      select coalesce(json_agg(json_build_object('month', a.month, 'stage_1_sar', a.stage_1_sar::text,
               'stage_2_sar', a.stage_2_sar::text, 'stage_3_sar', a.stage_3_sar::text,
               'required_sar', a.required_sar::text) order by a.month), '[]')
        from loss_allowance_months a
       where a.month >= v_current - make_interval(months => p_months) and a.month < v_current),
    'rates', (
      select coalesce(json_agg(json_build_object('state', r.from_state, 'open_sar', r.open::numeric(18,2)::text,
               'collected_sar', r.collected::numeric(18,2)::text)), '[]')
        from (select r.from_state, sum(r.amount_sar) as open,
                     coalesce(sum(r.amount_sar) filter (where r.to_state = 'collected'), 0) as collected
                from receivable_rolls r
               where r.month >= v_current - make_interval(months => p_rate_months) and r.month < v_current
                 and r.from_state <> 'later' group by 1) r),
    'open', (
      select coalesce(json_agg(json_build_object('state', o.state, 'month', o.month,
               'amount_sar', o.amount::numeric(18,2)::text)), '[]')
        from (select case when m.due_date >= v_current then 'due' else lateness_bucket(m.due_date, v_current) end
                       as state,
                     case when m.due_date >= v_current then date_trunc('month', m.due_date)::date end as month,
                     sum(m.amount_sar) as amount
                from kept_receivable_months m group by 1, 2 having sum(m.amount_sar) > 0) o));
end $$;

grant execute on function api.read_portfolio_trends to hamla_staff;
