-- What every move of money shares. The order of locks, so that two moves never wait for each other: the turn of money
-- (shared; the day's close takes it alone), then company rows, then ticket rows, each in the order of their ids, then
-- installments.

create or replace function money_turn() returns bigint language sql immutable as
  $$ select hashtextextended('money', 0) $$;

-- Locks a company's row and its tickets that money can touch. p_ticket_ids: these and no others, of any companies.
create or replace function lock_company_money(p_company_id uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(money_turn());
  perform from companies c where c.id = p_company_id for no key update;
  perform from tickets t where t.company_id = p_company_id and t.company_list <> 'waiting'
    order by t.id for no key update;
end $$;

create or replace function lock_companies_money(p_company_ids uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(money_turn());
  perform from companies c where c.id = any (p_company_ids) order by c.id for no key update;
  perform from tickets t where t.company_id = any (p_company_ids) and t.company_list <> 'waiting' order by t.id
    for no key update;
end $$;

create or replace function lock_tickets_money(p_ticket_ids uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(money_turn());
  perform from companies c where c.id in (select t.company_id from tickets t where t.id = any (p_ticket_ids))
    order by c.id for no key update;
  perform from tickets t where t.id = any (p_ticket_ids) order by t.id for no key update;
end $$;

-- Those tickets and, of their companies that hold credit, all that it may pay.
create or replace function lock_tickets_and_credit(p_ticket_ids uuid[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(money_turn());
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
create or replace function move_and_record(p_ticket_id uuid, p_move text, p_now timestamptz, p_reason text default null)
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
         returned_at = case when m.to_status not in ('Confirmed', 'Cancelled') then p.returned_at end
    from legal_moves m
   where p.id = p_payout_id and m.subject = 'payout' and m.move = p_move and m.from_status = p.status
     returning p.* into v_payout;
  if not found then perform refuse('ticket_state_changed'); end if;
  perform record_event(p_now, p_move || '_payout', 'payout', p_payout_id, null, v_payout.agency_id,
    jsonb_build_object('status', v_before),
    jsonb_strip_nulls(jsonb_build_object('status', v_payout.status, 'reason', p_reason)));
end $$;

-- The status of an installment on a day; the reference is domain/reference/installment-status.ts.
create or replace function due_state(
  p_due_date date, p_amount numeric, p_paid numeric, p_today date, p_ticket_status text
) returns text language sql immutable as $$
  select case when p_paid >= p_amount then 'Paid'
              when p_ticket_status = 'Active' and p_due_date < p_today then 'Overdue' else 'Due' end
$$;

-- Completed when everything is paid and the payout has arrived; Active again when it is not any more. Where its payout
-- came back meanwhile and is not sent again yet, nothing is owed for it: Approved. The caller applies the company's
-- credit afterwards.
create or replace function settle_ticket(p_ticket_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  v_status text;
  v_is_done boolean;
  v_returned agency_payouts;
begin
  select t.status,
         not exists (select from ticket_installments i where i.ticket_id = t.id and i.status <> 'Paid')
           and exists (select from agency_payouts p
                        where p.ticket_id = t.id and (p.status = 'Confirmed' or p.returned_at is not null))
    into v_status, v_is_done from tickets t where t.id = p_ticket_id;
  if v_status = 'Active' and v_is_done then
    perform move_and_record(p_ticket_id, 'complete', p_now);
  elsif v_status = 'Completed' and not v_is_done then
    perform move_and_record(p_ticket_id, 'reopen', p_now);
    update agency_payouts p set returned_at = null
     where p.ticket_id = p_ticket_id and p.returned_at is not null returning p.* into v_returned;
    if v_returned.status = 'Pending' then
      perform move_and_record(p_ticket_id, 'return', p_now);
      perform undo_financing(p_ticket_id, 'payout_returned', p_now, (p_now at time zone 'Asia/Riyadh')::date, (
        select l.reason from payout_run_lines l where l.payout_id = v_returned.id and l.outcome = 'Returned'
         order by l.run_id desc limit 1));
    end if;
  end if;
end $$;

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

-- Staff have looked at a ticket and answer for it: it is paid out although its company's budget is not confirmed.
create or replace function api.review_ticket(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_ticket_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  v_ticket tickets;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := claim_key('review_ticket', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into v_ticket from tickets t where t.id = p_ticket_id for no key update;
  if not found then perform refuse('not_found'); end if;
  if v_ticket.reviewed_at is not null then perform refuse('ticket_already_reviewed'); end if;
  if v_ticket.status not in ('PendingAgencyApproval', 'Approved') then perform refuse('ticket_state_changed'); end if;
  update tickets t set reviewed_by = p_user_id, reviewed_at = p_now, updated_at = p_now where t.id = p_ticket_id;
  perform record_event(p_now, 'review_ticket', 'ticket', p_ticket_id, v_ticket.company_id, v_ticket.agency_id,
    jsonb_build_object('status', v_ticket.status, 'is_reviewed', false),
    jsonb_build_object('status', v_ticket.status, 'is_reviewed', true));
  return keep_reply('review_ticket', p_key, ticket_json(v_ticket));
end $$;

grant execute on function api.review_ticket to hamla_staff;
