-- What was written off, and what of it has come back (docs/decisions/0039-losses.md).

-- The one way a loss changes: of its ticket, and of its company, whose row the caller has locked. Where it grows, be it by a
-- write-off or because what had come back was reversed, the company's budget is suspended; two people lift that.
create or replace function change_loss(p_ticket_id uuid, p_written_off numeric, p_recovered numeric, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_ticket tickets;
  v_company companies;
begin
  update tickets t set written_off_amount = t.written_off_amount + p_written_off,
         recovered_amount = t.recovered_amount + p_recovered,
         written_off_on = case when t.written_off_amount + p_written_off > 0
                               then coalesce(t.written_off_on, (p_now at time zone 'Asia/Riyadh')::date) end,
         updated_at = p_now
   where t.id = p_ticket_id returning * into strict v_ticket;
  update companies c set unrecovered_loss = c.unrecovered_loss + p_written_off - p_recovered
   where c.id = v_ticket.company_id returning * into strict v_company;
  if p_written_off > p_recovered and v_company.suspended_for_ticket_id is null then
    update companies c set budget_status = 'Suspended', suspended_for_ticket_id = p_ticket_id,
           budget_reason = case when c.budget_status = 'Suspended' then c.budget_reason end,
           budget_decided_by = caller_user_id(), budget_decided_at = p_now, updated_at = p_now
     where c.id = v_company.id;
    perform record_event(p_now, 'decide_budget', 'company', v_company.id, v_company.id, null,
      jsonb_build_object('budget_status', v_company.budget_status,
        'total_approval_budget', v_company.total_approval_budget::text),
      jsonb_strip_nulls(jsonb_build_object('decision', 'suspend', 'budget_status', 'Suspended',
        'total_approval_budget', v_company.total_approval_budget::text, 'ticket_number', v_ticket.ticket_number)));
  end if;
  -- What had come back is lost again; or all of it has come back: the ticket's story and its settlement letter say so.
  if p_recovered < 0 and p_written_off = 0 then
    perform record_raised_loss(v_ticket, -p_recovered, p_now);
  elsif p_recovered > 0 and v_ticket.recovered_amount = v_ticket.written_off_amount then
    perform record_event(p_now, 'recover_loss', 'ticket', p_ticket_id, v_ticket.company_id, null,
      jsonb_build_object('status', v_ticket.status), jsonb_build_object('status', v_ticket.status));
  end if;
end $$;

-- What a payment that was reversed had paid of a ticket before its write-off is lost too.
create or replace function raise_loss(p_ticket tickets, p_now timestamptz) returns void language plpgsql as $$
declare
  v_raised numeric := post_write_off(p_ticket, p_now);
begin
  if v_raised > 0 then perform record_raised_loss(p_ticket, v_raised, p_now); end if;
end $$;

-- The ticket's story tells that its loss has grown after the write-off.
create or replace function record_raised_loss(p_ticket tickets, p_amount numeric, p_now timestamptz) returns void
language sql as $$
  select record_event(p_now, 'raise_loss', 'ticket', p_ticket.id, p_ticket.company_id, null,
    jsonb_build_object('status', p_ticket.status),
    jsonb_build_object('status', p_ticket.status, 'amount_sar', p_amount::text))
$$;

-- Asks for the suspension that a write-off has brought about to be lifted: another person approves it (approvals.sql).
create or replace function api.lift_suspension(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_company_id uuid, p_reason text
) returns json language plpgsql as $$
begin
  return ask_for_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, 'lift_suspension', p_company_id, '{}',
    p_reason);
end $$;

-- What of a company's losses has come back by payments that nothing has proven yet.
create or replace function unproven_recoveries(p_company_id uuid) returns numeric language sql stable as $$
  select coalesce(sum(a.amount_sar), 0) from payments p join payment_allocations a on a.payment_id = p.id
   where p.company_id = p_company_id and p.proven_at is null and p.reversed_at is null and a.is_recovery and a.reversed_at is null
$$;

-- What the suspension is about: the loss that has not come back for certain (none where all of it has), whose it was first, and the
-- total that counts again.
create or replace function lift_suspension_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_company companies;
begin
  perform pg_advisory_xact_lock_shared(money_turn());
  select * into v_company from companies c where c.id = r.subject_id for no key update;
  if not found then perform refuse('not_found'); end if;
  if v_company.suspended_for_ticket_id is null then perform refuse('budget_changed'); end if;
  return jsonb_strip_nulls(jsonb_build_object('amount_sar',
      nullif(v_company.unrecovered_loss + unproven_recoveries(v_company.id), 0)::text,
    'suspended_for_ticket_id', v_company.suspended_for_ticket_id,
    'total_approval_budget', v_company.total_approval_budget::text));
end $$;

create or replace function carry_out_lift_suspension(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_company companies;
begin
  select * into strict v_company from companies c where c.id = r.subject_id;
  perform record_budget_decision(v_company, 'lift', 'Preliminary', null, r.reason, p_now);
end $$;

grant execute on function api.lift_suspension to hamla_staff;
