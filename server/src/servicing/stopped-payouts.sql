-- A payout that is stopped because its company is overdue for too long: two people pay it anyway, or end its
-- ticket (approvals.sql).

create or replace function is_payout_stopped(p_ticket_id uuid) returns boolean language sql stable as $$
  select exists (select from agency_payouts p join tickets t on t.id = p.ticket_id
                  where p.ticket_id = p_ticket_id and p.status = 'Pending' and t.status = 'Approved'
                    and p.stopped_on is not null)
$$;

-- What is paid, or what is not financed, while the payout is stopped.
create or replace function stopped_payout_figures(r approval_requests) returns jsonb language plpgsql as $$
begin
  perform lock_tickets_money(array[r.subject_id]);
  if not exists (select from tickets t where t.id = r.subject_id) then perform refuse('not_found'); end if;
  if not is_payout_stopped(r.subject_id) then perform refuse('payout_not_stopped'); end if;
  return (select jsonb_build_object('amount_sar', case r.kind when 'pay_stopped_payout' then p.net_amount
    else p.gross_amount end::text)
            from agency_payouts p where p.ticket_id = r.subject_id);
end $$;

-- Its company's lateness stops it no more; every other obstacle does. The event tells both sides.
create or replace function carry_out_pay_stopped_payout(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
begin
  update agency_payouts p set stopped_on = null, stop_lifted_at = p_now where p.ticket_id = r.subject_id;
  perform record_payout_stop(null, null, p.id, false, p_now) from agency_payouts p where p.ticket_id = r.subject_id;
  perform record_event(p_now, 'pay_stopped_payout', 'ticket', r.subject_id, r.company_id, r.agency_id, null,
    jsonb_build_object('amount_sar', r.amount_sar::text, 'reason', r.reason));
end $$;

create or replace function carry_out_end_stopped_ticket(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform end_approved_ticket(r.subject_id, p_now, r.reason);
end $$;

