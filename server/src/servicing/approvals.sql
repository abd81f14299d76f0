-- What takes two people: one asks, with a reason and the figures that they saw; another one approves it within seven
-- days, while the figures are the same (docs/decisions/0034-two-people.md). Requests are locked after the money that
-- they are about.

drop policy if exists staff_read on approval_requests;
create policy staff_read on approval_requests for select to hamla_staff using ((select caller_role()) = 'staff');
-- Nobody asks or decides in another one's name, and what is decided stays.
drop policy if exists staff_request on approval_requests;
create policy staff_request on approval_requests for insert to hamla_staff
  with check ((select caller_role()) = 'staff' and requested_by = (select caller_user_id()) and outcome is null);
drop policy if exists staff_decide on approval_requests;
create policy staff_decide on approval_requests for update to hamla_staff
  using ((select caller_role()) = 'staff' and outcome is null)
  with check (decided_by = (select caller_user_id()) or outcome = 'Expired');
drop policy if exists jobs_read on approval_requests;
create policy jobs_read on approval_requests for select to hamla_jobs using (true);
drop policy if exists jobs_expire on approval_requests;
create policy jobs_expire on approval_requests for update to hamla_jobs
  using (outcome is null) with check (outcome = 'Expired');

-- The kinds of requests: what each is about, whether it sends money or says where companies send theirs, and how many
-- hours it waits before it can be approved; the twin of domain/servicing/approval-kinds.ts.
-- Dropped first: in release 0.2.0 its columns had other names.
drop function if exists approval_kinds();
create or replace function approval_kinds()
returns table (kind text, subject_type text, needs_fresh_factor boolean, wait_hours integer)
language sql immutable as $$
  values ('write_off_ticket', 'ticket', false, 0),
         ('refund_credit', 'payment', true, 0),
         ('pay_stopped_payout', 'ticket', true, 0),
         ('end_stopped_ticket', 'ticket', false, 0),
         ('end_returned_payout', 'ticket', false, 0),
         ('lift_suspension', 'company', false, 0),
         ('send_back_payment', 'payment', true, 0),
         ('confirm_doubtful_payout', 'ticket', false, 0),
         ('write_off_refund', 'payment', false, 0),
         ('confirm_doubtful_refund', 'payment', false, 0),
         ('return_refund', 'payment', false, 0),
         ('set_aside_own_transfer_line', 'bank_statement_line', false, 0),
         ('settle_further_bank_charges', 'ticket', false, 0),
         ('settle_return_charges', 'bank_statement_line', false, 0),
         ('settle_agency_claim', 'ticket', false, 0),
         ('reject_bank_statement', 'bank_statement', false, 0),
         ('accept_bank_statement', 'bank_statement', false, 0),
         ('approve_virtual_ibans', 'virtual_iban_list', true, 24),
         ('pay_without_budget', 'ticket', true, 0),
         ('activate_policy', 'credit_policy', true, 0),
         ('export_person', 'account', true, 0),
         ('erase_person', 'account', true, 0),
         ('change_retention', 'retention_rule', true, 0)
$$;

-- What a request would do now, by its kind: each function locks what it reads, as the carrying out needs it locked,
-- refuses what could not be carried out, and returns the figures, an amount as amount_sar. What gives up or sends back
-- money of a company says which reports of its transfers are being checked.
create or replace function approval_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_figures jsonb;
begin
  case r.kind
    when 'write_off_ticket' then v_figures := write_off_figures(r);
    when 'write_off_refund' then v_figures := write_off_refund_figures(r);
    when 'refund_credit' then v_figures := refund_figures(r);
    when 'pay_stopped_payout' then return stopped_payout_figures(r);
    when 'end_stopped_ticket' then v_figures := stopped_payout_figures(r);
    when 'end_returned_payout' then v_figures := returned_payout_figures(r);
    when 'lift_suspension' then return lift_suspension_figures(r);
    when 'send_back_payment' then return send_back_figures(r);
    when 'confirm_doubtful_payout' then return doubtful_payout_figures(r);
    when 'confirm_doubtful_refund' then return doubtful_refund_figures(r);
    when 'return_refund' then return return_refund_figures(r);
    when 'set_aside_own_transfer_line' then return set_aside_line_figures(r);
    when 'settle_further_bank_charges' then return bank_charges_figures(r);
    when 'settle_return_charges' then return return_charges_figures(r);
    when 'settle_agency_claim' then return agency_claim_figures(r);
    when 'reject_bank_statement', 'accept_bank_statement' then return contradiction_figures(r);
    when 'approve_virtual_ibans' then return virtual_iban_list_figures(r);
    when 'pay_without_budget' then return pay_without_budget_figures(r);
    when 'activate_policy' then return activate_policy_figures(r);
    when 'export_person' then return export_person_figures(r);
    when 'erase_person' then return erase_person_figures(r);
    when 'change_retention' then return change_retention_figures(r);
  end case;
  -- A statement after the one that locked the company: it sees what was reported while that one waited.
  return v_figures || reports_being_checked_json((select p.company_id
    from approval_parties(r.subject_type, r.subject_id) p));
end $$;

-- Carries out what was approved, by its kind, under the locks of its figures.
create or replace function carry_out_approval(r approval_requests, p_now timestamptz, p_today date) returns void
language plpgsql as $$
begin
  case r.kind
    when 'write_off_ticket' then perform carry_out_write_off(r, p_now, p_today);
    when 'write_off_refund' then perform carry_out_write_off_refund(r, p_now);
    when 'refund_credit' then perform carry_out_refund(r, p_now);
    when 'pay_stopped_payout' then perform carry_out_pay_stopped_payout(r, p_now);
    when 'end_stopped_ticket' then perform carry_out_end_stopped_ticket(r, p_now);
    when 'end_returned_payout' then perform carry_out_end_returned_payout(r, p_now, p_today);
    when 'lift_suspension' then perform carry_out_lift_suspension(r, p_now);
    when 'send_back_payment' then perform carry_out_send_back(r, p_now);
    when 'confirm_doubtful_payout' then perform carry_out_confirm_doubtful_payout(r, p_now, p_today);
    when 'confirm_doubtful_refund' then perform carry_out_confirm_doubtful_refund(r, p_now);
    when 'return_refund' then perform carry_out_return_refund(r, p_now);
    when 'set_aside_own_transfer_line' then perform carry_out_set_aside_line(r, p_now);
    when 'settle_further_bank_charges' then perform carry_out_bank_charges(r, p_now);
    when 'settle_return_charges' then perform carry_out_return_charges(r, p_now, p_today);
    when 'settle_agency_claim' then perform carry_out_settle_agency_claim(r, p_now);
    when 'reject_bank_statement' then perform carry_out_reject_statement(r, p_now, p_today);
    when 'accept_bank_statement' then perform carry_out_accept_statement(r, p_now);
    when 'approve_virtual_ibans' then perform carry_out_approve_virtual_ibans(r, p_now);
    when 'pay_without_budget' then perform carry_out_pay_without_budget(r, p_now);
    when 'activate_policy' then perform carry_out_activate_policy(r, p_now, p_today);
    -- From now on its file can be downloaded.
    when 'export_person' then null;
    when 'erase_person' then perform erase_approved_person(r.id, p_now);
    when 'change_retention' then perform carry_out_change_retention(r, p_now);
  end case;
end $$;

-- When a request can be approved first.
create or replace function approval_waits_until(r approval_requests) returns timestamptz language sql stable as $$
  select r.requested_at + make_interval(hours => k.wait_hours) from approval_kinds() k where k.kind = r.kind
$$;

create or replace function approval_request_json(r approval_requests) returns json language sql stable as $$
  select json_build_object('id', r.id, 'kind', r.kind, 'subject_type', r.subject_type, 'subject_id', r.subject_id,
    'ticket_number', (select t.ticket_number from tickets t where r.subject_type = 'ticket' and t.id = r.subject_id),
    'company_id', r.company_id, 'company_name', (select c.name from companies c where c.id = r.company_id),
    'agency_id', r.agency_id, 'agency_name', (select a.name from agencies a where a.id = r.agency_id),
    'amount_sar', r.amount_sar::text, 'figures', r.figures, 'details', r.details, 'reason', r.reason,
    'requested_by', (select s.name from staff s where s.user_id = r.requested_by), 'requested_at', r.requested_at,
    'waits_until', approval_waits_until(r), 'expires_at', r.expires_at,
    'is_own', r.requested_by = caller_user_id(), 'outcome', r.outcome,
    'decided_by', (select s.name from staff s where s.user_id = r.decided_by), 'decided_at', r.decided_at,
    'decision_reason', r.decision_reason, 'payment', (
      select json_build_object('recorded_by', (select s.name from staff s where s.user_id = p.recorded_by),
               'confirmed_by', (select s.name from staff s where s.user_id = p.confirmed_by),
               'statement', statement_of_payment_json(p.id))
        from payments p where r.subject_type = 'payment' and p.id = r.subject_id))
$$;

-- The requests about a row that wait.
create or replace function open_approvals_json(p_subject_id uuid) returns json language sql stable as $$
  select coalesce(json_agg(approval_request_json(r) order by r.requested_at, r.id), '[]')
    from approval_requests r where r.subject_id = p_subject_id and r.outcome is null
$$;

-- Each step of a request, in the history of what it is about.
create or replace function record_approval_event(p_now timestamptz, p_operation text, r approval_requests,
  p_reason text default null)
returns void language sql as $$
  select record_event(p_now, p_operation, r.subject_type, r.subject_id, r.company_id, r.agency_id, null,
    jsonb_strip_nulls(jsonb_build_object('operation', r.kind, 'amount_sar', r.amount_sar::text, 'reason', p_reason)))
$$;

-- Ends requests that were not approved in time; p_subject_id: only those about this row. Called by a job each minute,
-- and before a new request.
create or replace function api.expire_approval_requests(p_now timestamptz, p_subject_id uuid default null)
  returns integer
language plpgsql as $$
declare
  r approval_requests;
  v_ended integer := 0;
begin
  for r in
    update approval_requests x set outcome = 'Expired', decided_at = x.expires_at
     where x.outcome is null and x.expires_at <= p_now and (p_subject_id is null or x.subject_id = p_subject_id)
    returning x.*
  loop
    perform record_approval_event(p_now, 'expire_request', r);
    v_ended := v_ended + 1;
  end loop;
  return v_ended;
end $$;

-- The company and the agency of the row that a request is about.
create or replace function approval_parties(p_subject_type text, p_subject_id uuid, out company_id uuid,
  out agency_id uuid)
language sql stable as $$
  select t.company_id, t.agency_id from tickets t where p_subject_type = 'ticket' and t.id = p_subject_id
  union all select p.company_id, null from payments p where p_subject_type = 'payment' and p.id = p_subject_id
  union all select c.id, null from companies c where p_subject_type = 'company' and c.id = p_subject_id
  union all select c.id, a.id from auth.users u left join companies c on c.user_id = u.id
                 left join agencies a on a.user_id = u.id where p_subject_type = 'account' and u.id = p_subject_id
  union all select coalesce(t.company_id, x.company_id), t.agency_id
              from bank_statement_lines l left join agency_payouts p on p.id = l.payout_id
              left join tickets t on t.id = p.ticket_id left join payment_refunds x on x.id = l.refund_id
             where p_subject_type = 'bank_statement_line' and l.id = p_subject_id
  union all select null, null where p_subject_type in ('virtual_iban_list', 'credit_policy', 'retention_rule',
    'bank_statement')
$$;

-- Asks for what another person has to approve. The caller has set who asks. While reports of transfers are being
-- checked that it is about, only p_despite_report asks for it.
create or replace function insert_approval_request(
  p_now timestamptz, p_kind text, p_subject_id uuid, p_details jsonb, p_reason text,
    p_despite_report boolean default false
) returns approval_requests language plpgsql as $$
declare
  r approval_requests;
begin
  select k.kind, k.subject_type into strict r.kind, r.subject_type from approval_kinds() k where k.kind = p_kind;
  r.subject_id := p_subject_id;
  r.details := p_details;
  r.requested_at := p_now;
  r.figures := approval_figures(r);
  perform api.expire_approval_requests(p_now, p_subject_id);
  insert into approval_requests (kind, subject_type, subject_id, company_id, agency_id, amount_sar, figures, details,
    reason,
    requested_by, requested_at, expires_at)
  select r.kind, r.subject_type, r.subject_id, s.company_id, s.agency_id, (r.figures->>'amount_sar')::numeric,
    r.figures,
         r.details, p_reason, caller_user_id(), p_now, p_now + interval '7 days'
    from approval_parties(r.subject_type, p_subject_id) s
  on conflict (subject_id, kind, (coalesce(details ->> 'run_id', details ->> 'refund_id', ''))) where outcome is null
    do nothing returning * into r;
  if not found then perform refuse('approval_requested'); end if;
  if r.figures ? 'reports' and not p_despite_report then perform refuse('report_being_checked'); end if;
  perform record_approval_event(p_now, 'request_approval', r, p_reason);
  return r;
end $$;

-- The operations by which staff ask: each has the name of its kind, and its reply is the request.
create or replace function api.request_approval(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_kind text,
    p_subject_id uuid,
  p_details jsonb, p_reason text, p_despite_report boolean default false
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent(p_kind, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  return store_idempotent_reply(p_kind, p_key, approval_request_json(
    insert_approval_request(p_now, p_kind, p_subject_id, p_details, p_reason, p_despite_report)));
end $$;

-- The request as it waits, locked; p_now: before it has expired.
create or replace function lock_approval_request(p_request_id uuid, p_now timestamptz) returns approval_requests
language plpgsql as $$
declare
  r approval_requests;
begin
  -- One that is decided no policy lets staff lock.
  select * into r from approval_requests x where x.id = p_request_id for update;
  if not found or r.expires_at <= p_now then perform refuse('approval_ended'); end if;
  return r;
end $$;

-- Another person than the requester does what was asked for, while it is what the requester saw.
create or replace function api.approve_request(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
    p_request_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  r approval_requests;
  v_figures jsonb;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('approve_request', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into r from approval_requests x where x.id = p_request_id;
  if not found then perform refuse('not_found'); end if;
  if r.requested_by = p_user_id then perform refuse('own_request_refused'); end if;
  if r.outcome is not null then perform refuse('approval_ended'); end if;
  if p_now < approval_waits_until(r) then perform refuse('approval_too_early'); end if;
  if (select k.needs_fresh_factor from approval_kinds() k where k.kind = r.kind) then
    perform require_fresh_factor(p_session_id, p_now);
  end if;
  v_figures := approval_figures(r);
  r := lock_approval_request(p_request_id, p_now);
  if v_figures <> r.figures then perform refuse('approval_figures_changed'); end if;
  update approval_requests x set outcome = 'Approved', decided_by = p_user_id, decided_at = p_now
   where x.id = r.id returning * into r;
  perform record_approval_event(p_now, 'approve_request', r);
  perform carry_out_approval(r, p_now, p_today);
  return store_idempotent_reply('approve_request', p_key, approval_request_json(r));
end $$;

-- p_reason: why another person than the requester declines it; null: the requester withdraws it.
create or replace function api.end_request(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_request_id uuid,
    p_reason text
) returns json language plpgsql as $$
declare
  v_operation text := case when p_reason is null then 'withdraw_request' else 'decline_request' end;
  v_reply json;
  r approval_requests;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent(v_operation, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if not exists (select from approval_requests x where x.id = p_request_id) then perform refuse('not_found'); end if;
  r := lock_approval_request(p_request_id, p_now);
  if p_reason is not null and r.requested_by = p_user_id then perform refuse('own_request_refused'); end if;
  if p_reason is null and r.requested_by <> p_user_id then perform refuse('request_of_other'); end if;
  update approval_requests x
     set outcome = case when p_reason is null then 'Withdrawn' else 'Declined' end, decided_by = p_user_id,
       decided_at = p_now,
         decision_reason = p_reason
   where x.id = r.id returning * into r;
  perform record_approval_event(p_now, v_operation, r, p_reason);
  return store_idempotent_reply(v_operation, p_key, approval_request_json(r));
end $$;

-- What waits, the oldest first, or what has ended, the newest first.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_approval_requests(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_list text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_after approval_requests;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_after from approval_requests r where r.id = p_cursor;
  if p_list = 'open' then
    return (
      select list_page_json(array_agg(approval_request_json(f.r) order by f.requested_at, f.id),
                       array_agg(f.id::text order by f.requested_at, f.id), p_limit)
        from (select r, r.requested_at, r.id from approval_requests r
               where r.outcome is null
                 and (p_cursor is null or (r.requested_at, r.id) > (v_after.requested_at, v_after.id))
               order by r.requested_at, r.id limit p_limit + 1) f);
  end if;
  return (
    select list_page_json(array_agg(approval_request_json(f.r) order by f.decided_at desc, f.id desc),
                     array_agg(f.id::text order by f.decided_at desc, f.id desc), p_limit)
      from (select r, r.decided_at, r.id from approval_requests r
             where r.outcome is not null
               and (p_cursor is null or (r.decided_at, r.id) < (v_after.decided_at, v_after.id))
             order by r.decided_at desc, r.id desc limit p_limit + 1) f);
end $$;

grant execute on function api.expire_approval_requests to hamla_jobs, hamla_staff;
grant execute on function api.request_approval, api.approve_request, api.end_request, api.list_approval_requests
  to hamla_staff;
