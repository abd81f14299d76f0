-- Refunds: asked for, approved by a second person, which takes them out of the credit, handed to the bank in a file,
-- and answered. Nobody types where it goes. What failed or came back is credit again.

drop policy if exists own on payment_refunds;
create policy own on payment_refunds for select to hamla_app using (company_id = (select caller_company_id()));
-- Which of its refunds files carry, a company reads; what else the files say, staff.
drop policy if exists own on refund_file_lines;
create policy own on refund_file_lines for select to hamla_app
  using (refund_id in (select r.id from payment_refunds r where r.company_id = (select caller_company_id())));
do $$
declare t text;
begin
  foreach t in array array['refund_files', 'refund_file_lines'] loop
    execute format('drop policy if exists staff on %I', t);
    execute format('create policy staff on %I to hamla_staff using ((select caller_role() = ''staff''))
                      with check ((select caller_role() = ''staff''))', t);
  end loop;
end $$;

create or replace trigger legal_move before update of status on payment_refunds
  for each row when (old.status <> new.status) execute function refuse_illegal_move('refund');

-- From which IBAN a payment came, and in whose name, as its line says; both null where no line says so.
create or replace function payment_payer(p_payment_id uuid, out iban text, out name text) language sql stable as $$
  select nullif(compact_iban(l.payer_iban), ''), nullif(btrim(l.payer_name), '')
    from bank_statement_lines l where l.payment_id = p_payment_id
$$;

-- Tells whether a refund may go to an IBAN: our bank pays to Saudi ones, and none goes to the platform's own account.
create or replace function is_refund_iban(p_iban text) returns boolean language sql stable as $$
  select is_saudi_iban(p_iban) and not exists (select from platform_identities i where i.iban = p_iban)
$$;

-- The IBAN to which a refund of a payment goes and in whose name, {iban, beneficiary}. p_to: 'payer', the IBAN that it
-- came from, or 'company', the one that its company has given. Nobody types one.
create or replace function refund_destination(p_payment payments, p_to text) returns jsonb language plpgsql stable as $$
declare
  v_payer record;
  v_company companies;
begin
  select * into v_payer from payment_payer(p_payment.id);
  select * into v_company from companies c where c.id = p_payment.company_id;
  if p_to = 'company' then
    if v_company.refund_iban is null then perform refuse('refund_iban_missing'); end if;
    return jsonb_build_object('iban', v_company.refund_iban, 'beneficiary', coalesce(nullif(v_company.name, ''), '-'));
  end if;
  if v_payer.iban is null then
    perform refuse(case when v_company.id is not null and v_company.refund_iban is null then 'refund_iban_missing'
                        else 'payer_iban_unknown' end);
  end if;
  if not is_refund_iban(v_payer.iban) then perform refuse('payer_iban_unusable'); end if;
  return jsonb_build_object('iban', v_payer.iban,
    'beneficiary', coalesce(v_payer.name, nullif(v_company.name, ''), '-'));
end $$;

-- Asks for a part of what no installment took to be sent back: another person approves it (approvals.sql).
create or replace function api.refund_credit(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_payment_id uuid, p_amount_sar numeric, p_to text, p_reason text,
  p_despite_report boolean default false
) returns json language plpgsql as $$
begin
  return api.request_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, 'refund_credit', p_payment_id,
    jsonb_build_object('amount_sar', p_amount_sar::numeric(14,2)::text, 'to', p_to), p_reason, p_despite_report);
end $$;

-- What of a company's credit stays credit if the payments that nothing has proven yet never came: they may have paid
-- what its proven ones would have, and no money leaves by one person's word.
create or replace function proven_credit(p_company_id uuid) returns numeric language sql stable as $$
  select coalesce(sum(case when p.proven_at is null or is_payment_contradicted(p.id) then -p.allocated_amount
                           else p.credit_amount end), 0)
    from payments p where p.company_id = p_company_id and p.reversed_at is null
$$;

-- True where an open debit names an earlier refund of the payment: nobody knows what became of that refund.
create or replace function has_open_refund_debit(p_payment_id uuid) returns boolean language sql stable as $$
  select exists (select from payment_refunds r join bank_statement_lines l on l.refund_id = r.id
                  where r.payment_id = p_payment_id and l.direction = 'debit' and l.status = 'Open')
$$;

-- Refuses to send a payment's money away while what became of it before, or that it came, is not known for certain.
create or replace function refuse_uncertain_payment(p_payment_id uuid) returns void language plpgsql as $$
begin
  if is_payment_contradicted(p_payment_id) then
    perform refuse(case when (select l.is_proven from bank_statement_lines l where l.payment_id = p_payment_id)
                        then 'bank_statement_contradicted' else 'payment_not_proven' end);
  end if;
  if has_open_refund_debit(p_payment_id) then perform refuse('bank_line_open'); end if;
end $$;

-- What a refund sends back, of what credit, and where to. Until it is approved the credit still pays what is owed.
create or replace function refund_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_payment payments := lock_payment(r.subject_id);
begin
  if v_payment.company_id is null then perform refuse('payment_not_identified'); end if;
  if v_payment.proven_at is null then perform refuse('payment_not_proven'); end if;
  perform refuse_uncertain_payment(v_payment.id);
  if (r.details ->> 'amount_sar')::numeric > v_payment.credit_amount then perform refuse('amount_above_credit'); end if;
  if (r.details ->> 'amount_sar')::numeric > proven_credit(v_payment.company_id)
    then perform refuse('payment_not_proven'); end if;
  return jsonb_build_object('amount_sar', r.details ->> 'amount_sar', 'credit_amount', v_payment.credit_amount::text)
    || refund_destination(v_payment, coalesce(r.details ->> 'to', 'payer'));
end $$;

create or replace function carry_out_refund(r approval_requests, p_now timestamptz) returns void language plpgsql as $$
begin
  perform release_refund(r, coalesce(r.details ->> 'to', 'payer'), p_now);
end $$;

-- All of it, the IBAN that its line says it came from, and the reports that may tell of it.
create or replace function send_back_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_payment payments := lock_payment(r.subject_id);
begin
  if v_payment.company_id is not null then perform refuse('payment_already_identified'); end if;
  if v_payment.refunded_amount > 0 then perform refuse('payment_sent_back'); end if;
  if v_payment.proven_at is null then perform refuse('payment_not_proven'); end if;
  perform refuse_uncertain_payment(v_payment.id);
  return jsonb_build_object('amount_sar', v_payment.amount_sar::text) || refund_destination(v_payment, 'payer')
    || reports_of_similar_transfers_json(v_payment);
end $$;

create or replace function carry_out_send_back(r approval_requests, p_now timestamptz) returns void language plpgsql
  as $$
begin
  perform release_refund(r, 'payer', p_now);
end $$;

-- In what a refund's amount stood: the company's credit, or money whose payer is not known.
create or replace function refund_account(p_company_id uuid) returns text language sql immutable as
  $$ select case when p_company_id is null then 'unidentified_receipts' else 'company_credit' end $$;

-- What two people have decided: the amount leaves the credit, and waits for its file.
create or replace function release_refund(r approval_requests, p_to text, p_now timestamptz) returns void
  language plpgsql as $$
declare
  v_entry_id bigint;
begin
  v_entry_id := post_entry(p_now, 'credit_refunded', r.company_id, null, null, r.subject_id, null, jsonb_build_array(
    journal_line(refund_account(r.company_id), r.amount_sar), journal_line('bank', -r.amount_sar)));
  insert into payment_refunds (payment_id, company_id, amount_sar, goes_to, iban, beneficiary, entry_id, refunded_by,
    refunded_at)
  values (r.subject_id, r.company_id, r.amount_sar, p_to, r.figures ->> 'iban', r.figures ->> 'beneficiary', v_entry_id,
          caller_user_id(), p_now);
  -- A name that somebody has confirmed holds until the beneficiary is called otherwise.
  update payment_refunds x set latin_name = o.latin_name
    from (select o.latin_name from payment_refunds o
           where o.company_id = r.company_id and o.beneficiary = r.figures ->> 'beneficiary'
             and o.latin_name is not null
           order by o.refunded_at desc limit 1) o
   where x.entry_id = v_entry_id;
  update payments p set refunded_amount = p.refunded_amount + r.amount_sar where p.id = r.subject_id;
  perform record_event(p_now, r.kind, 'payment', r.subject_id, r.company_id, null, null,
    jsonb_build_object('amount_sar', r.amount_sar::text));
end $$;

-- Days after the bank's, from which on a refund without an answer is asked about.
create or replace function refund_answer_days() returns integer language sql immutable as $$ select 5 $$;

create or replace function refund_file_no(r payment_refunds) returns integer language sql stable as
  $$ select l.file_no from refund_file_lines l where l.refund_id = r.id $$;

-- Why a refund that nobody has answered must not be sent any more: its payment was reversed, so that nothing is left to
-- give back, or its company's IBAN is another one by now. Where no file carries it the next one fails it; where one
-- does, the bank is asked to recall it.
create or replace function refund_obstacle(r payment_refunds) returns text language sql stable as $$
  select case when p.reversed_at is not null then 'payment_reversed'
              when r.goes_to = 'company' and c.refund_iban is distinct from r.iban then 'iban_changed'
              when not is_saudi_iban(r.iban) then 'iban_invalid' end
    from payments p left join companies c on c.id = r.company_id where p.id = r.payment_id and r.status = 'Sent'
$$;

-- Tells whether a refund that waits for the bank goes to an IBAN which its company has changed since.
create or replace function is_refund_doubtful(r payment_refunds) returns boolean language sql stable as $$
  select r.status = 'Sent' and r.goes_to = 'company' and exists (
    select from companies c where c.id = r.company_id and c.refund_iban is distinct from r.iban)
$$;

create or replace function refund_json(r payment_refunds) returns json language sql stable as $$
  select json_build_object('id', r.id, 'payment_id', r.payment_id, 'company_id', r.company_id,
    'company_name', (select c.name from companies c where c.id = r.company_id), 'amount_sar', r.amount_sar::text,
    'goes_to', r.goes_to, 'iban', r.iban, 'beneficiary', r.beneficiary,
    'latin_name', coalesce((select l.latin_name from refund_file_lines l where l.refund_id = r.id), r.latin_name),
    'status', r.status, 'refunded_by', (select s.name from staff s where s.user_id = r.refunded_by),
      'refunded_at', r.refunded_at,
    'file_no', refund_file_no(r), 'obstacle', refund_obstacle(r), 'is_doubtful', is_refund_doubtful(r),
    'reason', r.reason, 'stop', r.stop,
    'decided_by', (select s.name from staff s where s.user_id = r.decided_by), 'decided_at', r.decided_at)
$$;

create or replace function refunds_of_payment_json(p_payment_id uuid) returns json language sql stable as $$
  select coalesce(json_agg(refund_json(r) order by r.id), '[]') from payment_refunds r where r.payment_id = p_payment_id
$$;

-- A refund, locked after its company's money and its payment.
create or replace function lock_refund(p_refund_id uuid) returns payment_refunds language plpgsql as $$
declare
  r payment_refunds;
begin
  select * into r from payment_refunds x where x.id = p_refund_id;
  if not found then perform refuse('not_found'); end if;
  perform lock_company_money(r.company_id);
  perform from payments p where p.id = r.payment_id for no key update;
  select * into strict r from payment_refunds x where x.id = p_refund_id for no key update;
  return r;
end $$;

-- Writes the answer to a refund, and what follows from it. p_move: of domain/servicing/refund.ts. p_reason: why it
-- failed or came back; p_stop: the obstacle of what was stopped before the bank was told. The caller has locked it.
create or replace function record_refund_result(p_refund_id uuid, p_move text, p_reason text, p_stop text,
  p_now timestamptz)
returns void language plpgsql as $$
declare
  r payment_refunds;
begin
  update payment_refunds x set status = m.to_status, reason = p_reason, stop = p_stop, decided_by = caller_user_id(),
    decided_at = p_now
    from legal_moves m
   where x.id = p_refund_id and m.subject = 'refund' and m.move = p_move and m.from_status = x.status
     returning x.* into r;
  if not found then perform refuse('refund_answered'); end if;
  perform record_event(p_now, case when p_stop is null then p_move || '_refund' else 'stop_refund' end,
    'payment', r.payment_id,
    r.company_id, null, null, jsonb_strip_nulls(jsonb_build_object('amount_sar', r.amount_sar::text, 'reason', p_reason,
      'obstacle', p_stop)));
  if p_move <> 'confirm' then perform restore_refunded_amount(r, p_now); end if;
end $$;

-- The amount is what it was before: its company's credit, which pays what is owed, or money whose payer is not known.
-- If the refund's payment was reversed meanwhile, the company owes that much less back: payments that had paid it get
-- their credit back, and a write-off of it is undone.
create or replace function restore_refunded_amount(r payment_refunds, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_payment payments;
begin
  select * into strict v_payment from payments p where p.id = r.payment_id;
  perform reverse_entry(p_now, 'refund_came_back', r.entry_id);
  if v_payment.reversed_at is not null then
    if v_payment.written_off_amount > 0 or v_payment.recovered_amount > v_payment.refunded_amount - r.amount_sar then
      perform release_recoveries(r.payment_id, p_now);
    end if;
    perform undo_refund_write_off(v_payment, p_now);
    perform post_entry(p_now, 'recall_reduced', r.company_id, null, null, r.payment_id, null, jsonb_build_array(
      journal_line(refund_account(r.company_id), r.amount_sar), journal_line('refunds_receivable', -r.amount_sar)));
  end if;
  update payments p set refunded_amount = p.refunded_amount - r.amount_sar where p.id = r.payment_id;
  if r.company_id is null then return; end if;
  perform apply_credit(r.company_id, p_now);
  perform update_lateness_stops(r.company_id, p_now, true);
end $$;

-- A refund that was called failed, or come back, has arrived after all: by the word of a statement that two people have
-- rejected. What it had freed is undone: the payment pays anew what is left of it, and where that was refunded
-- meanwhile, the company owes that refund back. Of a payment that was reversed it owes this one back too. The caller
-- has locked the company's money, and applies its credit afterwards.
create or replace function turn_round_refund(r payment_refunds, p_reason text, p_now timestamptz, p_today date)
returns void language plpgsql as $$
declare
  p payments;
  v_entry_id bigint;
begin
  select * into strict p from payments x where x.id = r.payment_id for no key update;
  if p.reversed_at is null and p.amount_sar - p.refunded_amount < r.amount_sar then
    p.id := replace_payment(p, p.amount_sar, p_reason, p_now, p_today);
  end if;
  if p.reversed_at is null then perform free_payment(p.id, p_now, p_today); end if;
  v_entry_id := post_entry(p_now, 'credit_refunded', p.company_id, null, null, p.id, null, jsonb_build_array(
    journal_line(refund_account(p.company_id), r.amount_sar), journal_line('bank', -r.amount_sar)));
  if p.reversed_at is not null then perform recall_refund(p, r.amount_sar, p_now); end if;
  update payments x set refunded_amount = x.refunded_amount + r.amount_sar where x.id = p.id;
  update payment_refunds x set status = 'Confirmed', reason = null, payment_id = p.id, company_id = p.company_id,
         entry_id = v_entry_id, decided_by = caller_user_id(), decided_at = p_now
   where x.id = r.id;
  perform record_event(p_now, 'turn_round_refund', 'payment', p.id, p.company_id, null, null,
    jsonb_build_object('amount_sar', r.amount_sar::text, 'reason', p_reason));
end $$;

-- What payments have paid of a refund that was owed back or written off is their credit again, with what the same
-- entries paid of others. The caller undoes the write-off, which ends its loss (undo_refund_write_off), and applies the
-- company's credit afterwards.
create or replace function release_recoveries(p_payment_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  v_entries bigint[] := array(
    select distinct a.entry_id from payment_allocations a
     where a.recovers_payment_id = p_payment_id and a.reversed_at is null order by 1);
  v_entry_id bigint;
begin
  foreach v_entry_id in array v_entries loop
    perform reverse_entry(p_now, 'refund_came_back', v_entry_id);
  end loop;
  with taken as (
    update payment_allocations a set reversed_at = p_now
     where a.reversed_at is null and a.entry_id = any (v_entries) returning a.*),
  payer as (
    update payments p set allocated_amount = p.allocated_amount - s.sum
      from (select t.payment_id, sum(t.amount_sar) as sum from taken t group by 1) s where p.id = s.payment_id)
  update payments p set recovered_amount = p.recovered_amount - s.sum
    from (select t.recovers_payment_id, sum(t.amount_sar) as sum from taken t where not t.is_recovery group by 1) s
   where p.id = s.recovers_payment_id;
end $$;

-- Moves a refund by one person's word. p_move 'confirm': it has arrived; only of what a file carries to the IBAN that
-- its company has now. 'fail': it is not sent; only of what no file carries. Of the others the bank's line says it, or
-- two people (api.confirm_doubtful_refund, api.return_refund).
create or replace function api.decide_refund(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_refund_id uuid, p_move text,
    p_reason text
) returns json language plpgsql as $$
declare
  v_operation text := p_move || '_refund';
  v_reply json;
  r payment_refunds;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent(v_operation, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  r := lock_refund(p_refund_id);
  if r.status = 'Sent' and (p_move = 'confirm') = (refund_file_no(r) is null) then
    perform refuse(case p_move when 'confirm' then 'refund_not_in_file' else 'refund_in_file' end);
  end if;
  if p_move = 'confirm' and is_refund_doubtful(r) then perform refuse('refund_doubtful'); end if;
  perform record_refund_result(p_refund_id, p_move, p_reason, null, p_now);
  return store_idempotent_reply(v_operation, p_key,
    (select refund_json(x) from payment_refunds x where x.id = p_refund_id));
end $$;

-- Asks for a refund to be confirmed that a file carries to an IBAN which its company has changed: another person
-- approves it (approvals.sql).
create or replace function api.confirm_doubtful_refund(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_refund_id uuid,
    p_reason text
) returns json language plpgsql as $$
begin
  -- Before the refund is read.
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return api.request_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, 'confirm_doubtful_refund',
    (select r.payment_id from payment_refunds r where r.id = p_refund_id),
    jsonb_build_object('refund_id', p_refund_id), p_reason);
end $$;

-- The amount that the bank is said to have paid, to which IBAN, in which file, and the company's IBAN now.
create or replace function doubtful_refund_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_refund payment_refunds := lock_refund((r.details ->> 'refund_id')::uuid);
begin
  if v_refund.status <> 'Sent' then perform refuse('refund_answered'); end if;
  if refund_file_no(v_refund) is null then perform refuse('refund_not_in_file'); end if;
  return jsonb_build_object('amount_sar', v_refund.amount_sar::text, 'iban', v_refund.iban,
    'file_no', refund_file_no(v_refund),
    'present_iban', (select c.refund_iban from companies c where c.id = v_refund.company_id));
end $$;

create or replace function carry_out_confirm_doubtful_refund(r approval_requests, p_now timestamptz) returns void
  language plpgsql as $$
begin
  perform record_refund_result((r.details ->> 'refund_id')::uuid, 'confirm', null, null, p_now);
end $$;

-- Whoever writes it: such a refund is confirmed by an approval, or by a debit of a compared statement that names it.
create or replace function refuse_doubtful_refund() returns trigger language plpgsql as $$
begin
  if is_refund_doubtful(old)
     and not exists (select from approval_requests a
                      where a.subject_id = new.payment_id and a.kind = 'confirm_doubtful_refund'
                        and a.outcome = 'Approved' and a.details ->> 'refund_id' = new.id::text)
     and not exists (select from bank_statement_lines b
                      where b.refund_id = new.id and b.direction = 'debit' and b.amount = new.amount_sar
                        and proves(b)) then
    perform refuse('refund_doubtful');
  end if;
  return new;
end $$;
create or replace trigger doubtful_confirmation before update of status on payment_refunds
  for each row when (new.status = 'Confirmed' and old.status = 'Sent') execute function refuse_doubtful_refund();

-- Asks for a refund that a file carries to be taken back, because it failed or came back: another person approves it
-- (approvals.sql).
create or replace function api.return_refund(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_refund_id uuid,
    p_reason text
) returns json language plpgsql as $$
begin
  -- Before the refund is read.
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return api.request_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, 'return_refund',
    (select r.payment_id from payment_refunds r where r.id = p_refund_id),
    jsonb_build_object('refund_id', p_refund_id), p_reason);
end $$;

-- The refund's amount, destination, file and status.
create or replace function return_refund_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_refund payment_refunds := lock_refund((r.details ->> 'refund_id')::uuid);
begin
  if v_refund.status not in ('Sent', 'Confirmed') then perform refuse('refund_answered'); end if;
  if v_refund.status = 'Sent' and refund_file_no(v_refund) is null then perform refuse('refund_not_in_file'); end if;
  return jsonb_build_object('amount_sar', v_refund.amount_sar::text, 'status', v_refund.status, 'iban', v_refund.iban,
    'file_no', refund_file_no(v_refund));
end $$;

create or replace function carry_out_return_refund(r approval_requests, p_now timestamptz) returns void
  language plpgsql as $$
begin
  perform record_refund_result((r.details ->> 'refund_id')::uuid,
    case r.figures ->> 'status' when 'Sent' then 'fail' else 'return' end, r.reason, null, p_now);
end $$;

-- Whoever writes it: what the bank was handed is taken back by an approval, or by a credit of a compared statement
-- that names it.
create or replace function refuse_unproven_return() returns trigger language plpgsql as $$
begin
  if (old.status = 'Confirmed' or refund_file_no(old) is not null)
     and not exists (select from approval_requests a
                      where a.subject_id = new.payment_id and a.kind = 'return_refund' and a.outcome = 'Approved'
                        and a.details ->> 'refund_id' = new.id::text)
     and not exists (select from bank_statement_lines b
                      where b.refund_id = new.id and b.direction = 'credit'
                        and b.amount + coalesce(b.bank_charges_sar, 0) = new.amount_sar and proves(b)) then
    perform refuse('refund_in_file');
  end if;
  return new;
end $$;
create or replace trigger unproven_return before update of status on payment_refunds
  for each row when (new.status in ('Failed', 'Returned') and old.status <> new.status)
  execute function refuse_unproven_return();

-- A page of refunds. p_list: 'waiting' (for a file) and 'sent' (no answer yet), the oldest first; 'answered', the
-- newest first. Custom plan: each call is planned for its filters, so that every filter walks its own index
-- (long-lists.test.ts tests the lists of this kind).
create or replace function api.list_refunds(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_list text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_after payment_refunds;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_after from payment_refunds r where r.id = p_cursor;
  if p_list = 'answered' then
    return (
      select list_page_json(array_agg(refund_json(f.r) order by f.decided_at desc, f.id desc),
                       array_agg(f.id::text order by f.decided_at desc, f.id desc), p_limit)
        from (select r, r.decided_at, r.id from payment_refunds r
               where r.status <> 'Sent' and r.decided_at is not null
                 and (p_cursor is null or (r.decided_at, r.id) < (v_after.decided_at, v_after.id))
               order by r.decided_at desc, r.id desc limit p_limit + 1) f);
  end if;
  return (
    select list_page_json(array_agg(refund_json(f.r) order by f.refunded_at, f.id),
      array_agg(f.id::text order by f.refunded_at, f.id),
                     p_limit)
      from (select r, r.refunded_at, r.id from payment_refunds r
             -- Refund by refund until the page is full, not all files' lines at once.
             where r.status = 'Sent'
               and (p_list = 'sent') = exists (select from refund_file_lines l where l.refund_id = r.id offset 0)
               and (p_cursor is null or (r.refunded_at, r.id) > (v_after.refunded_at, v_after.id))
             order by r.refunded_at, r.id limit p_limit + 1) f);
end $$;

-- The name in Latin letters under which a refund goes to the bank, as a member of staff writes it, until a file carries
-- it.
create or replace function api.correct_refund_name(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_refund_id uuid,
    p_latin_name text
) returns json language plpgsql as $$
declare
  v_reply json;
  r payment_refunds;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('correct_refund_name', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform take_lock(hashtextextended('make_refund_file', 0));
  select * into r from payment_refunds x where x.id = p_refund_id for no key update;
  if not found then perform refuse('not_found'); end if;
  if not is_latin_name(p_latin_name) then
    perform refuse_field('validation_failed', 'latin_name', 'must be in Latin letters, as the bank knows the account');
  end if;
  if r.status <> 'Sent' or refund_file_no(r) is not null then perform refuse('latin_name_fixed'); end if;
  update payment_refunds x set latin_name = p_latin_name where x.id = p_refund_id;
  perform record_event(p_now, 'correct_refund_name', 'payment', r.payment_id, null, null,
    jsonb_strip_nulls(jsonb_build_object('latin_name', r.latin_name)), jsonb_build_object('latin_name', p_latin_name));
  return store_idempotent_reply('correct_refund_name', p_key,
    (select refund_json(x) from payment_refunds x where x.id = p_refund_id));
end $$;

create or replace function refund_file_json(f refund_files) returns json language sql stable as $$
  select json_build_object('file_no', f.file_no, 'message_id', f.message_id,
      'made_by', (select s.name from staff s where s.user_id = f.made_by), 'made_at', f.made_at,
        'debtor_iban', f.debtor_iban,
      'execution_date', f.execution_date, 'count', count(*), 'amount_sar', sum(r.amount_sar)::numeric(18,2)::text,
      'unanswered_count', count(*) filter (where r.status = 'Sent'))
    from refund_file_lines l join payment_refunds r on r.id = l.refund_id where l.file_no = f.file_no
$$;

-- Of a file at most as many as a bank takes at once, the oldest first. `offset 0`: refund by refund
-- (query-plans.test.ts).
create or replace function refunds_without_file() returns setof payment_refunds language sql stable as $$
  select r.* from payment_refunds r
   where r.status = 'Sent' and not exists (select from refund_file_lines l where l.refund_id = r.id offset 0)
     and not has_open_refund_debit(r.payment_id) and not is_payment_contradicted(r.payment_id)
   order by r.refunded_at, r.id limit 1000
$$;

-- What a file would be made of now: for the names and banks that it says besides.
create or replace function api.refunds_to_send(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
  language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (select coalesce(json_agg(json_build_object('id', r.id, 'beneficiary', r.beneficiary, 'iban', r.iban)), '[]')
            from refunds_without_file() r);
end $$;

-- A file of the refunds that no file carries. What must not be sent any more fails instead, in the same act; where that
-- is all there is, no file is made. p_debtor_name and p_debtor_iban: the account that pays; null: not set. p_details:
-- what the bank is told besides, {execution_date, purpose, debtor_latin_name, debtor_bic, lines: [{id, latin_name,
-- bic}]}; a refund that is not among its lines waits for the next file.
create or replace function api.make_refund_file(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_debtor_name text,
    p_debtor_iban text,
  p_details jsonb
) returns json language plpgsql as $$
declare
  v_reply json;
  v_ids uuid[];
  v_stopped record;
  v_stops integer := 0;
  v_file refund_files;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('make_refund_file', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- Two at once take turns, and the second finds what the first has left.
  perform take_lock(hashtextextended('make_refund_file', 0));
  v_ids := array(select r.id from refunds_without_file() r
                  where r.id in (select (x ->> 'id')::uuid from jsonb_array_elements(p_details -> 'lines') x));
  if cardinality(v_ids) = 0 then perform refuse('refund_file_empty'); end if;
  -- No payment is reversed and no IBAN approved between the check and the end of this.
  perform lock_companies_money(array(select distinct r.company_id from payment_refunds r where r.id = any (v_ids)));
  perform from payments p where p.id in (select r.payment_id from payment_refunds r where r.id = any (v_ids))
    order by p.id for no key update;
  -- Without what was answered while this waited.
  v_ids := array(select r.id from refunds_without_file() r where r.id = any (v_ids));
  if cardinality(v_ids) = 0 then perform refuse('refund_file_empty'); end if;
  for v_stopped in
    select r.id, refund_obstacle(r) as obstacle from payment_refunds r
     where r.id = any (v_ids) and refund_obstacle(r) is not null order by r.id
  loop
    perform record_refund_result(v_stopped.id, 'fail', null, v_stopped.obstacle, p_now);
    v_stops := v_stops + 1;
  end loop;
  if v_stops < cardinality(v_ids) then
    -- As with payouts.
    if exists (select from payment_refunds r
                 join jsonb_to_recordset(p_details -> 'lines') as d(id uuid, latin_name text) on d.id = r.id
                where r.id = any (v_ids) and r.status = 'Sent'
                  and not is_latin_name(coalesce(r.latin_name, d.latin_name))) then
      perform refuse('latin_name_missing');
    end if;
    insert into refund_files (file_no, made_by, made_at, debtor_name, debtor_iban, debtor_latin_name, debtor_bic,
      execution_date, purpose)
    select coalesce(max(f.file_no), 0) + 1, p_user_id, p_now, p_debtor_name, p_debtor_iban,
      p_details ->> 'debtor_latin_name',
           p_details ->> 'debtor_bic', (p_details ->> 'execution_date')::date, p_details ->> 'purpose'
      from refund_files f
    returning * into v_file;
    insert into refund_file_lines (refund_id, file_no, latin_name, bic)
    select r.id, v_file.file_no, coalesce(r.latin_name, d.latin_name), d.bic
      from payment_refunds r join jsonb_to_recordset(p_details -> 'lines') as d(id uuid, latin_name text,
        bic text) on d.id = r.id
     where r.id = any (v_ids) and r.status = 'Sent';
    perform record_event(p_now, 'make_refund_file', 'refund_file', v_file.message_id::uuid, null, null, null,
      jsonb_build_object('file_no', v_file.file_no, 'amount_sar', refund_file_json(v_file) ->> 'amount_sar'));
    perform record_event(p_now, 'send_refund', 'payment', r.payment_id, r.company_id, null, null,
        jsonb_build_object('refund_id', r.id, 'amount_sar', r.amount_sar::text, 'file_no', v_file.file_no))
      from payment_refunds r join refund_file_lines l on l.refund_id = r.id where l.file_no = v_file.file_no
        order by r.id;
  end if;
  return store_idempotent_reply('make_refund_file', p_key, json_build_object('file',
    (select refund_file_json(f) from refund_files f where f.file_no = v_file.file_no), 'stopped_count', v_stops));
end $$;

-- Newest first.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts tests
-- the lists of this kind).
create or replace function api.list_refund_files(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_before integer;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select f.file_no into v_before from refund_files f where f.message_id = replace(p_cursor::text, '-', '');
  return (
    select list_page_json(array_agg(refund_file_json(g.f) order by g.file_no desc),
                     array_agg((g.f).message_id::uuid::text order by g.file_no desc), p_limit)
      from (select f, f.file_no from refund_files f where p_cursor is null or f.file_no < v_before
             order by f.file_no desc limit p_limit + 1) g);
end $$;

-- A file as it was made, whatever has become of its refunds. Who took it along, and in which format, is kept.
create or replace function api.download_refund_file(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_file_no integer, p_format text
) returns json language plpgsql as $$
declare
  v_file refund_files;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  perform refuse_while_held();
  select * into v_file from refund_files f where f.file_no = p_file_no;
  if not found then perform refuse('not_found'); end if;
  if p_format <> 'csv' and v_file.debtor_iban is null then perform refuse('platform_account_missing'); end if;
  perform record_event(p_now, 'download_refund_file', 'refund_file', v_file.message_id::uuid, null, null, null,
    jsonb_build_object('file_no', p_file_no, 'format', p_format));
  return json_build_object('message_id', v_file.message_id, 'made_at', v_file.made_at,
    'execution_date', v_file.execution_date, 'purpose', v_file.purpose,
    'debtor', case when v_file.debtor_iban is not null then
                json_build_object('name', v_file.debtor_name, 'iban', v_file.debtor_iban,
                                  'latin_name', v_file.debtor_latin_name, 'bic', v_file.debtor_bic) end,
    'lines', (
      select json_agg(json_build_object('id', r.id, 'beneficiary', r.beneficiary, 'latin_name', l.latin_name,
        'bic', l.bic,
               'iban', r.iban, 'amount_sar', r.amount_sar::text) order by r.refunded_at, r.id)
        from refund_file_lines l join payment_refunds r on r.id = l.refund_id where l.file_no = p_file_no));
end $$;

grant execute on function api.refund_credit, api.decide_refund, api.confirm_doubtful_refund,
  api.return_refund, api.list_refunds,
  api.correct_refund_name, api.refunds_to_send, api.make_refund_file, api.list_refund_files, api.download_refund_file
  to hamla_staff;
