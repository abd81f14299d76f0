-- Write-offs and their recoveries. A write-off is ours alone: the company owes as before. A loss is a figure of its
-- own. It lowers the budget, so that a write-off gives no budget back.

-- Changes the loss of a ticket and of its company; nothing else does. The caller has locked the company's row.
create or replace function change_loss(p_ticket_id uuid, p_written_off numeric, p_recovered numeric, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_ticket tickets;
begin
  update tickets t set written_off_amount = t.written_off_amount + p_written_off,
         recovered_amount = t.recovered_amount + p_recovered,
         written_off_on = case when t.written_off_amount + p_written_off > 0
                               then coalesce(t.written_off_on, (p_now at time zone 'Asia/Riyadh')::date) end,
         updated_at = p_now
   where t.id = p_ticket_id returning * into strict v_ticket;
  perform change_loss_of_company(v_ticket.company_id, p_written_off - p_recovered, p_ticket_id, null, p_now);
  -- The ticket's history says that a recovered amount is lost again, or that all is recovered.
  if p_recovered < 0 and p_written_off = 0 then
    perform record_raised_loss(v_ticket, -p_recovered, p_now);
  elsif p_recovered > 0 and v_ticket.recovered_amount = v_ticket.written_off_amount then
    perform record_event(p_now, 'recover_loss', 'ticket', p_ticket_id, v_ticket.company_id, null,
      jsonb_build_object('status', v_ticket.status), jsonb_build_object('status', v_ticket.status));
  end if;
end $$;

-- Changes the loss of a refund that is owed back. Without a known payer it is the platform's loss alone.
create or replace function change_refund_loss(p_payment_id uuid, p_written_off numeric, p_recovered numeric,
  p_now timestamptz)
returns void language plpgsql as $$
declare
  v_company_id uuid;
begin
  update payments p set written_off_amount = p.written_off_amount + p_written_off,
         loss_recovered_amount = p.loss_recovered_amount + p_recovered,
         written_off_on = case when p.written_off_amount + p_written_off > 0
                               then coalesce(p.written_off_on, (p_now at time zone 'Asia/Riyadh')::date) end
   where p.id = p_payment_id returning p.company_id into strict v_company_id;
  if v_company_id is not null then
    perform change_loss_of_company(v_company_id, p_written_off - p_recovered, null, p_payment_id, p_now);
  end if;
end $$;

-- Where a company's loss grows, whether by a write-off or because what had come back was reversed, its budget is
-- suspended; two people lift that. p_ticket_id or p_payment_id: whose loss it is.
create or replace function change_loss_of_company(
  p_company_id uuid, p_change numeric, p_ticket_id uuid, p_payment_id uuid, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_company companies;
begin
  update companies c set unrecovered_loss = c.unrecovered_loss + p_change
   where c.id = p_company_id returning * into strict v_company;
  if p_change <= 0 or is_suspended_for_loss(v_company) then return; end if;
  perform lapse_budget_offers(v_company.id, p_now);
  update companies c set budget_status = 'Suspended', suspended_for_ticket_id = p_ticket_id,
    suspended_for_payment_id = p_payment_id,
         budget_reason = case when c.budget_status = 'Suspended' then c.budget_reason end,
         budget_decided_by = caller_user_id(), budget_decided_at = p_now, updated_at = p_now
   where c.id = v_company.id;
  perform record_payout_stop(v_company.id, null, null, true, p_now);
  perform record_event(p_now, 'decide_budget', 'company', v_company.id, v_company.id, null,
    jsonb_build_object('budget_status', v_company.budget_status,
      'total_approval_budget', v_company.total_approval_budget::text),
    jsonb_strip_nulls(jsonb_build_object('decision', 'suspend', 'budget_status', 'Suspended',
      'total_approval_budget', v_company.total_approval_budget::text,
      'ticket_number', (select t.ticket_number from tickets t where t.id = p_ticket_id), 'payment_id', p_payment_id)));
end $$;

-- Adds to a ticket's loss what a reversed payment had paid of it before the write-off.
create or replace function raise_loss(p_ticket tickets, p_now timestamptz) returns void language plpgsql as $$
declare
  v_raised numeric := post_write_off(p_ticket, p_now);
begin
  if v_raised > 0 then perform record_raised_loss(p_ticket, v_raised, p_now); end if;
end $$;

-- The ticket's history says that its loss has grown after the write-off.
create or replace function record_raised_loss(p_ticket tickets, p_amount numeric, p_now timestamptz) returns void
language sql as $$
  select record_event(p_now, 'raise_loss', 'ticket', p_ticket.id, p_ticket.company_id, null,
    jsonb_build_object('status', p_ticket.status),
    jsonb_build_object('status', p_ticket.status, 'amount_sar', p_amount::text))
$$;

-- The figures of a request to lift a suspension: the loss without proven recovery (none when all was recovered), its
-- first ticket, and the budget that applies again.
create or replace function lift_suspension_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_company companies;
begin
  perform share_lock(money_lock_key());
  select * into v_company from companies c where c.id = r.subject_id for no key update;
  if not found then perform refuse('not_found'); end if;
  if not is_suspended_for_loss(v_company) then perform refuse('budget_changed'); end if;
  return jsonb_strip_nulls(jsonb_build_object('amount_sar',
      nullif(budget_loss(v_company), 0)::text,
    'suspended_for_ticket_id', v_company.suspended_for_ticket_id,
      'suspended_for_payment_id', v_company.suspended_for_payment_id,
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

-- All that is still owed back of a payment's refunds. Not while the bank is paying one: that may yet fail.
create or replace function write_off_refund_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_payment payments;
begin
  select * into v_payment from payments p where p.id = r.subject_id;
  if not found then perform refuse('not_found'); end if;
  perform lock_company_money(v_payment.company_id);
  select * into strict v_payment from payments p where p.id = r.subject_id for no key update;
  if v_payment.to_recover_amount = 0 then perform refuse('nothing_owed_back'); end if;
  if exists (select from payment_refunds x where x.payment_id = r.subject_id and x.status = 'Sent') then
    perform refuse('refund_not_answered');
  end if;
  return jsonb_build_object('amount_sar', v_payment.to_recover_amount::text,
    'refunded_amount', v_payment.refunded_amount::text);
end $$;

create or replace function carry_out_write_off_refund(r approval_requests, p_now timestamptz) returns void
  language plpgsql as $$
begin
  perform post_entry(p_now, 'refund_written_off', r.company_id, null, null, r.subject_id, null, jsonb_build_array(
    journal_line('bad_debt', r.amount_sar), journal_line('refunds_receivable', -r.amount_sar)));
  perform change_refund_loss(r.subject_id, r.amount_sar, 0, p_now);
  perform record_event(p_now, r.kind, 'payment', r.subject_id, r.company_id, null, null,
    jsonb_build_object('amount_sar', r.amount_sar::text, 'reason', r.reason));
end $$;

-- A refund came back after its write-off: what was written off is owed back again, as far as the refund that came back
-- does not pay it. The caller has taken back what payments had paid of it (release_recoveries).
create or replace function undo_refund_write_off(p_payment payments, p_now timestamptz) returns void language plpgsql
  as $$
declare
  v_entry_id bigint;
begin
  if p_payment.written_off_amount = 0 then return; end if;
  for v_entry_id in
    select e.id from journal_entries e
     where e.payment_id = p_payment.id and e.event = 'refund_written_off'
       and not exists (select from journal_entries u where u.reverses_entry_id = e.id) order by e.id
  loop
    perform reverse_entry(p_now, 'refund_came_back', v_entry_id);
  end loop;
  perform change_refund_loss(p_payment.id, -p_payment.written_off_amount, -p_payment.loss_recovered_amount, p_now);
  perform record_event(p_now, 'undo_refund_write_off', 'payment', p_payment.id, p_payment.company_id, null, null,
    jsonb_build_object('amount_sar', p_payment.written_off_amount::text));
end $$;

