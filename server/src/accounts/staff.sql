-- The platform's staff: who they are, how they call, and what their login may see.

-- Proves that the session lives, that it is a member of staff's and that it has shown a second factor, and sets the
-- caller for this transaction.
create or replace function set_staff_caller(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  if not exists (select from staff s where s.user_id = p_user_id and s.suspended_at is null) then
    perform refuse('wrong_role');
  end if;
  -- Staff without a factor set one up first.
  if (select s.aal from auth.sessions s where s.id = p_session_id) is distinct from 'aal2' then
    perform refuse('second_factor_required');
  end if;
  perform set_config('hamla.role', 'staff', true);
end $$;

-- For `npm run staff`, as the owner. 'added', 'restored', 'unchanged'; 'has_role': a company or an agency is no staff;
-- 'unproven': somebody uses the account who never showed that the mailbox is theirs, which p_unproven allows. An account
-- that does not exist yet is made without a password: its owner chooses one by a recovery link.
create or replace function add_staff(p_email text, p_name text, p_now timestamptz, p_unproven boolean) returns text
language plpgsql as $$
declare
  v_user_id uuid;
  v_suspended boolean;
  v_unproven boolean;
begin
  insert into auth.users (email, created_at, updated_at) values (p_email, p_now, p_now) on conflict (email) do nothing;
  select u.id, u.email_confirmed_at is null and (u.password_hash is not null or u.last_sign_in_at is not null)
    into v_user_id, v_unproven from auth.users u where u.email = p_email for update;
  if exists (select from user_roles r where r.user_id = v_user_id) then return 'has_role'; end if;
  if v_unproven and not p_unproven then return 'unproven'; end if;
  -- Whoever signed up with the address may not be who reads its mail: a link that is out brings no password with it.
  perform auth.contest_links(v_user_id);
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
create or replace function suspend_staff(p_email text, p_now timestamptz) returns text language plpgsql as $$
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

-- What staff may do stands in the grants of the migrations; whose rows, here: everybody's, while the caller is staff. The
-- whole comparison is the subselect: of a comparison with one PostgreSQL expects almost no rows, and plans for none.
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

grant select (id, user_id, revoked_at, not_after, awaits_factor, aal) on auth.sessions to hamla_staff;
grant select (id, banned_until) on auth.users to hamla_staff;
