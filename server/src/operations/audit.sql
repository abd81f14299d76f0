-- The audit log: who did what, to which row, when, and what it was before and after.

-- The person's or party's present name: the history holds ids alone.
create or replace function actor_json(p_user_id uuid) returns json language sql stable as $$
  select case when p_user_id is null then json_build_object('id', null, 'kind', 'system', 'name', null)
    else coalesce(
      (select json_build_object('id', p_user_id, 'kind', 'staff', 'name', s.name) from staff s
        where s.user_id = p_user_id),
      (select json_build_object('id', p_user_id, 'kind', 'company', 'name', c.name) from companies c
        where c.user_id = p_user_id),
      (select json_build_object('id', p_user_id, 'kind', 'agency', 'name', a.name) from agencies a
        where a.user_id = p_user_id),
      json_build_object('id', p_user_id, 'kind', 'other', 'name', null)) end
$$;

-- How the row that an event tells of is called today; null where it has no name.
create or replace function subject_name(p_subject text, p_subject_id uuid) returns text language sql stable as $$
  select case p_subject
    when 'ticket' then (select t.ticket_number from tickets t where t.id = p_subject_id)
    when 'installment' then (select t.ticket_number || ' · ' || i.seq from ticket_installments i
                               join tickets t on t.id = i.ticket_id where i.id = p_subject_id)
    when 'day' then (select d.day::text from closed_days d where d.id = p_subject_id)
    when 'payout' then (select t.ticket_number from agency_payouts p join tickets t on t.id = p.ticket_id
      where p.id = p_subject_id)
    when 'company' then (select c.name from companies c where c.id = p_subject_id)
    when 'agency' then (select a.name from agencies a where a.id = p_subject_id)
    when 'account' then coalesce(
      (select s.name from staff s where s.user_id = p_subject_id),
      (select c.name from companies c where c.user_id = p_subject_id),
      (select a.name from agencies a where a.user_id = p_subject_id))
    when 'staff' then (select s.name from staff s where s.user_id = p_subject_id) end
$$;

create or replace function event_json(e events) returns json language sql stable as $$
  select json_build_object('id', e.id::text, 'occurred_at', e.occurred_at, 'actor', actor_json(e.actor_user_id),
    'operation', e.operation, 'subject', e.subject, 'subject_id', e.subject_id,
    'subject_name', subject_name(e.subject, e.subject_id), 'before', e.before, 'after', e.after)
$$;

-- The operations of a person, each once: a loose scan that steps through the index from one to the next.
create or replace function operations_of_actor(p_actor uuid) returns text[] language sql stable as $$
  with recursive step as (
    select p_actor as actor, '' as operation
    union all
    select n.* from step s cross join lateral (
      select e.actor_user_id, e.operation from events e where (e.actor_user_id, e.operation) > (s.actor, s.operation)
       order by e.actor_user_id, e.operation limit 1) n
     where n.actor_user_id = p_actor)
  select array(select s.operation from step s where s.operation <> '')
$$;

-- A page of events, the newest first. p_ticket_number and p_subject_id name what they happened to: a ticket with its
-- payout and its installments, or one row. p_from and p_to: Riyadh days. Planned for what was given, so that each
-- filter walks its own index. Custom plan: each call is planned for its filters, so that every filter walks its own
-- index (long-lists.test.ts).
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_events(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_actor uuid, p_operation text, p_ticket_number text,
    p_subject_id uuid,
  p_from date, p_to date, p_cursor bigint, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_subjects uuid[];
  v_operations text[] := array[p_operation];
  v_from timestamptz := p_from::timestamp at time zone 'Asia/Riyadh';
  v_until timestamptz := (p_to + 1)::timestamp at time zone 'Asia/Riyadh';
  v_after record;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  if p_subject_id is not null then v_subjects := array[p_subject_id]; end if;
  if p_ticket_number is not null then
    v_subjects := array(
      with named as (select t.id from tickets t where t.ticket_number = p_ticket_number)
      select n.id from named n
      union all select p.id from agency_payouts p join named n on n.id = p.ticket_id
      union all select i.id from ticket_installments i join named n on n.id = i.ticket_id);
  end if;
  -- There is one index for a person with an operation, and none for a person alone, which each event that is written
  -- would pay for. So what somebody did is put together of a page of each of their operations.
  if p_actor is not null and p_operation is null then v_operations := operations_of_actor(p_actor); end if;
  select e.occurred_at, e.id into v_after from events e where e.id = p_cursor;
  return (
    select list_page_json(array_agg(event_json(e) order by f.occurred_at desc, f.id desc),
                     array_agg(f.id::text order by f.occurred_at desc, f.id desc), p_limit)
      from (select w.* from unnest(v_operations) o(operation) cross join lateral (
                select e.occurred_at, e.id from events e
                 where (p_actor is null or e.actor_user_id = p_actor)
                   and (p_actor is null and p_operation is null or e.operation = o.operation)
                   and (v_subjects is null or e.subject_id = any (v_subjects))
                   and (v_from is null or e.occurred_at >= v_from)
                   and (v_until is null or e.occurred_at < v_until)
                   and (p_cursor is null or (e.occurred_at, e.id) < (v_after.occurred_at, v_after.id))
                 order by e.occurred_at desc, e.id desc limit p_limit + 1) w
             order by w.occurred_at desc, w.id desc limit p_limit + 1) f
      join events e on e.id = f.id);
end $$;

-- The filters of the log: the operations that have happened, and the people of staff.
create or replace function api.read_audit_filters(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object(
    -- Each once, by a loose scan of the index.
    'operations', (
      with recursive step as (
        (select e.operation from events e order by e.operation limit 1)
        union all
        select (select e.operation from events e where e.operation > s.operation order by e.operation limit 1)
          from step s where s.operation is not null)
      select coalesce(json_agg(s.operation), '[]') from step s where s.operation is not null),
    'staff', (select coalesce(json_agg(json_build_object('id', s.user_id, 'name', s.name) order by s.name, s.user_id),
      '[]')
                from staff s));
end $$;

grant execute on function api.list_events, api.read_audit_filters to hamla_staff;
