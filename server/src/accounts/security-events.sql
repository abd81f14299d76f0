-- Security events: what happened to an account, for its owner and for staff. Most are written by triggers, so that no
-- way to change an account can forget its event.

-- Sets the sender of the request: {"address", "browser", "system", "session_id", "devices": [SHA-256 in hex],
-- "new_device": SHA-256 in hex}. Valid for this transaction. The server calls it in the statement of the call itself.
create or replace function api.set_request_sender(p_sender jsonb) returns boolean language plpgsql as $$
begin
  perform set_config('hamla.sender', p_sender::text, true);
  return true;
end
$$;

-- Null where no request is served: a job, or a command of who runs the machine.
create or replace function auth.request_sender() returns jsonb language sql stable as
  $$ select nullif(current_setting('hamla.sender', true), '')::jsonb $$;

create or replace function api.record_security_event(
  p_kind text, p_user_id uuid, p_session_id uuid, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_sender jsonb := auth.request_sender();
begin
  insert into auth.security_events (occurred_at, kind, user_id, session_id, browser, system, address)
  values (p_now, p_kind, p_user_id, p_session_id, v_sender->>'browser', v_sender->>'system', v_sender->>'address');
  return '{}';
end
$$;

-- A refusal is kept once a minute for each account and address: whoever is refused may ask very often.
create or replace function api.record_refusal(p_kind text, p_user_id uuid, p_now timestamptz) returns jsonb
language plpgsql as $$
begin
  if not exists (
    select from auth.security_events e
    where e.user_id is not distinct from p_user_id and e.occurred_at > p_now - interval '1 minute'
      and e.occurred_at <= p_now
      and e.kind = p_kind and e.address is not distinct from auth.request_sender()->>'address'
  ) then
    perform api.record_security_event(p_kind, p_user_id, null, p_now);
  end if;
  return '{}';
end
$$;

-- A session notes the device that it was begun on. A staff session ends 12 hours after it began, and 30 minutes after
-- it was used last (seen_at).
create or replace function auth.set_device_of_session() returns trigger language plpgsql as $$
declare
  v_sender jsonb := auth.request_sender();
begin
  if v_sender is not null then
    new.browser := v_sender->>'browser';
    new.system := v_sender->>'system';
    new.address := v_sender->>'address';
  end if;
  if tg_op = 'INSERT' and exists (select from staff f where f.user_id = new.user_id and f.suspended_at is null) then
    new.not_after := least(new.not_after, new.created_at + staff_session_max_age());
    new.seen_at := coalesce(new.seen_at, new.created_at);
  end if;
  return new;
end
$$;
create or replace trigger note_device before insert or update of refresh_counter on auth.sessions
  for each row execute function auth.set_device_of_session();

create or replace function auth.record_session() returns trigger language plpgsql as $$
begin
  perform api.record_security_event('signed_in', new.user_id, new.id, new.created_at);
  return null;
end
$$;
-- A session that takes another one's place is no sign-in.
create or replace trigger record_begin after insert on auth.sessions for each row
  when (new.replaces is null) execute function auth.record_session();

-- Records who ended a session: the session itself, another session of the account, staff, or nobody (it expired, or its
-- token was used twice).
create or replace function auth.record_session_end() returns trigger language plpgsql as $$
declare
  v_by text := auth.request_sender()->>'session_id';
begin
  -- Another session has taken its place.
  if exists (select from auth.sessions n where n.replaces = new.id) then return null; end if;
  perform api.record_security_event(
    case when caller_role() = 'staff' then 'session_ended_by_staff'
         when v_by is null then 'session_ended'
         when v_by::uuid = new.id then 'signed_out'
         else 'session_ended_by_other' end,
    new.user_id, new.id, new.revoked_at);
  return null;
end
$$;
create or replace trigger record_end after update of revoked_at on auth.sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function auth.record_session_end();

-- A new password also forgets every known device. The first password of an account is no change. Mailed digits
-- (POST /otp) end with a new password, a new address and a ban, whoever makes them.
create or replace function auth.record_user_change() returns trigger language plpgsql as $$
begin
  if new.password_hash is distinct from old.password_hash then
    delete from auth.known_devices where user_id = new.id;
    if old.password_hash is not null then
      perform api.record_security_event('password_changed', new.id, null, new.updated_at);
    end if;
  end if;
  if (new.password_hash, new.email, new.banned_until) is distinct from
     (old.password_hash, old.email, old.banned_until) then
    perform auth.end_links(new.id, array['otp'], new.updated_at);
  end if;
  if new.email <> old.email then
    perform api.record_security_event('email_changed', new.id, null, new.updated_at);
  end if;
  if new.banned_until is distinct from old.banned_until then
    perform api.record_security_event(
      case when new.banned_until > new.updated_at then 'account_blocked' else 'account_unblocked' end,
      new.id, null, new.updated_at);
  end if;
  if new.new_email is distinct from old.new_email and new.new_email is not null then
    perform api.record_security_event('email_change_asked', new.id, null, new.updated_at);
  end if;
  return null;
end
$$;
create or replace trigger record_change after update of password_hash, email, new_email,
  banned_until on auth.users for each row
  when (old.password_hash is distinct from new.password_hash or old.email <> new.email
        or old.new_email is distinct from new.new_email or old.banned_until is distinct from new.banned_until)
  execute function auth.record_user_change();

-- The events that are mailed to the owner.
create or replace function auth.record_notice() returns trigger language plpgsql as $$
begin
  perform api.record_security_event(new.kind, new.user_id, null, new.created_at);
  return null;
end
$$;
create or replace trigger record_notice after insert on auth.notices for each row
  when (new.kind in ('factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_code_used',
                    'factor_removal_asked', 'factor_removal_confirmed'))
  execute function auth.record_notice();

create or replace function auth.record_factor_shown() returns trigger language plpgsql as $$
begin
  perform api.record_security_event('factor_shown', f.user_id, null, new.verified_at)
     from auth.factors f where f.id = new.factor_id;
  return null;
end
$$;
create or replace trigger record_factor_shown after update of verified_at on auth.factor_challenges for each row
  when (old.verified_at is null and new.verified_at is not null) execute function auth.record_factor_shown();

-- The known device of the account that sends this request; null: none.
create or replace function auth.known_device_id(p_user_id uuid, p_now timestamptz) returns uuid
language sql stable as $$
  select d.id from auth.known_devices d
  where d.user_id = p_user_id and d.expires_at > p_now
    and d.token_hash in (select decode(h, 'hex') from jsonb_array_elements_text(auth.request_sender()->'devices') h)
  limit 1
$$;

-- The counter of wrong passwords that this request counts on: of the known device that sends it, else the account's.
-- Guesses of others do not lock out a known device, and its own do not lock out others.
create or replace function auth.password_failure_key(p_email text, p_now timestamptz) returns text
language sql stable as $$
  select coalesce('device:' || auth.known_device_id((select id from auth.users where email = p_email), p_now),
                  auth.account_key(p_email))
$$;

-- The same for wrong digits of mailed codes (POST /otp): the right ones end no guessing at the password.
create or replace function auth.code_failure_key(p_email text, p_now timestamptz) returns text
language sql stable as $$
  select coalesce('code-device:' || auth.known_device_id((select id from auth.users where email = p_email), p_now),
                  'code:' || auth.account_key(p_email))
$$;

-- The same for wrong passwords from inside a session, which its owner proves themselves by.
create or replace function auth.proof_failure_key(p_user_id uuid, p_now timestamptz) returns text
language sql stable as $$
  select coalesce('proof-device:' || auth.known_device_id(p_user_id, p_now), 'proof:' || p_user_id)
$$;

-- The same for wrong codes of the second factor: who has the password alone does not lock out the owner's devices.
create or replace function auth.factor_failure_key(p_user_id uuid, p_now timestamptz) returns text
language sql stable as $$
  select coalesce('factor-device:' || auth.known_device_id(p_user_id, p_now), 'factor:' || p_user_id)
$$;

-- After a whole sign-in, with the second factor where there is one: the device that sent it is known from now on.
-- 'known': it was already, and is for another 180 days; 'new': by the token that the server made for it.
create or replace function auth.remember_device(p_user_id uuid, p_now timestamptz) returns text language plpgsql as $$
declare
  v_sender jsonb := auth.request_sender();
begin
  update auth.known_devices set expires_at = p_now + interval '180 days'
  where user_id = p_user_id and expires_at > p_now
    and token_hash in (select decode(h, 'hex') from jsonb_array_elements_text(v_sender->'devices') h);
  if found then
    return 'known';
  end if;
  if v_sender->>'new_device' is null then
    return null;
  end if;
  insert into auth.known_devices (user_id, token_hash, created_at, expires_at)
  values (p_user_id, decode(v_sender->>'new_device', 'hex'), p_now, p_now + interval '180 days');
  -- An account keeps the 20 devices that were used last.
  delete from auth.known_devices where id in (
    select id from auth.known_devices where user_id = p_user_id order by expires_at desc, id desc offset 20);
  return 'new';
end
$$;

-- Events are kept 90 days. Definer: the logins only add to them.
create or replace function api.delete_old_security_events(p_now timestamptz) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.security_events where occurred_at < p_now - interval '90 days';
  delete from auth.known_devices where expires_at <= p_now;
  return '{}';
end
$$;

drop policy if exists append on auth.security_events;
create policy append on auth.security_events for insert to hamla_accounts with check (true);
drop policy if exists accounts_read on auth.security_events;
create policy accounts_read on auth.security_events for select to hamla_accounts using (true);
drop policy if exists own on auth.security_events;
create policy own on auth.security_events for select to hamla_app using (user_id = (select caller_user_id()));
drop policy if exists staff on auth.security_events;
create policy staff on auth.security_events for select to hamla_staff using ((select caller_role()) = 'staff');

grant select, insert on auth.security_events to hamla_accounts;
grant select on auth.security_events to hamla_app, hamla_staff;
grant select, insert, update, delete on auth.known_devices to hamla_accounts;

grant execute on function api.set_request_sender to hamla_accounts, hamla_app;
grant execute on function api.record_security_event, api.record_refusal,
  api.delete_old_security_events to hamla_accounts;
