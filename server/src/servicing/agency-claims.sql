-- What the bank paid an agency once more than it was owed: the debit of an attempt that somebody had called failed,
-- while the next attempt was with the bank, or the ticket Closed. The agency owes it: a line of a statement shows that
-- it was paid back, or two people settle it or write it off (approvals.sql).

drop policy if exists staff on agency_claims;
create policy staff on agency_claims to hamla_staff using ((select caller_role() = 'staff'))
  with check ((select caller_role() = 'staff'));

-- The claims of a payout, the earliest first.
create or replace function agency_claims_json(p_payout_id uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', c.id, 'amount_sar', c.amount_sar::text,
           'settled_amount', c.settled_amount::text, 'written_off_amount', c.written_off_amount::text,
           'rest_amount', c.rest_amount::text, 'booked_at', c.booked_at, 'undone_at', c.undone_at) order by c.id), '[]')
    from agency_claims c where c.payout_id = p_payout_id
$$;

-- The history of the ticket, of which the agency alone reads this.
create or replace function record_claim_event(c agency_claims, p_operation text, p_amount numeric, p_now timestamptz)
returns void language sql as $$
  select record_event(p_now, p_operation, 'ticket', t.id, null, c.agency_id, jsonb_build_object('status', t.status),
           jsonb_build_object('status', t.status, 'amount_sar', p_amount::numeric(14,2)::text))
    from tickets t join agency_payouts p on p.ticket_id = t.id where p.id = c.payout_id
$$;

-- Writes an entry of a claim, of no company, and tells the history.
create or replace function post_claim(
  c agency_claims, p_event text, p_operation text, p_account text, p_amount numeric, p_now timestamptz
) returns bigint language plpgsql as $$
begin
  perform record_claim_event(c, p_operation, abs(p_amount), p_now);
  return post_entry(p_now, p_event, null, c.agency_id,
    (select p.ticket_id from agency_payouts p where p.id = c.payout_id), null, c.payout_id, jsonb_build_array(
      journal_line('agency_receivable', p_amount), journal_line(p_account, -p_amount)));
end $$;

-- Books a debit that nothing is sent anew for: the bank has less, and the agency owes it. Of an attempt that is claimed
-- already nothing is booked. p_line_id: the debit; null where two people say so. The caller has locked the line and the
-- company's money.
create or replace function book_agency_claim(l payout_run_lines, p_line_id uuid, p_now timestamptz) returns void
language plpgsql as $$
declare
  c agency_claims;
begin
  if exists (select from agency_claims x
              where x.payout_id = l.payout_id and x.payout_run_id = l.run_id and x.undone_at is null) then
    return;
  end if;
  c.agency_id := l.agency_id;
  c.payout_id := l.payout_id;
  insert into agency_claims (agency_id, payout_id, payout_run_id, line_id, amount_sar, entry_id, booked_at)
  values (l.agency_id, l.payout_id, l.run_id, p_line_id, l.amount_sar,
    post_claim(c, 'agency_claimed', 'book_agency_claim', 'bank', l.amount_sar, p_now), p_now);
end $$;

-- What was written off of a claim is claimed again.
create or replace function undo_claim_write_off(c agency_claims, p_event text, p_now timestamptz) returns void
language plpgsql as $$
begin
  if c.write_off_entry_id is null then return; end if;
  perform reverse_entry(p_now, p_event, c.write_off_entry_id);
  update agency_claims x set written_off_amount = 0, write_off_entry_id = null where x.id = c.id;
end $$;

-- Nothing is claimed any more. The caller has locked the claim, of which nothing was paid back.
create or replace function undo_claim(c agency_claims, p_event text, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform undo_claim_write_off(c, p_event, p_now);
  perform reverse_entry(p_now, p_event, c.entry_id);
  update agency_claims x set undone_at = p_now where x.id = c.id;
  perform record_claim_event(c, 'undo_agency_claim', c.amount_sar, p_now);
end $$;

-- Books what the agency has paid back. Where more was written off, that is claimed again. The caller has locked the
-- claim, of which so much is not settled.
create or replace function settle_claim(c agency_claims, p_amount numeric, p_reference text, p_now timestamptz)
returns void language plpgsql as $$
begin
  if p_amount > c.rest_amount then perform undo_claim_write_off(c, 'claim_settled', p_now); end if;
  update agency_claims x set settled_amount = x.settled_amount + p_amount, bank_reference = p_reference
   where x.id = c.id;
  perform post_claim(c, 'claim_settled', 'settle_agency_claim', 'bank', -p_amount, p_now);
end $$;

-- Tells whether two people have said what an agency has paid back of a claim. A line settles only one of which nobody
-- has said so.
create or replace function is_claim_settled_by_two(c agency_claims) returns boolean language sql stable as $$
  select exists (select from approval_requests r
                  where r.subject_id = (select p.ticket_id from agency_payouts p where p.id = c.payout_id)
                    and r.kind = 'settle_agency_claim' and r.outcome = 'Approved'
                    and r.details ->> 'claim_id' = c.id::text and r.details ->> 'amount_sar' is not null)
$$;

-- The credit of a statement shows that an attempt came back: what is claimed of it is paid back. What two people have
-- settled already is not booked again. The caller has locked the company's money.
create or replace function settle_claim_by_line(l bank_statement_lines, p_now timestamptz) returns void
language plpgsql as $$
declare
  c agency_claims;
begin
  select * into c from agency_claims x
   where x.payout_id = l.payout_id and x.payout_run_id = l.payout_run_id and x.undone_at is null
   order by x.id desc limit 1 for no key update;
  if not found or c.settled_amount = c.amount_sar then return; end if;
  if not proves(l) then perform refuse('bank_statement_not_compared'); end if;
  if c.settled_amount > 0 then perform refuse('payout_line_unclear'); end if;
  perform settle_claim(c, l.amount + coalesce(l.bank_charges_sar, 0), l.bank_reference, p_now);
end $$;

-- Another attempt of the payout did not arrive, or came back: the one that is claimed is the payout itself, and nothing
-- is sent again. Not where a part was paid back already. The caller has locked the company's money.
create or replace function apply_claim_to_payout(p_payout_id uuid, p_event text, p_now timestamptz, p_today date)
returns void language plpgsql as $$
declare
  c agency_claims;
  l payout_run_lines;
begin
  select x.* into c from agency_claims x
   where x.payout_id = p_payout_id and x.undone_at is null and x.settled_amount = 0
   order by x.id limit 1 for no key update;
  select * into l from payout_run_lines x
   where x.run_id = c.payout_run_id and x.payout_id = p_payout_id;
  if not found then return; end if;
  perform undo_claim(c, p_event, p_now);
  perform turn_round_payout_line(l, c.line_id, p_now, p_today);
end $$;

-- Asks for what an agency has paid back of a claim to be booked, or, without an amount, for the rest to be written off:
-- another person approves it.
create or replace function api.settle_agency_claim(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_claim_id uuid,
  p_amount_sar numeric, p_bank_reference text, p_reason text
) returns json language plpgsql as $$
declare
  c agency_claims;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into c from agency_claims x where x.id = p_claim_id;
  return api.request_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, 'settle_agency_claim',
    (select p.ticket_id from agency_payouts p where p.id = c.payout_id),
    jsonb_strip_nulls(jsonb_build_object('claim_id', c.id, 'run_id', c.payout_run_id,
      'amount_sar', p_amount_sar::numeric(14,2)::text, 'bank_reference', p_bank_reference)), p_reason);
end $$;

-- What is booked or counted as lost, and the bank's reference of what was paid back.
create or replace function agency_claim_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  c agency_claims;
  v_amount numeric := (r.details ->> 'amount_sar')::numeric;
begin
  perform lock_tickets_money(array[r.subject_id]);
  select * into c from agency_claims x where x.id = (r.details ->> 'claim_id')::uuid for no key update;
  if not found then perform refuse('not_found'); end if;
  if c.undone_at is not null or c.settled_amount = c.amount_sar or v_amount is null and c.rest_amount = 0 then
    perform refuse('agency_claim_ended');
  end if;
  if v_amount > c.amount_sar - c.settled_amount then
    perform refuse_field('validation_failed', 'amount_sar', 'is more than the agency has still to pay back');
  end if;
  if exists (select from payment_search p
              where p.reversed_at is null and p.amount_sar = v_amount
                and reference_key(p.bank_reference) = reference_key(r.details ->> 'bank_reference')) then
    perform refuse('payout_line_recorded');
  end if;
  return jsonb_build_object('amount_sar', coalesce(v_amount, c.rest_amount)::numeric(14,2)::text,
    'claimed_sar', c.amount_sar::text, 'bank_reference', r.details ->> 'bank_reference');
end $$;

-- The open credit that shows what was paid back is settled with it.
create or replace function carry_out_settle_agency_claim(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
declare
  c agency_claims;
begin
  select * into strict c from agency_claims x where x.id = (r.details ->> 'claim_id')::uuid;
  if r.details ->> 'amount_sar' is null then
    update agency_claims x set written_off_amount = c.rest_amount,
           write_off_entry_id = post_claim(c, 'claim_written_off', 'write_off_agency_claim', 'bad_debt',
             -c.rest_amount, p_now)
     where x.id = c.id;
    return;
  end if;
  perform settle_claim(c, r.amount_sar, r.details ->> 'bank_reference', p_now);
  update bank_statement_lines l
     set status = 'Settled', payout_id = c.payout_id, payout_run_id = c.payout_run_id, payout_outcome = 'Returned',
         decided_by = caller_user_id(), decided_at = p_now
   where l.status = 'Open' and l.direction = 'credit' and l.amount = r.amount_sar and l.refund_id is null
     and l.reference_key = reference_key(r.details ->> 'bank_reference')
     and coalesce(l.payout_id, c.payout_id) = c.payout_id;
end $$;

grant execute on function api.settle_agency_claim to hamla_staff;
