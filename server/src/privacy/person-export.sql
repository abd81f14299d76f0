-- What a person gets of their personal data (docs/decisions/0080-personal-data.md).

-- All of it, by kind, without secrets: hashes, keys and tokens. The identity numbers are encrypted, for the server.
-- Definer: staff read sessions, mails and notifications of others in no other way.
create or replace function person_export_json(p_account_id uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_company_id uuid := (select c.id from companies c where c.user_id = p_account_id);
  v_agency_id uuid := (select a.id from agencies a where a.user_id = p_account_id);
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  return jsonb_build_object(
    'account', (select to_jsonb(u) - 'password_hash' - 'banned_until' || jsonb_build_object('role', (
        select r.role from user_roles r where r.user_id = u.id))
      from auth.users u where u.id = p_account_id),
    'company', (select to_jsonb(c) - 'budget_decided_by' from companies c where c.id = v_company_id),
    'agency', (select to_jsonb(a) - 'verified_by' - 'suspended_by' - 'name_resembles' from agencies a
      where a.id = v_agency_id),
    'sessions', (select jsonb_agg(to_jsonb(s) - 'refresh_counter' order by s.id) from auth.sessions s
      where s.user_id = p_account_id),
    'security_events', (select jsonb_agg(to_jsonb(s) order by s.id) from auth.security_events s
      where s.user_id = p_account_id),
    'second_factors', (select jsonb_agg(jsonb_build_object('name', f.friendly_name, 'created_at', f.created_at)
      order by f.id) from auth.factors f where f.user_id = p_account_id),
    'account_mails', (select jsonb_agg(to_jsonb(n) order by n.id) from auth.notices n where n.user_id = p_account_id),
    'account_measures', (select jsonb_agg(to_jsonb(m) - 'asked_by' - 'decided_by' order by m.id)
      from account_measures m where m.user_id = p_account_id),
    'factor_removals', (select jsonb_agg(to_jsonb(m) - 'asked_by' - 'confirmed_by' - 'withdrawn_by' order by m.id)
      from auth.factor_removals m where m.user_id = p_account_id),
    'notifications', (select jsonb_agg(to_jsonb(n) order by n.id) from notifications n
      where n.user_id = p_account_id),
    'notification_settings', (select jsonb_agg(to_jsonb(n) order by n.kind) from notification_settings n
      where n.user_id = p_account_id),
    'mails', (select jsonb_agg(to_jsonb(m) - 'taken_by' order by m.id) from mails m
      where m.user_id = p_account_id or m.company_id = v_company_id or m.agency_id = v_agency_id),
    'help_messages', (select jsonb_agg(to_jsonb(h) - 'answered_by' order by h.id) from help_messages h
      where h.company_id = v_company_id or h.agency_id = v_agency_id),
    -- An agency reads nothing of its companies' budgets and debts.
    'tickets', (select jsonb_agg(jsonb_build_object('id', t.id, 'ticket_number', t.ticket_number, 'status', t.status,
        'amount_sar', t.amount_sar, 'repayment_term', t.repayment_term, 'description', t.description,
        'rejection_reason', t.rejection_reason, 'created_at', t.created_at, 'updated_at', t.updated_at,
        'documents_accepted_on', t.documents_accepted_on)
        || case when t.company_id = v_company_id then jsonb_build_object('invoice_url', t.invoice_url,
             'available_budget_before', t.available_budget_before, 'reviewed_at', t.reviewed_at,
             'schedule_restarted_on', t.schedule_restarted_on, 'written_off_amount', t.written_off_amount,
             'written_off_on', t.written_off_on, 'recovered_amount', t.recovered_amount)
           else jsonb_build_object('agency_vat_number', t.agency_vat_number) end order by t.id) from tickets t
      where t.company_id = v_company_id or t.agency_id = v_agency_id),
    'installments', (select jsonb_agg(to_jsonb(i) order by i.due_date, i.id) from ticket_installments i
      where i.company_id = v_company_id),
    'payments', (select jsonb_agg(to_jsonb(y) - 'recorded_by' - 'reversed_by' - 'confirmed_by' order by y.id)
      from payments y where y.company_id = v_company_id),
    'refunds', (select jsonb_agg(to_jsonb(r) - 'refunded_by' - 'decided_by' order by r.id)
      from payment_refunds r where r.company_id = v_company_id),
    'transfer_reports', (select jsonb_agg(to_jsonb(r) - 'decided_by' order by r.id) from transfer_reports r
      where r.company_id = v_company_id),
    'payment_promises', (select jsonb_agg(to_jsonb(r) order by r.id) from payment_promises r
      where r.company_id = v_company_id),
    'payouts', (select jsonb_agg(to_jsonb(y) order by y.id) from agency_payouts y where y.agency_id = v_agency_id),
    'tax_invoices', (select jsonb_agg(to_jsonb(i) order by i.id) from tax_invoices i
      where i.agency_id = v_agency_id),
    'iban_changes', (select jsonb_agg(to_jsonb(i) - 'decided_by' order by i.id) from iban_changes i
      where i.company_id = v_company_id or i.agency_id = v_agency_id),
    'acceptances', (select jsonb_agg(to_jsonb(s) order by s.id) from document_sets s
      where s.company_id = v_company_id and s.accepted_at is not null),
    'signing_records', (select jsonb_agg(jsonb_build_object('id', s.id, 'signed_at', s.signed_at,
        'record', s.record, 'identity_sealed', encode(s.identity_sealed, 'base64')) order by s.id)
      from signing_records s where s.company_id = v_company_id),
    'credit_assessments', (select jsonb_agg(to_jsonb(s) order by s.id) from credit_assessments s
      where s.company_id = v_company_id),
    'bureau_consents', (select jsonb_agg(to_jsonb(b) order by b.id) from bureau_consents b
      where b.company_id = v_company_id),
    'budget_requests', (select jsonb_agg(to_jsonb(b) - 'proven_by' order by b.id) from budget_requests b
      where b.company_id = v_company_id),
    'activity', (select jsonb_agg(jsonb_build_object('occurred_at', e.occurred_at, 'operation', e.operation,
        'subject', e.subject, 'subject_id', e.subject_id) order by e.id)
      from events e where e.actor_user_id = p_account_id),
    'files', (select jsonb_agg(jsonb_build_object('storage_key', f.storage_key, 'kind', f.kind, 'name', f.name,
        'size_bytes', f.size_bytes, 'created_at', f.created_at) order by f.id)
      from files f where f.owner_user_id = p_account_id and f.stored_at is not null and f.replaced_at is null));
end $$;
revoke all on function person_export_json(uuid) from public;
grant execute on function person_export_json(uuid) to hamla_staff;

-- The data of a person whose export another person has approved, for the two of them. p_days: so long it can be had.
create or replace function api.read_person_export(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_request_id uuid, p_days integer
) returns json language plpgsql as $$
declare
  r approval_requests;
  v_export jsonb;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into r from approval_requests x where x.id = p_request_id and x.kind = 'export_person';
  if r.outcome is distinct from 'Approved' or p_user_id not in (r.requested_by, r.decided_by) then
    perform refuse('not_found');
  end if;
  if r.decided_at <= p_now - make_interval(days => p_days) or account_email(r.subject_id) is null then
    perform refuse('approval_ended');
  end if;
  perform require_fresh_factor(p_session_id, p_now);
  v_export := person_export_json(r.subject_id);
  perform record_event(p_now, 'download_person_export', 'account', r.subject_id, r.company_id, r.agency_id);
  return json_build_object('exported_at', p_now) ::jsonb || jsonb_strip_nulls(v_export);
end $$;

-- The screen: rules, what two people were asked, what the job has erased. The latest p_limit of each.
create or replace function api.read_privacy(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_days integer, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object(
    'rules', (select json_agg(retention_rule_json(r) order by r.id) from retention_rules r),
    'requests', (
      select coalesce(json_agg(json_build_object('request', approval_request_json(f.r),
          'email', account_email((f.r).subject_id),
          'can_download', (f.r).kind = 'export_person' and coalesce((f.r).outcome = 'Approved', false)
            and (f.r).decided_at > p_now - make_interval(days => p_days)
            and p_user_id in ((f.r).requested_by, (f.r).decided_by) and account_email((f.r).subject_id) is not null,
          'erasure', (select json_build_object('erased', e.erased, 'kept', e.kept,
              'is_listed', e.listed_in <> '{}')
                        from person_erasures e where e.request_id = (f.r).id)) order by f.id desc), '[]')
        from (select r, r.id from approval_requests r where r.subject_type = 'account'
               order by r.id desc limit p_limit) f),
    'erasures', (
      select coalesce(json_agg(json_build_object('id', e.id, 'kind', e.kind, 'erased_at', e.erased_at,
          'row_count', e.row_count, 'months', e.months, 'source', e.source,
          'is_confirmed', e.request_id is not null) order by e.erased_at desc, e.id desc), '[]')
        from (select x.* from retention_erasures x order by x.erased_at desc, x.id desc limit p_limit) e));
end $$;

-- The account of an address, with what would have to be settled before it is erased; person null: there is none. The
-- history keeps who looked.
create or replace function api.find_person(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_email text)
returns json language plpgsql as $$
declare
  v_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_id := find_account(p_email);
  if v_id is not null then
    perform record_event(p_now, 'find_person', 'account', v_id, p.company_id, p.agency_id)
      from approval_parties('account', v_id) p;
  end if;
  return json_build_object('person', case when v_id is not null then json_build_object('id', v_id,
    'email', account_email(v_id),
    'is_staff', exists (select from staff s where s.user_id = v_id),
    'company', (select json_build_object('id', c.id, 'name', c.name) from companies c where c.user_id = v_id),
    'agency', (select json_build_object('id', a.id, 'name', a.name) from agencies a where a.user_id = v_id),
    'open', open_matters_json(v_id, p_now)) end);
end $$;

grant execute on function api.read_person_export, api.read_privacy, api.find_person to hamla_staff;
