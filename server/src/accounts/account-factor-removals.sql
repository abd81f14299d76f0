-- Removal of a lost second factor: one member of staff asks for it, another confirms it, the owner gets a mail of both,
-- and it takes effect 24 hours after the confirmation unless it is withdrawn.

drop policy if exists accounts on auth.factor_removals;
create policy accounts on auth.factor_removals to hamla_accounts using (true) with check (true);
drop policy if exists staff_read on auth.factor_removals;
create policy staff_read on auth.factor_removals for select to hamla_staff using ((select caller_role()) = 'staff');

-- Mails the owner the link that withdraws the removal. p_kind: factor_removal_asked or factor_removal_confirmed.
create or replace function auth.send_factor_removal_notice(
  p_kind text, u auth.users, p_removal_id uuid, p_now timestamptz
) returns void language sql as $$
  with notice as (
    insert into auth.notices (user_id, kind, email, factor_removal_id, created_at)
    values (u.id, p_kind, u.email, p_removal_id, p_now) returning id
  )
  select enqueue_job('send_account_mail', json_build_object('notice_id', id)) from notice
$$;

-- Asks for the removal of an account's factor. p_reason: how the person was identified.
-- Definer: staff change nothing in the schema auth by themselves.
create or replace function request_factor_removal(p_account_id uuid, p_reason text, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  u auth.users;
  v_id uuid;
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  select * into u from auth.users x where x.id = p_account_id for update;
  if not found then perform refuse('not_found'); end if;
  if exists (select from staff s where s.user_id = u.id) then perform refuse('factor_of_staff'); end if;
  if not auth.has_factor(u.id) then perform refuse('account_state_changed'); end if;
  insert into auth.factor_removals (user_id, reason, asked_by, asked_at)
  values (u.id, p_reason, caller_user_id(), p_now)
  on conflict (user_id) where withdrawn_at is null and done_at is null do nothing returning id into v_id;
  if v_id is null then perform refuse('account_state_changed'); end if;
  perform auth.send_factor_removal_notice('factor_removal_asked', u, v_id, p_now);
end $$;

-- Confirms or withdraws an open removal; answers with its account. Definer, as above.
create or replace function confirm_or_withdraw_factor_removal(p_removal_id uuid, p_confirms boolean, p_now timestamptz)
returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  u auth.users;
  r auth.factor_removals;
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  -- The account is locked first, as everywhere.
  select x.* into u from auth.users x
   where x.id = (select f.user_id from auth.factor_removals f where f.id = p_removal_id) for update;
  if not found then perform refuse('not_found'); end if;
  select * into r from auth.factor_removals f where f.id = p_removal_id for update;
  if r.withdrawn_at is not null or r.done_at is not null or (p_confirms and r.confirmed_at is not null) then
    perform refuse('account_state_changed');
  end if;
  if not p_confirms then
    update auth.factor_removals f set withdrawn_at = p_now, withdrawn_by = caller_user_id() where f.id = r.id;
    perform api.record_security_event('factor_removal_withdrawn', u.id, null, p_now);
    return u.id;
  end if;
  if r.asked_by = caller_user_id() then perform refuse('other_person_required'); end if;
  if exists (select from staff s where s.user_id = u.id) then perform refuse('factor_of_staff'); end if;
  update auth.factor_removals f
     set confirmed_by = caller_user_id(), confirmed_at = p_now, effective_at = p_now + interval '24 hours'
   where f.id = r.id;
  perform auth.send_factor_removal_notice('factor_removal_confirmed', u, r.id, p_now);
  return u.id;
end $$;

-- The owner withdraws a removal by the link in its mail, which has been verified. Again and again with one result: the
-- link may be opened twice. Refused once the removal has taken effect.
create or replace function api.withdraw_factor_removal(p_removal_id uuid, p_now timestamptz) returns jsonb
language plpgsql as $$
declare
  r auth.factor_removals;
begin
  perform from auth.users u
    where u.id = (select f.user_id from auth.factor_removals f where f.id = p_removal_id) for update;
  select * into r from auth.factor_removals f where f.id = p_removal_id for update;
  if not found or r.done_at is not null then return jsonb_build_object('refused', 'otp_expired'); end if;
  if r.withdrawn_at is null then
    update auth.factor_removals f set withdrawn_at = p_now where f.id = r.id;
    perform api.record_security_event('factor_removal_withdrawn', r.user_id, null, p_now);
  end if;
  return '{}';
end
$$;

-- Whoever shows the factor or a recovery code has not lost it: an open removal ends.
create or replace function auth.withdraw_removal_of_shown_factor() returns trigger language plpgsql as $$
declare
  v_removal_id uuid;
begin
  select r.id into v_removal_id from auth.factors f join auth.factor_removals r on r.user_id = f.user_id
   where f.id = new.factor_id and r.withdrawn_at is null and r.done_at is null;
  if found then perform api.withdraw_factor_removal(v_removal_id, new.verified_at); end if;
  return null;
end
$$;
create or replace trigger withdraw_removal after update of verified_at on auth.factor_challenges for each row
  when (old.verified_at is null and new.verified_at is not null)
  execute function auth.withdraw_removal_of_shown_factor();

-- Takes away all factors and recovery codes of an account and ends the sessions that wait for a factor; the owner is
-- told.
create or replace function auth.remove_factors(u auth.users, p_now timestamptz) returns void language plpgsql as $$
begin
  if auth.has_factor(u.id) then perform auth.send_notice('factor_removed', u, null, p_now); end if;
  delete from auth.factors where user_id = u.id;
  delete from auth.recovery_codes where user_id = u.id;
  delete from auth.sign_in_failures where account_key = 'factor:' || u.id;
  perform auth.end_sessions(u.id, o.id, null, p_now)
     from auth.sessions o where o.user_id = u.id and o.revoked_at is null and o.awaits_factor;
  update auth.sessions set aal = 'aal1' where user_id = u.id and revoked_at is null;
end
$$;

-- Does the removals whose 24 hours have passed: of one account at its sign-in, of all (p_user_id null) by the job.
-- Whether one is still due is read again after the account is locked. Never an account of staff's.
create or replace function api.remove_lost_factors(p_user_id uuid, p_now timestamptz) returns jsonb
language plpgsql as $$
declare
  u auth.users;
  v_due record;
begin
  for v_due in
    select r.id, r.user_id from auth.factor_removals r
     where r.effective_at <= p_now and r.withdrawn_at is null and r.done_at is null
       and (p_user_id is null or r.user_id = p_user_id)
       and not exists (select from staff s where s.user_id = r.user_id)
     order by r.user_id
  loop
    select * into u from auth.users x where x.id = v_due.user_id for update;
    update auth.factor_removals r set done_at = p_now
     where r.id = v_due.id and r.effective_at <= p_now and r.withdrawn_at is null and r.done_at is null;
    if found then perform auth.remove_factors(u, p_now); end if;
  end loop;
  return '{}';
end
$$;

-- For `npm run staff -- reset-factor`, as the owner: at once, and all sessions end. 'reset', 'not_staff' or
-- 'no_factor'.
create or replace function api.reset_staff_factor(p_email text, p_now timestamptz) returns text language plpgsql as $$
declare
  u auth.users;
begin
  select x.* into u from auth.users x where x.email = p_email for update;
  if not exists (select from staff s where s.user_id = u.id) then return 'not_staff'; end if;
  if not auth.has_factor(u.id) then return 'no_factor'; end if;
  perform auth.remove_factors(u, p_now);
  perform auth.end_sessions(u.id, null, null, p_now);
  perform record_event(p_now, 'reset_staff_factor', 'staff', u.id, null, null);
  return 'reset';
end $$;

-- What staff see of an account's latest removal; null where there was none.
create or replace function factor_removal_json(p_account_id uuid) returns json language sql stable as $$
  select json_build_object('id', r.id, 'reason', r.reason,
      'asked_by', (select s.name from staff s where s.user_id = r.asked_by), 'asked_at', r.asked_at,
      'is_own', r.asked_by = caller_user_id(),
      'confirmed_by', (select s.name from staff s where s.user_id = r.confirmed_by), 'confirmed_at', r.confirmed_at,
      'effective_at', r.effective_at, 'withdrawn_at', r.withdrawn_at,
      'withdrawn_by', (select s.name from staff s where s.user_id = r.withdrawn_by), 'done_at', r.done_at)
    from auth.factor_removals r where r.user_id = p_account_id order by r.asked_at desc, r.id desc limit 1
$$;

create or replace function api.ask_factor_removal(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_account_id uuid,
    p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('ask_factor_removal', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform request_factor_removal(p_account_id, p_reason, p_now);
  perform record_event(p_now, 'ask_factor_removal', 'account', p_account_id, null, null, null,
    jsonb_build_object('reason', p_reason));
  return store_idempotent_reply('ask_factor_removal', p_key, account_standing_json(p_account_id, p_now));
end $$;

-- p_confirms: another person than the one who asked confirms it; otherwise it is withdrawn.
create or replace function api.decide_factor_removal(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_removal_id uuid,
    p_confirms boolean
) returns json language plpgsql as $$
declare
  v_operation text := case when p_confirms then 'confirm_factor_removal' else 'withdraw_factor_removal' end;
  v_reply json;
  v_account_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent(v_operation, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_account_id := confirm_or_withdraw_factor_removal(p_removal_id, p_confirms, p_now);
  perform record_event(p_now, v_operation, 'account', v_account_id, null, null, null,
    (select jsonb_build_object('reason', r.reason, 'asked_by', r.asked_by) from auth.factor_removals r
      where r.id = p_removal_id));
  return store_idempotent_reply(v_operation, p_key, account_standing_json(v_account_id, p_now));
end $$;

revoke all on function request_factor_removal(uuid, text, timestamptz) from public;
revoke all on function confirm_or_withdraw_factor_removal(uuid, boolean, timestamptz) from public;
grant execute on function request_factor_removal(uuid, text, timestamptz) to hamla_staff;
grant execute on function confirm_or_withdraw_factor_removal(uuid, boolean, timestamptz) to hamla_staff;
grant select on auth.factor_removals to hamla_staff;
grant select, update on auth.factor_removals to hamla_accounts;
grant select (user_id, status) on auth.factors to hamla_staff;

grant execute on function api.withdraw_factor_removal, api.remove_lost_factors to hamla_accounts;
grant execute on function api.ask_factor_removal, api.decide_factor_removal to hamla_staff;
