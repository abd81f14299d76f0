-- Second factors: enrolment, challenge, proof. A session that has shown one is aal2.

-- Why the account may have no second factor: nobody has proven its mailbox. A factor would keep out who reads it. Null:
-- it may.
create or replace function auth.mailbox_refusal(p_user_id uuid) returns text language sql stable as $$
  select case when not exists (select from auth.users where id = p_user_id and owner_proven_at is not null)
              then 'email_not_confirmed' end
$$;

-- Begins a factor, which waits for its first code; an earlier one that never got it falls away.
create or replace function api.enrol_factor(
  p_user_id uuid, p_session_id uuid, p_factor_id uuid, p_friendly_name text, p_secret_sealed bytea, p_limit integer,
  p_proven_since timestamptz, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions;
  v_refusal text;
begin
  s := auth.lock_session(p_user_id, p_session_id, p_now);
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  v_refusal := coalesce(auth.mailbox_refusal(p_user_id), auth.proof_refusal(s, p_proven_since));
  if v_refusal is not null then return jsonb_build_object('refused', v_refusal); end if;
  if exists (select from auth.factors where user_id = p_user_id and status = 'verified'
    and friendly_name = p_friendly_name) then
    return jsonb_build_object('refused', 'mfa_factor_name_conflict');
  end if;
  if (select count(*) from auth.factors where user_id = p_user_id and status = 'verified') >= p_limit then
    return jsonb_build_object('refused', 'too_many_enrolled_mfa_factors');
  end if;
  delete from auth.factors where user_id = p_user_id and status = 'unverified';
  insert into auth.factors (id, user_id, friendly_name, secret_sealed, created_at, updated_at)
  values (p_factor_id, p_user_id, p_friendly_name, p_secret_sealed, p_now, p_now);
  return '{}';
end
$$;

create or replace function api.challenge_factor(
  p_user_id uuid, p_session_id uuid, p_factor_id uuid, p_expires_at timestamptz, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions := auth.lock_session(p_user_id, p_session_id, p_now);
  v_id uuid;
begin
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  insert into auth.factor_challenges (factor_id, created_at, expires_at)
  select f.id, p_now, p_expires_at from auth.factors f where f.id = p_factor_id and f.user_id = p_user_id
  returning id into v_id;
  if v_id is null then return jsonb_build_object('refused', 'mfa_factor_not_found'); end if;
  return jsonb_build_object('id', v_id);
end
$$;

-- Counts a try at a code as failed before the code is looked at, so that guesses made at once are counted too.
-- {"secret_sealed": hex, "last_used_step": n}, or what is refused.
create or replace function api.begin_factor_verification(
  p_user_id uuid, p_session_id uuid, p_factor_id uuid, p_challenge_id uuid, p_free integer, p_longest_seconds integer,
  p_proven_since timestamptz, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions;
  f auth.factors;
  c auth.factor_challenges;
  v_refusal text;
  v_blocked integer;
begin
  s := auth.lock_session(p_user_id, p_session_id, p_now);
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  select * into f from auth.factors where id = p_factor_id and user_id = p_user_id;
  if f.id is null then return jsonb_build_object('refused', 'mfa_factor_not_found'); end if;
  select * into c from auth.factor_challenges where id = p_challenge_id and factor_id = f.id;
  if c.id is null or c.verified_at is not null or c.expires_at <= p_now then
    return jsonb_build_object('refused', 'mfa_challenge_expired');
  end if;
  -- Said before the code counts as a failure.
  v_refusal := case when f.status = 'unverified'
                    then coalesce(auth.mailbox_refusal(p_user_id), auth.proof_refusal(s, p_proven_since)) end;
  if v_refusal is not null then return jsonb_build_object('refused', v_refusal); end if;
  v_blocked := auth.count_failure(auth.factor_failure_key(p_user_id, p_now), p_free, p_longest_seconds, p_now);
  if v_blocked > 0 then
    return jsonb_build_object('refused', 'over_request_rate_limit', 'retry_after_seconds', v_blocked);
  end if;
  return jsonb_build_object('secret_sealed', encode(f.secret_sealed, 'hex'), 'last_used_step', f.last_used_step);
end
$$;

-- Counts a try at a code outside a sign-in as begin_factor_verification does. {"factors": [{"id", "secret_sealed": hex,
-- "last_used_step"}]}, those that count; or what is refused.
create or replace function api.begin_factor_proof(
  p_user_id uuid, p_session_id uuid, p_free integer, p_longest_seconds integer, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions := auth.lock_session(p_user_id, p_session_id, p_now);
  v_blocked integer;
begin
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  v_blocked := auth.count_failure(auth.factor_failure_key(p_user_id, p_now), p_free, p_longest_seconds, p_now);
  if v_blocked > 0 then
    return jsonb_build_object('refused', 'over_request_rate_limit', 'retry_after_seconds', v_blocked);
  end if;
  return jsonb_build_object('factors', (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'secret_sealed', encode(f.secret_sealed, 'hex'),
             'last_used_step', f.last_used_step)), '[]')
      from auth.factors f where f.user_id = p_user_id and f.status = 'verified'));
end
$$;

-- After the right code: the factor counts, a new session that is aal2 takes the place of this one, and the sessions
-- that have not shown a factor end. p_recovery_code_hash stands instead of a code of the authenticator. {user,
-- session}.
create or replace function api.finish_factor_verification(
  p_user_id uuid, p_session_id uuid, p_factor_id uuid, p_challenge_id uuid, p_step bigint,
  p_recovery_code_hash bytea, p_confirmation boolean, p_proven_since timestamptz, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions;
  u auth.users;
  v_refusal text;
  v_is_new boolean;
  v_proves boolean;
  v_is_known boolean;
  v_other uuid;
begin
  s := auth.lock_session(p_user_id, p_session_id, p_now);
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  select * into u from auth.users where id = p_user_id;
  select f.status = 'unverified', f.verified_at < p_proven_since into v_is_new, v_is_known
    from auth.factor_challenges c join auth.factors f on f.id = c.factor_id
   where c.id = p_challenge_id and c.factor_id = p_factor_id and f.user_id = p_user_id
     and c.verified_at is null and c.expires_at > p_now;
  if not found then return jsonb_build_object('refused', 'mfa_challenge_expired'); end if;
  -- A factor at its own enrolment says nothing of who enrols it: somebody else must have.
  v_proves := not v_is_new or p_recovery_code_hash is not null;
  v_refusal := case when not v_proves
                    then coalesce(auth.mailbox_refusal(p_user_id), auth.proof_refusal(s, p_proven_since)) end;
  if v_refusal is not null then return jsonb_build_object('refused', v_refusal); end if;
  if p_recovery_code_hash is not null then
    -- A recovery code stands in for a factor that counts; it proves no new one.
    update auth.recovery_codes set used_at = p_now
    where user_id = p_user_id and code_hash = p_recovery_code_hash and used_at is null and auth.has_factor(p_user_id);
  else
    update auth.factors set status = 'verified', last_used_step = p_step, updated_at = p_now,
      verified_at = coalesce(verified_at, p_now)
    where id = p_factor_id and user_id = p_user_id and last_used_step < p_step;
  end if;
  -- The challenge stays: the next code may be the right one.
  if not found then return jsonb_build_object('refused', 'mfa_verification_failed'); end if;
  update auth.factor_challenges set verified_at = p_now where id = p_challenge_id;
  if p_recovery_code_hash is not null then
    perform auth.send_notice('recovery_code_used', u, null, p_now);
  elsif v_is_new then
    update auth.users set factors_ended = false where id = p_user_id;
    perform auth.send_notice('factor_added', u, null, p_now);
  end if;
  delete from auth.sign_in_failures where account_key = auth.factor_failure_key(p_user_id, p_now);
  for v_other in
    select o.id from auth.sessions o
     where o.user_id = p_user_id and o.revoked_at is null and o.aal <> 'aal2' and o.id <> s.id
  loop
    perform auth.end_sessions(p_user_id, v_other, null, p_now);
  end loop;
  -- Somebody may hold a copy of the tokens that stood for less: what was shown counts for a new session. The old one
  -- waits for a factor for some minutes: where the answer is lost, the person shows another code.
  update auth.sessions set
    awaits_factor = true, aal = 'aal1',
    not_after = least(not_after, p_now + interval '5 minutes')
  where id = s.id;
  perform announce('hamla_sessions', s.id::text);
  s := auth.add_successor(s, p_now);
  update auth.sessions set
    aal = 'aal2', awaits_factor = false,
    factor_proven_at = case when v_proves then p_now else factor_proven_at end,
    -- Who has added the factor in these minutes may have been let in by a proof that runs out: it prolongs none.
    proven_at = case when v_is_known or p_recovery_code_hash is not null then p_now else proven_at end,
    amr = jsonb_build_array(jsonb_build_object(
      'method', case when p_recovery_code_hash is null then 'totp' else 'recovery_code' end,
      'timestamp', floor(extract(epoch from p_now))::bigint)) || amr
  where id = s.id returning * into s;
  return jsonb_strip_nulls(jsonb_build_object('device', auth.remember_device(p_user_id, p_now)))
    || jsonb_build_object('user', auth.user_json(u, p_confirmation), 'session', auth.session_json(s));
end
$$;

-- Takes a factor away. With the last one the recovery codes go too, and the
-- sessions that still wait for it: they have nothing to show any more.
create or replace function api.unenrol_factor(
  p_user_id uuid, p_session_id uuid, p_factor_id uuid, p_proven_since timestamptz, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions;
  f auth.factors;
  v_refusal text;
begin
  s := auth.lock_session(p_user_id, p_session_id, p_now);
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  select * into f from auth.factors where id = p_factor_id and user_id = p_user_id;
  if f.id is null then return jsonb_build_object('refused', 'mfa_factor_not_found'); end if;
  v_refusal := auth.proof_refusal(s, p_proven_since);
  if v_refusal is not null then return jsonb_build_object('refused', v_refusal); end if;
  delete from auth.factors where id = f.id;
  if f.status = 'verified' then
    perform auth.send_notice('factor_removed', u, null, p_now) from auth.users u where u.id = p_user_id;
  end if;
  if not auth.has_factor(p_user_id) then
    delete from auth.recovery_codes where user_id = p_user_id;
    perform auth.end_sessions(p_user_id, o.id, null, p_now)
       from auth.sessions o where o.user_id = p_user_id and o.revoked_at is null and o.awaits_factor;
    update auth.sessions set aal = 'aal1' where user_id = p_user_id and revoked_at is null;
  end if;
  return jsonb_build_object('id', f.id);
end
$$;

-- New recovery codes in place of the old ones.
create or replace function api.replace_recovery_codes(
  p_user_id uuid, p_session_id uuid, p_code_hashes bytea[], p_proven_since timestamptz, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions;
  v_refusal text;
begin
  s := auth.lock_session(p_user_id, p_session_id, p_now);
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  if s.aal <> 'aal2' then return jsonb_build_object('refused', 'insufficient_aal'); end if;
  v_refusal := auth.proof_refusal(s, p_proven_since);
  if v_refusal is not null then return jsonb_build_object('refused', v_refusal); end if;
  delete from auth.recovery_codes where user_id = p_user_id;
  insert into auth.recovery_codes (user_id, code_hash, created_at)
  select p_user_id, h, p_now from unnest(p_code_hashes) h;
  perform auth.send_notice('recovery_codes_made', u, null, p_now) from auth.users u where u.id = p_user_id;
  return '{}';
end
$$;

-- The person was told that the second factors of before were ended.
create or replace function api.dismiss_factors_ended(
  p_user_id uuid, p_session_id uuid, p_confirmation boolean, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  s auth.sessions := auth.lock_session(p_user_id, p_session_id, p_now);
  u auth.users;
begin
  if s.id is null then return jsonb_build_object('refused', 'session_not_found'); end if;
  update auth.users set factors_ended = false where id = p_user_id returning * into u;
  return jsonb_build_object('user', auth.user_json(u, p_confirmation));
end
$$;

grant execute on function api.enrol_factor, api.challenge_factor, api.begin_factor_verification,
  api.finish_factor_verification,
  api.unenrol_factor, api.replace_recovery_codes, api.begin_factor_proof, api.dismiss_factors_ended to hamla_accounts;
