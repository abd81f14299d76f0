-- Payments of companies: recorded, allocated, refunded, reversed. Every change writes the journal.

drop policy if exists own on payments;
create policy own on payments for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists own on payment_allocations;
create policy own on payment_allocations for select to hamla_app using (company_id = (select caller_company_id()));

-- The statement whose line shows a payment, or null.
create or replace function statement_of_payment_json(p_payment_id uuid) returns json language sql stable as $$
  select json_build_object('id', s.id, 'file_name', s.file_name,
    'imported_by', (select x.name from staff x where x.user_id = s.imported_by),
    'compared_by', (select x.name from staff x where x.user_id = s.compared_by))
    from bank_statement_lines l join bank_statements s on s.id = l.statement_id where l.payment_id = p_payment_id
$$;

create or replace function payment_json(p payments) returns json language sql stable as $$
  select json_build_object('id', p.id, 'company_id', p.company_id,
    'company_name', (select c.name from companies c where c.id = p.company_id),
    'ticket_number', (select t.ticket_number from tickets t where t.id = p.ticket_id),
    'request_number', (select r.request_number from payment_requests r where r.id = p.payment_request_id),
    'amount_sar', p.amount_sar::text, 'allocated_amount', p.allocated_amount::text,
    'refunded_amount', p.refunded_amount::text, 'credit_amount', p.credit_amount::text,
    'recovered_amount', p.recovered_amount::text, 'to_recover_amount', p.to_recover_amount::text,
    'written_off_amount', p.written_off_amount::text, 'loss_recovered_amount', p.loss_recovered_amount::text,
    'written_off_on', p.written_off_on,
    'value_date', p.value_date, 'bank_reference', p.bank_reference, 'recorded_at', p.recorded_at,
    'recorded_by', (select s.name from staff s where s.user_id = p.recorded_by),
    'is_recorded_by_caller', p.recorded_by = caller_user_id(), 'proven_at', p.proven_at,
    'confirmed_by', (select s.name from staff s where s.user_id = p.confirmed_by),
    'reversed_at', p.reversed_at, 'reversal_reason', p.reversal_reason, 'moved_to_payment_id', p.moved_to_payment_id,
    'allocations', coalesce((
      select json_agg(json_build_object('ticket_number', t.ticket_number, 'installment_id', i.id,
                        'seq', i.seq, 'recovers_payment_id', r.id, 'is_recovery', a.is_recovery,
                        'due_date', coalesce(i.due_date, case when a.is_recovery then r.written_off_on end,
                          reversal_date(r.reversed_at), t.written_off_on),
                        'amount_sar', a.amount_sar::text, 'allocated_at', a.allocated_at, 'reversed_at', a.reversed_at)
                      order by a.id)
        from payment_allocations a left join ticket_installments i on i.id = a.installment_id
        left join tickets t on t.id = a.ticket_id left join payments r on r.id = a.recovers_payment_id
       where a.payment_id = p.id), '[]'))
$$;

-- The rank of an open item: a payment pays lower ranks first. allocationRank in domain/reference/allocation.ts is the
-- same rule.
create or replace function allocation_rank(
  p_has_loss boolean, p_is_named boolean, p_is_loss boolean, p_due_date date, p_value_date date, p_today date
) returns integer language sql immutable as $$
  select case when not p_has_loss then case when p_is_named then 0 else 1 end
              when p_is_named and (p_is_loss or p_due_date <= p_value_date + 7) then 0
              when p_is_loss then 2
              when p_due_date <= p_today then 1
              when p_is_named then 3 else 4 end
$$;

-- What an amount pays of the open items of a company. In their turns, then the longest due, then the earlier ticket,
-- then the earlier installment, of one day refunds last (domain/reference/allocation.ts). Named is a ticket, or what is
-- left of the choice of a payment request.
create or replace function allocation_parts(
  p_company_id uuid, p_amount numeric, p_ticket_id uuid, p_request_id uuid, p_value_date date, p_today date
) returns table (place bigint, id uuid, ticket_id uuid, ticket_number text, seq smallint, status text, is_loss boolean,
  due_date date, amount numeric, kind text)
language sql stable as $$
  with open as materialized (select * from open_items(p_company_id)),
  named as materialized (
    select q.id, q.is_loss, q.rest from payment_request_rest(p_request_id) q where p_request_id is not null),
  -- What a request has chosen of one item is named, what is more of it is not.
  piece as (
    select o.*, n.rest as piece, true as is_named from open o join named n on n.id = o.id and n.is_loss = o.is_loss
     where n.rest > 0
    union all
    select o.*, o.rest - coalesce(n.rest, 0), coalesce(o.ticket_id = p_ticket_id, false)
      from open o left join named n on n.id = o.id and n.is_loss = o.is_loss
     where o.rest > coalesce(n.rest, 0)),
  placed as (
    select p.*, row_number() over w as place, coalesce(sum(p.piece) over (
             w rows between unbounded preceding and 1 preceding), 0) as before
      from piece p
    window w as (
      order by allocation_rank((select coalesce(bool_or(o.is_loss), false) from open o), p.is_named, p.is_loss,
                 p.due_date, p_value_date, p_today), p.due_date, length(p.ticket_number), p.ticket_number, p.seq, p.id))
  select min(p.place), p.id, p.ticket_id, p.ticket_number, p.seq, p.status, p.is_loss, p.due_date,
         sum(least(p.piece, p_amount - p.before)), p.kind
    from placed p where p.before < p_amount
   group by p.kind, p.id, p.ticket_id, p.ticket_number, p.seq, p.status, p.is_loss, p.due_date
$$;

-- Adds to what is paid of a ticket's installments; p_statuses: theirs before.
create or replace function pay_installments(p_ticket_id uuid, p_ids uuid[], p_amounts numeric[], p_statuses text[],
  p_now timestamptz)
returns void language plpgsql as $$
begin
  update ticket_installments i set
         paid_amount = i.paid_amount + a.amount,
         status = case when i.paid_amount + a.amount = i.amount_sar then 'Paid' else i.status end,
         paid_on = case when i.paid_amount + a.amount = i.amount_sar then paid_in_full_on(i.id, i.ticket_id) end
    from unnest(p_ids, p_amounts) as a(id, amount) where i.id = a.id;
  perform record_installment_moves(p_now, p_ids, p_statuses);
  perform update_ticket_completion(p_ticket_id, p_now);
end $$;

-- Pays what its company owes from what is left of a payment (allocation_parts). A payment request counts until its end.
-- The caller has locked the company's money.
create or replace function allocate_payment(
  p_payment_id uuid, p_ticket_id uuid, p_now timestamptz, p_request_id uuid default null
) returns void
language plpgsql as $$
declare
  v_payment payments;
  v_paid record;
  v_entry_id bigint;
begin
  select * into strict v_payment from payments p where p.id = p_payment_id for no key update;
  perform undo_bank_charges(v_payment, p_ticket_id, p_now);
  p_request_id := (select r.id from payment_requests r
                    where r.id = p_request_id and v_payment.value_date <= payment_request_ends_on(r));
  for v_paid in
    with parts as (
      select a.id, a.ticket_id, a.seq, a.status, a.is_loss, a.amount as part
        from allocation_parts(v_payment.company_id, v_payment.credit_amount, p_ticket_id, p_request_id,
               v_payment.value_date, (p_now at time zone 'Asia/Riyadh')::date) a)
    select q.ticket_id, t.agency_id, q.is_loss, sum(q.part) as total,
           array_agg(q.id order by q.seq, q.id) as ids, array_agg(q.part order by q.seq, q.id) as amounts,
           array_agg(q.status order by q.seq, q.id) as statuses,
           case when q.is_loss then jsonb_build_array(journal_line('recoveries', -sum(q.part)))
                when q.ticket_id is null then jsonb_build_array(journal_line('refunds_receivable', -sum(q.part)))
                else jsonb_agg(journal_line('receivable', -q.part, q.id) order by q.seq) end as lines
      from parts q left join tickets t on t.id = q.ticket_id
     -- What was written off of a refund has an entry of its own, which is undone alone when that refund comes back.
     group by q.ticket_id, t.agency_id, q.is_loss, case when q.is_loss and q.ticket_id is null then q.id end
     order by q.ticket_id, q.is_loss, case when q.is_loss and q.ticket_id is null then q.id end
  loop
    v_entry_id := post_entry(p_now, case when v_paid.is_loss then 'loss_recovered'
                                         when v_paid.ticket_id is null then 'refund_recovered'
                                           else 'payment_allocated' end,
      v_payment.company_id, v_paid.agency_id, v_paid.ticket_id, p_payment_id, null,
        jsonb_build_array(journal_line('company_credit', v_paid.total)) || v_paid.lines);
    insert into payment_allocations (payment_id, installment_id, recovers_payment_id, is_recovery, ticket_id,
      company_id, amount_sar,
      entry_id, allocated_at)
    select p_payment_id, case when v_paid.ticket_id is not null and not v_paid.is_loss then a.id end,
           case when v_paid.ticket_id is null then a.id end, v_paid.is_loss, v_paid.ticket_id, v_payment.company_id,
             a.amount, v_entry_id,
           p_now
      from unnest(v_paid.ids, v_paid.amounts) as a(id, amount);
    update payments p set allocated_amount = p.allocated_amount + v_paid.total where p.id = p_payment_id;
    if v_paid.ticket_id is null and v_paid.is_loss then
      perform change_refund_loss(v_paid.ids[1], 0, v_paid.total, p_now);
      continue;
    elsif v_paid.ticket_id is null then
      update payments p set recovered_amount = p.recovered_amount + a.amount
        from unnest(v_paid.ids, v_paid.amounts) as a(id, amount) where p.id = a.id;
      continue;
    elsif v_paid.is_loss then
      perform change_loss(v_paid.ticket_id, 0, v_paid.total, p_now);
      continue;
    end if;
    perform pay_installments(v_paid.ticket_id, v_paid.ids, v_paid.amounts, v_paid.statuses, p_now);
  end loop;
  perform update_lateness_stops(v_payment.company_id, p_now, false);
end $$;

-- Pays what a company owes from all that it has left with us, the payment that was recorded first before the others: a
-- company never holds credit while something is owed. For whatever opens installments or gives credit without a
-- payment coming in: a payout that is sent, or fails, and a payment that is reversed. The caller has locked the
-- company's money.
create or replace function apply_credit(p_company_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  v_payment payments;
  v_left numeric;
begin
  for v_payment in
    select p.* from payments p where p.company_id = p_company_id and p.credit_amount > 0 order by p.id
  loop
    perform allocate_payment(v_payment.id, null, p_now);
    select p.credit_amount into v_left from payments p where p.id = v_payment.id;
    -- Nothing is open.
    exit when v_left = v_payment.credit_amount;
    perform record_event(p_now, 'apply_credit', 'payment', v_payment.id, p_company_id, null,
      jsonb_build_object('credit_amount', v_payment.credit_amount::text),
        jsonb_build_object('credit_amount', v_left::text));
  end loop;
end $$;

-- Takes back what payments paid: all of one payment (p_payment_id), with the bank charges that were settled beside it,
-- all of one ticket, or what one entry says. Each journal entry that said so is undone. The caller has locked the
-- company's money and settles the tickets.
create or replace function reverse_allocations(p_payment_id uuid, p_ticket_id uuid, p_event text, p_now timestamptz,
  p_today date, p_entry_id bigint default null)
returns uuid[] language plpgsql as $$
declare
  v_taken uuid[] := array(
    select a.id from payment_allocations a
     where a.reversed_at is null and (a.payment_id = p_payment_id or a.ticket_id = p_ticket_id
       or a.entry_id = p_entry_id
       or a.payment_id is null and a.entry_id in (
         select c.entry_id from payment_allocations c join payment_allocations b on b.installment_id = c.installment_id
          where b.payment_id = p_payment_id and b.reversed_at is null and c.payment_id is null
            and c.reversed_at is null)));
  v_entry_id bigint;
  v_tickets uuid[];
  v_ids uuid[];
  v_before text[];
  v_lost record;
begin
  -- What had come back of a loss is lost again. Whoever takes a whole ticket back undoes its loss besides.
  for v_lost in
    select a.ticket_id, a.recovers_payment_id, sum(a.amount_sar) as sum from payment_allocations a
     where a.reversed_at is null and a.is_recovery and a.payment_id = p_payment_id
     group by 1, 2 order by 1, 2
  loop
    if v_lost.ticket_id is null then
      perform change_refund_loss(v_lost.recovers_payment_id, 0, -v_lost.sum, p_now);
    else
      perform change_loss(v_lost.ticket_id, 0, -v_lost.sum, p_now);
    end if;
  end loop;
  for v_lost in
    select a.ticket_id, a.company_id, sum(a.amount_sar) as sum from payment_allocations a
     where a.id = any (v_taken) and a.payment_id is null group by 1, 2 order by 1
  loop
    perform record_event(p_now, 'undo_bank_charges', 'ticket', v_lost.ticket_id, v_lost.company_id, null, null,
      jsonb_build_object('amount_sar', v_lost.sum::text));
  end loop;
  for v_entry_id in
    select distinct a.entry_id from payment_allocations a where a.id = any (v_taken) order by 1
  loop
    perform reverse_entry(p_now, p_event, v_entry_id);
  end loop;
  with taken as (
    update payment_allocations a set reversed_at = p_now where a.id = any (v_taken) returning a.*),
  payment as (
    update payments p set allocated_amount = p.allocated_amount - s.sum
      from (select payment_id, sum(amount_sar) as sum from taken group by 1) s where p.id = s.payment_id
        returning p.id),
  recalled as (
    update payments p set recovered_amount = p.recovered_amount - s.sum
      from (select recovers_payment_id, sum(amount_sar) as sum from taken where not is_recovery group by 1) s
     where p.id = s.recovers_payment_id returning p.id),
  installment as (
    update ticket_installments i set paid_amount = i.paid_amount - s.sum, paid_on = null,
           -- What was only paid in part stays Due until the close of a day marks it.
           status = case when i.status = 'Due' then 'Due' else
             installment_status(i.due_date, i.amount_sar, i.paid_amount - s.sum, p_today,
                       -- A completed ticket is active again.
                       case when t.status = 'Completed' then 'Active' else t.status end) end
      from (select installment_id, sum(amount_sar) as sum from taken group by 1) s, tickets t
     where i.id = s.installment_id and t.id = i.ticket_id returning i.id, old.status as before)
  select array_agg(distinct taken.ticket_id order by taken.ticket_id) filter (where taken.ticket_id is not null),
         (select array_agg(i.id order by i.id) from installment i),
           (select array_agg(i.before order by i.id) from installment i)
    into v_tickets, v_ids, v_before from taken;
  perform record_installment_moves(p_now, v_ids, v_before);
  return coalesce(v_tickets, '{}');
end $$;

-- The day since which something has been owed that a payment may be for: of the named ticket, else of its company.
-- While its payer is not known, the day on which the first company came. Null: nothing has been owed yet.
create or replace function owed_since(p_company_id uuid, p_ticket_id uuid) returns date language sql stable as $$
  select coalesce(
    (select e.local_date from journal_entries e where e.ticket_id = p_ticket_id and e.event = 'ticket_financed'
      order by e.id desc limit 1),
    (select e.local_date from journal_entries e where e.company_id = p_company_id and e.event = 'ticket_financed'
      order by e.id limit 1),
    (select (c.created_at at time zone 'Asia/Riyadh')::date from companies c where p_company_id is null
      order by c.id limit 1))
$$;

-- The day on which an installment was paid in full: the last value date of what paid it, and not before it was owed.
create or replace function paid_in_full_on(p_installment_id uuid, p_ticket_id uuid) returns date
language sql stable as $$
  select greatest(max(p.value_date), owed_since(null, p_ticket_id))
    from payment_allocations a join payments p on p.id = a.payment_id
   where a.installment_id = p_installment_id and a.reversed_at is null
$$;

-- Money that came before anything was owed that it may be for is taken only with a reason; of a company that owes
-- nothing yet, all of it.
create or replace function refuse_payment_before_debt(p_value_date date, p_company_id uuid, p_ticket_id uuid,
  p_reason text)
  returns void
language plpgsql as $$
begin
  if p_reason is null and coalesce(p_value_date < owed_since(p_company_id, p_ticket_id), p_company_id is not null) then
    perform refuse_field('payment_before_debt', 'reason', 'must say why');
  end if;
end $$;

-- A transfer that has reached our account. With a ticket, a payment request or a company it pays at once, what is named
-- first and then all
-- of the company's, the longest due first; without either it waits to be identified. The one way a payment begins. The
-- caller has locked the company's money.
create or replace function enter_payment(
  p_now timestamptz, p_today date, p_amount_sar numeric, p_value_date date, p_bank_reference text, p_company_id uuid,
  p_ticket_id uuid, p_reason text default null, p_request_id uuid default null, p_recorded_by uuid default null
) returns uuid language plpgsql as $$
declare
  v_payment_id uuid;
begin
  if p_value_date > p_today then perform refuse_field('validation_failed', 'value_date',
    'must not be after today'); end if;
  perform refuse_payment_before_debt(p_value_date, p_company_id, p_ticket_id, p_reason);
  insert into payments (company_id, ticket_id, payment_request_id, amount_sar, value_date, bank_reference, recorded_by,
    recorded_at)
  values (p_company_id, p_ticket_id, p_request_id, p_amount_sar, p_value_date, nullif(btrim(p_bank_reference), ''),
    coalesce(p_recorded_by, caller_user_id()), p_now)
  returning id into v_payment_id;
  perform post_entry(p_now, 'payment_received', p_company_id, null, null, v_payment_id, null, jsonb_build_array(
    journal_line('bank', p_amount_sar),
    journal_line(case when p_company_id is null then 'unidentified_receipts' else 'company_credit' end,
      -p_amount_sar)));
  if p_company_id is not null then perform allocate_payment(v_payment_id, p_ticket_id, p_now, p_request_id); end if;
  perform record_event(p_now, 'record_payment', 'payment', v_payment_id, p_company_id, null, null,
    jsonb_strip_nulls(jsonb_build_object('amount_sar', p_amount_sar::text, 'reason', p_reason)));
  return v_payment_id;
end $$;

-- Payments as staff look for them by amount or by reference: below a policy numbers are not compared, nor letters
-- whatever their case, by any index. Read by nobody but staff.
create or replace view payment_search as
  select id, company_id, amount_sar, value_date, bank_reference, reversed_at, refunded_amount from payments
   where (select caller_role() = 'staff');
grant select on payment_search to hamla_staff;

-- Payments that may be the same money: those with its reference, whatever the day; and of these days the company's, or
-- where either payer is not known, anybody's. A payment of what is left of a credit is that credit's money too.
create or replace function possible_duplicates(p_company_id uuid, p_amount numeric, p_day date, p_reference text)
returns setof payments language sql stable as $$
  -- By their ids: a join is planned as one look at the table, below its policy.
  select p.* from payments p where p.id = any (array(
    select s.id from payment_search s
     where s.reversed_at is null and s.amount_sar = p_amount
       and (reference_key(s.bank_reference) = reference_key(p_reference)
         or s.value_date between p_day - 5 and p_day + 5
            and (s.company_id is null or p_company_id is null or s.company_id = p_company_id))
    union
    select l.payment_id from bank_statement_lines l join payment_search s on s.id = l.payment_id
     where l.taken_back_amount > 0 and l.amount = p_amount
       and (l.reference_key = reference_key(p_reference)
         or l.value_date between p_day - 5 and p_day + 5
            and (s.company_id is null or p_company_id is null or s.company_id = p_company_id))))
$$;

-- Whether a movement is known already: as a payment, or as a line of a statement, under the bank's reference.
-- p_moved: the payment that is being moved, which is not another one.
create or replace function is_movement_known(p_amount numeric, p_reference text, p_moved uuid default null)
returns boolean language sql stable as $$
  select exists (select from payment_search p
                  where p.reversed_at is null and p.amount_sar = p_amount and p.id is distinct from p_moved
                    and reference_key(p.bank_reference) = reference_key(p_reference))
      or exists (select from bank_statement_lines l
                  where l.reference_key = reference_key(p_reference) and l.direction = 'credit'
                    and p_amount in (l.amount, l.left_amount)
                    and l.status in ('Open', 'Confirmed', 'Settled') and (p_moved is null or
                      l.payment_id is distinct from p_moved))
$$;

-- Whether what somebody is about to write down by hand, or to move to a company, may be known already: as a payment, as
-- a line of a statement that nobody has decided, also of our own money that came back, or as a transfer that a company
-- has reported.
create or replace function has_possible_duplicate(
  p_company_id uuid, p_amount numeric, p_day date, p_reference text, p_moved uuid default null
) returns boolean language sql stable as $$
  select exists (select from possible_duplicates(p_company_id, p_amount, p_day, p_reference) p
                  where p.id is distinct from p_moved)
      or is_movement_known(p_amount, p_reference, p_moved)
      or exists (
        select from bank_statement_lines l
         where l.status = 'Open' and l.direction = 'credit' and l.left_amount = p_amount
           and l.value_date between p_day - 5 and p_day + 5
           and (p_company_id is null or l.proposed_company_id is null or l.proposed_company_id = p_company_id))
      or exists (
        select from transfer_reports r
         where r.status = 'Checking' and r.amount_sar = p_amount and r.transferred_on between p_day - 5 and p_day + 5
           and (p_company_id is null or r.company_id = p_company_id))
$$;

-- Refuses money that may be known already (p_is_alike), unless somebody says that it is another transfer. They say why
-- where no reference tells the two apart: it has none, or the one of a movement that is known (p_is_known).
create or replace function refuse_unless_another(
  p_is_alike boolean, p_is_known boolean, p_reference text, p_is_another boolean, p_reason text
) returns void language plpgsql as $$
begin
  if not p_is_alike then return; end if;
  if not p_is_another then perform refuse('payment_alike'); end if;
  if p_reason is null and (p_is_known or reference_key(p_reference) is null) then
    perform refuse_field('validation_failed', 'reason', 'must say why this is another transfer');
  end if;
end $$;

-- Written down by hand.
create or replace function api.record_payment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_amount_sar numeric, p_value_date date, p_bank_reference text, p_company_id uuid, p_ticket_number text,
  p_is_another boolean, p_reason text default null, p_request_number text default null
) returns json language plpgsql as $$
declare
  v_reply json;
  v_ticket tickets;
  v_request payment_requests;
  v_company_id uuid;
  v_payment_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('record_payment', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_ticket := ticket_by_number(p_ticket_number);
  v_request := payment_request_by_number(p_request_number);
  v_company_id := find_named_company(p_company_id, v_ticket, v_request);
  -- Two who write the same amount down take turns, so that the second is asked, also where nobody knows the payer.
  perform take_lock(hashtextextended('record_payment ' || p_amount_sar::numeric(14,2), 0));
  perform lock_company_money(v_company_id);
  perform refuse_unless_another(has_possible_duplicate(v_company_id, p_amount_sar, p_value_date, p_bank_reference),
    is_movement_known(p_amount_sar, p_bank_reference), p_bank_reference, p_is_another, p_reason);
  v_payment_id := enter_payment(p_now, p_today, p_amount_sar, p_value_date, p_bank_reference, v_company_id, v_ticket.id,
    p_reason, v_request.id);
  perform update_lateness_stops(v_company_id, p_now, true);
  return store_idempotent_reply('record_payment', p_key, read_payment_json(v_payment_id));
end $$;

-- The company that an id, a ticket or a payment request names; one of another company names none. A ticket and a
-- request are not named together.
create or replace function find_named_company(p_company_id uuid, p_ticket tickets,
  p_request payment_requests default null)
returns uuid language plpgsql stable as $$
begin
  if p_ticket.id is not null and p_request.id is not null then
    perform refuse_field('validation_failed', 'request_number', 'or ticket_number must be given, and not both');
  end if;
  if p_company_id is not null and not exists (select from companies c where c.id = p_company_id) then
    perform refuse_field('not_found', 'company_id', 'is not a company');
  end if;
  if p_ticket.company_id is distinct from p_company_id and p_ticket.id is not null and p_company_id is not null then
    perform refuse_field('not_found', 'ticket_number', 'is not a ticket of this company');
  end if;
  if p_request.company_id is distinct from p_company_id and p_request.id is not null and p_company_id is not null then
    perform refuse_field('not_found', 'request_number', 'is not a payment request of this company');
  end if;
  return coalesce(p_company_id, p_ticket.company_id, p_request.company_id);
end $$;

-- The same where a payer must be named.
create or replace function require_named_company(p_company_id uuid, p_ticket tickets,
  p_request payment_requests default null)
returns uuid language plpgsql stable as $$
declare
  v_company_id uuid := find_named_company(p_company_id, p_ticket, p_request);
begin
  if v_company_id is null then
    perform refuse_field('validation_failed', 'company_id', 'or ticket_number must be given');
  end if;
  return v_company_id;
end $$;

create or replace function read_payment_json(p_payment_id uuid) returns json language sql stable as
  $$ select payment_json(p) from payments p where p.id = p_payment_id $$;

-- The payment, locked after its company's money, as every later move of it begins.
create or replace function lock_payment(p_payment_id uuid, p_company_id uuid default null) returns payments
language plpgsql as $$
declare
  v_payment payments;
  v_company_id uuid;
begin
  select * into v_payment from payments p where p.id = p_payment_id;
  if not found then perform refuse('not_found'); end if;
  v_company_id := v_payment.company_id;
  perform lock_company_money(coalesce(v_company_id, p_company_id));
  select * into v_payment from payments p where p.id = p_payment_id for no key update;
  -- Somebody has identified it while we waited: it is another company's money that has to be locked, before the
  -- payment. The whole transaction begins again.
  if v_payment.company_id is distinct from v_company_id and v_payment.company_id is distinct from p_company_id then
    raise exception using errcode = 'serialization_failure', message = 'the payment was identified meanwhile';
  end if;
  if v_payment.reversed_at is not null then perform refuse('payment_already_reversed'); end if;
  return v_payment;
end $$;

-- Assigns an unidentified payment to a company and allocates it. The caller has locked both. p_reason: needed when the
-- payment came before anything was owed.
create or replace function assign_payment(
  p_payment payments, p_company_id uuid, p_ticket_id uuid, p_now timestamptz, p_reason text,
  p_request_id uuid default null
) returns void language plpgsql as $$
begin
  if p_payment.company_id is not null then perform refuse('payment_already_identified'); end if;
  if p_payment.refunded_amount > 0 then perform refuse('payment_sent_back'); end if;
  perform refuse_payment_before_debt(p_payment.value_date, p_company_id, p_ticket_id, p_reason);
  update payments p set company_id = p_company_id, ticket_id = p_ticket_id, payment_request_id = p_request_id
   where p.id = p_payment.id;
  perform post_entry(p_now, 'payment_identified', p_company_id, null, null, p_payment.id, null, jsonb_build_array(
    journal_line('unidentified_receipts', p_payment.amount_sar),
      journal_line('company_credit', -p_payment.amount_sar)));
  perform allocate_payment(p_payment.id, p_ticket_id, p_now, p_request_id);
  perform record_event(p_now, 'identify_payment', 'payment', p_payment.id, p_company_id, null, null,
    jsonb_strip_nulls(jsonb_build_object('amount_sar', p_payment.amount_sar::text, 'reason', p_reason)));
end $$;

-- A payment has the day of its line at the bank, whatever was written down by hand. The caller has locked it and the
-- money.
drop function if exists set_value_date(payments, date, timestamptz);
create or replace function set_value_date(
  p_payment payments, p_value_date date, p_now timestamptz, p_reason text default null
) returns void
language plpgsql as $$
begin
  if p_payment.value_date = p_value_date then return; end if;
  update payments p set value_date = p_value_date where p.id = p_payment.id;
  update ticket_installments i set paid_on = paid_in_full_on(i.id, i.ticket_id)
   where i.status = 'Paid'
     and i.id in (select a.installment_id from payment_allocations a where a.payment_id = p_payment.id
       and a.reversed_at is null);
  perform record_event(p_now, 'correct_value_date', 'payment', p_payment.id, p_payment.company_id, null,
    jsonb_build_object('value_date', p_payment.value_date),
    jsonb_strip_nulls(jsonb_build_object('value_date', p_value_date, 'reason', p_reason)));
end $$;

-- Assigns an unidentified payment to its company and allocates it.
create or replace function api.identify_payment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_payment_id uuid, p_company_id uuid, p_ticket_number text, p_reason text default null,
  p_request_number text default null
) returns json language plpgsql as $$
declare
  v_reply json;
  v_ticket tickets;
  v_request payment_requests;
  v_payment payments;
  v_company_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('identify_payment', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_ticket := ticket_by_number(p_ticket_number);
  v_request := payment_request_by_number(p_request_number);
  v_company_id := require_named_company(p_company_id, v_ticket, v_request);
  v_payment := lock_payment(p_payment_id, v_company_id);
  perform assign_payment(v_payment, v_company_id, v_ticket.id, p_now, p_reason, v_request.id);
  perform update_lateness_stops(v_company_id, p_now, true);
  return store_idempotent_reply('identify_payment', p_key, read_payment_json(p_payment_id));
end $$;

-- Another person than the one who recorded a payment has seen at the bank that it came.
create or replace function api.confirm_payment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_payment_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  v_payment payments;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('confirm_payment', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_payment := lock_payment(p_payment_id);
  if v_payment.proven_at is not null then perform refuse('payment_proven'); end if;
  if v_payment.recorded_by = p_user_id then perform refuse('own_payment_refused'); end if;
  update payments p set proven_at = p_now, confirmed_by = p_user_id where p.id = p_payment_id;
  perform record_event(p_now, 'confirm_payment', 'payment', p_payment_id, v_payment.company_id, null, null,
    jsonb_build_object('amount_sar', v_payment.amount_sar::text));
  perform complete_tickets_of_payment(p_payment_id, p_now);
  -- What it paid too late counts as paid now.
  perform update_lateness_stops(v_payment.company_id, p_now, true);
  return store_idempotent_reply('confirm_payment', p_key, read_payment_json(p_payment_id));
end $$;

-- A line that shows a payment proves it, once its statement is compared.
create or replace function prove_payment_of_line() returns trigger language plpgsql as $$
declare
  v_proven_at timestamptz := greatest(new.decided_at, (
    select min(s.compared_at) from proofs_of_line(new) s));
begin
  update payments p set proven_at = v_proven_at where p.id = new.payment_id and p.proven_at is null;
  if found then perform complete_tickets_of_payment(new.payment_id, v_proven_at); end if;
  return null;
end $$;
create or replace trigger proves_payment after insert or update of payment_id, is_proven on bank_statement_lines
  for each row when (new.payment_id is not null and new.is_proven) execute function prove_payment_of_line();

-- Takes back all that a payment has paid: it is credit again, and the payment stands. The installments are owed again,
-- tickets that it had completed are Active again, and what it had paid of a ticket that was written off since is lost
-- too. The caller has locked the company's money, and applies its credit afterwards.
create or replace function free_payment(p_payment_id uuid, p_now timestamptz, p_today date) returns void
language plpgsql as $$
declare
  v_ticket_ids uuid[] := reverse_allocations(p_payment_id, null, 'payment_reversed', p_now, p_today);
  v_ticket tickets;
begin
  for v_ticket in select t.* from tickets t where t.id = any (v_ticket_ids) order by t.id loop
    if v_ticket.status = 'Closed' then
      perform raise_loss(v_ticket, p_now);
    else
      perform update_ticket_completion(v_ticket.id, p_now);
    end if;
  end loop;
end $$;

-- Posts that a company, or nobody known, owes back what was refunded of a payment that did not stand.
create or replace function recall_refund(p payments, p_amount numeric, p_now timestamptz) returns bigint
language sql as $$
  select post_entry(p_now, 'refund_recalled', p.company_id, null, null, p.id, null, jsonb_build_array(
    journal_line('refunds_receivable', p_amount), journal_line(refund_account(p.company_id), -p_amount)))
$$;

-- Takes a payment back, with all that it paid. What was refunded of it the company owes back from now on. The caller
-- has locked the payment and its company's money, and applies the company's credit afterwards.
create or replace function undo_payment(p_payment payments, p_reason text, p_now timestamptz, p_today date) returns void
language plpgsql as $$
declare
  v_entry_id bigint;
begin
  perform free_payment(p_payment.id, p_now, p_today);
  for v_entry_id in
    select e.id from journal_entries e where e.payment_id = p_payment.id
       and e.event in ('payment_received', 'payment_identified') order by e.id desc
  loop
    perform reverse_entry(p_now, 'payment_reversed', v_entry_id);
  end loop;
  if p_payment.refunded_amount > 0 then
    perform recall_refund(p_payment, p_payment.refunded_amount, p_now);
  end if;
  update payments p set reversed_by = caller_user_id(), reversed_at = p_now, reversal_reason = p_reason
    where p.id = p_payment.id;
  perform record_event(p_now, 'reverse_payment', 'payment', p_payment.id, p_payment.company_id, null, null,
    jsonb_strip_nulls(jsonb_build_object('amount_sar', p_payment.amount_sar::text,
      'to_recover_amount', nullif(p_payment.refunded_amount, 0)::text, 'reason', p_reason)));
end $$;

-- A payment is replaced by one of p_amount of the same money, which pays anew, in the order of what is owed now, shows
-- on the same line, answers the same report, and is proven where that was. What was refunded of the first is owed back.
-- The caller has locked the company's money, and applies its credit afterwards.
create or replace function replace_payment(p payments, p_amount numeric, p_reason text, p_now timestamptz, p_today date)
returns uuid language plpgsql as $$
declare
  v_id uuid;
begin
  perform undo_payment(p, p_reason, p_now, p_today);
  v_id := enter_payment(p_now, p_today, p_amount::numeric(14,2), p.value_date, p.bank_reference, p.company_id,
    p.ticket_id, p_reason, p.payment_request_id, p.recorded_by);
  update payments x set moved_to_payment_id = v_id where x.id = p.id;
  update payments x set proven_at = p.proven_at, confirmed_by = p.confirmed_by where x.id = v_id;
  update bank_statement_lines l set payment_id = v_id where l.payment_id = p.id;
  update transfer_reports r set payment_id = v_id where r.payment_id = p.id;
  perform complete_tickets_of_payment(v_id, p_now);
  return v_id;
end $$;

-- Staff take a payment back by hand: what it was is asked again, of its report and of its line.
create or replace function api.reverse_payment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_payment_id uuid, p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_payment payments;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('reverse_payment', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_payment := lock_payment(p_payment_id);
  perform undo_payment(v_payment, p_reason, p_now, p_today);
  perform reopen_transfer_report(p_payment_id, p_now);
  perform reopen_line_of_payment(p_payment_id, p_now);
  -- What is owed again is paid by other payments of which something is left.
  perform apply_credit(v_payment.company_id, p_now);
  perform update_lateness_stops(v_payment.company_id, p_now, true);
  return store_idempotent_reply('reverse_payment', p_key, read_payment_json(p_payment_id));
end $$;

-- A payment was recorded for the wrong company: it is reversed there, and recorded for the one that paid, with its day
-- and its line. One person does it: no money is sent, and no debt ends without money. A report of the first company
-- that it had answered is turned down.
create or replace function api.move_payment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_payment_id uuid, p_company_id uuid, p_ticket_number text, p_is_another boolean, p_reason text,
  p_request_number text default null
) returns json language plpgsql as $$
declare
  c_not_yours constant text := 'The transfer that we took for yours came from another payer. · '
    'الحوالة التي حسبناها لك جاءت من دافع آخر.';
  v_reply json;
  v_ticket tickets;
  v_request payment_requests;
  v_company_id uuid;
  v_payment payments;
  v_moved_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('move_payment', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_ticket := ticket_by_number(p_ticket_number);
  v_request := payment_request_by_number(p_request_number);
  v_company_id := require_named_company(p_company_id, v_ticket, v_request);
  select * into v_payment from payments p where p.id = p_payment_id;
  if not found then perform refuse('not_found'); end if;
  if v_payment.company_id is null then perform refuse('payment_not_identified'); end if;
  if v_payment.company_id = v_company_id then
    perform refuse_field('validation_failed', 'company_id', 'must be another company');
  end if;
  perform lock_companies_money(array[v_payment.company_id, v_company_id]);
  v_payment := lock_payment(p_payment_id);
  -- Somebody has typed it in for the right company meanwhile: then this one is reversed, and its line becomes that
  -- payment.
  if exists (select from payments p
              where p.company_id = v_company_id and p.reversed_at is null and p.amount_sar = v_payment.amount_sar
                and reference_key(p.bank_reference) = reference_key(v_payment.bank_reference)
                and not exists (select from bank_statement_lines l where l.payment_id = p.id)) then
    perform refuse_field('validation_failed', 'company_id', 'has this transfer already: reverse one of the two');
  end if;
  perform refuse_unless_another(
    has_possible_duplicate(v_company_id, v_payment.amount_sar, v_payment.value_date, v_payment.bank_reference,
      p_payment_id), false, v_payment.bank_reference, p_is_another, p_reason);
  perform undo_payment(v_payment, p_reason, p_now, p_today);
  -- The reason is staff's own, and may name the other company.
  perform turn_down_report_of_payment(p_payment_id, c_not_yours, p_now);
  v_moved_id := enter_payment(p_now, p_today, v_payment.amount_sar, v_payment.value_date, v_payment.bank_reference,
    v_company_id, v_ticket.id, p_reason, v_request.id);
  update payments p set moved_to_payment_id = v_moved_id where p.id = p_payment_id;
  update bank_statement_lines l set payment_id = v_moved_id where l.payment_id = p_payment_id;
  perform record_event(p_now, 'move_payment', 'payment', p_payment_id, v_payment.company_id, null, null,
    jsonb_build_object('payment_id', v_moved_id, 'reason', p_reason));
  perform apply_credit(v_payment.company_id, p_now);
  perform update_lateness_stops(v_payment.company_id, p_now, true);
  perform update_lateness_stops(v_company_id, p_now, true);
  return store_idempotent_reply('move_payment', p_key, read_payment_json(v_moved_id));
end $$;

-- Writes off what the ledger still says a ticket owes; how much. It uses the allowance first.
drop function if exists post_write_off(tickets, timestamptz);
create or replace function post_write_off(t tickets, p_now timestamptz) returns numeric language plpgsql as $$
declare
  v_lines jsonb;
  v_total numeric;
  v_allowance numeric;
begin
  select jsonb_agg(journal_line('receivable', -o.rest, o.id) order by o.seq), coalesce(sum(o.rest), 0) into v_lines,
    v_total
    from (select i.id, i.seq, sum(l.amount_sar) as rest from ticket_installments i
            join journal_lines l on l.installment_id = i.id
           where i.ticket_id = t.id group by i.id, i.seq having sum(l.amount_sar) <> 0) o;
  if v_total = 0 then return 0; end if;
  perform lock_loss_allowance();
  v_allowance := least(v_total, loss_allowance());
  perform post_entry(p_now, 'written_off', t.company_id, t.agency_id, t.id, null, null,
    jsonb_build_array(journal_line('loss_allowance', v_allowance), journal_line('bad_debt', v_total - v_allowance))
      || v_lines);
  perform change_loss(t.id, v_total, 0, p_now);
  return v_total;
end $$;

-- What a write-off counts as lost. Not before the agency has certainly been paid.
create or replace function write_off_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_ticket tickets;
begin
  perform lock_tickets_money(array[r.subject_id]);
  if exists (select from agency_payouts p where p.ticket_id = r.subject_id and p.status = 'Sent') then
    perform refuse('payout_not_confirmed');
  end if;
  select * into v_ticket from tickets t where t.id = r.subject_id;
  if not found then perform refuse('not_found'); end if;
  if v_ticket.status <> 'Active' then perform refuse('ticket_state_changed'); end if;
  if settlement_awaits_proof(v_ticket) then perform refuse('payment_not_proven'); end if;
  return (select jsonb_build_object('amount_sar', sum(i.amount_sar - i.paid_amount)::text)
            from ticket_installments i where i.ticket_id = r.subject_id);
end $$;

-- The remainder is lost: the ticket closes, and its company owes it as before.
create or replace function carry_out_write_off(r approval_requests, p_now timestamptz, p_today date) returns void
language plpgsql as $$
begin
  perform post_write_off(move_ticket_and_record(r.subject_id, 'write_off', p_now, r.reason), p_now);
  perform update_lateness_stops(r.company_id, p_now, true);
end $$;

-- A ticket whose payout stands in an open run is not ended.
create or replace function refuse_in_payout_run(p_ticket_id uuid) returns void language plpgsql as $$
begin
  if exists (select from payout_run_lines l join agency_payouts p on p.id = l.payout_id
              where p.ticket_id = p_ticket_id and l.outcome is null) then
    perform refuse('ticket_in_payout_run');
  end if;
end $$;

-- Ends an approved ticket before its agency is paid; nothing has been owed. The caller has locked it.
create or replace function end_approved_ticket(p_ticket_id uuid, p_now timestamptz, p_reason text) returns tickets
language plpgsql as $$
declare
  v_ticket tickets := move_ticket_and_record(p_ticket_id, 'close', p_now, p_reason);
begin
  perform refuse_in_payout_run(p_ticket_id);
  perform move_payout(p.id, 'cancel', p_now, p_reason) from agency_payouts p where p.ticket_id = p_ticket_id;
  return v_ticket;
end $$;

-- Closes an approved ticket. Two people are needed when its payout is stopped (stopped-payouts.sql), or when one person
-- alone recorded that the payout failed or was returned (returned-payouts.sql). While transfer reports of its company
-- are being checked, p_despite_report is needed.
create or replace function api.close_ticket(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_ticket_id uuid,
    p_reason text,
  p_despite_report boolean default false
) returns json language plpgsql as $$
declare
  v_reply json;
  v_ticket tickets;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('close_ticket', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform lock_tickets_money(array[p_ticket_id]);
  if is_payout_stopped(p_ticket_id) then perform refuse('payout_stopped'); end if;
  if is_return_unproven(p_ticket_id) then perform refuse('close_takes_two'); end if;
  v_ticket := end_approved_ticket(p_ticket_id, p_now, p_reason);
  if not p_despite_report and reports_being_checked_json(v_ticket.company_id) <> '{}'
    then perform refuse('report_being_checked'); end if;
  return store_idempotent_reply('close_ticket', p_key, ticket_json(v_ticket));
end $$;

-- Of a payment that nothing has proven yet: whether it was recorded on p_last_day or before.
create or replace function is_unproven_until(p payments, p_last_day date) returns boolean language sql stable as $$
  select p.proven_at is null and p.reversed_at is null
     and p.recorded_at < ((p_last_day + 1)::timestamp at time zone 'Asia/Riyadh')
$$;

-- A page of payments, newest first. p_list: 'all', 'unidentified' (whose payer is not known), 'credit' (not all used),
-- 'owed_back' (a refund of a reversed one has not come back), 'unproven', or 'unproven_long': of those what was
-- recorded on p_unproven_until or before. Custom plan: each call is planned for its filters, so that every filter walks
-- its own index (long-lists.test.ts).
create or replace function api.list_payments(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_list text, p_unproven_until date, p_company_id uuid,
    p_cursor uuid,
  p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select list_page_json(array_agg(payment_json(f.p) order by f.id desc),
      array_agg(f.id::text order by f.id desc), p_limit)
      from (select p, p.id from payments p
             where (p_cursor is null or p.id < p_cursor)
               and (p_company_id is null or p.company_id = p_company_id)
               and (p_list <> 'unidentified' or (p.company_id is null and p.reversed_at is null
                 and p.refunded_amount = 0))
               and (p_list <> 'credit' or p.credit_amount > 0)
               and (p_list <> 'owed_back' or p.to_recover_amount > 0)
               and (p_list <> 'unproven' or (p.proven_at is null and p.reversed_at is null))
               and (p_list <> 'unproven_long' or is_unproven_until(p, p_unproven_until))
             order by p.id desc limit p_limit + 1) f);
end $$;

create or replace function api.read_payment(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_payment_id uuid)
returns json language plpgsql as $$
declare
  v_payment json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_payment := read_payment_json(p_payment_id);
  if v_payment is null then perform refuse('not_found'); end if;
  return json_build_object('payment', v_payment, 'approval_requests', open_approvals_json(p_payment_id),
    'refunds', refunds_of_payment_json(p_payment_id), 'statement', statement_of_payment_json(p_payment_id),
    'refund_destinations', (
      select json_build_object('payer', y.iban, 'is_payer_usable', coalesce(is_refund_iban(y.iban), false),
               'company', (select c.refund_iban from companies c
                            where c.id = (select p.company_id from payments p where p.id = p_payment_id)))
        from (select (payment_payer(p_payment_id)).iban) y));
end $$;

grant execute on function api.record_payment, api.identify_payment, api.confirm_payment, api.reverse_payment,
  api.move_payment, api.close_ticket, api.list_payments, api.read_payment to hamla_staff;
