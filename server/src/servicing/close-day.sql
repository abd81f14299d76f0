-- The day's close: what a Riyadh day that has ended leaves behind. In batches, so that nothing is locked for long;
-- those that mark take the turn of money alone, so that nothing moves between the look and the mark. Run twice it does
-- nothing twice.

drop policy if exists jobs_mark on ticket_installments;
create policy jobs_mark on ticket_installments for update to hamla_jobs
  using (status = 'Due') with check (status = 'Overdue');
drop policy if exists jobs_lock on tickets;
create policy jobs_lock on tickets for update to hamla_jobs using (true) with check (true);
drop policy if exists jobs_all on closed_days;
create policy jobs_all on closed_days to hamla_jobs using (true) with check (true);
drop policy if exists jobs_all on days_being_closed;
create policy jobs_all on days_being_closed to hamla_jobs using (true) with check (true);
drop policy if exists jobs_all on reminders;
create policy jobs_all on reminders to hamla_jobs using (true) with check (true);

-- The reminder of a due date that holds on a day, null for none; the reference is domain/reference/reminder.ts.
create or replace function reminder_for_day(p_due_date date, p_day date) returns smallint language sql immutable as $$
  select (case when p_day - p_due_date between -3 and -1 then -3 when p_day = p_due_date then 0
               when p_day - p_due_date between 1 and 6 then 1 when p_day - p_due_date between 7 and 13 then 7
               when p_day - p_due_date between 14 and 20 then 14 end)::smallint
$$;

-- The companies whose mail of a day is on its way: nothing is added to it. What is left out is told on a later day.
create or replace function companies_already_notified(p_day date) returns setof uuid language sql stable as $$
  select m.company_id from mails m where m.kind = 'reminder' and m.day = p_day and m.due_at is not null
$$;

-- The tickets whose company says that it has paid, while staff look for the money: it is not reminded of them.
create or replace function tickets_without_reminders() returns setof uuid language sql stable as $$
  select r.ticket_id from transfer_reports r where r.status = 'Checking' and r.ticket_id is not null
  union all
  select q.ticket_id from transfer_reports r join payment_request_items q on q.request_id = r.payment_request_id
   where r.status = 'Checking' and q.ticket_id is not null
  union all
  select t.id from transfer_reports r join tickets t on t.company_id = r.company_id
   where r.status = 'Checking' and num_nonnulls(r.ticket_id, r.payment_request_id) = 0 and t.status = 'Active'
$$;

-- A batch has done so much of a day's close. With it the count is committed, so a close that is cut short is counted.
create or replace function count_in_close(p_day date, p_overdue integer, p_expired integer, p_reminded integer)
returns void language sql as $$
  insert into days_being_closed as d (day, overdue, expired, reminded)
  select p_day, p_overdue, p_expired, p_reminded where p_overdue + p_expired + p_reminded > 0
  on conflict (day) do update set overdue = d.overdue + p_overdue, expired = d.expired + p_expired,
    reminded = d.reminded + p_reminded
$$;

-- Marks installments that are owed and that the day has left unpaid, from a place in their order on, and queues their
-- reminders for the mail of p_mail_day (null: nobody is reminded).
-- {"count", "reminded", "due_date", "id"}: how many, and the place after which the next batch begins (null: that was
-- the last). The index has the order: a batch walks it from its place on, and never fetches and sorts all that is left.
-- The index has the order: without these switches a plan fetches and sorts the whole list (query-plans.test.ts).
create or replace function api.mark_overdue_batch(
  p_now timestamptz, p_day date, p_mail_day date, p_after_due_date date, p_after_id uuid, p_limit integer
) returns json language plpgsql set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_reply json;
  v_ids uuid[];
  v_due_dates date[];
  v_days smallint[];
  v_company_ids uuid[];
  v_reminded integer := 0;
begin
  perform refuse_while_held();
  perform take_lock(money_lock_key());
  with batch as materialized (
    select i.ctid as place from ticket_installments i
     where i.status = 'Due' and i.is_owed and i.due_date <= p_day
       and (i.due_date, i.id) > (p_after_due_date, p_after_id)
     order by i.due_date, i.id limit p_limit),
  marked as (
    -- By place: nobody moves a row while the turn of money is held.
    update ticket_installments i set status = 'Overdue' where i.ctid = any (array(select b.place from batch b))
    returning i.due_date, i.id, i.ticket_id, i.company_id),
  wanted as (
    select m.id, m.company_id, m.due_date, reminder_for_day(m.due_date, p_mail_day) as reminder_day from marked m
     where reminder_for_day(m.due_date, p_mail_day) is not null
       and m.id not in (select r.installment_id from small_rests() r)
       and m.ticket_id not in (select tickets_without_reminders()) and m.company_id not
         in (select companies_already_notified(p_mail_day)) and m.id not in (select promised_installments(p_mail_day))),
  told as (
    select array_agg(w.id) as ids, array_agg(w.due_date) as due_dates, array_agg(w.reminder_day) as days from wanted w),
  place as (
    select m.due_date, m.id from marked m order by m.due_date desc, m.id desc limit 1)
  select json_build_object('count', count(*),
           'due_date', case when count(*) = p_limit then (select p.due_date from place p) end,
           'id', case when count(*) = p_limit then (select p.id from place p) end),
         (select t.ids from told t), (select t.due_dates from told t), (select t.days from told t),
         array(select distinct w.company_id from wanted w)
    into v_reply, v_ids, v_due_dates, v_days, v_company_ids from marked m;
  if v_ids is not null then
    begin
      insert into reminders (installment_id, due_date, reminder_day, mail_day)
      select w.id, w.due_date, w.reminder_day, p_mail_day
        from unnest(v_ids, v_due_dates, v_days) as w(id, due_date, reminder_day);
    exception when unique_violation then
      -- Some were marked before, and became due again when their payout failed. To expect it each time costs twice as
      -- much.
      insert into reminders (installment_id, due_date, reminder_day, mail_day)
      select w.id, w.due_date, w.reminder_day, p_mail_day
        from unnest(v_ids, v_due_dates, v_days) as w(id, due_date, reminder_day) on conflict do nothing;
    end;
    get diagnostics v_reminded = row_count;
    perform queue_reminders(v_company_ids, p_mail_day, p_now);
  end if;
  perform count_in_close(p_day, (v_reply->>'count')::integer, 0, v_reminded);
  return (v_reply::jsonb || jsonb_build_object('reminded', v_reminded))::json;
end $$;

-- Owed installments whose reminder holds on a day and is not queued yet.
create or replace function installments_to_remind(p_day date)
  returns table (id uuid, company_id uuid, due_date date, reminder_day smallint)
language sql stable as $$
  select i.id, i.company_id, i.due_date, reminder_for_day(i.due_date, p_day)
    from ticket_installments i
   where i.status <> 'Paid' and i.is_owed and reminder_for_day(i.due_date, p_day) is not null
     and i.id not in (select r.installment_id from small_rests() r)
     and not exists (select from reminders r where r.installment_id = i.id and r.due_date = i.due_date
                        and r.reminder_day = reminder_for_day(i.due_date, p_day))
     and i.ticket_id not in (select tickets_without_reminders()) and i.company_id not
       in (select companies_already_notified(p_day)) and i.id not in (select promised_installments(p_day))
$$;

-- Queues the reminders of a day that are not queued yet, of the due dates up to one, from a place in their order on.
-- Answers as mark_overdue_batch does. Nothing of money is locked.
-- The index has the order: without these switches a plan fetches and sorts the whole list (query-plans.test.ts).
create or replace function api.queue_reminders_batch(
  p_now timestamptz, p_day date, p_after_due_date date, p_after_id uuid, p_until_due_date date, p_limit integer
) returns json language plpgsql set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_reply json;
  v_company_ids uuid[];
begin
  with wanted as materialized (
    select u.* from installments_to_remind(p_day) u
     where (u.due_date, u.id) > (p_after_due_date, p_after_id) and u.due_date <= p_until_due_date
     order by u.due_date, u.id limit p_limit),
  reminded as (
    insert into reminders (installment_id, due_date, reminder_day, mail_day)
    select w.id, w.due_date, w.reminder_day, p_day from wanted w on conflict do nothing returning 1),
  place as (
    select w.due_date, w.id from wanted w order by w.due_date desc, w.id desc limit 1)
  select json_build_object('count', count(*), 'reminded', (select count(*) from reminded),
           'due_date', case when count(*) = p_limit then (select p.due_date from place p) end,
           'id', case when count(*) = p_limit then (select p.id from place p) end),
         array_agg(distinct w.company_id)
    into v_reply, v_company_ids from wanted w;
  perform queue_reminders(v_company_ids, p_day, p_now);
  -- The reminders of a day are queued by the close of the one before.
  perform count_in_close(p_day - 1, 0, 0, (v_reply->>'reminded')::integer);
  return v_reply;
end $$;

-- Keeps what the day that begins has made of companies' lateness (update_lateness_stops): of those whose reported
-- transfers are being checked, and of those whose payouts are to be stopped, after p_after in their order. {"count",
-- "id"}: how many, and the place after which the next batch begins (null: that was the last). Definer: what is looked
-- at here is more than a job may read.
create or replace function api.update_lateness_stops_batch(p_now timestamptz, p_after uuid, p_limit integer)
returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_today date := (p_now at time zone 'Asia/Riyadh')::date;
  v_ids uuid[] := array(
    select f.id from (
      select r.company_id as id from transfer_reports r where r.status = 'Checking'
      union
      select t.company_id from agency_payouts p join tickets t on t.id = p.ticket_id
       where p.status = 'Pending' and t.status = 'Approved' and p.stop_lifted_at is null
         and (p.stopped_on is not null) <> stops_payouts(payouts_late_since(t.company_id, v_today), v_today)) f
     where f.id > p_after order by f.id limit p_limit);
begin
  perform from companies c where c.id = any (v_ids) order by c.id for no key update;
  perform update_lateness_stops(c.id, p_now, true) from unnest(v_ids) as c(id);
  return json_build_object('count', cardinality(v_ids), 'id', case when cardinality(v_ids) = p_limit
    then v_ids[p_limit] end);
end $$;

-- Queues the analyses of companies whose lateness has crossed a threshold by the end of a day: something of theirs is
-- overdue, stops requests or is long overdue since a day that no close has looked at, or their pause has ended. The
-- companies after p_after in their order; {"count", "id"}: how many were queued, and the place after which the next
-- batch begins (null: that was the last, and the day is done). The first close by another policy also queues those
-- whose latest assessment another one made. It takes the turn of money alone, because whoever moves
-- money of two companies queues their analyses in another order. Definer: as above.
create or replace function api.queue_analyses_batch(
  p_day date, p_long_overdue_days integer, p_after uuid, p_limit integer
) returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_until date := (select coalesce(s.analysed_until, '-infinity') from lateness_settings s);
  v_grace_days integer := request_grace_days();
  v_version text := (select p.model_version from credit_policies p where p.status = 'counts');
  v_crossed uuid[];
  v_last uuid;
begin
  perform take_lock(money_lock_key());
  with batch as materialized (
    select c.id, c.requests_paused_from from companies c where c.id > p_after order by c.id limit p_limit)
  select array_agg(b.id) filter (where b.requests_paused_from + 2 between v_until + 1 and p_day
           or v_until = '-infinity' and (
             select a.model_version from credit_assessments a where a.company_id = b.id
              order by a.created_at desc, a.id desc limit 1) <> v_version
           or exists (
           select from unnest(array[0, v_grace_days, p_long_overdue_days]) as threshold(days)
             cross join lateral (
               select from ticket_installments i
                where i.company_id = b.id and i.paid_amount < i.amount_sar and i.is_owed
                  and i.due_date > v_until - days and i.due_date <= p_day - days limit 1) crossed)
           -- Its payment may not have come (is_absent_from_statements).
           or exists (
           select from unproven_allocations(b.id) a join ticket_installments i on i.id = a.installment_id
            where i.due_date + v_grace_days between v_until + 1 and p_day)),
         case when count(*) = p_limit then (select x.id from batch x order by x.id desc limit 1) end
    into v_crossed, v_last from batch b;
  if v_crossed is not null then perform enqueue_analyses(v_crossed); end if;
  if v_last is null then
    update lateness_settings s set analysed_until = greatest(s.analysed_until, p_day);
  end if;
  return json_build_object('count', coalesce(cardinality(v_crossed), 0), 'id', v_last);
end $$;

-- Closes tickets that their agency has not answered when the day ends (domain/reference/unanswered-ticket.ts), the
-- oldest first; how many. One that is being answered at this moment is left alone.
create or replace function api.expire_tickets_batch(p_now timestamptz, p_day date, p_limit integer) returns json
  language plpgsql as $$
declare
  v_ticket_id uuid;
  v_count integer := 0;
begin
  for v_ticket_id in
    select t.id from tickets t
     where t.status = 'PendingAgencyApproval' and t.created_local_date <= p_day - 14
     order by t.created_local_date, t.id limit p_limit for no key update skip locked
  loop
    perform move_ticket_and_record(v_ticket_id, 'expire', p_now);
    v_count := v_count + 1;
  end loop;
  perform count_in_close(p_day, 0, v_count, 0);
  return json_build_object('count', v_count);
end $$;

-- What closing a day would do; p_mail_day: the day whose reminders it would queue, null for none.
create or replace function api.preview_day_close(p_day date, p_mail_day date) returns json language sql stable as $$
  select json_build_object(
    'overdue', (select count(*) from ticket_installments i where i.status = 'Due' and i.is_owed
      and i.due_date <= p_day),
    'expired', (select count(*) from tickets t
                 where t.status = 'PendingAgencyApproval' and t.created_local_date <= p_day - 14),
    'reminded', (select count(*) from installments_to_remind(p_mail_day)))
$$;

-- The days that are over and not closed, up to the last one: those after the latest that is closed, a month at most,
-- because each close also marks what the days before it left. A day that was closed before it was over is not closed.
create or replace function api.days_to_close(p_last date) returns json language sql stable as $$
  with latest as (
    select max(d.day) as day from closed_days d
     where d.day <= p_last and d.closed_at >= (d.day + 1)::timestamp at time zone 'Asia/Riyadh')
  select coalesce(json_agg(s::date order by s), '[]')
    from latest l, generate_series(greatest(coalesce(l.day + 1, p_last), p_last - 30), p_last, interval '1 day') s
$$;

-- The day is closed; a repeated close adds what it found. One event tells of all that was done since the last one: an
-- event for each installment would cost as much as marking it. The last three arguments are not read: they
-- are what this process has done, without those that were killed before.
create or replace function api.finish_day_close(
  p_day date, p_now timestamptz, p_overdue integer, p_expired integer, p_reminded integer
) returns json language plpgsql as $$
declare
  b days_being_closed;
  v_done jsonb;
  v_id uuid;
begin
  delete from days_being_closed x where x.day = p_day returning * into b;
  v_done := jsonb_build_object('day', p_day, 'overdue', coalesce(b.overdue, 0), 'expired', coalesce(b.expired, 0),
    'reminded', coalesce(b.reminded, 0));
  insert into closed_days as d (day, closed_at, overdue, expired, reminded)
  values (p_day, p_now, coalesce(b.overdue, 0), coalesce(b.expired, 0), coalesce(b.reminded, 0))
  on conflict (day) do update set closed_at = p_now, overdue = d.overdue + excluded.overdue,
    expired = d.expired + excluded.expired, reminded = d.reminded + excluded.reminded
  returning d.id into v_id;
  perform record_event(p_now, 'close_day', 'day', v_id, null, null, null, v_done);
  return v_done;
end $$;

-- How long that close took. A function of its own, so that servers of the release before go on closing days.
create or replace function api.record_day_close_time(p_day date, p_took_ms integer) returns void language sql as
  $$ update closed_days d set took_ms = p_took_ms where d.day = p_day $$;

grant execute on function api.record_day_close_time to hamla_jobs;
grant execute on function api.mark_overdue_batch, api.queue_reminders_batch, api.update_lateness_stops_batch,
  api.queue_analyses_batch, api.expire_tickets_batch, api.preview_day_close, api.days_to_close, api.finish_day_close
  to hamla_jobs;
