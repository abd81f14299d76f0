-- The allowance for expected credit losses. Its figure is that of domain/ledger/loss-allowance.ts.
-- A write-off uses it first; a recovery is income and releases nothing.

drop policy if exists staff_read on loss_allowance_months;
create policy staff_read on loss_allowance_months for select to hamla_staff
  using ((select caller_role() = 'staff'));

-- One at a time: a write-off that uses the allowance, and a month's end that changes it. Taken after the lock of money.
create or replace function lock_loss_allowance() returns void language sql as
  $$ select take_lock(hashtextextended('loss allowance', 0)) $$;

-- The allowance when a day ended, by posting days; null: now. Whoever writes by it holds its lock.
create or replace function loss_allowance(p_day date default null) returns numeric language sql stable as $$
  select -coalesce(sum(k.amount_sar), 0) from kept_days k
   where k.account = 'loss_allowance' and (p_day is null or k.local_date <= p_day)
$$;

-- What companies owed when a month ended, by stage of lateness on the day after.
create or replace function receivable_by_stage(p_month date)
  returns table (stage_1 numeric, stage_2 numeric, stage_3 numeric) language sql stable as $$
  select coalesce(sum(m.amount_sar) filter (where b.bucket in ('current', 'days_1_30')), 0.00),
         coalesce(sum(m.amount_sar) filter (where b.bucket in ('days_31_60', 'days_61_90')), 0.00),
         coalesce(sum(m.amount_sar) filter (where b.bucket = 'days_90_plus'), 0.00)
    from kept_receivable_months m
   cross join lateral (select lateness_bucket(m.due_date, (p_month + interval '1 month')::date) as bucket) b
   where m.month <= p_month
$$;

-- The first month that is over when the day p_last is, and has no figure yet, with what was owed at its end:
-- {"month", "stage_1", "stage_2", "stage_3", "policy_version"}; null where none is left. The policy is the one that
-- counted on the month's last day. Where none has one yet, it is the last
-- month that is over. Definer: no job reads the journal.
create or replace function api.next_loss_allowance_month(p_last date) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with ended as (select date_trunc('month', p_last + 1)::date - interval '1 month' as month),
  next as (
    select coalesce((select max(m.month) + interval '1 month' from loss_allowance_months m), e.month)::date as month,
           e.month as last
      from ended e)
  select json_build_object('month', n.month, 'stage_1', s.stage_1::text, 'stage_2', s.stage_2::text,
           'stage_3', s.stage_3::text, 'policy_version', (
             select p.model_version from credit_policies p
              where p.status in ('counts', 'past')
                and coalesce(p.applies_from, '-infinity') < n.month + interval '1 month'
              order by p.applies_from desc nulls last limit 1))
    from next n cross join lateral receivable_by_stage(n.month) s
   where n.month <= n.last
     and exists (select from journal_entries e where e.local_date < n.month + interval '1 month')
$$;

-- Posts the difference to a month's figure, on the month's last day; once. Never more is released than the allowance
-- holds now. Definer: nobody but a month's end posts without a member of staff.
create or replace function api.post_loss_allowance(
  p_month date, p_now timestamptz, p_required numeric, p_policy_version text
) returns json language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_last date := (p_month + interval '1 month')::date - 1;
  v_wanted numeric;
  v_change numeric;
  v_entry_id bigint;
begin
  perform lock_loss_allowance();
  if exists (select from loss_allowance_months m where m.month = p_month) then
    return json_build_object('change_sar', '0.00');
  end if;
  v_wanted := p_required - loss_allowance(v_last);
  v_change := greatest(v_wanted, -loss_allowance());
  if v_change <> 0 then
    insert into journal_entries (occurred_at, local_date, event) values (p_now, v_last, 'allowance_adjusted')
      returning id into v_entry_id;
    insert into journal_lines (entry_id, line_no, account, amount_sar)
    values (v_entry_id, 1, 'credit_loss_expense', v_change), (v_entry_id, 2, 'loss_allowance', -v_change);
  end if;
  insert into loss_allowance_months (month, stage_1_sar, stage_2_sar, stage_3_sar, required_sar, policy_version,
    is_used_up, entry_id, posted_at)
  select p_month, s.stage_1, s.stage_2, s.stage_3, p_required, p_policy_version, v_change <> v_wanted, v_entry_id, p_now
    from receivable_by_stage(p_month) s;
  return json_build_object('change_sar', v_change::numeric(18,2)::text);
end $$;

grant execute on function api.next_loss_allowance_month, api.post_loss_allowance to hamla_jobs;
