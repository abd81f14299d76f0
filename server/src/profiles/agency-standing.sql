-- Verification and suspension of agencies by staff; the twin of domain/profiles/agency-standing.ts. Verification blocks
-- nothing. A suspended agency gets no new ticket and no payment; it may answer the tickets that wait.

-- Locks the agency with its account, as a ticket that is being made for it does: afterwards no ticket comes that did
-- not see the decision. Definer: staff lock no account otherwise.
create or replace function lock_agency(p_agency_id uuid) returns agencies
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_agency agencies;
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  perform from auth.users u where u.id = (select a.user_id from agencies a where a.id = p_agency_id) for update;
  select * into v_agency from agencies a where a.id = p_agency_id for no key update;
  if not found then perform refuse('not_found'); end if;
  return v_agency;
end $$;
revoke all on function lock_agency(uuid) from public;
grant execute on function lock_agency(uuid) to hamla_staff;

create or replace function agency_standing_json(a agencies) returns json language sql stable as $$
  select json_build_object('id', a.id,
    'name_resembles', (select json_build_object('id', x.id, 'name', x.name) from agencies x
      where x.id = a.name_resembles),
    'verified_at', a.verified_at, 'verified_by', (select s.name from staff s where s.user_id = a.verified_by),
    'suspended_at', a.suspended_at, 'suspended_by', (select s.name from staff s where s.user_id = a.suspended_by),
    'suspension_reason', a.suspension_reason)
$$;

-- Somebody has read its registration; for the second time where a verified agency's new name is held.
create or replace function api.verify_agency(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_agency_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  v_agency agencies;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('verify_agency', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_agency := lock_agency(p_agency_id);
  if v_agency.verified_at is not null and v_agency.name_resembles is null then
    perform refuse('agency_state_changed');
  end if;
  if coalesce(btrim(v_agency.name), '') = '' or v_agency.company_registration_file is null then
    perform refuse('agency_incomplete');
  end if;
  update agencies a set verified_at = p_now, verified_by = p_user_id, name_resembles = null, updated_at = p_now
   where a.id = p_agency_id returning * into v_agency;
  perform record_event(p_now, 'verify_agency', 'agency', p_agency_id, null, p_agency_id,
    jsonb_build_object('is_verified', false), jsonb_build_object('is_verified', true));
  return store_idempotent_reply('verify_agency', p_key, agency_standing_json(v_agency));
end $$;

-- Its name looks like a verified agency's, and it is another one. p_name: the name that was looked at.
create or replace function api.accept_agency_name(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_agency_id uuid, p_name text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_agency agencies;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('accept_agency_name', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_agency := lock_agency(p_agency_id);
  if v_agency.name_resembles is null or v_agency.name is distinct from p_name then
    perform refuse('agency_state_changed');
  end if;
  update agencies a set name_resembles = null, updated_at = p_now where a.id = p_agency_id returning * into v_agency;
  perform record_event(p_now, 'accept_agency_name', 'agency', p_agency_id, null, p_agency_id);
  return store_idempotent_reply('accept_agency_name', p_key, agency_standing_json(v_agency));
end $$;

-- p_suspends: suspended, for a reason that the agency reads; otherwise the suspension is over.
create or replace function api.suspend_agency(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_agency_id uuid, p_suspends boolean, p_reason text
) returns json language plpgsql as $$
declare
  v_operation text := case when p_suspends then 'suspend_agency' else 'lift_agency_suspension' end;
  v_reply json;
  v_agency agencies;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent(v_operation, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_agency := lock_agency(p_agency_id);
  if (v_agency.suspended_at is not null) = p_suspends then perform refuse('agency_state_changed'); end if;
  update agencies a
     set suspended_at = case when p_suspends then p_now end, suspended_by = case when p_suspends then p_user_id end,
         suspension_reason = case when p_suspends then p_reason end, updated_at = p_now
   where a.id = p_agency_id returning * into v_agency;
  perform record_payout_stop(null, p_agency_id, null, p_suspends, p_now);
  perform record_event(p_now, v_operation, 'agency', p_agency_id, null, p_agency_id,
    jsonb_build_object('is_suspended', not p_suspends),
      jsonb_build_object('is_suspended', p_suspends, 'reason', p_reason));
  return store_idempotent_reply(v_operation, p_key, agency_standing_json(v_agency));
end $$;

grant execute on function api.verify_agency, api.accept_agency_name, api.suspend_agency to hamla_staff;
