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
language plpgsql stable as $$
begin
  return (
    with wanted as materialized (
      select p.id, p.agency_id, p.ticket_id, p.status, p.gross_amount, p.fee_amount, p.net_amount, p.created_at,
             t.ticket_number, t.created_local_date, t.status as ticket_status
        from agency_payouts p join tickets t on t.id = p.ticket_id
       where p.agency_id = p_agency_id and p.status = 'Pending'
         and t.agency_id = p_agency_id and t.agency_list = 'approved' and t.status = 'Approved'
         and t.created_at >= case when p_window = 'expected' then p_now - interval '168 hours' else '-infinity' end
         and t.created_at < case when p_window = 'expected' then 'infinity' else p_now - interval '168 hours' end),
    found as (
      select w.*, row_number() over (order by w.created_at desc, w.id desc) as place from wanted w
       where p_cursor is null
          or (w.created_at, w.id) < (select c.created_at, c.id from agency_payouts c
                                      where c.id = p_cursor and c.agency_id = p_agency_id))
    select json_build_object(
      'items', coalesce((
        select json_agg(x) from (
          select f.id, f.agency_id, f.ticket_id, f.status, f.gross_amount::text as gross_amount,
                 f.fee_amount::text as fee_amount, f.net_amount::text as net_amount, f.created_at,
                 json_build_object('ticket_number', f.ticket_number, 'created_local_date', f.created_local_date,
                                   'status', f.ticket_status) as ticket
            from found f where f.place <= 20 order by f.place) x), '[]'),
      'count', count(*),
      'gross_amount', coalesce(sum(w.gross_amount), 0)::numeric(18,2)::text,
      'fee_amount', coalesce(sum(w.fee_amount), 0)::numeric(18,2)::text,
      'net_amount', coalesce(sum(w.net_amount), 0)::numeric(18,2)::text,
      'oldest_ticket_date', min(w.created_local_date),
      'next_cursor', (select f.id from found f where f.place = 20 and exists (select from found g where g.place = 21)))
      from wanted w);
end $$;

-- When the next payout of the 'expected' ones will be 'late', null for none.
create or replace function expected_payouts_until(p_agency_id uuid, p_now timestamptz) returns timestamptz
language sql stable as $$
  select min(t.created_at) + interval '168 hours'
    from agency_payouts p join tickets t on t.id = p.ticket_id
   where p.agency_id = p_agency_id and p.status = 'Pending'
     and t.agency_id = p_agency_id and t.agency_list = 'approved' and t.status = 'Approved'
     and t.created_at >= p_now - interval '168 hours'
$$;

create or replace function list_agency_payouts(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_window text, p_cursor uuid
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  return payout_page(caller_agency_id(), p_now, p_window, p_cursor);
end $$;

-- Why a budget keeps a payout from being paid; the twin of domain/budget/budget-decision.ts.
drop function if exists budget_obstacle(text, boolean);
create or replace function budget_obstacle(p_budget_status text, p_is_reviewed boolean, p_is_within boolean) returns text
language sql immutable as $$
  select case when p_budget_status = 'Suspended' then 'budget_suspended'
              when not p_is_reviewed and not (p_budget_status = 'Confirmed' and p_is_within) then 'budget_not_confirmed' end
$$;

-- Why an approved ticket's payout cannot be released, as far as its documents are concerned; the twin of
-- domain/documents/acceptance.ts.
create or replace function acceptance_obstacle(p_accepted_on date, p_today date) returns text language sql immutable as $$
  select case when p_accepted_on is null then 'documents_not_accepted'
              when p_today - p_accepted_on > 7 then 'acceptance_expired' end
$$;

-- Why a payout cannot be paid on p_today, null when it can.
drop function if exists payout_obstacle(agencies);
create or replace function payout_obstacle(p agency_payouts, p_today date) returns text language sql stable as $$
  select case
    when a.suspended_at is not null then 'agency_suspended'
    when iban_obstacle(a.iban, a.paid_iban) is not null then iban_obstacle(a.iban, a.paid_iban)
    else coalesce(budget_obstacle(c.budget_status, t.reviewed_at is not null,
                    is_within_budget(t.company_id, t.available_budget_before, c.total_approval_budget)),
                  acceptance_obstacle(t.documents_accepted_on, p_today)) end
    from agencies a, tickets t join companies c on c.id = t.company_id
   where a.id = p.agency_id and t.id = p.ticket_id
$$;

create or replace trigger legal_move before update of status on agency_payouts
  for each row when (old.status <> new.status) execute function refuse_illegal_move('payout');
drop function if exists refuse_payout_move();
