-- Bank charges, an expense. Small rests of tickets that staff settle stand beside what payments have paid, and are no
-- payment; of a payout or refund that came back the bank has kept a part.

-- What was settled for a company within a year.
create or replace function bank_charges_of_year(p_company_id uuid, p_now timestamptz) returns numeric
language sql stable as $$
  select coalesce(sum(a.amount_sar), 0) from payment_allocations a
   where a.company_id = p_company_id and a.payment_id is null and a.reversed_at is null
     and a.allocated_at > p_now - interval '12 months'
$$;

-- The rests of a ticket that can be settled, and whether that takes two people; no row: none.
create or replace function settleable_rest(t tickets, p_now timestamptz)
returns table (amount_sar numeric, takes_two boolean) language sql stable as $$
  select sum(r.amount_sar),
         bank_charges_of_year(t.company_id, p_now) + sum(r.amount_sar) > small_rests_of_company_sar()
    from rests_below_floor() r where r.company_id = t.company_id and r.ticket_id = t.id having count(*) > 0
$$;

-- The ticket and that sum, its company's money locked.
create or replace function lock_settleable_rest(p_ticket_id uuid, p_now timestamptz, out ticket tickets,
  out amount numeric, out takes_two boolean)
language plpgsql as $$
begin
  perform lock_company_money((select t.company_id from tickets t where t.id = p_ticket_id));
  select * into ticket from tickets t where t.id = p_ticket_id;
  if not found then perform refuse('not_found'); end if;
  select r.amount_sar, r.takes_two into amount, takes_two from settleable_rest(ticket, p_now) r;
  if not found then perform refuse('no_small_rest'); end if;
end $$;

-- Settles a ticket's small rests. The caller has locked the company's money.
create or replace function settle_rests(t tickets, p_reason text, p_now timestamptz) returns void language plpgsql as $$
declare
  v_rest record;
  v_entry_id bigint;
begin
  select array_agg(r.installment_id order by i.seq) as ids, array_agg(r.amount_sar order by i.seq) as amounts,
         array_agg(i.status order by i.seq) as statuses, sum(r.amount_sar) as total,
         jsonb_agg(journal_line('receivable', -r.amount_sar, i.id) order by i.seq) as lines
    into v_rest
    from rests_below_floor() r join ticket_installments i on i.id = r.installment_id
   where r.company_id = t.company_id and r.ticket_id = t.id;
  v_entry_id := post_entry(p_now, 'bank_charges_settled', t.company_id, t.agency_id, t.id, null, null,
    jsonb_build_array(journal_line('bank_charges', v_rest.total)) || v_rest.lines);
  insert into payment_allocations (installment_id, is_recovery, ticket_id, company_id, amount_sar, entry_id,
    allocated_at)
  select a.id, false, t.id, t.company_id, a.amount, v_entry_id, p_now
    from unnest(v_rest.ids, v_rest.amounts) a(id, amount);
  perform record_event(p_now, 'settle_bank_charges', 'ticket', t.id, t.company_id, null,
    null, jsonb_build_object('amount_sar', v_rest.total::text, 'reason', p_reason));
  perform pay_installments(t.id, v_rest.ids, v_rest.amounts, v_rest.statuses, p_now);
  perform update_lateness_stops(t.company_id, p_now, true);
end $$;

-- Bank charges of a ticket give way to a payment that names it, as far as it pays more than what is open.
create or replace function undo_bank_charges(p payments, p_ticket_id uuid, p_now timestamptz) returns void
language plpgsql as $$
declare
  t tickets;
  v_charge record;
begin
  for v_charge in
    select a.entry_id, sum(a.amount_sar) as sum from payment_allocations a
     where a.ticket_id = p_ticket_id and a.payment_id is null and a.reversed_at is null group by 1 order by 1
  loop
    select * into strict t from tickets x where x.id = p_ticket_id;
    continue when t.status not in ('Active', 'Completed')
      or p.credit_amount - (select coalesce(sum(o.rest), 0) from open_items(p.company_id) o) < v_charge.sum;
    perform reverse_allocations(null, null, 'bank_charges_undone', p_now, (p_now at time zone 'Asia/Riyadh')::date,
      v_charge.entry_id);
    perform update_ticket_completion(t.id, p_now);
  end loop;
end $$;

-- By one person, while a company's come to at most SAR 25.00 within a year. p_amount_sar: as the person has seen it.
create or replace function api.settle_bank_charges(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_ticket_id uuid,
  p_amount_sar numeric, p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_found record;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('settle_bank_charges', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_found := lock_settleable_rest(p_ticket_id, p_now);
  if v_found.amount <> p_amount_sar then perform refuse('no_small_rest'); end if;
  if v_found.takes_two then perform refuse('bank_charges_take_two'); end if;
  perform settle_rests(v_found.ticket, p_reason, p_now);
  return store_idempotent_reply('settle_bank_charges', p_key, (
    select ticket_json(t) from tickets t where t.id = p_ticket_id));
end $$;

-- The sum, and what was settled for the company within a year.
create or replace function bank_charges_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_found record := lock_settleable_rest(r.subject_id, r.requested_at);
begin
  return jsonb_build_object('amount_sar', v_found.amount::text,
    'settled_before_sar', bank_charges_of_year((v_found.ticket).company_id, r.requested_at)::numeric(14,2)::text);
end $$;

create or replace function carry_out_bank_charges(r approval_requests, p_now timestamptz) returns void
language sql as $$ select settle_rests(t, r.reason, p_now) from tickets t where t.id = r.subject_id $$;

-- Books what the bank has kept of a payout or refund that came back: p_amount, of which the line has brought the rest.
-- Refuses a line of another amount. The caller has locked the line and the money.
create or replace function book_return_charges(
  l bank_statement_lines, p_amount numeric, p_charges numeric, p_now timestamptz
) returns bank_statement_lines language plpgsql as $$
begin
  if l.amount + p_charges <> p_amount or p_charges > 0 and l.direction = 'debit' then
    perform refuse('payout_amount_differs');
  end if;
  if p_charges = 0 then return l; end if;
  perform post_entry(p_now, 'bank_charges_settled', null, null,
    (select p.ticket_id from agency_payouts p where p.id = l.payout_id),
    (select r.payment_id from payment_refunds r where r.id = l.refund_id), l.payout_id,
    jsonb_build_array(journal_line('bank_charges', p_charges), journal_line('bank', -p_charges)));
  update bank_statement_lines x set bank_charges_sar = p_charges where x.id = l.id returning x.* into l;
  return l;
end $$;

-- What the bank has kept, what came back, and the line.
create or replace function return_charges_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  l bank_statement_lines := lock_own_transfer_line(r.subject_id);
begin
  if missing_of_return(l) is null then
    perform refuse_field('validation_failed', 'line_id', 'must be a payout or a refund that came back with less');
  end if;
  return (select jsonb_build_object('amount_sar', missing_of_return(l)::numeric(14,2)::text,
                   'returned_sar', l.amount::numeric(14,2)::text, 'file_name', s.file_name, 'line_no', l.line_no)
            from bank_statements s where s.id = l.statement_id);
end $$;

create or replace function carry_out_return_charges(r approval_requests, p_now timestamptz, p_today date) returns void
language sql as $$ select apply_own_transfer_line(r.subject_id, null, p_now, p_today, r.amount_sar) $$;

-- Tickets of which only small rests are left, those that were requested first before the others.
create or replace function api.list_small_rests(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select list_page_json(
        array_agg(json_build_object('ticket', ticket_json(t), 'rest_sar', f.amount_sar::text) order by t.id),
        array_agg(t.id::text order by t.id), p_limit)
      from (select r.ticket_id, r.amount_sar from tickets_with_small_rests() r
             where p_cursor is null or r.ticket_id > p_cursor order by r.ticket_id limit p_limit + 1) f
      join tickets t on t.id = f.ticket_id);
end $$;

grant execute on function api.settle_bank_charges, api.list_small_rests to hamla_staff;
