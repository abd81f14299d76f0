-- A payout that came back after its ticket was completed or written off, or of which one person alone says that it did
-- not arrive or came back: the next run sends it again, or two people end it (approvals.sql).

-- True where a ticket is Approved again because one person has said that its payout failed or came back, and no line of
-- a compared statement shows it: its agency may have the money. A payout that was stopped before the bank was told does
-- not count.
create or replace function is_return_unproven(p_ticket_id uuid) returns boolean language sql stable as $$
  select exists (
    select from tickets t join agency_payouts p on p.ticket_id = t.id join payout_run_lines l on l.payout_id = p.id
     where t.id = p_ticket_id and t.status = 'Approved' and l.outcome in ('Failed', 'Returned') and l.stop is null
       and not exists (select from bank_statement_lines b
                        where b.payout_id = l.payout_id and b.payout_run_id = l.run_id and b.direction = 'credit'
                          and b.status = 'Settled' and proves(b)))
$$;

-- The figures of ending a returned payout: the amount that is no longer financed, and what the company has paid of it,
-- which becomes its credit.
create or replace function returned_payout_figures(r approval_requests) returns jsonb language plpgsql as $$
begin
  perform lock_company_money((select t.company_id from tickets t where t.id = r.subject_id));
  if not exists (select from tickets t where t.id = r.subject_id) then perform refuse('not_found'); end if;
  if not is_return_unproven(r.subject_id)
     and not exists (select from agency_payouts p
                      where p.ticket_id = r.subject_id and p.status = 'Pending' and p.returned_at is not null) then
    perform refuse('payout_not_returned');
  end if;
  perform refuse_in_payout_run(r.subject_id);
  return (select jsonb_build_object('amount_sar', p.gross_amount::text, 'paid_amount', (
                   select coalesce(sum(a.amount_sar), 0)::numeric(14,2)::text from payment_allocations a
                    where a.ticket_id = r.subject_id and a.reversed_at is null and a.payment_id is not null))
            from agency_payouts p where p.ticket_id = r.subject_id);
end $$;

-- Everything is undone: financing and fee, what was written off and what has come back of it; what was paid is credit.
-- A suspension that the write-off has brought about stays until two people lift it.
create or replace function carry_out_end_returned_payout(r approval_requests, p_now timestamptz, p_today date)
  returns void
language plpgsql as $$
declare
  v_ticket tickets;
begin
  select * into strict v_ticket from tickets t where t.id = r.subject_id;
  -- Its financing is undone already.
  if v_ticket.status = 'Approved' then
    perform end_approved_ticket(v_ticket.id, p_now, r.reason);
    return;
  elsif v_ticket.status = 'Closed' then
    update tickets t set closed_as = history_kind('end_ticket'), updated_at = p_now where t.id = v_ticket.id;
    perform record_event(p_now, 'end_ticket', 'ticket', v_ticket.id, v_ticket.company_id, v_ticket.agency_id,
      jsonb_build_object('status', v_ticket.status), jsonb_build_object('status', v_ticket.status, 'reason', r.reason));
  else
    perform move_ticket_and_record(v_ticket.id, 'end', p_now, r.reason);
  end if;
  perform move_payout(p.id, 'cancel', p_now, r.reason) from agency_payouts p where p.ticket_id = v_ticket.id;
  perform undo_financing(v_ticket.id, 'ticket_ended', p_now, p_today, r.reason);
  if v_ticket.written_off_amount > 0 then
    perform change_loss(v_ticket.id, -v_ticket.written_off_amount, -v_ticket.recovered_amount, p_now);
  end if;
  perform apply_credit(v_ticket.company_id, p_now);
  perform update_lateness_stops(v_ticket.company_id, p_now, true);
end $$;

