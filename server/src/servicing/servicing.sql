-- What every move of money shares. The order of locks, so that two moves never wait for each other: the turn of money
-- (shared; the day's close takes it alone), then company rows, then ticket rows, each in the order of their ids, then
-- installments.

create or replace function money_lock_key() returns bigint language sql immutable as
  $$ select hashtextextended('money', 0) $$;

-- Locks a company's row and its tickets that money can touch. p_ticket_ids: these and no others, of any companies.
create or replace function lock_company_money(p_company_id uuid) returns void language plpgsql as $$
begin
  perform share_lock(money_lock_key());
  perform from companies c where c.id = p_company_id for no key update;
  perform from tickets t where t.company_id = p_company_id and t.company_list <> 'waiting'
    order by t.id for no key update;
end $$;

create or replace function lock_companies_money(p_company_ids uuid[]) returns void language plpgsql as $$
begin
  perform share_lock(money_lock_key());
  perform from companies c where c.id = any (p_company_ids) order by c.id for no key update;
  perform from tickets t where t.company_id = any (p_company_ids) and t.company_list <> 'waiting' order by t.id
    for no key update;
end $$;

create or replace function lock_tickets_money(p_ticket_ids uuid[]) returns void language plpgsql as $$
begin
  perform share_lock(money_lock_key());
  perform from companies c where c.id in (select t.company_id from tickets t where t.id = any (p_ticket_ids))
    order by c.id for no key update;
  perform from tickets t where t.id = any (p_ticket_ids) order by t.id for no key update;
end $$;

-- Those tickets and, of their companies that hold credit, all that it may pay.
create or replace function lock_tickets_and_credit(p_ticket_ids uuid[]) returns void language plpgsql as $$
begin
  perform share_lock(money_lock_key());
  perform from companies c where c.id in (select t.company_id from tickets t where t.id = any (p_ticket_ids))
    order by c.id for no key update;
  -- Nobody else gives these companies credit, or uses it, from here on.
  perform from tickets t
   where t.id in (
     select unnest(p_ticket_ids)
     union
     select o.id from tickets o
      where o.company_list = 'current' and o.company_id in (
        select p.company_id from payments p
         where p.credit_amount > 0 and p.company_id in (select n.company_id from tickets n
           where n.id = any (p_ticket_ids))))
   order by t.id for no key update;
end $$;

-- Moves a ticket and tells the history, with a reason where there is one.
create or replace function move_ticket_and_record(p_ticket_id uuid, p_move text, p_now timestamptz,
  p_reason text default null)
returns tickets language plpgsql as $$
declare
  v_moved record := move_ticket(p_ticket_id, p_move, null, p_now);
  v_ticket tickets := v_moved.ticket;
begin
  perform record_event(p_now, p_move || '_ticket', 'ticket', v_ticket.id, v_ticket.company_id, v_ticket.agency_id,
    jsonb_build_object('status', v_moved.before_status),
    jsonb_strip_nulls(jsonb_build_object('status', v_ticket.status, 'reason', p_reason)));
  return v_ticket;
end $$;

create or replace function move_payout(p_payout_id uuid, p_move text, p_now timestamptz, p_reason text default null)
returns void language plpgsql as $$
declare
  v_payout agency_payouts;
  v_before text;
begin
  select p.status into strict v_before from agency_payouts p where p.id = p_payout_id for no key update;
  update agency_payouts p set status = m.to_status,
         returned_at = case when m.to_status not in ('Confirmed', 'Cancelled') then p.returned_at end,
         sent_at = case when m.to_status = 'Confirmed' then p.sent_at end
    from legal_moves m
   where p.id = p_payout_id and m.subject = 'payout' and m.move = p_move and m.from_status = p.status
     returning p.* into v_payout;
  if not found then perform refuse('ticket_state_changed'); end if;
  perform record_event(p_now, p_move || '_payout', 'payout', p_payout_id, null, v_payout.agency_id,
    jsonb_build_object('status', v_before),
    jsonb_strip_nulls(jsonb_build_object('status', v_payout.status, 'reason', p_reason)));
end $$;

-- The status of an installment on a day; the reference is domain/reference/installment-status.ts.
create or replace function installment_status(
  p_due_date date, p_amount numeric, p_paid numeric, p_today date, p_ticket_status text
) returns text language sql immutable as $$
  select case when p_paid >= p_amount then 'Paid'
              when p_ticket_status = 'Active' and p_due_date < p_today then 'Overdue' else 'Due' end
$$;

-- The parts of what a company owed that payments have paid which nothing has proven yet.
create or replace function unproven_allocations(p_company_id uuid)
returns table (payment_id uuid, ticket_id uuid, installment_id uuid, recovers_payment_id uuid, is_recovery boolean,
  amount_sar numeric, allocated_at timestamptz)
language sql stable as $$
  select a.payment_id, a.ticket_id, a.installment_id, a.recovers_payment_id, a.is_recovery, a.amount_sar,
         a.allocated_at
    from payments p join payment_allocations a on a.payment_id = p.id and a.reversed_at is null
   where p.company_id = p_company_id and p.proven_at is null and p.reversed_at is null
$$;

-- The recoveries of a company's losses among them. Definer: whoever asks about a budget, the company's agency too.
create or replace function unproven_recoveries(p_company_id uuid) returns numeric
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select coalesce(sum(a.amount_sar), 0.00) from unproven_allocations(p_company_id) a where a.is_recovery);
end $$;
revoke all on function unproven_recoveries(uuid) from public;
grant execute on function unproven_recoveries(uuid) to hamla_app, hamla_staff, hamla_jobs;

-- True where a payment that nothing has proven yet paid any part of a ticket.
create or replace function awaits_proof(p_ticket_id uuid) returns boolean language sql stable as $$
  select exists (select from payment_allocations a join payments p on p.id = a.payment_id
                  where a.ticket_id = p_ticket_id and a.reversed_at is null and p.proven_at is null)
$$;

-- What of an installment was settled as bank charges (bank-charges.sql), and not paid.
create or replace function bank_charges_of_installment(p_installment_id uuid) returns numeric language sql stable as $$
  select coalesce(sum(a.amount_sar), 0)::numeric(14,2) from payment_allocations a
   where a.installment_id = p_installment_id and a.payment_id is null and a.reversed_at is null
$$;

create or replace function is_fully_paid(p_ticket_id uuid) returns boolean language sql stable as
  $$ select not exists (select from ticket_installments i where i.ticket_id = p_ticket_id and i.status <> 'Paid') $$;

-- Completed when everything is paid by proven payments and the payout has arrived; Active again when something is
-- unpaid. Where its payout came back meanwhile and is not sent again yet, nothing is owed for it: Approved. The caller
-- applies the company's credit afterwards.
create or replace function update_ticket_completion(p_ticket_id uuid, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_status text;
  v_is_done boolean;
  v_returned agency_payouts;
begin
  select t.status,
         is_fully_paid(t.id) and exists (select from agency_payouts p
                        where p.ticket_id = t.id and (p.status = 'Confirmed' or p.returned_at is not null))
    into v_status, v_is_done from tickets t where t.id = p_ticket_id;
  if v_status = 'Active' and v_is_done and not awaits_proof(p_ticket_id) then
    perform move_ticket_and_record(p_ticket_id, 'complete', p_now);
  elsif v_status = 'Completed' and not v_is_done then
    perform move_ticket_and_record(p_ticket_id, 'reopen', p_now);
    update agency_payouts p set returned_at = null
     where p.ticket_id = p_ticket_id and p.returned_at is not null returning p.* into v_returned;
    if v_returned.status = 'Pending' then
      perform move_ticket_and_record(p_ticket_id, 'return', p_now);
      perform undo_financing(p_ticket_id, 'payout_returned', p_now, (p_now at time zone 'Asia/Riyadh')::date, (
        select l.reason from payout_run_lines l where l.payout_id = v_returned.id and l.outcome = 'Returned'
         order by l.run_id desc limit 1));
    end if;
  end if;
end $$;

-- Completes what a payment has paid, now that it is proven. The caller has locked its company's money.
create or replace function complete_tickets_of_payment(p_payment_id uuid, p_now timestamptz) returns void
language sql as $$
  select update_ticket_completion(t.id, p_now) from (
    select distinct a.ticket_id as id from payment_allocations a
     where a.payment_id = p_payment_id and a.reversed_at is null and a.installment_id is not null order by 1) t
$$;

-- The ticket that somebody names by its number; null stays null.
create or replace function ticket_by_number(p_ticket_number text) returns tickets language plpgsql stable as $$
declare
  v_ticket tickets;
begin
  if p_ticket_number is null then return null; end if;
  select * into v_ticket from tickets t where t.ticket_number = p_ticket_number;
  if not found then perform refuse_field('not_found', 'ticket_number', 'is not a ticket'); end if;
  return v_ticket;
end $$;

-- The documents that a company has accepted for a ticket; null: none.
create or replace function accepted_set(p_ticket_id uuid) returns document_sets language sql stable as $$
  select s from document_sets s where s.ticket_id = p_ticket_id and s.accepted_at is not null
   order by s.version desc limit 1
$$;

-- Staff have looked at a ticket and answer for it: it is paid out although its company's budget is not confirmed. Where
-- none is set, with the documents that the company has accepted, and by one person only up to the limit.
-- p_accepted_version: of those that the reviewer has seen; null where the caller does not say.
drop function if exists api.review_ticket(uuid, uuid, timestamptz, text, bytea, uuid);
create or replace function api.review_ticket(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_ticket_id uuid,
  p_accepted_version integer default null
) returns json language plpgsql as $$
declare
  v_reply json;
  v_company companies;
  v_ticket tickets;
  v_set document_sets;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('review_ticket', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- Nothing is requested meanwhile, and no budget set.
  perform lock_tickets_money(array[p_ticket_id]);
  select * into v_ticket from tickets t where t.id = p_ticket_id;
  if not found then perform refuse('not_found'); end if;
  select * into strict v_company from companies c where c.id = v_ticket.company_id;
  if is_reviewed(v_ticket, v_company) and not takes_two_reviewers(v_ticket, v_company) then
    perform refuse('ticket_already_reviewed');
  end if;
  if v_ticket.status not in ('PendingAgencyApproval', 'Approved') then perform refuse('ticket_state_changed'); end if;
  v_set := accepted_set(p_ticket_id);
  if p_accepted_version is not null and p_accepted_version is distinct from v_set.version then
    perform refuse('review_outdated');
  end if;
  if is_without_budget(v_ticket, v_company) and v_set.id is null then perform refuse('review_needs_documents'); end if;
  v_ticket.review_approved_by := null;
  if takes_two_reviewers(v_ticket, v_company) then perform refuse('review_takes_two'); end if;
  update tickets t
     set reviewed_by = p_user_id, reviewed_at = p_now, reviewed_set_id = v_set.id, review_approved_by = null,
         updated_at = p_now
   where t.id = p_ticket_id;
  perform record_event(p_now, 'review_ticket', 'ticket', p_ticket_id, v_ticket.company_id, v_ticket.agency_id,
    jsonb_build_object('status', v_ticket.status, 'is_reviewed', false),
    jsonb_build_object('status', v_ticket.status, 'is_reviewed', true));
  return store_idempotent_reply('review_ticket', p_key, ticket_json(v_ticket));
end $$;

-- What is financed, what the company's open tickets come to, and the version of the documents that both people read.
create or replace function pay_without_budget_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  t tickets;
  c companies;
  s document_sets;
begin
  perform lock_tickets_money(array[r.subject_id]);
  select * into t from tickets x where x.id = r.subject_id;
  if not found then perform refuse('not_found'); end if;
  if t.status <> 'Approved' then perform refuse('ticket_state_changed'); end if;
  select * into strict c from companies x where x.id = t.company_id;
  s := accepted_set(t.id);
  if is_without_budget(t, c) and s.id is null then perform refuse('review_needs_documents'); end if;
  if not is_reviewed(t, c) then t.review_approved_by := null; end if;
  if not takes_two_reviewers(t, c) then perform refuse('review_takes_one'); end if;
  return jsonb_build_object('amount_sar', t.amount_sar::text,
    'open_sar', open_tickets_amount(c.id)::numeric(18,2)::text, 'limit_sar', one_reviewer_limit(c)::text,
    'document_version', s.version);
end $$;

create or replace function carry_out_pay_without_budget(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
begin
  update tickets t
     set reviewed_by = r.requested_by, reviewed_at = p_now, reviewed_set_id = (accepted_set(t.id)).id,
         review_approved_by = r.decided_by, updated_at = p_now
   where t.id = r.subject_id;
  perform record_event(p_now, 'pay_without_budget', 'ticket', r.subject_id, r.company_id, r.agency_id, null,
    jsonb_build_object('amount_sar', r.amount_sar::text));
end $$;

-- Refuses a caller who is not staff, before a file is received.
create or replace function api.assert_staff(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
end $$;

grant execute on function api.assert_staff, api.review_ticket to hamla_staff;
