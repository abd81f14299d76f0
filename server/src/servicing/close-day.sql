-- The day's close: what a Riyadh day that has ended leaves behind. In batches that each take the turn of money alone, so
-- that nothing is locked for long and nothing moves between the look and the mark. Run twice it does nothing twice.

drop policy if exists jobs_mark on ticket_installments;
create policy jobs_mark on ticket_installments for update to hamla_jobs using (true) with check (status = 'Overdue');
drop policy if exists jobs_lock on tickets;
create policy jobs_lock on tickets for update to hamla_jobs using (true) with check (true);
drop policy if exists jobs_all on closed_days;
create policy jobs_all on closed_days to hamla_jobs using (true) with check (true);

-- Marks installments of Active tickets that the day has left unpaid, from a place in their order on.
-- {"count", "due_date", "id"}: how many, and the place after which the next batch begins (null: that was the last).
create or replace function mark_overdue_batch(p_day date, p_after_due_date date, p_after_id uuid, p_limit integer)
returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform pg_advisory_xact_lock(money_turn());
  with batch as materialized (
    select i.ctid as place from ticket_installments i
     where i.status = 'Due' and i.due_date <= p_day and (i.due_date, i.id) > (p_after_due_date, p_after_id)
       and exists (select from tickets t where t.id = i.ticket_id and t.status = 'Active')
     order by i.due_date, i.id limit p_limit),
  marked as (
    -- By place: nobody moves a row while the turn of money is held.
    update ticket_installments i set status = 'Overdue' where i.ctid = any (array(select b.place from batch b))
    returning i.due_date, i.id),
  place as (
    select m.due_date, m.id from marked m order by m.due_date desc, m.id desc limit 1)
  select json_build_object('count', count(*),
           'due_date', case when count(*) = p_limit then (select p.due_date from place p) end,
           'id', case when count(*) = p_limit then (select p.id from place p) end)
    into v_reply from marked;
  return v_reply;
end $$;

-- Closes tickets that their agency has not answered when the day ends (domain/tickets/ticket.ts, DAYS_TO_ANSWER), the
-- oldest first; how many. One that is being answered at this moment is left alone.
create or replace function expire_batch(p_now timestamptz, p_day date, p_limit integer) returns json language plpgsql as $$
declare
  v_ticket_id uuid;
  v_count integer := 0;
begin
  for v_ticket_id in
    select t.id from tickets t
     where t.status = 'PendingAgencyApproval' and t.created_local_date <= p_day - 14
     order by t.created_local_date, t.id limit p_limit for no key update skip locked
  loop
    perform move_and_record(v_ticket_id, 'expire', p_now);
    v_count := v_count + 1;
  end loop;
  return json_build_object('count', v_count);
end $$;

-- What closing a day would do.
create or replace function preview_close(p_day date) returns json language sql stable as $$
  select json_build_object(
    'overdue', (select count(*) from ticket_installments i join tickets t on t.id = i.ticket_id
                 where i.status = 'Due' and i.due_date <= p_day and t.status = 'Active'),
    'expired', (select count(*) from tickets t
                 where t.status = 'PendingAgencyApproval' and t.created_local_date <= p_day - 14))
$$;

create or replace function is_day_closed(p_day date) returns json language sql stable as
  $$ select to_json(exists (select from closed_days d where d.day = p_day)) $$;

-- The day is closed; a repeated close adds what it found.
create or replace function finish_close(p_day date, p_now timestamptz, p_overdue integer, p_expired integer) returns json
language sql as $$
  insert into closed_days as d (day, closed_at, overdue, expired) values (p_day, p_now, p_overdue, p_expired)
  on conflict (day) do update set closed_at = p_now, overdue = d.overdue + p_overdue, expired = d.expired + p_expired
  returning json_build_object('day', d.day, 'overdue', p_overdue, 'expired', p_expired)
$$;
