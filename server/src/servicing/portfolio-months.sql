-- What became of the receivable in a month that is over: roll rates and cohorts (docs/glossary.md).

-- The bucket of lateness of what is due on a day, on the day p_on: "current" until the due date is over.
create or replace function lateness_bucket(p_due_date date, p_on date) returns text language sql immutable as $$
  select case when p_due_date >= p_on then 'current' when p_on - p_due_date <= 30 then 'days_1_30'
              when p_on - p_due_date <= 60 then 'days_31_60' when p_on - p_due_date <= 90 then 'days_61_90'
              else 'days_90_plus' end
$$;

-- Counts a month from the journal, by posting days, as the portfolio's balances are. A bucket is that of the day after
-- the month's end, so that the late buckets together are the portfolio's "overdue" of that month.
-- Roll: of what an installment owed at the month's beginning, the part that it still owed at its end is in its bucket
-- there; the rest was written off, undone with its financing, or collected. What came to be owed within the month (a
-- financing, a reversed payment) begins with the next month.
-- Cohort: each line belongs to the ticket's financing before it, a reversal to that of what it undoes.
-- The receivable at the month's beginning = the receivable now − entries posted since. So paid tickets of earlier
-- months are not read.
create or replace function write_portfolio_month(p_month date) returns void language plpgsql as $$
declare
  v_next date := (p_month + interval '1 month')::date;
begin
  perform take_lock(hashtextextended('portfolio months', 0));
  delete from receivable_rolls where month = p_month;
  delete from financing_cohorts where month = p_month;
  with posted as materialized (
    select l.installment_id, l.due_date, e.ticket_id, coalesce(u.id, e.id) as base_id,
           coalesce(u.event, e.event) as event, e.local_date < v_next as is_within, sum(l.amount_sar) as amount
      from journal_entries e join journal_lines l on l.entry_id = e.id and l.account = 'receivable'
      left join journal_entries u on u.id = e.reverses_entry_id
     where e.local_date >= p_month
     group by 1, 2, 3, 4, 5, 6),
  -- By due date too: a financing that is undone may begin again with other dates.
  installment as materialized (
    select x.id, x.due_date, x.ticket_id, sum(x.now - x.since) as opening, sum(x.now - x.since + x.within) as closing,
           greatest(0, -sum(x.written_off)) as written_off, greatest(0, -sum(x.financed)) as undone
      from (select i.id, i.due_date, i.ticket_id, i.amount_sar - i.paid_amount as now, 0 as since, 0 as within,
                   0 as written_off, 0 as financed
              from ticket_installments i where i.is_owed and i.status <> 'Paid'
            union all
            select p.installment_id, p.due_date, p.ticket_id, 0, p.amount,
                   case when p.is_within then p.amount else 0 end,
                   case when p.is_within and p.event = 'written_off' then p.amount else 0 end,
                   case when p.is_within and p.event = 'ticket_financed' then p.amount else 0 end
              from posted p) x
     group by 1, 2, 3),
  part as (
    select i.*, least(i.opening, i.closing) as stayed, i.opening - least(i.opening, i.closing) as gone
      from installment i where i.opening > 0),
  rolls as (
    insert into receivable_rolls (month, from_state, to_state, amount_sar)
    select p_month, case when p.due_date >= v_next then 'later' when p.due_date >= p_month then 'due'
                         else lateness_bucket(p.due_date, p_month) end, s.to_state, sum(s.amount)
      from part p cross join lateral (values
        (lateness_bucket(p.due_date, v_next), p.stayed),
        ('written_off', least(p.gone, p.written_off)),
        ('undone', least(p.gone - least(p.gone, p.written_off), p.undone)),
        ('collected', greatest(0, p.gone - p.written_off - p.undone))) s(to_state, amount)
     where s.amount > 0 group by 2, 3),
  moved as (
    select date_trunc('month', f.local_date)::date as financed_month, p.event, sum(p.amount) as amount
      from posted p cross join lateral (
        select f.local_date from journal_entries f
         where f.ticket_id = p.ticket_id and f.event = 'ticket_financed' and f.id <= p.base_id
         order by f.id desc limit 1) f
     where p.is_within group by 1, 2),
  late as (
    select date_trunc('month', f.local_date)::date as financed_month, sum(i.closing) as amount
      from installment i cross join lateral (
        select f.local_date from journal_entries f
         where f.ticket_id = i.ticket_id and f.event = 'ticket_financed' and f.local_date < v_next
         order by f.id desc limit 1) f
     where i.closing > 0 and i.due_date < v_next group by 1)
  insert into financing_cohorts (month, financed_month, financed_sar, collected_sar, written_off_sar, overdue_sar)
  select p_month, c.financed_month, sum(c.financed), sum(c.collected), sum(c.written_off), sum(c.overdue)
    from (select m.financed_month, case when m.event = 'ticket_financed' then m.amount else 0 end as financed,
                 case when m.event = 'payment_allocated' then -m.amount else 0 end as collected,
                 case when m.event = 'written_off' then -m.amount else 0 end as written_off, 0 as overdue
            from moved m
          union all select l.financed_month, 0, 0, 0, l.amount from late l) c
   group by c.financed_month;
end $$;

-- Counts the first month that is not counted, after p_after, and that is over when the day p_last is; that month, null
-- where none is left. One that has nothing to count is looked at again by the next close. Definer: no login may write
-- these tables, nor a job read the journal.
create or replace function api.count_portfolio_month(p_after date, p_last date) returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_month date;
begin
  select greatest(p_after, max(r.month)) + interval '1 month' into v_month
    from (select max(month) as month from receivable_rolls union all select max(month) from financing_cohorts) r;
  v_month := coalesce(v_month, (select date_trunc('month', min(e.local_date)) from journal_entries e));
  if v_month is null or (v_month + interval '1 month')::date > p_last + 1 then return to_json(null::date); end if;
  perform write_portfolio_month(v_month);
  return to_json(v_month);
end $$;
grant execute on function api.count_portfolio_month to hamla_jobs;
