-- What a person, and staff who look into an incident, see of an account's sessions and security events.

-- The sessions that are open, the one that was used last first. p_current: the caller's own, null where staff ask. Of
-- anybody else's account it tells nothing. Definer: requests read no addresses and devices in another way.
create or replace function open_sessions_json(p_user_id uuid, p_current uuid, p_now timestamptz) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(json_agg(json_build_object('id', s.id, 'is_current', s.id is not distinct from p_current,
           'browser', s.browser, 'system', s.system, 'address', s.address,
           'began_at', s.created_at, 'refreshed_at', s.refreshed_at) order by s.refreshed_at desc, s.id desc), '[]')
    from auth.sessions s
   where s.user_id = p_user_id and is_session_valid(s.revoked_at, s.not_after, s.seen_at, null, p_now)
     and (p_user_id = caller_user_id() or caller_role() = 'staff')
$$;
revoke all on function open_sessions_json(uuid, uuid, timestamptz) from public;
grant execute on function open_sessions_json(uuid, uuid, timestamptz) to hamla_app, hamla_staff;

-- A page of an account's events, newest first.
create or replace function security_events_json(p_account_id uuid, p_cursor uuid, p_limit integer) returns json
language plpgsql stable as $$
declare
  v_after record;
begin
  select e.occurred_at, e.id into v_after from auth.security_events e
   where e.id = p_cursor and e.user_id = p_account_id;
  -- A cursor of somebody else's list is the place of nothing.
  if p_cursor is not null and not found then return list_page_json(null, null, p_limit); end if;
  return (
    select list_page_json(
        array_agg(json_build_object('id', f.id, 'occurred_at', f.occurred_at, 'kind', f.kind, 'browser', f.browser,
                                    'system', f.system, 'address', f.address) order by f.occurred_at desc, f.id desc),
        array_agg(f.id::text order by f.occurred_at desc, f.id desc), p_limit)
      from (select e.* from auth.security_events e
             where e.user_id = p_account_id
               and (p_cursor is null or (e.occurred_at, e.id) < (v_after.occurred_at, v_after.id))
             order by e.occurred_at desc, e.id desc limit p_limit + 1) f);
end $$;

create or replace function api.list_sessions(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  return json_build_object('items', open_sessions_json(p_user_id, p_session_id, p_now));
end $$;

create or replace function api.list_security_events(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  return security_events_json(p_user_id, p_cursor, p_limit);
end $$;

-- Ends one of the caller's sessions, which may be the caller's own; the others are listed. p_sender: as
-- auth.set_request_sender takes it. Definer: requests end no sessions in another way. That it is the caller's is said
-- twice, here and in its caller.
create or replace function end_caller_session(p_ended_id uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from auth.users u where u.id = caller_user_id() for update;
  perform from auth.sessions s
    where s.id = p_ended_id and s.user_id = caller_user_id() and s.revoked_at is null for update;
  if not found then perform refuse('not_found'); end if;
  perform auth.end_sessions(caller_user_id(), p_ended_id, null, p_now);
end $$;
revoke all on function end_caller_session(uuid, timestamptz) from public;
grant execute on function end_caller_session(uuid, timestamptz) to hamla_app;

create or replace function api.end_session(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ended_id uuid, p_sender jsonb
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  perform api.set_request_sender(p_sender || jsonb_build_object('session_id', p_session_id));
  perform end_caller_session(p_ended_id, p_now);
  return json_build_object('items', open_sessions_json(p_user_id, p_session_id, p_now));
end $$;

-- An account's sessions and security events for staff; the history keeps who looked.
create or replace function api.inspect_account(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_account_id uuid, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  if not exists (select from auth.users u where u.id = p_account_id) then perform refuse('not_found'); end if;
  perform record_event(p_now, 'inspect_account', 'account', p_account_id, null, null);
  return json_build_object('sessions', open_sessions_json(p_account_id, null, p_now),
    'events', security_events_json(p_account_id, p_cursor, p_limit));
end $$;

grant execute on function api.list_sessions, api.list_security_events, api.end_session to hamla_app;
grant execute on function api.inspect_account to hamla_staff;
