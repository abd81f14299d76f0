-- Erasure of a person: at their request by two people, by a rule of retention, or again after a restore. Nothing that
-- bookkeeping stores is touched (docs/decisions/0080-personal-data.md).

drop policy if exists staff_read on person_erasures;
create policy staff_read on person_erasures for select to hamla_staff using ((select caller_role()) = 'staff');

-- What has to be settled before a person is erased: each kind with its number and, where it is money, its amount.
-- domain/privacy/retention.ts has the kinds. The bank can send back for 14 days what has arrived.
create or replace function open_matters(p_user_id uuid, p_now timestamptz)
returns table (what text, number bigint, amount_sar numeric) language sql stable as $$
  with party as (
    select (select c.id from companies c where c.user_id = p_user_id) as company_id,
           (select a.id from agencies a where a.user_id = p_user_id) as agency_id),
  owed as (
    select i.amount_sar - i.paid_amount as amount_sar from ticket_installments i, party p
     where i.company_id = p.company_id and i.is_owed
    union all
    select t.written_off_amount - t.recovered_amount from tickets t, party p
     where t.company_id = p.company_id and t.written_off_amount > t.recovered_amount
    union all
    select y.written_off_amount - y.loss_recovered_amount from payments y, party p
     where y.company_id = p.company_id and y.written_off_amount > y.loss_recovered_amount),
  found as (
    select 'tickets' as what, count(*) as number, sum(t.amount_sar) as amount_sar
      from tickets t, party p where (t.company_id = p.company_id or t.agency_id = p.agency_id)
       and t.status in ('PendingAgencyApproval', 'Approved', 'Active')
    union all
    select 'owed', count(*), sum(o.amount_sar) from owed o where o.amount_sar > 0
    union all
    select 'credit', count(*), sum(y.credit_amount) from payments y, party p
     where y.company_id = p.company_id and y.credit_amount > 0
    union all
    select 'refund_due', count(*), sum(y.to_recover_amount) from payments y, party p
     where y.company_id = p.company_id and y.to_recover_amount > 0
    union all
    select 'refunds', count(*), sum(r.amount_sar) from payment_refunds r, party p
     where r.company_id = p.company_id and (r.status = 'Sent'
       or r.status = 'Confirmed' and coalesce(r.decided_at, r.refunded_at) > p_now - interval '14 days')
    union all
    select 'payouts', count(*), sum(y.net_amount) from agency_payouts y, party p
     where y.agency_id = p.agency_id and (y.status not in ('Confirmed', 'Cancelled')
       or y.status = 'Confirmed' and exists (select from payout_run_lines l
            where l.payout_id = y.id and l.outcome = 'Confirmed' and l.decided_at > p_now - interval '14 days'))
    union all
    select 'payments', count(*), sum(y.amount_sar) from payments y, party p
     where y.company_id = p.company_id and y.proven_at is null and y.reversed_at is null
    union all
    select 'bank_lines', count(*), sum(l.amount) from bank_statement_lines l, party p
     where l.status = 'Open' and p.company_id in (l.proposed_company_id,
       (select t.company_id from tickets t where t.id = l.proposed_ticket_id),
       (select y.company_id from payments y where y.id = l.proposed_payment_id))
    union all
    select 'transfer_reports', count(*), sum(r.amount_sar) from transfer_reports r, party p
     where r.company_id = p.company_id and r.status = 'Checking'
    union all
    select 'budget_requests', count(*), null from budget_requests r, party p
     where r.company_id = p.company_id and r.ended_at is null
    union all
    select 'iban_changes', count(*), null from iban_changes i, party p
     where (i.company_id = p.company_id or i.agency_id = p.agency_id) and i.status = 'Pending'
    union all
    select 'approvals', count(*), null from approval_requests r, party p
     where (r.company_id = p.company_id or r.agency_id = p.agency_id) and r.outcome is null
       and r.subject_type <> 'account'
    union all
    select 'blocks', count(*), null from auth.users u
     where u.id = p_user_id and u.erased_at is null and (u.banned_until > p_now
       or exists (select from companies c where c.user_id = u.id and c.budget_status = 'Suspended')
       or exists (select from agencies a where a.user_id = u.id and a.suspended_at is not null)))
  select f.what, f.number, f.amount_sar from found f where f.number > 0
$$;

create or replace function open_matters_json(p_user_id uuid, p_now timestamptz) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('what', o.what, 'count', o.number,
      'amount_sar', o.amount_sar::numeric(18,2)::text)), '[]')
    from open_matters(p_user_id, p_now) o
$$;

-- Adds to the number of a kind; nothing for none.
create or replace function add_rows(p_counts jsonb, p_kind text, p_count bigint) returns jsonb
language sql immutable as $$
  select case when p_count > 0 then p_counts || jsonb_build_object(p_kind, coalesce((p_counts ->> p_kind)::bigint, 0)
    + p_count) else p_counts end
$$;

-- The documents by which a person's company or agency was checked that stay.
create or replace function due_diligence_files(p_user_id uuid) returns bigint language sql stable as $$
  select count(*) from files f where f.owner_user_id = p_user_id and f.attached_at is not null
     and f.replaced_at is null and f.kind not in ('invoice', 'transfer_proof')
$$;

-- Forgets them; the sweeper erases their bytes. How many rows.
create or replace function erase_due_diligence(p_user_id uuid, p_now timestamptz) returns bigint language plpgsql as $$
declare
  v_files bigint;
begin
  update files f set replaced_at = p_now
   where f.owner_user_id = p_user_id and f.replaced_at is null and f.kind not in ('invoice', 'transfer_proof');
  get diagnostics v_files = row_count;
  update companies c set company_registration_file = null, financial_statement_file = null,
         bank_statement_6m_file = null
   where c.user_id = p_user_id;
  update agencies a set company_registration_file = null, other_docs_files = '{}' where a.user_id = p_user_id;
  return v_files;
end $$;

-- What of a person stays, by kind of retention. Definer: staff do not read the identity numbers, encrypted or not.
create or replace function kept_rows(p_user_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_company_id uuid := (select c.id from companies c where c.user_id = p_user_id);
  v_agency_id uuid := (select a.id from agencies a where a.user_id = p_user_id);
  k jsonb := '{}';
begin
  k := add_rows(k, 'bookkeeping',
    (select count(*) from tickets t where t.company_id = v_company_id or t.agency_id = v_agency_id)
    + (select count(*) from payments y where y.company_id = v_company_id)
    + (select count(*) from agency_payouts y where y.agency_id = v_agency_id)
    + (select count(*) from journal_entries e where e.company_id = v_company_id or e.agency_id = v_agency_id));
  k := add_rows(k, 'tax_invoices', (select count(*) from tax_invoices i where i.agency_id = v_agency_id));
  k := add_rows(k, 'acceptance_records', (
    select count(*) from document_sets s where s.company_id = v_company_id and s.accepted_at is not null));
  k := add_rows(k, 'identity_numbers', (
    select count(*) from signing_records s where s.company_id = v_company_id and s.identity_sealed <> ''));
  k := add_rows(k, 'due_diligence', due_diligence_files(p_user_id)
    + (select count(*) from budget_requests b where b.company_id = v_company_id));
  return add_rows(k, 'audit_log', (select count(*) from events e where e.actor_user_id = p_user_id));
end $$;

-- Mails the address of before that the account is erased, in its language; the row goes once the mail is sent.
create or replace function auth.send_erasure_notice(u auth.users, p_now timestamptz) returns void language sql as $$
  with notice as (
    insert into auth.notices (user_id, kind, email, language, created_at)
    values (u.id, 'account_erased', u.email, auth.mail_language(null, u.user_metadata), p_now) returning id
  )
  select enqueue_job('send_account_mail', json_build_object('notice_id', id)) from notice
$$;

-- Takes away all that is personal of an account and its profile, and writes what went and what stays. Whether it may
-- be erased was checked; the account's row is locked here. p_keeps_diligence: that of its tickets is still wanted.
create or replace function erase_account(
  p_user_id uuid, p_request_id uuid, p_keeps_diligence boolean, p_now timestamptz
) returns person_erasures language plpgsql as $$
declare
  u auth.users;
  v_company_id uuid := (select c.id from companies c where c.user_id = p_user_id);
  v_agency_id uuid := (select a.id from agencies a where a.user_id = p_user_id);
  v_keeps boolean := p_keeps_diligence and has_ticket(p_user_id);
  g jsonb := '{}';
  n bigint;
  e person_erasures;
begin
  select * into strict u from auth.users x where x.id = p_user_id for update;
  -- Open screens and streams end.
  perform auth.end_sessions(u.id, null, null, p_now);
  delete from auth.sign_in_failures f
   where f.account_key in (
     auth.account_key(u.email), 'code:' || auth.account_key(u.email), 'proof:' || u.id, 'factor:' || u.id);
  delete from auth.sessions s where s.user_id = u.id;
  get diagnostics n = row_count;
  g := add_rows(g, 'sessions', n);
  delete from auth.one_time_tokens t where t.user_id = u.id;
  delete from auth.notices x where x.user_id = u.id;
  get diagnostics n = row_count;
  g := add_rows(g, 'mails', n);
  delete from auth.factors f where f.user_id = u.id;
  get diagnostics n = row_count;
  g := add_rows(g, 'security_events', n);
  delete from auth.recovery_codes c where c.user_id = u.id;
  delete from auth.known_devices d where d.user_id = u.id;
  delete from auth.factor_removals r where r.user_id = u.id;
  get diagnostics n = row_count;
  g := add_rows(g, 'account_measures', n);
  delete from account_measures m where m.user_id = u.id;
  get diagnostics n = row_count;
  g := add_rows(g, 'account_measures', n);

  delete from mails m where m.notification_id in (select x.id from notifications x where x.user_id = u.id);
  get diagnostics n = row_count;
  g := add_rows(g, 'mails', n);
  delete from notifications x where x.user_id = u.id;
  get diagnostics n = row_count;
  g := add_rows(g, 'notifications', n);
  delete from notification_settings x where x.user_id = u.id;
  delete from mails m where m.user_id = u.id or m.company_id = v_company_id or m.agency_id = v_agency_id;
  get diagnostics n = row_count;
  g := add_rows(g, 'mails', n);
  delete from help_messages h
   where h.user_id = u.id or h.company_id = v_company_id or h.agency_id = v_agency_id;
  get diagnostics n = row_count;
  g := add_rows(g, 'help_messages', n);
  delete from idempotency_keys k where k.user_id = u.id;
  get diagnostics n = row_count;
  g := add_rows(g, 'repeated_requests', n);
  delete from quota_uses q where q.user_id = u.id;
  delete from signing_codes c where c.user_id = u.id;
  delete from due_date_feeds f where f.company_id = v_company_id;
  update iban_changes i set told_emails = '{}' where i.company_id = v_company_id or i.agency_id = v_agency_id;
  update bureau_consents b
     set score = null, max_score = null, withdrawn_at = coalesce(b.withdrawn_at, p_now),
         withdrawn_by = coalesce(b.withdrawn_by, u.id)
   where b.company_id = v_company_id and (b.score is not null or b.withdrawn_at is null);
  get diagnostics n = row_count;
  g := add_rows(g, 'bureau_answers', n);

  update files f set replaced_at = p_now
   where f.owner_user_id = u.id and f.attached_at is null and f.replaced_at is null;
  get diagnostics n = row_count;
  g := add_rows(g, 'unnamed_files', n);
  if not v_keeps then
    g := add_rows(g, 'due_diligence', erase_due_diligence(u.id, p_now));
    delete from budget_request_decisions d using budget_requests b
     where d.request_id = b.id and b.company_id = v_company_id and not has_ticket(u.id);
    delete from budget_requests b where b.company_id = v_company_id and not has_ticket(u.id);
    get diagnostics n = row_count;
    g := add_rows(g, 'due_diligence', n);
  end if;
  -- Where money was entered, they say why and where to.
  if last_entry_on(u.id) is null then
    delete from credit_assessments a where a.company_id = v_company_id;
    get diagnostics n = row_count;
    g := add_rows(g, 'due_diligence', n);
    delete from iban_changes i where i.company_id = v_company_id or i.agency_id = v_agency_id;
    get diagnostics n = row_count;
    g := add_rows(g, 'due_diligence', n);
  end if;
  update companies c
     set erased_at = p_now, name = null, website = null, address = null, phone = null, email = null,
         contact_name = null, contact_title = null, business_area = null, cr_number = null, refund_iban = null,
         revenue_last_6_months = null, proven_revenue = null, proposed_budget = null, is_proposal_low = false,
         budget_reason = case when c.budget_status = 'Suspended' then '—' end,
         total_approval_budget = case when c.budget_decided_at is not null then c.total_approval_budget end,
         updated_at = p_now
   where c.user_id = u.id;
  update agencies a
     set erased_at = p_now, name = null, latin_name = null, address = null, phone = null, email = null,
         contact_name = null, contact_title = null, iban = null, paid_iban = null, vat_number = null,
         cr_number = null, name_resembles = null, specialization_other = null, suspension_reason = null,
         updated_at = p_now
   where a.user_id = u.id;
  delete from user_roles r where r.user_id = u.id;
  -- The address is free again, and nobody can sign in. Its own nobody can take beforehand.
  update auth.users x
     set erased_at = p_now, email = 'erased-' || gen_random_uuid() || '@erased.invalid', password_hash = null,
         new_email = null, user_metadata = '{}', email_confirmed_at = null, owner_proven_at = null,
         confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null, last_sign_in_at = null,
         banned_until = 'infinity', factors_ended = false, updated_at = p_now
   where x.id = u.id;
  -- Last: the changes above have written some.
  delete from auth.notices x where x.user_id = u.id;
  delete from notifications x where x.user_id = u.id;
  delete from auth.security_events s where s.user_id = u.id;
  get diagnostics n = row_count;
  g := add_rows(g, 'security_events', n);
  g := add_rows(g, 'accounts', 1);
  -- Whoever is erased again after a restore has been told. By the daily job only a confirmed address: another one may
  -- be a stranger's.
  if (p_request_id is not null or u.email_confirmed_at is not null)
     and not exists (select from person_erasures x where x.user_id = u.id and x.due_at is not null) then
    perform auth.send_erasure_notice(u, p_now);
  end if;

  insert into person_erasures (user_id, erased_at, request_id, erased, kept, keeps_diligence)
  -- Not among what an approver sees: an analysis in between would change it.
  values (u.id, p_now, p_request_id, g, add_rows(kept_rows(u.id), 'due_diligence',
    (select count(*) from credit_assessments a where a.company_id = v_company_id)
    + (select count(*) from iban_changes i where i.company_id = v_company_id or i.agency_id = v_agency_id)), v_keeps)
  on conflict (user_id) do update
    set erased_at = excluded.erased_at, due_at = null, request_id = excluded.request_id, erased = excluded.erased,
        kept = excluded.kept, keeps_diligence = excluded.keeps_diligence
  returning * into e;
  perform record_event(p_now, 'erase_person', 'account', u.id, v_company_id, v_agency_id, null,
    jsonb_build_object('erased', g, 'kept', e.kept));
  return e;
end $$;

-- An erased company makes no ticket and an erased agency gets none, also by a request that began before.
create or replace function refuse_ticket_of_erased() returns trigger language plpgsql as $$
begin
  if exists (select from companies c where c.id = new.company_id and c.erased_at is not null)
     or exists (select from agencies a where a.id = new.agency_id and a.erased_at is not null) then
    perform refuse('session_not_found');
  end if;
  return new;
end $$;
create or replace trigger refuse_erased before insert on tickets
  for each row execute function refuse_ticket_of_erased();

-- The account of an address, for staff; null: there is none. Definer: staff read no addresses otherwise.
create or replace function find_account(p_email text) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id from auth.users u
   where caller_role() = 'staff' and u.email = lower(btrim(p_email)) and u.erased_at is null
$$;

-- The address of an account, for staff; null once it is erased. Definer, as above.
create or replace function account_email(p_user_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.email from auth.users u where caller_role() = 'staff' and u.id = p_user_id and u.erased_at is null
$$;

-- Locks an account with its company and agency for an export or an erasure, and refuses those of staff and erased ones.
-- Definer: staff lock no account otherwise.
create or replace function lock_person(p_user_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  u auth.users;
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  perform share_lock(money_lock_key());
  -- A ticket that is being made for this agency commits first.
  select * into u from auth.users x where x.id = p_user_id for update;
  if not found then perform refuse('not_found'); end if;
  if u.erased_at is not null then perform refuse('account_state_changed'); end if;
  if exists (select from staff s where s.user_id = u.id) then perform refuse('person_of_staff'); end if;
  perform from companies c where c.user_id = p_user_id for no key update;
  perform from agencies a where a.user_id = p_user_id for no key update;
end $$;

-- Erases whom another person asked to erase: only in the transaction that approves it. Definer: no login may.
create or replace function erase_approved_person(p_request_id uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  r approval_requests;
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  select * into r from approval_requests x where x.id = p_request_id for update;
  if r.kind is distinct from 'erase_person' or r.outcome is distinct from 'Approved' or r.decided_at <> p_now
     or r.decided_by <> caller_user_id() or r.requested_by = caller_user_id() then
    perform refuse('second_person_required');
  end if;
  perform erase_account(r.subject_id, r.id, true, p_now);
end $$;

-- The operations by which staff ask. p_identified: how the person was identified.
create or replace function api.request_about_person(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_kind text,
  p_account_id uuid, p_identified text, p_reason text
) returns json language plpgsql as $$
begin
  if p_kind not in ('erase_person', 'export_person') then raise exception 'unknown kind %', p_kind; end if;
  return api.request_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, p_kind, p_account_id,
    jsonb_build_object('identified', p_identified), p_reason);
end $$;

create or replace function export_person_figures(r approval_requests) returns jsonb language plpgsql as $$
begin
  perform lock_person(r.subject_id);
  return jsonb_build_object('identified', r.details ->> 'identified');
end $$;

-- Refused while something is open, with what. Otherwise the figures are what stays.
create or replace function erase_person_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_open json;
begin
  perform lock_person(r.subject_id);
  select json_agg(json_build_object('field', o.what,
           'message', concat_ws(' · ', o.number::text, 'SAR ' || o.amount_sar::numeric(18,2)::text)))
    into v_open from open_matters(r.subject_id, r.requested_at) o;
  if v_open is not null then
    perform refuse('person_has_open_matters', json_build_object('fields', v_open)::text);
  end if;
  return jsonb_build_object('identified', r.details ->> 'identified', 'kept', kept_rows(r.subject_id) - 'audit_log');
end $$;

-- For `npm run restore`, as the owner: who was erased after the restored moment cannot sign in and is erased again.
-- 'due': the daily job does it once nothing is open; 'failed': it tries again; 'unknown': this database does not know
-- the account, or has erased it.
create or replace function api.erase_again(
  p_user_id uuid, p_erased_at timestamptz, p_keeps_diligence boolean, p_now timestamptz
) returns text language plpgsql as $$
begin
  perform from auth.users u where u.id = p_user_id and u.erased_at is null for update;
  if not found then return 'unknown'; end if;
  perform auth.end_sessions(p_user_id, null, null, p_now);
  delete from auth.one_time_tokens t where t.user_id = p_user_id;
  update auth.users u set banned_until = 'infinity' where u.id = p_user_id;
  insert into person_erasures (user_id, due_at, erased, kept, keeps_diligence)
  values (p_user_id, p_erased_at, '{}', '{}', p_keeps_diligence) on conflict do nothing;
  begin
    return case when erase_if_settled(p_user_id, p_erased_at, p_now) then 'erased' else 'due' end;
  exception when others then
    return 'failed';
  end;
end $$;

-- Erases again who is due, unless something is open; that we block them does not count.
create or replace function erase_if_settled(p_user_id uuid, p_erased_at timestamptz, p_now timestamptz)
returns boolean language plpgsql as $$
declare
  e person_erasures;
begin
  select * into strict e from person_erasures x where x.user_id = p_user_id for update;
  if exists (select from open_matters(p_user_id, p_now) o where o.what <> 'blocks') then return false; end if;
  perform erase_account(p_user_id, null, e.keeps_diligence, p_erased_at);
  update person_erasures x set reapplied_at = p_now where x.user_id = p_user_id;
  return true;
end $$;

-- The daily job erases who is due since a restore: how many people, and why others failed. Definer: no login may.
create or replace function api.erase_due_people(p_now timestamptz) returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_user_id uuid;
  v_count integer := 0;
  v_failed text[] := '{}';
begin
  for v_user_id in select e.user_id from person_erasures e where e.due_at is not null order by e.id loop
    begin
      if erase_if_settled(v_user_id, p_now, p_now) then v_count := v_count + 1; end if;
    exception when others then
      v_failed := v_failed || sqlstate;
    end;
  end loop;
  return json_build_object('count', v_count, 'failed', v_failed);
end $$;

revoke all on function find_account(text) from public;
revoke all on function account_email(uuid) from public;
revoke all on function kept_rows(uuid) from public;
revoke all on function lock_person(uuid) from public;
revoke all on function erase_approved_person(uuid, timestamptz) from public;
grant execute on function find_account(text) to hamla_staff;
grant execute on function account_email(uuid) to hamla_staff;
grant execute on function kept_rows(uuid) to hamla_staff;
grant execute on function lock_person(uuid) to hamla_staff;
grant execute on function erase_approved_person(uuid, timestamptz) to hamla_staff;
grant execute on function api.request_about_person to hamla_staff;
grant execute on function api.erase_due_people to hamla_jobs;
