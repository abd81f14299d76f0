-- Functions and rights of the accounts. Replayed at boot when this text changes; every function is one transaction.
-- A refusal that must keep what it wrote (a revoked session, a counted failure) is returned as {"refused": code};
-- no function raises for an ordinary refusal. assign_role is the profiles': it keeps user_roles, the metadata's role
-- and the company or agency row in step.

-- The user as the wire contract shows it. Where confirmation is off, an unproven address counts as confirmed.
create or replace function auth.user_json(u auth.users, p_confirmation boolean) returns jsonb
language sql stable as $$
  with shown as (
    select case when p_confirmation then u.email_confirmed_at
                else coalesce(u.email_confirmed_at, u.created_at) end as confirmed_at
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'id', u.id,
    'aud', 'authenticated',
    'role', 'authenticated',
    'email', u.email,
    'email_confirmed_at', shown.confirmed_at,
    'phone', '',
    'confirmation_sent_at', u.confirmation_sent_at,
    'confirmed_at', shown.confirmed_at,
    'recovery_sent_at', u.recovery_sent_at,
    'new_email', u.new_email,
    'email_change_sent_at', u.email_change_sent_at,
    'last_sign_in_at', u.last_sign_in_at,
    'banned_until', u.banned_until,
    -- The browser leads a member of staff by it; what they may do is asked of the table each time.
    'app_metadata', jsonb_build_object('provider', 'email', 'providers', jsonb_build_array('email'),
      'staff', (select true from staff f where f.user_id = u.id and f.suspended_at is null),
      -- Whether the person has proven that the mailbox is theirs, which a second factor needs.
      'mailbox_proven', case when u.owner_proven_at is not null then true end,
      -- The person has yet to be told that the second factors of before were ended.
      'factors_ended', case when u.factors_ended then true end),
    'identities', jsonb_build_array(jsonb_build_object(
      'identity_id', u.id,
      'id', u.id,
      'user_id', u.id,
      'identity_data', jsonb_build_object(
        'sub', u.id,
        'email', u.email,
        'email_verified', shown.confirmed_at is not null,
        'phone_verified', false
      ),
      'provider', 'email',
      'email', u.email,
      'last_sign_in_at', u.last_sign_in_at,
      'created_at', u.created_at,
      'updated_at', u.updated_at
    )),
    'created_at', u.created_at,
    'updated_at', u.updated_at,
    'is_anonymous', false,
    'factors', (
      select jsonb_agg(jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
               'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at) order by f.created_at)
      from auth.factors f where f.user_id = u.id)
  )) || jsonb_build_object('user_metadata', u.user_metadata)
  from shown
$$;

create or replace function auth.is_banned(u auth.users, p_now timestamptz) returns boolean
language sql immutable as $$ select coalesce(u.banned_until > p_now, false) $$;

-- Whether the account has a second factor that counts.
create or replace function auth.has_factor(p_user_id uuid) returns boolean language sql stable as $$
  select exists (select from auth.factors where user_id = p_user_id and status = 'verified')
$$;

-- Opens a session and answers with it: {user, session}. Where the account has a second factor, the session waits for
-- it.
create or replace function auth.open_session(
  p_user_id uuid, p_method text, p_confirmation boolean, p_not_after timestamptz, p_user_agent text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  u auth.users;
  s auth.sessions;
begin
  update auth.users set last_sign_in_at = p_now where id = p_user_id returning * into u;
  -- The job may not have come to it yet.
  perform api.remove_lost_factors(p_user_id, p_now);
  insert into auth.sessions (
    user_id, awaits_factor, amr, user_agent, created_at, refreshed_at, not_after, proven_at, recovered_at
  ) values (
    p_user_id, auth.has_factor(p_user_id),
    jsonb_build_array(jsonb_build_object('method', p_method, 'timestamp', floor(extract(epoch from p_now))::bigint)),
    left(p_user_agent, 256), p_now, p_now, p_not_after,
    case when p_method = 'password' then p_now end,
    case when p_method = 'recovery' then p_now end
  ) returning * into s;
  return jsonb_strip_nulls(jsonb_build_object(
    -- Where the account has a second factor, the device is known once it has shown that too.
    'device', case when p_method = 'password' and not s.awaits_factor then auth.remember_device(p_user_id, p_now) end
  )) || jsonb_build_object('user', auth.user_json(u, p_confirmation), 'session', auth.session_json(s));
end
$$;

create or replace function auth.session_json(s auth.sessions) returns jsonb
language sql immutable as $$
  select jsonb_build_object('id', s.id, 'refresh_counter', s.refresh_counter, 'aal', s.aal, 'amr', s.amr)
$$;

-- Ends the user's sessions: all, or all but one, or only one. Live streams close on the notice.
create or replace function auth.end_sessions(
  p_user_id uuid, p_only uuid, p_except uuid, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_id uuid;
begin
  for v_id in
    update auth.sessions set revoked_at = p_now
    where user_id = p_user_id and revoked_at is null
      and (p_only is null or id = p_only)
      and (p_except is null or id <> p_except)
    returning id
  loop
    perform announce('hamla_sessions', v_id::text);
  end loop;
  perform auth.renew_session(p_except);
end
$$;

-- Links that are out stop working: after a password change, or when one of a kind has done its work.
create or replace function auth.end_links(p_user_id uuid, p_kinds text[], p_now timestamptz) returns void
language sql as $$
  update auth.one_time_tokens set used_at = p_now
  where user_id = p_user_id and kind = any(p_kinds) and used_at is null
$$;

-- How many seconds until an account may have a mail sent to an address that is not its own, a link or the notice to a
-- former one: those of a day are a quota (domain/quotas.ts), null for any number. Zero: now.
create or replace function auth.seconds_until_other_mail_may_be_sent(p_user_id uuid, p_quota integer, p_now timestamptz)
  returns integer
language sql stable as $$
  select greatest(0, ceil(extract(epoch from (
    select m.created_at + interval '1 day' from (
        select created_at from auth.one_time_tokens where user_id = p_user_id and kind = 'email_change'
        union all select created_at from auth.notices where user_id = p_user_id and kind = 'email_changed') m
     where p_quota is not null order by m.created_at desc offset p_quota - 1 limit 1) - p_now)))::integer
$$;

-- How many seconds until a link of this kind may be mailed: there is a quiet time for an address, and an account
-- has its links of an hour, and those to other addresses of a day. Zero: now.
create or replace function auth.seconds_until_mail_may_be_sent(
  p_user_id uuid, p_kind text, p_email text, p_link jsonb, p_now timestamptz
) returns integer language plpgsql stable as $$
declare
  v_quiet_until timestamptz;
  v_hour_until timestamptz;
begin
  -- What a session asks for and what anybody may ask for count apart: a stranger keeps nobody from proving their
  -- mailbox.
  select max(created_at) + (p_now - (p_link->>'quiet_since')::timestamptz) into v_quiet_until
  from auth.one_time_tokens
  where user_id = p_user_id and kind = p_kind and email = p_email
    and (session_id is not null) = (p_link ? 'session_id');
  -- The oldest that still counts must be an hour old first.
  select created_at + interval '1 hour' into v_hour_until
  from auth.one_time_tokens
  where user_id = p_user_id and kind = p_kind and (session_id is not null) = (p_link ? 'session_id')
  order by created_at desc offset (p_link->>'hourly')::integer - 1 limit 1;
  return greatest(0, ceil(extract(epoch from greatest(v_quiet_until, v_hour_until) - p_now)),
    case when p_kind = 'email_change' then
      auth.seconds_until_other_mail_may_be_sent(p_user_id, (p_link->>'mails_to_others')::integer,
      p_now) end);
end
$$;

-- Writes a link and has it mailed, unless one of its kind went out lately. Silent either way, so that nobody
-- learns from it whether an account exists.
create or replace function auth.send_link(
  p_user_id uuid, p_kind text, p_email text, p_link jsonb, p_pending_password_hash text, p_pending_metadata jsonb,
  p_contested boolean, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_id uuid;
begin
  if auth.seconds_until_mail_may_be_sent(p_user_id, p_kind, p_email, p_link, p_now) > 0 then
    return;
  end if;
  insert into auth.one_time_tokens (
    user_id, kind, email, redirect_to, code_challenge, code_challenge_method,
    pending_password_hash, pending_metadata, contested, session_id, proves_owner, created_at, expires_at
  ) values (
    p_user_id, p_kind, p_email, p_link->>'redirect_to',
    -- A contested link serves whoever reads the mailbox, not the browser that asked.
    case when not p_contested then p_link->>'code_challenge' end,
    case when not p_contested then p_link->>'code_challenge_method' end,
    p_pending_password_hash, p_pending_metadata, p_contested, (p_link->>'session_id')::uuid,
    -- Only the browser that asked can show that who asked also reads the mailbox.
    coalesce((p_link->>'proves_owner')::boolean and not p_contested and p_link->>'code_challenge' is not null, false),
    p_now, (p_link->>'expires_at')::timestamptz
  ) returning id into v_id;
  update auth.users set
    confirmation_sent_at = case when p_kind = 'signup' then p_now else confirmation_sent_at end,
    recovery_sent_at = case when p_kind = 'recovery' then p_now else recovery_sent_at end,
    email_change_sent_at = case when p_kind = 'email_change' then p_now else email_change_sent_at end
  where id = p_user_id;
  perform enqueue_job('send_account_mail', json_build_object('token_id', v_id));
end
$$;

-- Has a notice mailed to the address that is the account's now; its id makes a second delivery recognisable.
create or replace function auth.send_notice(p_kind text, u auth.users, p_new_email text, p_now timestamptz)
returns void language sql as $$
  with notice as (
    insert into auth.notices (user_id, kind, email, new_email, created_at)
    values (u.id, p_kind, u.email, p_new_email, p_now) returning id
  )
  select enqueue_job('send_account_mail', json_build_object('notice_id', id)) from notice
$$;

-- SPEC section 7, sign up. {user, session} for a new account where confirmation is off, else {user_id}: of the new
-- account, or an invented one for a taken address, which the server answers as if it were new.
create or replace function api.sign_up(
  p_email text, p_password_hash text, p_metadata jsonb, p_confirmation boolean, p_link jsonb,
  p_not_after timestamptz, p_user_agent text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  u auth.users;
begin
  insert into auth.users (email, password_hash, user_metadata, created_at, updated_at)
  values (p_email, p_password_hash, p_metadata, p_now, p_now)
  on conflict (email) do nothing returning * into u;
  if u.id is null then
    select * into u from auth.users where email = p_email for update;
    if p_confirmation then
      if u.email_confirmed_at is not null then
        perform auth.notify_account_owner(u, p_link, p_now);
      else
        perform auth.repeat_unconfirmed_sign_up(u, p_password_hash, p_metadata, p_link, p_now);
      end if;
    end if;
    return jsonb_build_object('user_id', uuidv7());
  end if;
  if p_metadata ? 'role' then
    perform assign_role(u.id, p_metadata->>'role', p_now);
  end if;
  if not p_confirmation then
    return auth.open_session(u.id, 'password', p_confirmation, p_not_after, p_user_agent, p_now);
  end if;
  perform auth.send_link(
    u.id, 'signup', u.email, p_link || '{"proves_owner": true}', p_password_hash, p_metadata, false, p_now
  );
  return jsonb_build_object('user_id', u.id);
end
$$;

-- A sign-up with an address that nobody has confirmed. While an earlier claim is open (a link that is out, or an
-- account that was used while confirmation was off) nobody knows whose mailbox it is: all links become contested,
-- whether or not this one may be mailed now. So they do where the account is staff's: it gets its password only by a
-- recovery link.
create or replace function auth.repeat_unconfirmed_sign_up(
  u auth.users, p_password_hash text, p_metadata jsonb, p_link jsonb, p_now timestamptz
) returns void language plpgsql as $$
begin
  if u.last_sign_in_at is null and not exists (
    select from auth.one_time_tokens
    where user_id = u.id and kind = 'signup' and used_at is null and expires_at > p_now
  ) and not exists (select from staff f where f.user_id = u.id) then
    perform auth.send_link(
      u.id, 'signup', u.email, p_link || '{"proves_owner": true}', p_password_hash, p_metadata, false, p_now
    );
    return;
  end if;
  perform auth.mark_sign_up_links_contested(u.id);
  perform auth.send_link(u.id, 'signup', u.email, p_link, null, null, true, p_now);
end
$$;

-- Sign-up links that are out prove the mailbox from now on, and bring nobody's password or role.
create or replace function auth.mark_sign_up_links_contested(p_user_id uuid) returns void language sql as $$
  update auth.one_time_tokens set
    contested = true, pending_password_hash = null, pending_metadata = null,
    code_challenge = null, code_challenge_method = null, session_id = null, proves_owner = false
  where user_id = p_user_id and kind = 'signup' and used_at is null
$$;

-- A sign-up with a taken address: its owner is told, at most once in the quiet time.
create or replace function auth.notify_account_owner(u auth.users, p_link jsonb, p_now timestamptz) returns void
language plpgsql as $$
begin
  if coalesce(u.confirmation_sent_at, '-infinity') > (p_link->>'quiet_since')::timestamptz or (
    select count(*) from auth.notices
    where user_id = u.id and kind = 'account_exists' and created_at > p_now - interval '1 hour'
  ) >= (p_link->>'hourly')::integer then
    return;
  end if;
  update auth.users set confirmation_sent_at = p_now where id = u.id;
  perform auth.send_notice('account_exists', u, null, p_now);
end
$$;

-- The name under which wrong passwords are counted: known accounts and unknown ones alike.
create or replace function auth.account_key(p_email text) returns text
language sql immutable as $$ select encode(sha256(convert_to(p_email, 'UTF8')), 'hex') $$;

-- Counts an attempt as failed before its proof is looked at, so that guesses made at once are counted too. From the
-- p_free-th in a row on, each doubles the wait. How many seconds until the next may be made; zero: this one may.
create or replace function auth.count_failure(
  p_key text, p_free integer, p_longest_seconds integer, p_now timestamptz
) returns integer language plpgsql as $$
declare
  f auth.sign_in_failures;
begin
  insert into auth.sign_in_failures as known (account_key, failures, last_failed_at)
  values (p_key, 1, p_now)
  on conflict (account_key) do update set
    failures = case when known.last_failed_at < p_now - interval '1 day' then 1 else known.failures + 1 end,
    last_failed_at = p_now
  where known.blocked_until is null or known.blocked_until <= p_now
  returning * into f;
  if f.account_key is null then
    select * into f from auth.sign_in_failures where account_key = p_key;
    return greatest(1, ceil(extract(epoch from f.blocked_until - p_now)));
  end if;
  -- The right password at the first guess, which nearly all are, writes no more than this row.
  if f.failures >= p_free or f.blocked_until is not null then
    update auth.sign_in_failures set blocked_until = case
      when f.failures >= p_free
      then p_now + make_interval(secs => least(p_longest_seconds, 2 ^ least(f.failures - p_free, 20)))
    end
    where account_key = f.account_key;
  end if;
  return 0;
end
$$;

-- A guess at a password. {"blocked_seconds": n}, or {"user_id", "password_hash"}, both null for an unknown account.
create or replace function api.begin_sign_in(
  p_email text, p_free integer, p_longest_seconds integer, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  u auth.users;
  v_blocked integer := auth.count_failure(auth.password_failure_key(p_email, p_now), p_free, p_longest_seconds, p_now);
begin
  select * into u from auth.users where email = p_email;
  if v_blocked > 0 then
    perform api.record_refusal('sign_in_backed_off', u.id, p_now);
    return jsonb_build_object('blocked_seconds', v_blocked);
  end if;
  return jsonb_build_object('user_id', u.id, 'password_hash', u.password_hash);
end
$$;

-- A guess at mailed digits (POST /otp). It counts before they are looked at, so that guesses made at once are counted
-- too: for known addresses and unknown ones alike, and on the code itself. {"blocked_seconds": n}, or {"user_id",
-- "token_id"}: the newest code, null where it has had its tries. api.open_link uses it after the right digits.
create or replace function api.begin_code_sign_in(
  p_email text, p_tries integer, p_free integer, p_longest_seconds integer, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  u auth.users;
  v_token_id uuid;
  v_blocked integer;
begin
  select * into u from auth.users where email = p_email for update;
  v_blocked := auth.count_failure(auth.code_failure_key(p_email, p_now), p_free, p_longest_seconds, p_now);
  if v_blocked > 0 then
    perform api.record_refusal('sign_in_backed_off', u.id, p_now);
    return jsonb_build_object('blocked_seconds', v_blocked);
  end if;
  update auth.one_time_tokens set tries = tries + 1
  where tries < p_tries and id = (
    select id from auth.one_time_tokens where user_id = u.id and kind = 'otp' order by created_at desc limit 1)
  returning id into v_token_id;
  return jsonb_build_object('user_id', u.id, 'token_id', v_token_id);
end
$$;

-- A guess at the current password from inside a session, answered as begin_sign_in does. It counts apart from sign-ins,
-- for all sessions of the account together: whoever holds a token neither guesses more freely by it nor locks the owner
-- out.
create or replace function api.begin_password_proof(
  p_user_id uuid, p_free integer, p_longest_seconds integer, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_blocked integer := auth.count_failure(auth.proof_failure_key(p_user_id, p_now), p_free, p_longest_seconds, p_now);
begin
  if v_blocked > 0 then
    perform api.record_refusal('proof_backed_off', p_user_id, p_now);
    return jsonb_build_object('blocked_seconds', v_blocked);
  end if;
  return jsonb_build_object('user_id', p_user_id,
    'password_hash', (select password_hash from auth.users where id = p_user_id));
end
$$;

-- Deletes the counted guesses at a password after it was replaced.
create or replace function auth.clear_password_failures(u auth.users) returns void language sql as $$
  delete from auth.sign_in_failures where account_key in (auth.account_key(u.email), 'proof:' || u.id)
$$;

-- The data that a new password is compared with. personal_words is defined with the profiles.
create or replace function api.read_password_hash(p_user_id uuid) returns jsonb language plpgsql stable as $$
begin
  return jsonb_build_object(
    'password_hash', (select password_hash from auth.users where id = p_user_id),
    'personal_words', personal_words(p_user_id)
  );
end
$$;

-- After the right password. Bans and missing confirmations are told only here.
create or replace function api.finish_sign_in(
  p_user_id uuid, p_password_hash text, p_confirmation boolean, p_not_after timestamptz,
  p_user_agent text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  u auth.users;
begin
  select * into u from auth.users where id = p_user_id for update;
  -- The password was changed while this one was being checked.
  if u.id is null or u.password_hash is distinct from p_password_hash then
    return jsonb_build_object('refused', 'invalid_credentials');
  end if;
  delete from auth.sign_in_failures where account_key = auth.password_failure_key(u.email, p_now);
  if auth.is_banned(u, p_now) then
    perform api.record_refusal('sign_in_blocked', u.id, p_now);
    return jsonb_build_object('refused', 'user_banned');
  end if;
  if p_confirmation and u.email_confirmed_at is null then
    return jsonb_build_object('refused', 'email_not_confirmed');
  end if;
  return auth.open_session(u.id, 'password', p_confirmation, p_not_after, p_user_agent, p_now);
end
$$;

-- Adds a session with tokens of its own that takes the place of p_old and has all that it has. The links that p_old
-- asked for are its successor's.
create or replace function auth.add_successor(p_old auth.sessions, p_now timestamptz) returns auth.sessions
language plpgsql as $$
declare
  s auth.sessions := p_old;
begin
  s.id := uuidv7();
  s.replaces := p_old.id;
  s.refresh_counter := 0;
  s.refreshed_at := p_now;
  s.renews := false;
  insert into auth.sessions select s.*;
  update auth.one_time_tokens set session_id = s.id where session_id = p_old.id and used_at is null;
  return s;
end
$$;

-- Puts a new session in the place of one that renews. Its tokens, and copies of them, end with it.
create or replace function auth.replace_session(p_old auth.sessions, p_now timestamptz) returns auth.sessions
language plpgsql as $$
declare
  s auth.sessions := auth.add_successor(p_old, p_now);
begin
  update auth.sessions set replaced_by = s.id where id = p_old.id;
  perform auth.end_sessions(p_old.user_id, p_old.id, null, p_now);
  return s;
end
$$;

-- The session that stands in the place of this one now: itself where it was not replaced.
create or replace function auth.current_session_id(p_session_id uuid) returns uuid language sql stable as $$
  with recursive line as (
    select id, replaced_by from auth.sessions where id = p_session_id
    union all
    select n.id, n.replaced_by from line join auth.sessions n on n.id = line.replaced_by
  )
  select id from line where replaced_by is null
$$;

-- Rotation: the active token moves on, its parent gets the active one, an older one ends the session. A session that
-- renews is replaced; a second use of its token ends that too: somebody holds a copy.
create or replace function api.refresh_session(
  p_session_id uuid, p_counter bigint, p_confirmation boolean, p_idle_since timestamptz, p_reuse_since timestamptz,
  p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions;
  u auth.users;
begin
  -- Whatever changes an account locks its user first; a new session's reference to it would come after.
  perform from auth.users where id = (select user_id from auth.sessions where id = p_session_id and renews)
    for no key update;
  select * into s from auth.sessions where id = p_session_id for update;
  if s.id is null then
    return jsonb_build_object('refused', 'refresh_token_not_found');
  end if;
  -- Its token may be a copy: whoever comes second ends what came in its place.
  if s.replaced_by is not null then
    perform auth.end_sessions(s.user_id, auth.current_session_id(s.id), null, p_now);
    return jsonb_build_object('refused', 'refresh_token_already_used');
  end if;
  if s.revoked_at is not null then
    return jsonb_build_object('refused', 'session_not_found');
  end if;
  select * into u from auth.users where id = s.user_id;
  if auth.is_banned(u, p_now) then
    return jsonb_build_object('refused', 'user_banned');
  end if;
  -- Confirmation may have been switched on since: then the account must confirm before it goes on.
  if s.not_after <= p_now or s.refreshed_at < p_idle_since
    or is_session_idle(s.seen_at, p_now) or (p_confirmation and u.email_confirmed_at is null) then
    perform auth.end_sessions(s.user_id, s.id, null, p_now);
    return jsonb_build_object('refused', 'session_expired');
  end if;
  if s.renews and p_counter >= s.refresh_counter - 1 then
    s := auth.replace_session(s, p_now);
  elsif p_counter = s.refresh_counter then
    update auth.sessions set refresh_counter = refresh_counter + 1, refreshed_at = p_now
    where id = s.id returning * into s;
  elsif p_counter < s.refresh_counter - 1 and s.refreshed_at < p_reuse_since then
    perform auth.end_sessions(s.user_id, s.id, null, p_now);
    return jsonb_build_object('refused', 'refresh_token_already_used');
  end if;
  return jsonb_build_object('user', auth.user_json(u, p_confirmation), 'session', auth.session_json(s));
end
$$;

-- The signed-in user, or why there is none: {user, session}.
create or replace function api.read_user(
  p_user_id uuid, p_session_id uuid, p_confirmation boolean, p_now timestamptz
) returns jsonb language plpgsql stable as $$
declare
  u auth.users;
  s auth.sessions;
begin
  select * into u from auth.users where id = p_user_id;
  if u.id is null then
    return jsonb_build_object('refused', 'user_not_found');
  end if;
  select * into s from auth.sessions
  where id = p_session_id and user_id = p_user_id and is_session_valid(revoked_at, not_after, seen_at, null, p_now);
  if s.id is null then
    return jsonb_build_object('refused', 'session_not_found');
  end if;
  if auth.is_banned(u, p_now) then
    return jsonb_build_object('refused', 'user_banned');
  end if;
  return jsonb_build_object('user', auth.user_json(u, p_confirmation), 'session', auth.session_json(s));
end
$$;

-- The caller's living session, locked after its user's row, so that whatever changes an account takes its turn; null
-- when it is gone, or staff's and unused for too long.
create or replace function auth.lock_session(p_user_id uuid, p_session_id uuid, p_now timestamptz)
returns auth.sessions language plpgsql as $$
declare
  s auth.sessions;
begin
  perform from auth.users where id = p_user_id for update;
  select * into s from auth.sessions
  where id = p_session_id and user_id = p_user_id
    and is_session_valid(revoked_at, not_after, seen_at, null, p_now) for update;
  if exists (select from auth.users u where u.id = p_user_id and auth.is_banned(u, p_now)) then
    return null;
  end if;
  return s;
end
$$;

-- Why this session may not change what guards its account (factors, recovery codes, password, address); null: it may.
-- It has shown the second factor, where there is one, and proved its person since p_proven_since, or does so in this
-- call (p_proves_now). Somebody may hold a copy of a session that renews: its proof counts once it was replaced.
create or replace function auth.proof_refusal(
  s auth.sessions, p_proven_since timestamptz, p_proves_now boolean default false
) returns text language sql stable as $$
  select case
    when s.awaits_factor or (auth.has_factor(s.user_id) and s.aal <> 'aal2') then 'insufficient_aal'
    when p_proves_now or (coalesce(s.proven_at >= p_proven_since, false) and not s.renews) then null
    when auth.has_factor(s.user_id)
      or exists (select from auth.users where id = s.user_id and password_hash is null) then 'reauthentication_needed'
    else 'current_password_required'
  end
$$;

-- The same for a change of the password alone, which a recovery link of the last minutes allows once.
create or replace function auth.password_refusal(
  s auth.sessions, p_proven_since timestamptz, p_proves_now boolean default false
) returns text language sql stable as $$
  select case
    when coalesce(s.recovered_at >= p_proven_since, false) and not s.awaits_factor then null
    else auth.proof_refusal(s, p_proven_since, p_proves_now)
  end
$$;

-- Copies of the session's tokens end at its next refresh, which replaces it.
create or replace function auth.renew_session(p_session_id uuid) returns void language sql as $$
  update auth.sessions set renews = true where id = p_session_id and revoked_at is null
$$;

-- Whether the session may change the password alone, or more; asked before the work of a new password is done.
create or replace function api.check_proof(
  p_user_id uuid, p_session_id uuid, p_password_alone boolean, p_proven_since timestamptz, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions := auth.lock_session(p_user_id, p_session_id, p_now);
  v_refusal text;
begin
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  v_refusal := case when p_password_alone then auth.password_refusal(s, p_proven_since)
                    else auth.proof_refusal(s, p_proven_since) end;
  if v_refusal is not null then return jsonb_build_object('refused', v_refusal); end if;
  return '{}';
end
$$;

-- Links that other sessions than p_except asked for stop working, and with them the new address that they would
-- confirm.
create or replace function auth.withdraw_links(p_user_id uuid, p_except uuid, p_now timestamptz) returns void
language plpgsql as $$
begin
  update auth.one_time_tokens set used_at = p_now
  where user_id = p_user_id and used_at is null and (p_except is null or session_id is distinct from p_except)
    and (kind = 'email_change' or session_id is not null);
  update auth.users set new_email = null
  where id = p_user_id and not exists (
    select from auth.one_time_tokens where user_id = p_user_id and kind = 'email_change' and used_at is null);
end
$$;

-- SPEC section 7, sign out: this session, all, or all others. Known devices stay known: an old token could make the
-- owner's unknown, and somebody else's wrong passwords would lock them out. A session that waits for its second factor
-- ends itself alone: the password is not enough to end the owner's.
create or replace function api.sign_out(
  p_user_id uuid, p_session_id uuid, p_scope text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions;
begin
  -- The user first, so that two sign-outs at once do not wait for each other.
  perform from auth.users where id = p_user_id for update;
  -- Somebody who held a copy may have had it replaced first: what came in its place ends too.
  select * into s from auth.sessions
  where id = p_session_id and user_id = p_user_id and (revoked_at is null or replaced_by is not null) for update;
  if s.id is null or (s.revoked_at is null and is_session_idle(s.seen_at, p_now)) then
    return jsonb_build_object('refused', 'session_not_found');
  end if;
  -- The client takes the statuses 401, 403 and 404 for a sign-out: this refusal has another.
  if s.awaits_factor and p_scope <> 'local' then
    return jsonb_build_object('refused', 'reauthentication_needed');
  end if;
  perform auth.end_sessions(
    p_user_id,
    case when p_scope = 'local' then auth.current_session_id(s.id) end,
    case when p_scope = 'others' then s.id end,
    p_now
  );
  if p_scope <> 'local' then
    perform auth.withdraw_links(p_user_id, case when p_scope = 'others' then p_session_id end, p_now);
  end if;
  return '{}';
end
$$;

-- PUT /user. Absent changes are null; the account's own address, while its mailbox is unproven, asks for a link that
-- proves it. p_known_password_hash is the hash that p_password was compared with: when it is no longer the account's,
-- nothing is changed. p_proven_password_hash is the hash that the given current password matched: it proves the person.
create or replace function api.update_user(
  p_user_id uuid, p_session_id uuid, p_proven_password_hash text, p_known_password_hash text, p_password_hash text,
  p_new_email text, p_metadata jsonb, p_metadata_limit integer, p_confirmation boolean, p_link jsonb,
  p_proven_since timestamptz, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  u auth.users;
  s auth.sessions := auth.lock_session(p_user_id, p_session_id, p_now);
  -- It stays the session's, also when that is replaced.
  v_link jsonb := p_link || jsonb_build_object('session_id', s.id, 'proves_owner', true);
  v_link_kind text;
  v_seconds integer;
  v_refusal text;
begin
  if s.id is null then
    return jsonb_build_object('refused', 'session_not_found');
  end if;
  select * into u from auth.users where id = p_user_id;
  if auth.is_banned(u, p_now) then
    return jsonb_build_object('refused', 'user_banned');
  end if;
  if p_proven_password_hash is not null then
    -- The password was changed while this one was being checked.
    if u.password_hash is distinct from p_proven_password_hash then
      return jsonb_build_object('refused', 'current_password_invalid');
    end if;
    delete from auth.sign_in_failures where account_key = auth.proof_failure_key(u.id, p_now);
    update auth.sessions set proven_at = p_now where id = s.id returning * into s;
    perform auth.renew_session(s.id);
  end if;
  v_refusal := case
    -- The session may be of a stranger who chose the password, and have come here by a link: whoever proves the mailbox
    -- must know the password itself.
    when p_new_email = u.email and u.owner_proven_at is null and p_proven_password_hash is null
      then 'current_password_required'
    when p_new_email <> u.email then auth.proof_refusal(s, p_proven_since, p_proven_password_hash is not null)
    when p_password_hash is not null then auth.password_refusal(s, p_proven_since, p_proven_password_hash is not null)
    -- The screen that asks for the factor keeps its language.
    when p_metadata - 'language' <> '{}' and s.awaits_factor then 'insufficient_aal'
  end;
  if v_refusal is not null then
    return jsonb_build_object('refused', v_refusal);
  end if;
  if p_password_hash is not null and u.password_hash is distinct from p_known_password_hash then
    return jsonb_build_object('refused', 'conflict');
  end if;
  v_link_kind := case
    when p_new_email <> u.email and auth.is_new_email_confirmed_first(u, p_confirmation) then 'email_change'
    when p_new_email = u.email and u.owner_proven_at is null then 'signup'
  end;
  -- Said aloud, because only the owner hears it; and before anything is written, so that a link that is out stays good.
  if v_link_kind is not null or p_new_email <> u.email then
    v_seconds := case when v_link_kind is null then auth.seconds_until_other_mail_may_be_sent(u.id,
      (p_link->>'mails_to_others')::integer, p_now)
                      else auth.seconds_until_mail_may_be_sent(u.id, v_link_kind, p_new_email, v_link, p_now) end;
    if v_seconds > 0 then
      return jsonb_build_object('refused', 'over_email_send_rate_limit', 'retry_after_seconds', v_seconds,
        'mails_to_others', case when v_seconds = auth.seconds_until_other_mail_may_be_sent(u.id,
          (p_link->>'mails_to_others')::integer, p_now)
                                then (p_link->>'mails_to_others')::integer end);
    end if;
  end if;
  -- After the quota: who has used it up learns nothing more of other addresses.
  if p_new_email <> u.email
    and exists (select from auth.users where email = p_new_email) then
    return jsonb_build_object('refused', 'email_exists');
  end if;
  if p_metadata is not null then
    -- A null takes its key away; the role moves only through assign_role.
    select coalesce(jsonb_object_agg(key, value), '{}') into u.user_metadata
    from jsonb_each(u.user_metadata || (p_metadata - 'role')) where value <> 'null';
    if octet_length(u.user_metadata::text) > p_metadata_limit then
      return jsonb_build_object('refused', 'metadata_too_large');
    end if;
    update auth.users set user_metadata = u.user_metadata, updated_at = p_now where id = u.id;
    if p_metadata ? 'role' then
      perform assign_role(u.id, p_metadata->>'role', p_now);
    end if;
  end if;
  if p_password_hash is not null then
    perform auth.set_password(u, p_session_id, p_password_hash, p_now);
  end if;
  if p_new_email <> u.email then
    perform auth.change_email(u, p_new_email, p_confirmation, v_link, p_now);
  elsif v_link_kind = 'signup' then
    perform auth.send_link(u.id, 'signup', u.email, v_link, null, null, false, p_now);
  end if;
  select * into u from auth.users where id = p_user_id;
  return jsonb_strip_nulls(jsonb_build_object(
    -- A new password has made the account forget every device; this one belongs to who chose it.
    'device', case when p_password_hash is not null then auth.remember_device(u.id, p_now) end
  )) || jsonb_build_object('user', auth.user_json(u, p_confirmation));
end
$$;

-- A new password ends the other sessions, the links that are out, an address that waits for its link, and the back-off;
-- the owner is told.
create or replace function auth.set_password(
  u auth.users, p_session_id uuid, p_password_hash text, p_now timestamptz
) returns void language plpgsql as $$
begin
  update auth.users set password_hash = p_password_hash, new_email = null, updated_at = p_now where id = u.id;
  perform auth.clear_password_failures(u);
  perform auth.end_sessions(u.id, null, p_session_id, p_now);
  -- A recovery link chooses one password.
  update auth.sessions set recovered_at = null where id = p_session_id;
  perform auth.end_links(u.id, array['signup', 'recovery', 'email_change'], p_now);
  perform auth.send_notice('password_changed', u, null, p_now);
end
$$;

-- Whether a new address counts only once its link is opened: always with confirmation, and for an account whose mailbox
-- was proven, which stays so.
create or replace function auth.is_new_email_confirmed_first(u auth.users, p_confirmation boolean) returns boolean
language sql immutable as $$ select p_confirmation or u.owner_proven_at is not null $$;

-- The new mailbox opens its link first, or the change counts at once. The old one is told either way.
create or replace function auth.change_email(
  u auth.users, p_new_email text, p_confirmation boolean, p_link jsonb, p_now timestamptz
) returns void language plpgsql as $$
begin
  if not auth.is_new_email_confirmed_first(u, p_confirmation) then
    update auth.users
    set email = p_new_email, email_confirmed_at = null, new_email = null, updated_at = p_now
    where id = u.id;
    perform auth.end_links(u.id, array['signup', 'recovery', 'email_change'], p_now);
    perform auth.send_notice('email_changed', u, p_new_email, p_now);
    return;
  end if;
  -- Links to an address asked for before must not confirm this one.
  if u.new_email is distinct from p_new_email then
    perform auth.end_links(u.id, array['email_change'], p_now);
  end if;
  update auth.users set new_email = p_new_email, updated_at = p_now where id = u.id;
  perform auth.send_link(u.id, 'email_change', p_new_email, p_link, null, null, false, p_now);
  perform auth.send_notice('email_change_requested', u, p_new_email, p_now);
end
$$;

-- Asks for a link or digits by mail (POST /recover, /resend, /otp), whoever has the address or nobody: what is done
-- here is the same, so that neither the answer nor its time tells whether there is an account. The job
-- write_account_link does the rest. The queue keeps no address.
create or replace function api.request_link(p_kind text, p_email text, p_link jsonb, p_now timestamptz) returns jsonb
language plpgsql as $$
begin
  perform enqueue_job('write_account_link', json_build_object(
    'user_id', (select id from auth.users where email = p_email), 'kind', p_kind, 'link', p_link, 'asked_at', p_now));
  return '{}';
end
$$;

-- Writes the link that was asked for and has it mailed. An address change is sent again; a confirmation too, with the
-- last sign-up's wishes: a contested one stays so. A second run finds the link of the first in the quiet time.
create or replace function api.send_requested_link(p_user_id uuid, p_kind text, p_link jsonb, p_now timestamptz)
returns jsonb
language plpgsql as $$
declare
  u auth.users;
  t auth.one_time_tokens;
begin
  select * into u from auth.users where id = p_user_id for update;
  if p_kind = 'recovery' and u.id is not null and not auth.is_banned(u, p_now) then
    perform auth.send_link(u.id, 'recovery', u.email, p_link, null, null, false, p_now);
  elsif p_kind = 'otp' and u.owner_proven_at is not null and not auth.is_banned(u, p_now) then
    perform auth.send_link(u.id, 'otp', u.email, p_link, null, null, false, p_now);
  elsif p_kind = 'signup' and u.id is not null and u.email_confirmed_at is null then
    select * into t from auth.one_time_tokens
    where user_id = u.id and kind = 'signup' and applied_at is null order by created_at desc limit 1;
    if u.last_sign_in_at is not null then
      t.pending_password_hash := null;
      t.pending_metadata := null;
    end if;
    perform auth.send_link(
      u.id, 'signup', u.email, p_link, t.pending_password_hash, t.pending_metadata,
      -- Whoever asks here has shown nothing: an account that was used is not theirs by that. And with the last link
      -- swept away nobody knows any more whose claim stands.
      u.last_sign_in_at is not null or coalesce(t.contested, true), p_now
    );
  elsif p_kind = 'email_change' and u.new_email is not null then
    -- Whoever asks here has shown nothing: only a link that is out is sent again, for the session that asked for it.
    select * into t from auth.one_time_tokens
    where user_id = u.id and kind = 'email_change' and email = u.new_email
      and used_at is null and applied_at is null and expires_at > p_now
    order by created_at desc limit 1;
    if t.id is not null then
      perform auth.send_link(u.id, 'email_change', u.new_email,
        -- Only the browser that asked for the new address may exchange its link, not the one that asks here.
        p_link || jsonb_build_object('session_id', t.session_id, 'proves_owner', t.proves_owner,
          'redirect_to', t.redirect_to,
          'code_challenge', t.code_challenge, 'code_challenge_method', t.code_challenge_method),
        null, null, false, p_now
      );
    end if;
  end if;
  return '{}';
end
$$;

-- What an opened link proves. Null when the link is not good (any more), else the user it belongs to.
-- Locks the user before the link, as every other function does.
create or replace function auth.find_valid_link(p_token_id uuid, p_kind text, p_email text, p_now timestamptz)
returns auth.one_time_tokens language plpgsql as $$
declare
  t auth.one_time_tokens;
  u auth.users;
begin
  select users.* into u
  from auth.users join auth.one_time_tokens on one_time_tokens.user_id = users.id
  where one_time_tokens.id = p_token_id
  for update of users;
  select * into t from auth.one_time_tokens where id = p_token_id for update;
  if t.id is null or t.used_at is not null or t.expires_at <= p_now or t.kind <> p_kind
    or (p_email is not null and p_email <> t.email) or auth.is_banned(u, p_now)
    -- The mailbox must still be the account's, or the one it asked for.
    or (t.email <> u.email and (t.kind <> 'email_change' or t.applied_at is not null))
    or (t.kind = 'email_change' and t.applied_at is null and t.email is distinct from u.new_email)
    or (t.kind = 'otp' and u.owner_proven_at is null)
    -- Who asked to prove the mailbox, or for a new address, must still be signed in there.
    or (t.kind in ('signup', 'email_change') and t.applied_at is null and t.session_id is not null and not exists (
      select from auth.sessions s where s.id = t.session_id
        and is_session_valid(s.revoked_at, s.not_after, s.seen_at, null, p_now))) then
    return null;
  end if;
  return t;
end
$$;

-- The mailbox of an account is proven for the first time, and not by who chose its password: nothing that others
-- chose survives. Password, sessions, links and an IBAN that waits end; the role goes too, unless the account was used
-- with it. There is no second factor: none is added before the mailbox is proven.
create or replace function auth.reset_unproven_account(u auth.users, p_now timestamptz) returns void
language plpgsql as $$
begin
  update auth.users set password_hash = null, new_email = null, updated_at = p_now where id = u.id;
  perform auth.clear_password_failures(u);
  perform auth.end_sessions(u.id, null, null, p_now);
  perform auth.end_links(u.id, array['signup', 'recovery', 'email_change'], p_now);
  perform withdraw_iban_change_of_user(u.id, p_now);
  if u.last_sign_in_at is null then
    delete from user_roles where user_id = u.id;
  end if;
  update auth.users set user_metadata = coalesce(
    (select jsonb_build_object('role', r.role) from user_roles r where r.user_id = u.id), '{}') where id = u.id;
end
$$;

-- From now on this mailbox is known to be read by who chose the account's password or has yet to choose it.
create or replace function api.prove_mailbox(p_user_id uuid, p_now timestamptz) returns void language sql as $$
  update auth.users set
    email_confirmed_at = coalesce(email_confirmed_at, p_now), owner_proven_at = coalesce(owner_proven_at, p_now)
  where id = p_user_id
$$;

-- Whether a session asked for the link to prove the mailbox of its account (PUT /user with the account's own address).
create or replace function auth.is_proof_link(t auth.one_time_tokens) returns boolean
language sql immutable as $$ select t.kind = 'signup' and t.session_id is not null $$;

-- Whether the link, used by a browser that is not known to have asked for it, makes its account start over.
create or replace function auth.is_account_reset_by_link(t auth.one_time_tokens) returns boolean
language sql stable as $$
  select u.owner_proven_at is null and (t.contested or t.kind = 'recovery'
    or (auth.is_proof_link(t) and not t.proves_owner))
    from auth.users u where u.id = t.user_id
$$;

-- Does what the link was sent for, once. t.proves_owner says that the browser that asked for it opens it.
create or replace function auth.apply_link(t auth.one_time_tokens, p_now timestamptz) returns void
language plpgsql as $$
declare
  u auth.users;
  v_starts_over boolean;
begin
  if t.applied_at is not null then
    return;
  end if;
  select * into u from auth.users where id = t.user_id;
  v_starts_over := auth.is_account_reset_by_link(t);
  update auth.users set
    email = t.email,
    new_email = case when t.kind = 'email_change' then null else new_email end,
    email_confirmed_at = case when t.kind = 'email_change' then p_now else coalesce(email_confirmed_at, p_now) end,
    -- Who reads the new mailbox need not be who chose the password: they may take the account over by a recovery.
    owner_proven_at = case when t.kind <> 'email_change' or t.proves_owner then owner_proven_at end,
    updated_at = p_now
  where id = t.user_id;
  if v_starts_over then
    perform auth.reset_unproven_account(u, p_now);
    perform api.prove_mailbox(u.id, p_now);
  elsif t.pending_password_hash is not null and u.email_confirmed_at is null and u.last_sign_in_at is null then
    update auth.users set password_hash = t.pending_password_hash, user_metadata = t.pending_metadata
    where id = t.user_id;
    if t.pending_metadata ? 'role' then
      perform assign_role(t.user_id, t.pending_metadata->>'role', p_now);
    else
      -- This sign-up chose no role: what an earlier one chose still stands in user_roles.
      update auth.users set user_metadata = user_metadata || jsonb_build_object('role', r.role)
      from user_roles r where users.id = t.user_id and r.user_id = t.user_id;
    end if;
  end if;
  update auth.one_time_tokens set applied_at = p_now where id = t.id;
  update auth.one_time_tokens set used_at = p_now
  where user_id = t.user_id and kind = t.kind and id <> t.id and used_at is null;
end
$$;

-- Opens a mailed link. {"code": true} where the browser that asked must exchange it (PKCE, only by link); {"opened":
-- true} for the clicked link of an address change without a code; {"changed": true} for a change of the address that
-- was confirmed, which signs nobody in; else {user, session}, and the link is spent. "token": whoever is elsewhere may
-- use the link's own token, after a question. A PKCE link may be opened again until it is exchanged: a mail scanner may
-- come first.
create or replace function api.open_link(
  p_token_id uuid, p_kind text, p_email text, p_by_link boolean, p_auth_code_hash bytea,
  p_code_expires_at timestamptz, p_confirmation boolean, p_not_after timestamptz, p_user_agent text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  t auth.one_time_tokens;
begin
  t := auth.find_valid_link(p_token_id, p_kind, p_email, p_now);
  if t.id is null then
    return jsonb_build_object('refused', 'otp_expired');
  end if;
  if exists (select from auth.users where email = t.email and id <> t.user_id) then
    return jsonb_build_object('refused', 'otp_expired');
  end if;
  -- Neither a click nor the token shows whose browser it is.
  t.proves_owner := false;
  if p_by_link and t.code_challenge is not null then
    if t.kind = 'signup' and not auth.is_proof_link(t) then
      perform auth.apply_link(t, p_now);
    end if;
    insert into auth.flow_states (token_id, auth_code_hash, created_at, expires_at)
    values (t.id, p_auth_code_hash, p_now, p_code_expires_at);
    return jsonb_build_object('code', true, 'token', t.kind <> 'signup' or auth.is_proof_link(t));
  end if;
  -- A click ends nothing that others chose: a mail scanner may come first, and whoever asked may have been a stranger.
  if p_by_link and (t.kind = 'email_change' or (t.applied_at is null and auth.is_account_reset_by_link(t))) then
    return jsonb_build_object('opened', true);
  end if;
  if t.kind = 'email_change' then
    -- A stranger's second factor would keep out who reads the mailbox; where there is one, only the asking browser
    -- confirms.
    if auth.has_factor(t.user_id) then
      return jsonb_build_object('refused', 'bad_code_verifier');
    end if;
    perform auth.apply_link(t, p_now);
    update auth.one_time_tokens set used_at = p_now where id = t.id;
    return jsonb_build_object('changed', true);
  end if;
  return auth.use_link(t, p_confirmation, p_not_after, p_user_agent, p_now);
end
$$;

create or replace function auth.use_link(
  t auth.one_time_tokens, p_confirmation boolean, p_not_after timestamptz, p_user_agent text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_opened jsonb;
begin
  perform auth.apply_link(t, p_now);
  update auth.one_time_tokens set used_at = p_now where id = t.id;
  delete from auth.flow_states where token_id = t.id;
  if t.kind = 'signup' and t.proves_owner then
    perform api.prove_mailbox(u.id, p_now) from auth.users u
    where u.id = t.user_id and (t.pending_password_hash is null or t.pending_password_hash = u.password_hash);
  end if;
  if t.kind = 'email_change' or (auth.is_proof_link(t) and t.proves_owner) then
    -- The session that asked goes on as it is.
    return (
      select jsonb_build_object('user', auth.user_json(u, p_confirmation), 'session', auth.session_json(s))
      from auth.users u, auth.sessions s where u.id = t.user_id and s.id = t.session_id
    );
  end if;
  v_opened := auth.open_session(
    t.user_id, case when t.kind = 'recovery' or t.contested or auth.is_proof_link(t) then 'recovery' else 'otp' end,
    p_confirmation, p_not_after, p_user_agent, p_now
  );
  if t.kind <> 'otp' then
    return v_opened;
  end if;
  -- Somebody has typed the digits: a sign-in, as with the password.
  delete from auth.sign_in_failures where account_key = auth.code_failure_key(t.email, p_now);
  return v_opened || jsonb_strip_nulls(jsonb_build_object(
    'device', case when not auth.has_factor(t.user_id) then auth.remember_device(t.user_id, p_now) end));
end
$$;

-- The challenge that a PKCE code must answer.
create or replace function api.read_flow_state(p_auth_code_hash bytea, p_now timestamptz) returns jsonb
language plpgsql stable as $$
declare
  f auth.flow_states;
  t auth.one_time_tokens;
begin
  select * into f from auth.flow_states where auth_code_hash = p_auth_code_hash;
  if f.id is null then
    return jsonb_build_object('refused', 'flow_state_not_found');
  end if;
  if f.expires_at <= p_now then
    return jsonb_build_object('refused', 'flow_state_expired');
  end if;
  select * into t from auth.one_time_tokens where id = f.token_id;
  return jsonb_build_object('code_challenge', t.code_challenge, 'code_challenge_method', t.code_challenge_method);
end
$$;

-- After the verifier has answered the challenge: the session, and the link is spent.
create or replace function api.exchange_code(
  p_auth_code_hash bytea, p_confirmation boolean, p_not_after timestamptz, p_user_agent text, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  v_link auth.one_time_tokens;
  t auth.one_time_tokens;
begin
  select one_time_tokens.* into v_link
  from auth.one_time_tokens join auth.flow_states on flow_states.token_id = one_time_tokens.id
  where auth_code_hash = p_auth_code_hash;
  t := auth.find_valid_link(v_link.id, v_link.kind, null, p_now);
  if t.id is null or (t.kind = 'email_change' and not t.proves_owner)
    or exists (select from auth.users where email = t.email and id <> t.user_id) then
    return jsonb_build_object('refused', 'flow_state_not_found');
  end if;
  return auth.use_link(t, p_confirmation, p_not_after, p_user_agent, p_now);
end
$$;

-- The language of a mail: what the sign-up that asked for it wished, else the account's, else English.
create or replace function auth.mail_language(p_wished jsonb, p_known jsonb) returns text
language sql immutable as $$
  select case when p_wished->>'language' in ('en', 'ar') then p_wished->>'language'
              when p_known->>'language' in ('en', 'ar') then p_known->>'language'
              else 'en' end
$$;

-- What the mail job of a link needs: {kind, is_proof, email, language, redirect_to, pkce}, or null when it is no good
-- (any more).
create or replace function api.read_link_mail(p_token_id uuid, p_now timestamptz) returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'kind', t.kind, 'is_proof', auth.is_proof_link(t), 'email', t.email,
    'language', auth.mail_language(t.pending_metadata, u.user_metadata),
    'redirect_to', t.redirect_to, 'pkce', t.code_challenge is not null
  )
  from auth.one_time_tokens t join auth.users u on u.id = t.user_id
  where t.id = p_token_id and t.used_at is null and t.applied_at is null and t.expires_at > p_now
$$;

-- What the mail job of a notice needs: {kind, email, language, new_email}.
create or replace function api.read_notice_mail(p_notice_id uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'kind', n.kind, 'email', n.email, 'new_email', n.new_email,
    'language', coalesce(n.language, auth.mail_language(null, u.user_metadata)),
    'factor_removal_id', n.factor_removal_id, 'effective_at', r.effective_at
  )
  from auth.notices n join auth.users u on u.id = n.user_id
  left join auth.factor_removals r on r.id = n.factor_removal_id where n.id = p_notice_id
$$;

-- The mail of an erasure is sent: nothing has the person's address any more.
create or replace function api.delete_erasure_notice(p_notice_id uuid) returns jsonb language plpgsql as $$
begin
  delete from auth.notices n where n.id = p_notice_id and n.kind = 'account_erased';
  return '{}';
end
$$;

-- Takes away what no longer has a use. Keeps a revoked session for a while, so that its tokens are told apart.
create or replace function api.delete_expired_auth_rows(p_before timestamptz) returns jsonb
language plpgsql as $$
begin
  delete from auth.flow_states where expires_at < p_before;
  delete from auth.one_time_tokens where expires_at < p_before;
  delete from auth.notices where created_at < p_before;
  delete from auth.factor_challenges where expires_at < p_before;
  delete from auth.sessions where not_after < p_before or revoked_at < p_before;
  delete from auth.sign_in_failures where last_failed_at < p_before and coalesce(blocked_until, p_before) <= p_before;
  return '{}';
end
$$;

-- Processes that start at once agree on one key.
create or replace function api.add_first_signing_key(
  p_kid text, p_public_jwk jsonb, p_private_key_sealed bytea, p_now timestamptz
) returns void language plpgsql as $$
begin
  perform take_lock(hashtext('auth.signing_keys'));
  insert into auth.signing_keys (kid, public_jwk, private_key_sealed, created_at)
  select p_kid, p_public_jwk, p_private_key_sealed, p_now
  where not exists (select from auth.signing_keys where retired_at is null);
end
$$;

grant usage on schema auth to hamla_accounts, hamla_app;
grant select, insert, update, delete
  on auth.users, auth.sessions, auth.one_time_tokens, auth.notices, auth.flow_states, auth.sign_in_failures,
    auth.request_counts, auth.factors, auth.factor_challenges, auth.recovery_codes
  to hamla_accounts;
grant select, insert, update on auth.signing_keys to hamla_accounts;
grant select, insert, update, delete on user_roles to hamla_accounts;
-- Every product call proves that its session lives.
grant select (id, user_id, revoked_at, not_after, seen_at, awaits_factor) on auth.sessions to hamla_app;
grant select (id, banned_until) on auth.users to hamla_app;

grant execute on function api.sign_up, api.begin_sign_in, api.begin_code_sign_in, api.begin_password_proof,
  api.read_password_hash, api.finish_sign_in, api.refresh_session, api.read_user, api.check_proof, api.sign_out,
  api.update_user,
  api.request_link, api.send_requested_link, api.prove_mailbox, api.open_link, api.read_flow_state, api.exchange_code,
  api.read_link_mail, api.read_notice_mail, api.delete_erasure_notice, api.delete_expired_auth_rows,
  api.add_first_signing_key to hamla_accounts;
