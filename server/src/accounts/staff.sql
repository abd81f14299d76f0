-- The platform's staff: who they are, how they call, and what their login may see.

-- How long a staff session lives after its sign-in. staff_session_max_idle limits the time since its last call.
create or replace function staff_session_max_age() returns interval language sql immutable as $$
  select interval '12 hours' $$;

-- When an account becomes staff, its open sessions live no longer than other staff sessions.
create or replace function cap_staff_sessions() returns trigger
language plpgsql as $$
begin
  update auth.sessions s set not_after = least(s.not_after, s.created_at + staff_session_max_age()),
         seen_at = coalesce(s.seen_at, s.created_at)
   where s.user_id = new.user_id and s.revoked_at is null;
  return null;
end $$;
create or replace trigger cap_sessions after insert or update of suspended_at on staff
  for each row when (new.suspended_at is null) execute function cap_staff_sessions();

-- Proves that the session lives, that it is a member of staff's and that it has shown a second factor, notes its use,
-- and sets the caller for this transaction.
create or replace function set_staff_caller(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_session record;
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  if not exists (select from staff s where s.user_id = p_user_id and s.suspended_at is null) then
    perform refuse('wrong_role');
  end if;
  select s.aal, s.seen_at into v_session from auth.sessions s where s.id = p_session_id;
  -- Staff without a factor set one up first.
  if v_session.aal is distinct from 'aal2' then
    perform refuse('second_factor_required');
  end if;
  -- Noted once a minute, and not while another call of the session notes it: no call waits for another.
  if v_session.seen_at < p_now - interval '1 minute' then
    update auth.sessions s set seen_at = p_now
     where s.id = (select x.id from auth.sessions x where x.id = p_session_id for no key update skip locked);
  end if;
  perform set_config('hamla.role', 'staff', true);
end $$;

-- Before money is released, or a credit policy activated: the session has shown an existing factor within the last ten
-- minutes.
create or replace function require_fresh_factor(p_session_id uuid, p_now timestamptz) returns void
language plpgsql as $$
begin
  if not exists (
    select from auth.sessions s where s.id = p_session_id and s.factor_proven_at > p_now - interval '10 minutes'
  ) then
    perform refuse('factor_proof_required');
  end if;
end $$;

-- For `npm run staff`, as the owner. 'added', 'restored', 'unchanged'; 'has_role': a company or an agency cannot be
-- staff; 'unproven': the account has a password or was used, and nobody ever proved the mailbox; with p_unproven its
-- password, sessions, factors and links end instead. An account that does not exist yet, or that nobody has used, is
-- made without a password and counts as proven: its owner chooses a password by a recovery link.
create or replace function api.add_staff(p_email text, p_name text, p_now timestamptz, p_unproven boolean) returns text
language plpgsql as $$
declare
  u auth.users;
  v_user_id uuid;
  v_suspended boolean;
begin
  insert into auth.users (email, created_at, updated_at) values (p_email, p_now, p_now) on conflict (email) do nothing;
  select * into u from auth.users where email = p_email for update;
  v_user_id := u.id;
  if exists (select from user_roles r where r.user_id = v_user_id) then return 'has_role'; end if;
  if u.owner_proven_at is null and (u.password_hash is not null or u.last_sign_in_at is not null) then
    if not p_unproven then return 'unproven'; end if;
    -- Whoever signed up with the address may not be who reads its mail: a link that is out brings nothing either.
    delete from auth.factors f where f.user_id = v_user_id;
    delete from auth.recovery_codes c where c.user_id = v_user_id;
    perform auth.reset_unproven_account(u, p_now);
  elsif u.owner_proven_at is null then
    perform api.prove_mailbox(v_user_id, p_now);
  end if;
  perform auth.mark_sign_up_links_contested(v_user_id);
  select s.suspended_at is not null into v_suspended from staff s where s.user_id = v_user_id;
  if not found then
    insert into staff (user_id, name, added_at) values (v_user_id, p_name, p_now);
  elsif v_suspended then
    update staff set suspended_at = null, name = p_name where user_id = v_user_id;
  else
    return 'unchanged';
  end if;
  perform record_event(p_now, 'add_staff', 'staff', v_user_id, null, null);
  return case when v_suspended then 'restored' else 'added' end;
end $$;

-- 'suspended', or 'not_staff'. The next call of the person is refused, and their sessions end.
create or replace function api.suspend_staff(p_email text, p_now timestamptz) returns text language plpgsql as $$
declare
  v_user_id uuid;
begin
  update staff s set suspended_at = p_now from auth.users u
   where u.email = p_email and s.user_id = u.id and s.suspended_at is null returning s.user_id into v_user_id;
  if not found then return 'not_staff'; end if;
  perform auth.end_sessions(v_user_id, null, null, p_now);
  perform record_event(p_now, 'suspend_staff', 'staff', v_user_id, null, null);
  return 'suspended';
end $$;

-- For `npm run staff -- list`: everybody who is or was staff, by address.
create or replace function api.list_staff_accounts() returns json language sql stable as $$
  select coalesce(json_agg(json_build_object(
      'email', u.email,
      'name', s.name,
      'roles', array['staff'],
      'is_suspended', s.suspended_at is not null,
      'has_second_factor', exists (
        select from auth.factors f where f.user_id = s.user_id and f.status = 'verified'),
      'last_sign_in_at', u.last_sign_in_at) order by u.email), '[]')
    from staff s join auth.users u on u.id = s.user_id
$$;

-- The grants in the migrations say what staff may do. These policies show everybody's rows while the caller is staff.
-- The subselect holds the whole comparison: for `(select …) = 'staff'` PostgreSQL expects almost no rows and plans
-- badly.
do $$
declare t text;
begin
  foreach t in array array['companies', 'agencies', 'tickets', 'ticket_installments', 'agency_payouts', 'payments',
                           'payment_allocations', 'payment_refunds', 'payout_runs', 'payout_run_lines',
                           'payout_files', 'payout_file_lines', 'journal_entries', 'journal_lines', 'closed_days',
                           'credit_assessments', 'files'] loop
    execute format('drop policy if exists staff on %I', t);
    execute format('create policy staff on %I to hamla_staff using ((select caller_role() = ''staff''))
                      with check ((select caller_role() = ''staff''))', t);
  end loop;
end $$;
drop policy if exists staff on staff;
create policy staff on staff for select to hamla_staff
  using (user_id = (select caller_user_id()) or (select caller_role() = 'staff'));
drop policy if exists staff_read on events;
create policy staff_read on events for select to hamla_staff using ((select caller_role() = 'staff'));
drop policy if exists staff_append on events;
create policy staff_append on events for insert to hamla_staff
  with check ((select caller_role() = 'staff') and actor_user_id = (select caller_user_id()));
drop policy if exists staff on idempotency_keys;
create policy staff on idempotency_keys to hamla_staff
  using (user_id = (select caller_user_id())) with check (user_id = (select caller_user_id()));

-- The account's JSON says who is staff.
drop policy if exists accounts_read on staff;
create policy accounts_read on staff for select to hamla_accounts using (true);
grant select (user_id, suspended_at) on staff to hamla_accounts;

grant select (id, user_id, revoked_at, not_after, awaits_factor, aal, seen_at, factor_proven_at)
  on auth.sessions to hamla_staff;
grant update (seen_at) on auth.sessions to hamla_staff;
grant select (id, banned_until) on auth.users to hamla_staff;
