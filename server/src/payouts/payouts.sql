-- Payouts an agency waits for.

drop policy if exists own on agency_payouts;
create policy own on agency_payouts to hamla_app using (agency_id = caller_agency_id())
  -- A payout is for an approved ticket of the agency, and for all of it.
  with check (agency_id = caller_agency_id() and exists (
    select from tickets t where t.id = agency_payouts.ticket_id and t.agency_id = caller_agency_id()
       and t.status = 'Approved' and t.amount_sar = agency_payouts.gross_amount));

-- Half-up 5% (SPEC section 9); the twin of domain/payouts/service-fee.ts, kept equal by a test.
create or replace function service_fee(p_gross numeric) returns numeric(14,2) language sql immutable as
  $$ select round(p_gross * 0.05, 2) $$;

-- The last day of the week after the ticket (SPEC section 9); the twin of domain/payouts/expected-payment.ts.
create or replace function expected_payment_date(p_created_local_date date) returns date language sql immutable as
  $$ select p_created_local_date + 7 $$;

-- One page of pending payouts of Approved tickets, newest first. 'expected': the ticket was created in the last 168
-- hours (SPEC section 9); 'late': before. Count and totals are those of the whole list.
create or replace function payout_page(p_agency_id uuid, p_now timestamptz, p_window text, p_cursor uuid) returns json
language sql stable as $$
  with wanted as (
    select p.*, t.ticket_number, t.created_local_date, t.status as ticket_status
      from agency_payouts p join tickets t on t.id = p.ticket_id
     where p.agency_id = p_agency_id and p.status = 'Pending' and t.status = 'Approved'
       and (t.created_at >= p_now - interval '168 hours') = (p_window = 'expected')),
  rows as (
    select * from wanted w
     where p_cursor is null
        or (w.created_at, w.id) < (select c.created_at, c.id from agency_payouts c
                                    where c.id = p_cursor and c.agency_id = p_agency_id)
     order by w.created_at desc, w.id desc limit 21),
  shown as (select * from rows order by created_at desc, id desc limit 20)
  select json_build_object(
    'items', coalesce((
      select json_agg(json_build_object('id', s.id, 'agency_id', s.agency_id, 'ticket_id', s.ticket_id,
               'status', s.status, 'gross_amount', s.gross_amount::text, 'fee_amount', s.fee_amount::text,
               'net_amount', s.net_amount::text, 'created_at', s.created_at,
               'ticket', json_build_object('ticket_number', s.ticket_number,
                 'created_local_date', s.created_local_date, 'status', s.ticket_status))
             order by s.created_at desc, s.id desc) from shown s), '[]'),
    'count', (select count(*) from wanted),
    'gross_amount', (select coalesce(sum(gross_amount), 0)::numeric(14,2)::text from wanted),
    'fee_amount', (select coalesce(sum(fee_amount), 0)::numeric(14,2)::text from wanted),
    'net_amount', (select coalesce(sum(net_amount), 0)::numeric(14,2)::text from wanted),
    'oldest_ticket_date', (select min(created_local_date) from wanted),
    'next_cursor', case when (select count(*) from rows) > 20
                        then (select s.id from shown s order by s.created_at, s.id limit 1) end)
$$;

create or replace function list_agency_payouts(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_window text, p_cursor uuid
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  return payout_page(caller_agency_id(), p_now, p_window, p_cursor);
end $$;
