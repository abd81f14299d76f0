-- IBANs to which agencies are paid and companies' refunds go. A change that they ask for waits for a day and for a
-- member of staff.

-- An IBAN without spaces, dashes and marks of direction, in capitals and Latin digits; the twin of
-- domain/iban.ts.
create or replace function compact_iban(p_typed text) returns text language sql immutable as $$
  select upper(translate(regexp_replace(p_typed, '[\s\u200e\u200f\u2066-\u2069-]', '', 'g'),
                         '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'))
$$;

-- Whether it is a Saudi one whose check digits fit (mod 97, A standing for 10 and Z for 35); the twin of
-- domain/iban.ts.
create or replace function is_saudi_iban(p_iban text) returns boolean language sql immutable strict as $$
  select case when p_iban ~ '^SA[0-9]{4}[0-9A-Z]{18}$' then (
    select string_agg(case when c ~ '[0-9]' then c else (ascii(c) - 55)::text end, '' order by n)::numeric % 97 = 1
      from regexp_split_to_table(substr(p_iban, 5) || substr(p_iban, 1, 4), '') with ordinality as x(c, n))
    else false end
$$;

-- Whether a name is one that banks take in a payment file; the twin of domain/payouts/latin-name.ts.
create or replace function is_latin_name(p_name text) returns boolean language sql immutable strict as $$
  select length(p_name) <= 140 and btrim(p_name) = p_name and p_name ~ '[A-Za-z]'
     and p_name ~ '^[A-Za-z0-9/?:().,''+ -]+$'
$$;

-- Why an agency has no account that can be paid; the reference is domain/reference/iban-obstacle.ts. A first IBAN that
-- waits is in its profile alone.
create or replace function iban_obstacle(p_iban text, p_paid_iban text) returns text language sql immutable as $$
  select case
    when p_paid_iban is not null then case when not is_saudi_iban(p_paid_iban) then 'iban_invalid' end
    when coalesce(compact_iban(p_iban), '') = '' then 'iban_missing'
    when not is_saudi_iban(compact_iban(p_iban)) then 'iban_invalid'
    else 'iban_pending' end
$$;

-- The first moment at which an IBAN can take effect; the twin of domain/profiles/iban-change.ts.
create or replace function iban_pause_ends_at(p_requested_at timestamptz) returns timestamptz language sql immutable as
  $$ select p_requested_at + interval '24 hours' $$;

create or replace function masked_iban(p_iban text) returns text language sql immutable as
  $$ select left(p_iban, 4) || ' … ' || right(p_iban, 4) $$;

drop policy if exists own on iban_changes;
create policy own on iban_changes for select to hamla_app
  using (agency_id = caller_agency_id() or company_id = caller_company_id());
drop policy if exists staff on iban_changes;
create policy staff on iban_changes to hamla_staff
  using ((select caller_role() = 'staff')) with check ((select caller_role() = 'staff'));
drop policy if exists jobs_read on iban_changes;
create policy jobs_read on iban_changes for select to hamla_jobs using (true);

-- What waits of an agency or of a company, and what was rejected if that was the last thing; one of both ids is null.
create or replace function pending_iban_json(p_agency_id uuid, p_company_id uuid) returns json language sql stable as $$
  select json_build_object('iban', masked_iban(c.iban), 'requested_at', c.requested_at,
                           'earliest_at', iban_pause_ends_at(c.requested_at))
    from iban_changes c where (c.agency_id = p_agency_id or c.company_id = p_company_id) and c.status = 'Pending'
$$;
create or replace function rejected_iban_json(p_agency_id uuid, p_company_id uuid) returns json language sql stable
  as $$
  select json_build_object('iban', masked_iban(c.iban), 'rejected_at', c.ended_at, 'reason', c.rejection_reason)
    from (select l.iban, l.status, l.ended_at, l.rejection_reason from iban_changes l
           where l.agency_id = p_agency_id or l.company_id = p_company_id
           order by l.requested_at desc, l.id desc limit 1) c
   where c.status = 'Rejected'
$$;

-- What the agency's profile says of where it is paid: now, from when another, and what was rejected last.
create or replace function payment_account_json(a agencies) returns json language sql stable as $$
  select json_build_object('obstacle', iban_obstacle(a.iban, a.paid_iban), 'paid_to', masked_iban(a.paid_iban),
      'pending', pending_iban_json(a.id, null), 'rejected', rejected_iban_json(a.id, null))
$$;

-- The same of where a company's refunds go.
create or replace function refund_account_json(p_company_id uuid) returns json language sql stable as $$
  select json_build_object('paid_to', masked_iban(c.refund_iban),
      'pending', pending_iban_json(null, c.id), 'rejected', rejected_iban_json(null, c.id),
      'refunds', (
        select coalesce(json_agg(json_build_object('id', f.id, 'amount_sar', f.amount_sar::text,
                 'iban', masked_iban(f.iban), 'status', f.status,
                 'is_in_file', exists (select from refund_file_lines l where l.refund_id = f.id),
                 'refunded_at', f.refunded_at, 'decided_at', f.decided_at) order by f.id desc), '[]')
          from (select r.id, r.amount_sar, r.iban, r.status, r.refunded_at, r.decided_at from payment_refunds r
                 where r.company_id = c.id order by r.id desc limit 50) f))
    from companies c where c.id = p_company_id
$$;

-- Whoever is paid to an IBAN, an agency or a company: its account, the IBAN that was approved, and its contact's
-- address.
create or replace function iban_holder(
  p_agency_id uuid, p_company_id uuid, out user_id uuid, out paid_iban text, out email text
) language sql stable as $$
  select a.user_id, a.paid_iban, a.email from agencies a where a.id = p_agency_id
  union all select c.user_id, c.refund_iban, c.email from companies c where c.id = p_company_id
$$;

-- The IBAN that the calling agency or company wants to be paid to: p_iban, compact; its present one, or null, withdraws
-- what waits. Nothing that is paid to changes here. Definer, so that a request can neither write what is paid to, nor
-- choose who is told. Whether anything was changed.
create or replace function request_iban(p_iban text, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_agency_id uuid := caller_agency_id();
  v_company_id uuid := case when v_agency_id is null then caller_company_id() end;
  v_holder record;
  v_pending iban_changes;
  v_is_withdrawal boolean;
  v_id uuid;
begin
  perform from agencies x where x.id = v_agency_id for no key update;
  perform from companies x where x.id = v_company_id for no key update;
  select * into v_holder from iban_holder(v_agency_id, v_company_id);
  if v_holder.user_id is null then perform refuse('not_found'); end if;
  select * into v_pending from iban_changes c
   where (c.agency_id = v_agency_id or c.company_id = v_company_id) and c.status = 'Pending';
  v_is_withdrawal := p_iban is null or p_iban is not distinct from v_holder.paid_iban;
  if (v_is_withdrawal and v_pending.id is null) or p_iban = v_pending.iban then return false; end if;
  if v_pending.id is not null then
    update iban_changes c
       set status = case when v_is_withdrawal then 'Withdrawn' else 'Replaced' end, ended_at = p_now
     where c.id = v_pending.id returning * into v_pending;
    perform record_iban_change(p_now, case when v_is_withdrawal then 'withdraw_iban_change'
      else 'replace_iban_change' end,
      v_pending, 'Pending');
  end if;
  if v_is_withdrawal then
    update agencies x set iban = x.paid_iban, updated_at = p_now where x.id = v_agency_id;
    return true;
  end if;
  if exists (select from virtual_ibans v where v.iban = p_iban)
     or v_company_id is not null and not is_refund_iban(p_iban) then
    perform refuse_field('validation_failed', 'iban', 'must be an account of yours: this one leads to ours');
  end if;
  -- Each is told by mail, to an address that may be somebody else's.
  if (select count(*) >= 10 from iban_changes c
       where (c.agency_id = v_agency_id or c.company_id = v_company_id)
         and c.requested_at > p_now - interval '24 hours') then
    perform refuse('too_many_requests');
  end if;
  insert into iban_changes (agency_id, company_id, iban, previous_iban, requested_at, told_emails, told_language)
  select v_agency_id, v_company_id, p_iban, v_holder.paid_iban, p_now,
         array(select distinct lower(e) from unnest(array[u.email, v_holder.email]) e where e <> ''),
         auth.mail_language(null, u.user_metadata)
    from auth.users u where u.id = v_holder.user_id
  returning * into v_pending;
  update agencies x set iban = p_iban, updated_at = p_now where x.id = v_agency_id;
  perform record_iban_change(p_now, 'request_iban_change', v_pending, null);
  perform enqueue_job('send_iban_mail', json_build_object('change_id', v_pending.id, 'kind', 'requested'));
  return true;
end $$;
revoke all on function request_iban(text, timestamptz) from public;
grant execute on function request_iban(text, timestamptz) to hamla_app;

-- Somebody else has used the account: the IBAN that they asked for is not decided. What staff have approved stays.
-- Definer: the accounts write nothing else of agencies and companies.
create or replace function withdraw_iban_change_of_user(p_user_id uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  a agencies;
  c companies;
begin
  select * into c from companies x where x.user_id = p_user_id for no key update;
  select * into a from agencies x where x.user_id = p_user_id for no key update;
  update iban_changes x set status = 'Withdrawn', ended_at = p_now
   where (x.agency_id = a.id or x.company_id = c.id) and x.status = 'Pending';
  update agencies x set iban = x.paid_iban, updated_at = p_now
   where x.id = a.id and x.iban is distinct from x.paid_iban;
end $$;
revoke all on function withdraw_iban_change_of_user(uuid, timestamptz) from public;
grant execute on function withdraw_iban_change_of_user(uuid, timestamptz) to hamla_accounts;

-- The history knows which change, never the IBAN.
create or replace function record_iban_change(p_now timestamptz, p_operation text, c iban_changes, p_before text)
  returns void
language sql as $$
  select record_event(p_now, p_operation, 'iban_change', c.id, c.company_id, c.agency_id,
    case when p_before is not null then jsonb_build_object('status', p_before) end,
      jsonb_build_object('status', c.status))
$$;

create or replace function api.withdraw_iban_change(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  v_reply := begin_idempotent('withdraw_iban_change', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if not request_iban(null, p_now) then perform refuse('iban_change_ended'); end if;
  return store_idempotent_reply('withdraw_iban_change', p_key,
    (select agency_json(a) from agencies a where a.id = caller_agency_id()));
end $$;

create or replace function api.read_refund_account(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  return refund_account_json(caller_company_id());
end $$;

-- p_iban: as it was typed; null withdraws what waits.
create or replace function api.ask_for_refund_iban(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_iban text
) returns json language plpgsql as $$
declare
  v_operation text := case when p_iban is null then 'withdraw_refund_iban' else 'ask_for_refund_iban' end;
  v_reply json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent(v_operation, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if p_iban is not null and not is_saudi_iban(compact_iban(p_iban)) then
    perform refuse_field('validation_failed', 'iban', 'must be a Saudi IBAN: SA and 22 digits');
  end if;
  if not request_iban(compact_iban(p_iban), p_now) and p_iban is null then perform refuse('iban_change_ended'); end if;
  return store_idempotent_reply(v_operation, p_key, refund_account_json(caller_company_id()));
end $$;

create or replace function iban_change_json(c iban_changes) returns json language sql stable as $$
  select json_build_object('id', c.id, 'agency_id', c.agency_id, 'company_id', c.company_id,
    'holder_name', (select a.name from agencies a where a.id = c.agency_id
                    union all select x.name from companies x where x.id = c.company_id),
    'iban', c.iban, 'previous_iban', c.previous_iban, 'requested_at', c.requested_at,
    'earliest_at', iban_pause_ends_at(c.requested_at), 'status', c.status, 'ended_at', c.ended_at,
    'decided_by', (select s.name from staff s where s.user_id = c.decided_by), 'rejection_reason', c.rejection_reason)
$$;

-- What waits, the oldest first, or what has ended, the newest first.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_iban_changes(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_list text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_after iban_changes;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_after from iban_changes c where c.id = p_cursor;
  if p_list = 'pending' then
    return (
      select list_page_json(array_agg(iban_change_json(f.c) order by f.requested_at, f.id),
                       array_agg(f.id::text order by f.requested_at, f.id), p_limit)
        from (select c, c.requested_at, c.id from iban_changes c
               where c.status = 'Pending'
                 and (p_cursor is null or (c.requested_at, c.id) > (v_after.requested_at, v_after.id))
               order by c.requested_at, c.id limit p_limit + 1) f);
  end if;
  return (
    select list_page_json(array_agg(iban_change_json(f.c) order by f.ended_at desc, f.id desc),
                     array_agg(f.id::text order by f.ended_at desc, f.id desc), p_limit)
      from (select c, c.ended_at, c.id from iban_changes c
             where c.status <> 'Pending'
               and (p_cursor is null or (c.ended_at, c.id) < (v_after.ended_at, v_after.id))
             order by c.ended_at desc, c.id desc limit p_limit + 1) f);
end $$;

-- What staff say of a change that waits. p_reason: why it is rejected; null: it is approved, and paid to from now on.
create or replace function api.decide_iban_change(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_id uuid, p_reason text
) returns json language plpgsql as $$
declare
  v_operation text := case when p_reason is null then 'approve_iban_change' else 'reject_iban_change' end;
  v_status text := case when p_reason is null then 'Approved' else 'Rejected' end;
  v_reply json;
  c iban_changes;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent(v_operation, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- The row of the agency or of the company first, as whoever asks for another IBAN does.
  select * into c from iban_changes x where x.id = p_id;
  if not found then perform refuse('not_found'); end if;
  perform from companies x where x.id = c.company_id for no key update;
  perform from agencies x where x.id = c.agency_id for no key update;
  select * into c from iban_changes x where x.id = p_id;
  if c.status <> 'Pending' then perform refuse('iban_change_ended'); end if;
  if p_reason is null and p_now < iban_pause_ends_at(c.requested_at) then perform refuse('iban_change_paused'); end if;
  update iban_changes x
     set status = v_status, ended_at = p_now, decided_by = p_user_id, rejection_reason = p_reason
   where x.id = p_id returning * into c;
  update agencies a
     set paid_iban = case when p_reason is null then c.iban else a.paid_iban end,
         iban = case when p_reason is null then c.iban else a.paid_iban end
   where a.id = c.agency_id;
  update companies x set refund_iban = c.iban where x.id = c.company_id and p_reason is null;
  perform record_iban_change(p_now, v_operation, c, 'Pending');
  perform enqueue_job('send_iban_mail', json_build_object('change_id', p_id, 'kind', lower(v_status)));
  return store_idempotent_reply(v_operation, p_key, iban_change_json(c));
end $$;

-- What the mail job needs; null when the agency or the company is gone.
create or replace function api.read_iban_mail(p_change_id uuid) returns json language sql stable as $$
  select json_build_object('emails', c.told_emails, 'language', c.told_language, 'holder', case
    when c.company_id is null then 'agency' else 'company' end,
      'iban', masked_iban(c.iban),
      'previous_iban', masked_iban(c.previous_iban), 'earliest_at', iban_pause_ends_at(c.requested_at),
      'reason', c.rejection_reason)
    from iban_changes c where c.id = p_change_id
$$;

grant execute on function api.withdraw_iban_change, api.read_refund_account, api.ask_for_refund_iban to hamla_app;
grant execute on function api.list_iban_changes, api.decide_iban_change to hamla_staff;
grant execute on function api.read_iban_mail to hamla_jobs;
