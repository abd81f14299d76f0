-- Transfers that companies report with a proof, and what staff make of them.

drop policy if exists own on transfer_reports;
create policy own on transfer_reports for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists own_report on transfer_reports;
create policy own_report on transfer_reports for insert to hamla_app
  with check (company_id = (select caller_company_id()) and status = 'Checking');
drop policy if exists own_withdrawal on transfer_reports;
create policy own_withdrawal on transfer_reports for update to hamla_app
  using (company_id = (select caller_company_id()) and status = 'Checking')
  with check (company_id = (select caller_company_id()) and status = 'Withdrawn');
drop policy if exists staff on transfer_reports;
create policy staff on transfer_reports to hamla_staff
  using ((select caller_role() = 'staff')) with check ((select caller_role() = 'staff'));
drop policy if exists jobs_read on transfer_reports;
create policy jobs_read on transfer_reports for select to hamla_jobs using (true);
drop policy if exists transfer_proof on files;
create policy transfer_proof on files for select to hamla_staff using (
  (select caller_role() = 'staff') and store = 'company-documents' and kind = 'transfer_proof'
  and exists (select from transfer_reports r where r.proof_file = files.path));

-- As its company reads it; the same as ticket_transfer_reports_json shows of each.
create or replace function own_transfer_report_json(p_report_id uuid) returns json language sql stable as $$
  select json_build_object('id', r.id, 'amount_sar', r.amount_sar::text, 'transferred_on', r.transferred_on,
           'bank_reference', r.bank_reference,
           'proof_file', case when r.status <> 'Withdrawn' then r.proof_file end, 'status', r.status,
           'reported_at', r.reported_at, 'decided_at', r.decided_at, 'reason', r.reason,
           'arrived_amount', (select p.amount_sar::text from payments p where p.id = r.payment_id))
    from transfer_reports r where r.id = p_report_id
$$;

-- Reports and their sum, as a request keeps them; {}: none.
create or replace function reports_json(p_ids uuid[]) returns jsonb language sql stable as $$
  select case when count(*) = 0 then '{}'
              else jsonb_build_object('reports', jsonb_agg(r.id order by r.id),
                'reported_sar', sum(r.amount_sar)::text) end
    from transfer_reports r where r.id = any (p_ids)
$$;

-- The reports of a company's transfers that are being checked. Read where its money is locked.
create or replace function reports_being_checked_json(p_company_id uuid) returns jsonb language sql stable as $$
  select reports_json(array(
    select r.id from transfer_reports r where r.company_id = p_company_id and r.status = 'Checking'))
$$;

-- Those of all companies that may tell of a payment whose payer is not known: of its amount, or of its reference.
create or replace function reports_of_similar_transfers_json(p payments) returns jsonb language sql stable as $$
  select reports_json(array(
    select r.id from transfer_reports r
     where r.status = 'Checking'
       and (r.amount_sar = p.amount_sar or reference_key(r.bank_reference) = reference_key(p.bank_reference))))
$$;

-- Keeps a report of the caller's company: of a ticket, of a payment request, or of all that it owes; at most three of
-- one are checked at once.
-- p_quota: reports of a day (domain/quotas.ts), null for any number. The caller has locked the company.
create or replace function add_transfer_report(
  p_user_id uuid, p_now timestamptz, p_today date, p_ticket_id uuid, p_request_id uuid, p_amount_sar numeric,
  p_transferred_on date, p_bank_reference text, p_proof_file text, p_quota integer
) returns json language plpgsql as $$
declare
  v_report_id uuid;
begin
  if p_transferred_on not between p_today - 400 and p_today then
    perform refuse_field('validation_failed', 'transferred_on', 'must be today or one of the last 400 days');
  end if;
  if (select count(*) from transfer_reports r
       where r.company_id = caller_company_id() and r.ticket_id is not distinct from p_ticket_id
         and r.payment_request_id is not distinct from p_request_id and r.status = 'Checking') >= 3 then
    perform refuse('too_many_transfer_reports');
  end if;
  if not attach_file('transfer_proof', p_proof_file, 'proof_file', p_now) then
    perform refuse_field('validation_failed', 'proof_file', 'belongs to another report: upload it again');
  end if;
  perform use_quota(p_user_id, 'transfer_reports', p_quota, interval '1 day', p_now);
  insert into transfer_reports (company_id, ticket_id, payment_request_id, amount_sar, transferred_on, bank_reference,
    proof_file, reported_at)
  values (caller_company_id(), p_ticket_id, p_request_id, p_amount_sar, p_transferred_on,
    nullif(btrim(p_bank_reference), ''), p_proof_file, p_now)
  returning id into v_report_id;
  perform record_event(p_now, 'report_transfer', 'transfer_report', v_report_id, caller_company_id(), null, null,
    jsonb_build_object('status', 'Checking', 'amount_sar', p_amount_sar::text));
  perform update_lateness_stops(caller_company_id(), p_now, true);
  return own_transfer_report_json(v_report_id);
end $$;

create or replace function api.report_transfer(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_ticket_id uuid, p_amount_sar numeric, p_transferred_on date, p_bank_reference text, p_proof_file text,
  p_quota integer default null
) returns json language plpgsql as $$
declare
  v_reply json;
  v_ticket tickets;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('report_transfer', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- Reports of one company take turns, so that what is counted stays true.
  perform from companies c where c.id = caller_company_id() for no key update;
  select * into v_ticket from tickets t where t.id = p_ticket_id and t.company_id = caller_company_id();
  if not found then perform refuse('not_found'); end if;
  if v_ticket.status <> 'Active' and v_ticket.written_off_amount = v_ticket.recovered_amount then
    perform refuse('ticket_not_payable');
  end if;
  return store_idempotent_reply('report_transfer', p_key, add_transfer_report(p_user_id, p_now, p_today, p_ticket_id,
    null,
    p_amount_sar, p_transferred_on, p_bank_reference, p_proof_file, p_quota));
end $$;

-- The same of a payment request, while something of its choice is open: it may have been transferred before its end.
create or replace function api.report_request_transfer(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_request_id uuid, p_amount_sar numeric, p_transferred_on date, p_bank_reference text, p_proof_file text,
  p_quota integer default null
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('report_request_transfer', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform from companies c where c.id = caller_company_id() for no key update;
  if not exists (select from payment_requests r where r.id = p_request_id and r.company_id = caller_company_id()) then
    perform refuse('not_found');
  end if;
  if not exists (select from payment_request_rest(p_request_id) q where q.rest > 0) then
    perform refuse('payment_request_ended');
  end if;
  return store_idempotent_reply('report_request_transfer', p_key,
    add_transfer_report(p_user_id, p_now, p_today, null, p_request_id,
    p_amount_sar, p_transferred_on, p_bank_reference, p_proof_file, p_quota));
end $$;

-- The same of all that the company owes, whose transfer pays what has been due longest.
create or replace function api.report_company_transfer(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_amount_sar numeric, p_transferred_on date, p_bank_reference text, p_proof_file text, p_quota integer default null
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('report_company_transfer', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform from companies c where c.id = caller_company_id() for no key update;
  if not exists (select from open_items(caller_company_id())) then perform refuse('nothing_to_pay'); end if;
  return store_idempotent_reply('report_company_transfer', p_key, add_transfer_report(p_user_id, p_now, p_today, null,
    null, p_amount_sar, p_transferred_on, p_bank_reference, p_proof_file, p_quota));
end $$;

-- Its proof is given back: nobody opens it any more, and it is erased as replaced files are.
create or replace function api.withdraw_transfer_report(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_report_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  v_proof text;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('withdraw_transfer_report', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if not exists (select from transfer_reports r where r.id = p_report_id and r.company_id = caller_company_id()) then
    perform refuse('not_found');
  end if;
  update transfer_reports r set status = 'Withdrawn', decided_at = p_now
   where r.id = p_report_id and r.company_id = caller_company_id() and r.status = 'Checking'
  returning r.proof_file into v_proof;
  if not found then perform refuse('transfer_report_decided'); end if;
  update files f set replaced_at = p_now
   where f.owner_user_id = p_user_id and f.kind = 'transfer_proof' and f.path = v_proof and f.replaced_at is null;
  perform record_event(p_now, 'withdraw_transfer_report', 'transfer_report', p_report_id, caller_company_id(), null,
    jsonb_build_object('status', 'Checking'), jsonb_build_object('status', 'Withdrawn'));
  return store_idempotent_reply('withdraw_transfer_report', p_key, own_transfer_report_json(p_report_id));
end $$;

-- As staff read it.
create or replace function transfer_report_json(r transfer_reports) returns json language sql stable as $$
  select json_build_object('id', r.id, 'company_id', r.company_id,
    'company_name', (select c.name from companies c where c.id = r.company_id),
    'ticket_number', (select t.ticket_number from tickets t where t.id = r.ticket_id),
    'request_number', (select x.request_number from payment_requests x where x.id = r.payment_request_id),
    'payer_number', (select c.payer_number from companies c
                      where c.id = r.company_id and num_nonnulls(r.ticket_id, r.payment_request_id) = 0),
    'amount_sar', r.amount_sar::text, 'transferred_on', r.transferred_on, 'bank_reference', r.bank_reference,
    'status', r.status, 'reported_at', r.reported_at, 'payment_id', r.payment_id,
    'decided_by', (select s.name from staff s where s.user_id = r.decided_by),
    'decided_at', r.decided_at, 'reason', r.reason,
    'arrived_amount', (select p.amount_sar::text from payments p where p.id = r.payment_id))
$$;

create or replace function read_transfer_report_json(p_report_id uuid) returns json language sql stable as
  $$ select transfer_report_json(r) from transfer_reports r where r.id = p_report_id $$;

-- A report that is being checked, locked after the money of its company.
create or replace function lock_transfer_report(p_report_id uuid) returns transfer_reports language plpgsql as $$
declare
  v_report transfer_reports;
begin
  select * into v_report from transfer_reports r where r.id = p_report_id;
  if not found then perform refuse('not_found'); end if;
  perform lock_company_money(v_report.company_id);
  select * into v_report from transfer_reports r where r.id = p_report_id for no key update;
  if v_report.status <> 'Checking' then perform refuse('transfer_report_decided'); end if;
  return v_report;
end $$;

-- Matches a transfer report to its payment. The caller has locked the report.
create or replace function match_report_to_payment(p_report transfer_reports, p_payment_id uuid, p_now timestamptz)
returns void language plpgsql as $$
begin
  if exists (select from transfer_reports r where r.payment_id = p_payment_id) then
    perform refuse('payment_answers_report');
  end if;
  update transfer_reports r set status = 'Matched', payment_id = p_payment_id, decided_by = caller_user_id(),
         decided_at = p_now
   where r.id = p_report.id;
  perform record_event(p_now, 'match_transfer_report', 'transfer_report', p_report.id, p_report.company_id, null,
    jsonb_build_object('status', p_report.status, 'amount_sar', p_report.amount_sar::text),
    jsonb_build_object('status', 'Matched', 'payment_id', p_payment_id,
      'amount_sar', (select p.amount_sar::text from payments p where p.id = p_payment_id)));
  perform update_lateness_stops(p_report.company_id, p_now, true);
end $$;

-- A payment that has been recorded is the reported transfer, also of another amount: banks keep charges. One whose
-- payer is not known pays the report's ticket.
create or replace function api.match_transfer_report(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_report_id uuid,
  p_payment_id uuid, p_reason text default null
) returns json language plpgsql as $$
declare
  v_reply json;
  v_report transfer_reports;
  v_payment payments;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('match_transfer_report', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_report := lock_transfer_report(p_report_id);
  select * into v_payment from payments p where p.id = p_payment_id for no key update;
  if not found or coalesce(v_payment.company_id, v_report.company_id) <> v_report.company_id then
    perform refuse_field('not_found', 'payment_id', 'is not a payment of this company');
  end if;
  if v_payment.reversed_at is not null then perform refuse('payment_already_reversed'); end if;
  if v_payment.company_id is null then
    perform assign_payment(v_payment, v_report.company_id, v_report.ticket_id, p_now, p_reason,
      v_report.payment_request_id);
  end if;
  perform match_report_to_payment(v_report, p_payment_id, p_now);
  return store_idempotent_reply('match_transfer_report', p_key, read_transfer_report_json(p_report_id));
end $$;

-- The reported transfer has reached our account on p_value_date: it is recorded as it was reported. It may be known as
-- a payment that answers no report.
create or replace function api.record_reported_transfer(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_report_id uuid, p_value_date date, p_is_another boolean, p_reason text default null
) returns json language plpgsql as $$
declare
  v_reply json;
  v_report transfer_reports;
  v_is_known boolean;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('record_reported_transfer', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_report := lock_transfer_report(p_report_id);
  v_is_known := is_movement_known(v_report.amount_sar, v_report.bank_reference);
  perform refuse_unless_another(v_is_known or exists (
    select from possible_duplicates(v_report.company_id, v_report.amount_sar, p_value_date, v_report.bank_reference) p
     where not exists (select from transfer_reports r where r.payment_id = p.id)),
    v_is_known, v_report.bank_reference, p_is_another, p_reason);
  perform match_report_to_payment(v_report,
    enter_payment(p_now, p_today, v_report.amount_sar, p_value_date, v_report.bank_reference, v_report.company_id,
      v_report.ticket_id, p_reason, v_report.payment_request_id), p_now);
  return store_idempotent_reply('record_reported_transfer', p_key, read_transfer_report_json(p_report_id));
end $$;

-- Turns a report down, also one that a payment had answered.
create or replace function turn_down_report(p_report transfer_reports, p_reason text, p_now timestamptz) returns void
language plpgsql as $$
begin
  update transfer_reports r set status = 'TurnedDown', payment_id = null, reason = p_reason,
    decided_by = caller_user_id(),
         decided_at = p_now
   where r.id = p_report.id;
  perform record_event(p_now, 'turn_down_transfer_report', 'transfer_report', p_report.id, p_report.company_id, null,
    jsonb_build_object('status', p_report.status), jsonb_build_object('status', 'TurnedDown', 'reason', p_reason));
end $$;

create or replace function api.turn_down_transfer_report(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_report_id uuid,
    p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('turn_down_transfer_report', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform turn_down_report(lock_transfer_report(p_report_id), p_reason, p_now);
  return store_idempotent_reply('turn_down_transfer_report', p_key, read_transfer_report_json(p_report_id));
end $$;

-- The bank took the reported transfer back: the report has its answer. The caller has locked the company's money.
create or replace function turn_down_report_of_payment(p_payment_id uuid, p_reason text, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_report transfer_reports;
begin
  select * into v_report from transfer_reports r where r.payment_id = p_payment_id;
  if found then perform turn_down_report(v_report, p_reason, p_now); end if;
end $$;

-- Its payment has been reversed: staff look at the report again. The caller has locked the company's money.
create or replace function reopen_transfer_report(p_payment_id uuid, p_now timestamptz) returns void language plpgsql
  as $$
declare
  v_report transfer_reports;
begin
  update transfer_reports r set status = 'Checking', payment_id = null, decided_by = null, decided_at = null
   where r.payment_id = p_payment_id returning * into v_report;
  if not found then return; end if;
  perform record_event(p_now, 'reopen_transfer_report', 'transfer_report', v_report.id, v_report.company_id, null,
    jsonb_build_object('status', 'Matched'), jsonb_build_object('status', 'Checking'));
end $$;

-- A page of reports. p_list: 'checking', the longest waiting first, or 'decided', the newest first.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_transfer_reports(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_list text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  if p_list = 'checking' then
    return (
      select list_page_json(array_agg(transfer_report_json(f.r) order by f.id),
        array_agg(f.id::text order by f.id), p_limit)
        from (select r, r.id from transfer_reports r
               where r.status = 'Checking' and (p_cursor is null or r.id > p_cursor)
               order by r.id limit p_limit + 1) f);
  end if;
  return (
    select list_page_json(array_agg(transfer_report_json(f.r) order by f.id desc),
      array_agg(f.id::text order by f.id desc),
      p_limit)
      from (select r, r.id from transfer_reports r
             where r.status <> 'Checking' and (p_cursor is null or r.id < p_cursor)
             order by r.id desc limit p_limit + 1) f);
end $$;

-- Payments that may be the reported transfer, from a week before it on: the company's own, and those of its amount that
-- nobody is known to have made, the ten nearest on each side of its day, of one day the latest recorded. No report has
-- been answered with one of those: an answer has the report's company, and a payment never loses its company again.
create or replace function transfer_report_candidates(r transfer_reports)
returns table (id uuid, amount_sar numeric, value_date date) language sql stable as $$
  select p.id, p.amount_sar, p.value_date from payment_search p
   where p.company_id = r.company_id and p.reversed_at is null and p.value_date >= r.transferred_on - 7
     and not exists (select from transfer_reports o where o.payment_id = p.id)
  union all
  (select p.id, p.amount_sar, p.value_date from payment_search p
    where p.company_id is null and p.reversed_at is null and p.refunded_amount = 0 and p.amount_sar = r.amount_sar
      and p.value_date >= r.transferred_on
    order by p.value_date, p.id desc limit 10)
  union all
  (select p.id, p.amount_sar, p.value_date from payment_search p
    where p.company_id is null and p.reversed_at is null and p.refunded_amount = 0 and p.amount_sar = r.amount_sar
      and p.value_date >= r.transferred_on - 7 and p.value_date < r.transferred_on
    order by p.value_date desc, p.id desc limit 10)
$$;

-- One report, and the payments that it may have told of, the likeliest first.
create or replace function api.read_transfer_report(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_report_id uuid)
returns json language plpgsql as $$
declare
  v_report transfer_reports;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_report from transfer_reports r where r.id = p_report_id;
  if not found then perform refuse('not_found'); end if;
  return json_build_object('report', transfer_report_json(v_report),
    'proof', (select json_build_object('name', f.name, 'content_type', f.content_type, 'size_bytes', f.size_bytes)
                from files f where f.store = 'company-documents' and f.path = v_report.proof_file
                 and f.attached_at is not null and f.replaced_at is null),
    'payments', case when v_report.status = 'Checking' then coalesce((
      select json_agg(payment_json(p) order by p.amount_sar <> v_report.amount_sar,
                      abs(p.value_date - v_report.transferred_on), p.id desc)
        from (select x.* from payments x where x.id in (
                select c.id from transfer_report_candidates(v_report) c
                 order by c.amount_sar <> v_report.amount_sar, abs(c.value_date - v_report.transferred_on), c.id desc
                 limit 10)) p), '[]') else '[]' end);
end $$;

-- Where the proof of a report lies; that somebody of staff opened it is kept.
create or replace function api.open_transfer_proof(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_report_id uuid)
returns json language plpgsql as $$
declare
  v_report transfer_reports;
  v_file files;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_report from transfer_reports r where r.id = p_report_id;
  if not found then perform refuse('not_found'); end if;
  select * into v_file from files f where f.store = 'company-documents' and f.path = v_report.proof_file
     and f.attached_at is not null and f.replaced_at is null;
  if not found then perform refuse('not_found'); end if;
  perform record_event(p_now, 'open_transfer_proof', 'transfer_report', p_report_id, v_report.company_id, null);
  return json_build_object('storage_key', v_file.storage_key, 'name', v_file.name,
    'content_type', v_file.content_type, 'size_bytes', v_file.size_bytes);
end $$;

grant execute on function api.report_transfer, api.report_request_transfer, api.report_company_transfer,
  api.withdraw_transfer_report to hamla_app;
grant execute on function api.match_transfer_report, api.record_reported_transfer, api.turn_down_transfer_report,
  api.list_transfer_reports, api.read_transfer_report, api.open_transfer_proof to hamla_staff;
