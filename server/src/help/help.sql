-- Messages of companies and agencies to the platform, and the answers of staff.

drop policy if exists own on help_messages;
create policy own on help_messages for select to hamla_app
  using (company_id = (select caller_company_id()) or agency_id = (select caller_agency_id()));
-- In one's own name, about a ticket of one's own.
drop policy if exists own_message on help_messages;
create policy own_message on help_messages for insert to hamla_app
  with check (user_id = (select caller_user_id()) and answered_at is null
    and (company_id = (select caller_company_id()) or agency_id = (select caller_agency_id()))
    and (ticket_id is null or exists (select from tickets t where t.id = help_messages.ticket_id)));
drop policy if exists staff on help_messages;
create policy staff on help_messages to hamla_staff
  using ((select caller_role() = 'staff')) with check ((select caller_role() = 'staff'));

-- The caller's messages, the latest 20, newest first.
create or replace function api.list_own_help_messages(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  return json_build_object('items', coalesce((
    select json_agg(json_build_object('id', m.id, 'message', m.message, 'sent_at', m.sent_at, 'answer', m.answer,
             'answered_at', m.answered_at,
             'ticket_number', (select t.ticket_number from tickets t where t.id = m.ticket_id)) order by m.id desc)
      from (select h.id, h.message, h.sent_at, h.answer, h.answered_at, h.ticket_id from help_messages h
             where h.company_id = caller_company_id() or h.agency_id = caller_agency_id()
             order by h.id desc limit 20) m), '[]'));
end $$;

-- p_quota: messages of a day (domain/quotas.ts), null for any number.
create or replace function api.send_help_message(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_message text,
  p_ticket_number text, p_quota integer
) returns json language plpgsql as $$
declare
  v_reply json;
  v_ticket_id uuid;
  v_id uuid;
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  if caller_company_id() is null and caller_agency_id() is null then perform refuse('wrong_role'); end if;
  v_reply := begin_idempotent('send_help_message', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if p_ticket_number is not null then
    select t.id into v_ticket_id from tickets t
     where t.ticket_number = p_ticket_number
       and (t.company_id = caller_company_id() or t.agency_id = caller_agency_id());
    if not found then
      perform refuse_field('validation_failed', 'ticket_number', 'must be the number of a ticket of yours');
    end if;
  end if;
  perform use_quota(p_user_id, 'help_messages', p_quota, interval '1 day', p_now);
  insert into help_messages (user_id, company_id, agency_id, ticket_id, message, sent_at)
  values (p_user_id, caller_company_id(), caller_agency_id(), v_ticket_id, p_message, p_now) returning id into v_id;
  perform record_event(p_now, 'send_help_message', 'help_message', v_id, caller_company_id(), caller_agency_id());
  return store_idempotent_reply('send_help_message', p_key, json_build_object('id', v_id, 'message', p_message,
    'sent_at', p_now,
    'answer', null, 'answered_at', null, 'ticket_number', p_ticket_number));
end $$;

create or replace function help_message_json(m help_messages) returns json language sql stable as $$
  select json_build_object('id', m.id, 'company_id', m.company_id, 'agency_id', m.agency_id,
    'name', coalesce((select c.name from companies c where c.id = m.company_id),
                     (select a.name from agencies a where a.id = m.agency_id)),
    'ticket_number', (select t.ticket_number from tickets t where t.id = m.ticket_id),
    'message', m.message, 'sent_at', m.sent_at, 'answer', m.answer, 'answered_at', m.answered_at,
    'answered_by', (select s.name from staff s where s.user_id = m.answered_by))
$$;

-- What waits for an answer, the oldest first, or what was answered, the latest first.
-- Custom plan: each list walks its own index (long-lists.test.ts).
create or replace function api.list_help_messages(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_list text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_after help_messages;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_after from help_messages m where m.id = p_cursor;
  if p_list = 'waiting' then
    return (
      select list_page_json(array_agg(help_message_json(f.m) order by f.id),
        array_agg(f.id::text order by f.id), p_limit)
        from (select m, m.id from help_messages m
               where m.answered_at is null and (p_cursor is null or m.id > p_cursor)
               order by m.id limit p_limit + 1) f);
  end if;
  return (
    select list_page_json(array_agg(help_message_json(f.m) order by f.answered_at desc, f.id desc),
                     array_agg(f.id::text order by f.answered_at desc, f.id desc), p_limit)
      from (select m, m.answered_at, m.id from help_messages m
             where m.answered_at is not null
               and (p_cursor is null or (m.answered_at, m.id) < (v_after.answered_at, v_after.id))
             order by m.answered_at desc, m.id desc limit p_limit + 1) f);
end $$;

-- One answer to one message.
create or replace function api.answer_help_message(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_id uuid, p_answer text
) returns json language plpgsql as $$
declare
  v_message help_messages;
  v_reply json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('answer_help_message', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into v_message from help_messages m where m.id = p_id for update;
  if not found then perform refuse('not_found'); end if;
  if v_message.answered_at is not null then perform refuse('help_message_answered'); end if;
  update help_messages m set answer = p_answer, answered_by = p_user_id, answered_at = p_now
   where m.id = p_id returning * into v_message;
  perform record_event(p_now, 'answer_help_message', 'help_message', p_id, v_message.company_id, v_message.agency_id);
  return store_idempotent_reply('answer_help_message', p_key, help_message_json(v_message));
end $$;

grant execute on function api.list_own_help_messages, api.send_help_message to hamla_app;
grant execute on function api.list_help_messages, api.answer_help_message to hamla_staff;
