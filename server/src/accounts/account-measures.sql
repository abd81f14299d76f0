-- Measures of staff on an account: block it, end its sessions, lift the block. On a staff account one person asks and
-- another confirms.

drop policy if exists staff on account_measures;
drop policy if exists staff_read on account_measures;
create policy staff_read on account_measures for select to hamla_staff using ((select caller_role()) = 'staff');
-- Nobody asks or decides in another one's name.
drop policy if exists staff_ask on account_measures;
create policy staff_ask on account_measures for insert to hamla_staff
  with check ((select caller_role()) = 'staff' and asked_by = (select caller_user_id())
              and (decided_by is null or decided_by = (select caller_user_id())));
drop policy if exists staff_decide on account_measures;
create policy staff_decide on account_measures for update to hamla_staff
  using ((select caller_role()) = 'staff')
  with check (decided_by = (select caller_user_id()));

-- Does it: a block and an end of sessions are felt at once, on open screens too. To an account of staff's only what
-- another person has asked for, and nobody to themselves. Definer: staff may change accounts in no other way.
create or replace function apply_account_measure(p_user_id uuid, p_measure text, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  u auth.users;
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  select * into u from auth.users x where x.id = p_user_id for update;
  if not found then perform refuse('not_found'); end if;
  if u.id = caller_user_id() then perform refuse('own_account_refused'); end if;
  if exists (select from staff s where s.user_id = u.id) and not exists (
    select from account_measures m
     where m.user_id = u.id and m.measure = p_measure and m.decided_at is null and m.asked_by <> caller_user_id()) then
    perform refuse('second_person_required');
  end if;
  if (p_measure = 'block' and auth.is_banned(u, p_now)) or (p_measure = 'lift' and not auth.is_banned(u, p_now)) then
    perform refuse('account_state_changed');
  end if;
  if p_measure <> 'end_sessions' then
    update auth.users x set banned_until = case when p_measure = 'block' then 'infinity'::timestamptz end,
      updated_at = p_now
     where x.id = p_user_id;
  end if;
  if p_measure <> 'lift' then
    perform auth.end_sessions(p_user_id, null, null, p_now);
  end if;
end $$;
revoke all on function apply_account_measure(uuid, text, timestamptz) from public;
grant execute on function apply_account_measure(uuid, text, timestamptz) to hamla_staff;

create or replace function account_measure_json(m account_measures) returns json language sql stable as $$
  select json_build_object('id', m.id, 'measure', m.measure, 'reason', m.reason,
    'asked_by', (select s.name from staff s where s.user_id = m.asked_by), 'asked_at', m.asked_at,
    'is_own', m.asked_by = caller_user_id(),
    'decided_by', (select s.name from staff s where s.user_id = m.decided_by), 'decided_at', m.decided_at,
    'is_withdrawn', m.is_withdrawn)
$$;

-- What staff see of an account without inspecting its sign-ins: whether it is blocked, and the measures taken.
create or replace function account_standing_json(p_user_id uuid, p_now timestamptz) returns json language sql stable
  as $$
  select json_build_object('user_id', u.id,
    'is_staff', exists (select from staff s where s.user_id = u.id),
    'is_own', u.id = caller_user_id(),
    'is_blocked', coalesce(u.banned_until > p_now, false),
    'has_factor', exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified'),
    'factor_removal', factor_removal_json(u.id),
    'waiting', (select account_measure_json(m) from account_measures m where m.user_id = u.id and m.decided_at is null),
    'measures', (
      select coalesce(json_agg(account_measure_json(m) order by m.asked_at desc, m.id desc), '[]')
        from (select x.* from account_measures x where x.user_id = u.id and x.decided_at is not null
               order by x.asked_at desc, x.id desc limit 20) m))
    from auth.users u where u.id = p_user_id
$$;

create or replace function api.read_account_standing(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_account_id uuid
) returns json language plpgsql as $$
declare
  v_standing json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_standing := account_standing_json(p_account_id, p_now);
  if v_standing is null then perform refuse('not_found'); end if;
  return v_standing;
end $$;

-- Takes effect at once for a customer's account; for a staff account it waits for a second person. Nobody can take a
-- measure against their own account.
create or replace function api.take_account_measure(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_account_id uuid, p_measure text, p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_waits boolean;
  v_is_blocked boolean;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('take_account_measure', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if p_account_id = p_user_id then perform refuse('own_account_refused'); end if;
  select u.banned_until > p_now is true into v_is_blocked from auth.users u where u.id = p_account_id;
  if not found then perform refuse('not_found'); end if;
  v_waits := exists (select from staff s where s.user_id = p_account_id);
  if v_waits then
    if v_is_blocked <> (p_measure = 'lift') and p_measure <> 'end_sessions' then
      perform refuse('account_state_changed');
    end if;
  else
    perform apply_account_measure(p_account_id, p_measure, p_now);
  end if;
  insert into account_measures (user_id, measure, reason, asked_by, asked_at, decided_by, decided_at)
  values (p_account_id, p_measure, p_reason, p_user_id, p_now,
          case when not v_waits then p_user_id end, case when not v_waits then p_now end)
  on conflict (user_id) where decided_at is null do nothing;
  if not found then perform refuse('account_state_changed'); end if;
  perform record_event(p_now, case when v_waits then 'ask_' else '' end || account_measure_operation(p_measure),
    'account',
    p_account_id, null, null, null, jsonb_build_object('reason', p_reason));
  return store_idempotent_reply('take_account_measure', p_key, account_standing_json(p_account_id, p_now));
end $$;

-- How the history calls it.
create or replace function account_measure_operation(p_measure text) returns text language sql immutable as $$
  select case p_measure when 'block' then 'block_account' when 'lift' then 'lift_account_block'
                        when 'end_sessions' then 'end_account_sessions' end
$$;

-- p_confirms: another person than the one who asked does what waits; otherwise it is withdrawn. Whom it is about does
-- neither.
create or replace function api.decide_account_measure(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_measure_id uuid,
    p_confirms boolean
) returns json language plpgsql as $$
declare
  v_operation text := case when p_confirms then 'confirm_account_measure' else 'withdraw_account_measure' end;
  v_reply json;
  m account_measures;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent(v_operation, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into m from account_measures x where x.id = p_measure_id for update;
  if not found then perform refuse('not_found'); end if;
  if m.decided_at is not null then perform refuse('account_state_changed'); end if;
  if m.user_id = p_user_id then perform refuse('own_account_refused'); end if;
  if p_confirms then
    perform apply_account_measure(m.user_id, m.measure, p_now);
  end if;
  update account_measures x set decided_by = p_user_id, decided_at = p_now, is_withdrawn = not p_confirms
    where x.id = m.id;
  perform record_event(p_now, case when p_confirms then account_measure_operation(m.measure)
    else 'withdraw_account_measure' end,
    'account', m.user_id, null, null, null,
    jsonb_build_object('reason', m.reason, 'asked_by', m.asked_by));
  return store_idempotent_reply(v_operation, p_key, account_standing_json(m.user_id, p_now));
end $$;

-- The platform's staff, for staff: whether they are blocked, and what waits for another person.
create or replace function api.list_staff(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object('items', (
    select coalesce(json_agg(json_build_object('user_id', s.user_id, 'name', s.name, 'added_at', s.added_at,
             'is_suspended', s.suspended_at is not null, 'is_own', s.user_id = p_user_id,
             'is_blocked', coalesce(u.banned_until > p_now, false),
             'waiting', (select m.measure from account_measures m where m.user_id = s.user_id and m.decided_at is null))
             order by s.name, s.user_id), '[]')
      from staff s join auth.users u on u.id = s.user_id));
end $$;

grant execute on function api.read_account_standing, api.take_account_measure, api.decide_account_measure,
  api.list_staff to hamla_staff;
