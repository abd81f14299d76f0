-- Tickets: their lists, their creation, their moves.

drop policy if exists own on tickets;
create policy own on tickets for select to hamla_app
  -- Scalar subqueries: the caller is read once a statement, not once a row. A caller is one or the other; an OR would
  -- draw both indexes into every plan, where the queries' own conditions name the one that serves.
  using (case when (select caller_company_id()) is not null then company_id = (select caller_company_id())
              else agency_id = (select caller_agency_id()) end);
drop policy if exists jobs_read on tickets;
create policy jobs_read on tickets for select to hamla_jobs using (true);
drop policy if exists own_tickets on events;
create policy own_tickets on events for select to hamla_app
  using (subject = 'ticket'
    and (company_id = (select caller_company_id()) or agency_id = (select caller_agency_id())));
drop policy if exists own_payouts on events;
create policy own_payouts on events for select to hamla_app
  using (subject = 'payout' and agency_id = (select caller_agency_id()));

-- The kind of an event in a ticket's history; null: the history leaves it out. domain/tickets/ticket-history.ts has the
-- same list.
create or replace function history_kind(p_operation text) returns text language sql immutable as $$
  select case p_operation
    when 'create_ticket_with_installments' then 'submitted'
    when 'approve_ticket' then 'approved'
    when 'accept_documents' then 'documents_accepted'
    when 'reject_ticket' then 'rejected'
    when 'cancel_ticket' then 'cancelled'
    when 'expire_ticket' then 'expired'
    when 'close_ticket' then 'closed'
    when 'pay_stopped_payout' then 'payout_reviewed'
    when 'release_ticket' then 'paid_out'
    when 'instruct_payout' then 'payout_sent'
    when 'confirm_payout' then 'payout_arrived'
    when 'return_ticket' then 'payout_failed'
    when 'return_payout' then 'payout_returned'
    when 'send_payout' then 'payout_sent_again'
    when 'fail_payout' then 'payout_failed_again'
    when 'postpone_payout' then 'payout_postponed'
    when 'end_ticket' then 'ended'
    when 'book_agency_claim' then 'paid_twice'
    when 'settle_agency_claim' then 'paid_back'
    when 'undo_agency_claim' then 'not_paid_twice'
    when 'record_payment' then 'payment_received'
    when 'reverse_payment' then 'payment_returned'
    when 'complete_ticket' then 'completed'
    when 'reopen_ticket' then 'reopened'
    when 'settle_bank_charges' then 'bank_charges_settled'
    when 'undo_bank_charges' then 'bank_charges_undone'
    when 'write_off_ticket' then 'written_off'
    when 'raise_loss' then 'loss_raised'
    when 'recover_loss' then 'loss_recovered' end
$$;

-- Tells whether everything of an Active ticket is paid, and not everything by proven payments. One that a contradicted
-- statement proves completes its ticket once the payout has arrived: only the letter waits. An agency reads no
-- payments. A list asks it of every row: a company without unproven payments costs one look at an index.
create or replace function is_being_verified(t tickets) returns boolean language sql stable as $$
  select t.status = 'Active' and t.id in (select u.ticket_id from unproven_allocations(t.company_id) u)
     and is_fully_paid(t.id)
$$;

-- A ticket as its parties read it. A composite type is written as JSON in half the time of json_object.
drop type if exists ticket_row cascade;
create type ticket_row as (
  id uuid, ticket_number text, company_id uuid, agency_id uuid, status text, amount_sar text, repayment_term text,
  description text, invoice_url text, rejection_reason text, created_at timestamptz, created_local_date date,
  agency_name text, company_name text, closed_as text, is_being_verified boolean);
create or replace function ticket_row(t tickets, p_agency_name text, p_company_name text) returns ticket_row
language sql stable as $$
  select row(t.id, t.ticket_number, t.company_id, t.agency_id, t.status, t.amount_sar, t.repayment_term, t.description,
    t.invoice_url, t.rejection_reason, t.created_at, t.created_local_date, p_agency_name, p_company_name,
    t.closed_as, is_being_verified(t))::ticket_row
$$;

create or replace function ticket_json(t tickets) returns json language plpgsql stable as $$
begin
  return to_json(ticket_row(t, (select a.name from ticket_agency_names a where a.id = t.agency_id),
    (select c.name from company_names c where c.id = t.company_id)));
end $$;

-- A page of tickets in their order: 21 are given where there are more than the 20 that are shown.
create or replace function ticket_page_json(p_items ticket_row[], p_count bigint) returns json language sql stable as $$
  select json_build_object('items', coalesce(to_json(p_items[:20]), '[]'), 'count', p_count,
    'next_cursor', case when cardinality(p_items) > 20 then p_items[20].id end)
$$;

-- Where a page begins: after the caller's ticket that the cursor names, or before all, which is p_end of time; nothing
-- follows a foreign one.
create or replace function ticket_page_start(
  p_cursor uuid, p_end timestamptz, out created_at timestamptz, out id uuid
) language plpgsql stable as $$
begin
  if p_cursor is null then
    created_at := p_end;
    id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    return;
  end if;
  select t.created_at, t.id into created_at, id from tickets t where t.id = p_cursor;
end $$;

-- One page of a list, newest first, with the whole list's count. The switches force the index order: a generic plan
-- assumes a short list and sorts it, which is slow for long lists (query-plans.test.ts).
create or replace function company_ticket_page_json(p_company_id uuid, p_list text, p_cursor uuid) returns json
language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_start record := ticket_page_start(p_cursor, 'infinity');
begin
  return (
    select ticket_page_json(array_agg(p.item), (
             select count(*) from tickets t where t.company_id = p_company_id and t.company_list = p_list))
      from (select ticket_row(t, a.name, (select c.name from company_names c where c.id = p_company_id)) as item
              from tickets t left join ticket_agency_names a on a.id = t.agency_id
             where t.company_id = p_company_id and t.company_list = p_list
               and (t.created_at, t.id) < (v_start.created_at, v_start.id)
             order by t.created_at desc, t.id desc limit 21) p);
end $$;

-- A page of an agency's list and one ticket more: those that wait oldest first, the others newest first.
create or replace function agency_list_page(p_agency_id uuid, p_list text, p_cursor uuid) returns setof tickets
language sql stable as $$
  (select t.* from ticket_page_start(p_cursor, '-infinity') s
     join tickets t on (t.created_at, t.id) > (s.created_at, s.id)
    where p_list = 'waiting' and t.agency_id = p_agency_id and t.agency_list = 'waiting'
    order by t.created_at, t.id limit 21)
  union all
  (select t.* from ticket_page_start(p_cursor, 'infinity') s
     join tickets t on (t.created_at, t.id) < (s.created_at, s.id)
    where p_list <> 'waiting' and t.agency_id = p_agency_id and t.agency_list = p_list
    order by t.created_at desc, t.id desc limit 21)
$$;

-- The index has the order: without these switches a plan fetches and sorts the whole list (query-plans.test.ts).
create or replace function agency_ticket_page_json(p_agency_id uuid, p_list text, p_cursor uuid) returns json
language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
begin
  return (
    select ticket_page_json(array_agg(p.item), (
             select count(*) from tickets t where t.agency_id = p_agency_id and t.agency_list = p_list))
      from (select ticket_row(t, (select a.name from ticket_agency_names a where a.id = p_agency_id),
                     (select c.name from company_names c where c.id = t.company_id)) as item
              from agency_list_page(p_agency_id, p_list, p_cursor) t) p);
end $$;

-- The first page of each of a company's lists at once, and what its dashboard says beside them: the ticket that has
-- waited longest, and what its tickets hold and commit (budget.sql). The index has the order: without these switches a
-- plan fetches and sorts the whole list (query-plans.test.ts).
create or replace function company_ticket_pages(
  p_company_id uuid, out current json, out waiting json, out old json, out oldest_waiting json,
  out held_funds numeric, out committed_funds numeric
) language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_current bigint;
  v_waiting bigint;
  v_old bigint;
begin
  select count(*) filter (where t.company_list = 'current'), count(*) filter (where t.company_list = 'waiting'),
         count(*) filter (where t.company_list = 'old'),
         coalesce(sum(t.amount_sar) filter (where t.company_list = 'waiting'), 0.00),
         coalesce(sum(t.amount_sar) filter (where t.company_list = 'current'), 0.00)
    into v_current, v_waiting, v_old, held_funds, committed_funds
    from tickets t where t.company_id = p_company_id;
  select (array_agg(x.page) filter (where l.list = 'current'))[1],
    (array_agg(x.page) filter (where l.list = 'waiting'))[1],
         (array_agg(x.page) filter (where l.list = 'old'))[1],
           (array_agg(x.last) filter (where l.list = 'waiting' and v_waiting <= 20))[1]
    into current, waiting, old, oldest_waiting
    from (values ('current', v_current), ('waiting', v_waiting), ('old', v_old)) l(list, count), lateral (
      select ticket_page_json(array_agg(p.item), l.count) as page, to_json((array_agg(p.item))[count(*)]) as last
        from (select ticket_row(t, a.name, (select c.name from company_names c where c.id = p_company_id)) as item
                from tickets t left join ticket_agency_names a on a.id = t.agency_id
               where t.company_id = p_company_id and t.company_list = l.list
               order by t.created_at desc, t.id desc limit 21) p) x;
  if v_waiting > 20 then
    oldest_waiting := (select ticket_json(t) from tickets t
                        where t.company_id = p_company_id and t.company_list = 'waiting' order by t.created_at,
                          t.id limit 1);
  end if;
end $$;

-- The index has the order: without these switches a plan fetches and sorts the whole list (query-plans.test.ts).
create or replace function agency_ticket_pages(
  p_agency_id uuid, out waiting json, out approved json, out history json, out oldest_waiting json
) language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_waiting bigint;
  v_approved bigint;
  v_history bigint;
begin
  select count(*) filter (where t.agency_list = 'waiting'), count(*) filter (where t.agency_list = 'approved'),
         count(*) filter (where t.agency_list = 'history')
    into v_waiting, v_approved, v_history
    from tickets t where t.agency_id = p_agency_id;
  select (array_agg(x.page) filter (where l.list = 'waiting'))[1],
         (array_agg(x.page) filter (where l.list = 'approved'))[1],
         (array_agg(x.page) filter (where l.list = 'history'))[1],
         (array_agg(x.first) filter (where l.list = 'waiting'))[1]
    into waiting, approved, history, oldest_waiting
    from (values ('waiting', v_waiting), ('approved', v_approved), ('history', v_history)) l(list, count), lateral (
      select ticket_page_json(array_agg(p.item), l.count) as page, to_json((array_agg(p.item))[1]) as first
        from (select ticket_row(t, (select a.name from ticket_agency_names a where a.id = p_agency_id),
                     (select c.name from company_names c where c.id = t.company_id)) as item
                from agency_list_page(p_agency_id, l.list, null) t) p) x;
end $$;

create or replace function api.list_tickets(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_list text, p_cursor uuid
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  if caller_company_id() is not null and p_list in ('current', 'waiting', 'old') then
    return company_ticket_page_json(caller_company_id(), p_list, p_cursor);
  elsif caller_agency_id() is not null and p_list in ('waiting', 'approved', 'history') then
    return agency_ticket_page_json(caller_agency_id(), p_list, p_cursor);
  end if;
  perform refuse('wrong_role');
end $$;

-- What happened to a ticket, earliest first, as the caller may see it: its history, to the agency also that its payout
-- arrived, or came back while the ticket stands, to the company also its payments, each by what it paid of this ticket.
-- Of one moment, a payment stands before what it brought about, and a reopening before the return that follows from it.
create or replace function ticket_history_json(p_ticket_id uuid, p_payout_id uuid) returns json
language sql stable as $$
  with told as (
    select history_kind(e.operation) as kind, e.occurred_at,
           (select p.net_amount from agency_payouts p
             where e.operation = 'book_agency_claim' and p.id = p_payout_id) as amount_sar, e.id,
           case when e.operation = 'return_ticket' then 3
                when e.operation in ('complete_ticket', 'reopen_ticket', 'raise_loss', 'recover_loss') then 2
                  else 0 end as place
      from events e
     where e.subject_id in (p_ticket_id, p_payout_id) and e.subject in ('ticket', 'payout')
       and (e.company_id = caller_company_id() or e.agency_id = caller_agency_id())
       -- Told below with their amounts.
       and e.operation not in ('settle_bank_charges', 'undo_bank_charges')
       -- With the ticket's own move it is told already; that what had arrived came back says more than that.
       and not (e.operation in ('send_payout', 'fail_payout') and exists (
         select from events m where m.subject_id = p_ticket_id and m.occurred_at = e.occurred_at
            and m.operation = case e.operation when 'send_payout' then 'release_ticket' else 'return_ticket' end))
       and not (e.operation = 'return_ticket' and exists (
         select from events m where m.subject_id = p_payout_id and m.occurred_at = e.occurred_at
            and m.operation = 'return_payout' and m.agency_id = caller_agency_id()))
       -- No bank was told to pay it.
       and not (e.operation in ('return_ticket', 'fail_payout') and exists (
         select from events m where m.subject_id = p_ticket_id and m.occurred_at = e.occurred_at
            and m.operation = 'postpone_payout'))
    union all
    select history_kind('record_payment'), a.allocated_at, sum(a.amount_sar), 0, 1
      from payment_allocations a
     where a.ticket_id = p_ticket_id and a.company_id = caller_company_id() and a.payment_id is not null
     group by a.payment_id, a.allocated_at
    union all
    select history_kind(x.operation), x.occurred_at, sum(a.amount_sar), 0, 1
      from payment_allocations a, lateral (values ('settle_bank_charges', a.allocated_at),
        ('undo_bank_charges', a.reversed_at)) as x(operation, occurred_at)
     where a.ticket_id = p_ticket_id and a.company_id = caller_company_id() and a.payment_id is null
       and x.occurred_at is not null
     group by a.entry_id, x.operation, x.occurred_at
    union all
    select history_kind('reverse_payment'), p.reversed_at, sum(a.amount_sar), 0, 1
      from payment_allocations a join payments p on p.id = a.payment_id and p.reversed_at = a.reversed_at
     where a.ticket_id = p_ticket_id and a.company_id = caller_company_id()
     group by p.id, p.reversed_at)
  select coalesce(json_agg(json_build_object('kind', t.kind, 'occurred_at', t.occurred_at,
                    'amount_sar', t.amount_sar::text) order by t.occurred_at, t.place, t.id), '[]')
    from told t where t.kind is not null
$$;

-- The company's payments that named a ticket or paid something of it, the latest 100, newest first. What one paid of
-- the ticket: of a payment that was reversed, what it had paid until then.
create or replace function ticket_payments_json(p_ticket_id uuid, p_company_id uuid) returns json
language sql stable as $$
  with paid as (
    select a.payment_id, coalesce(sum(a.amount_sar) filter (where a.reversed_at is not distinct from p.reversed_at),
      0) as sum
      from payment_allocations a join payments p on p.id = a.payment_id
     where a.ticket_id = p_ticket_id and a.company_id = p_company_id group by a.payment_id),
  shown as (
    select p.id, p.value_date, p.amount_sar, p.reversed_at, coalesce(paid.sum, 0)::numeric(14,2) as sum
      from payments p left join paid on paid.payment_id = p.id
     where p.company_id = p_company_id and (p.ticket_id = p_ticket_id or paid.payment_id is not null)
     order by p.value_date desc, p.id desc limit 100)
  select coalesce(json_agg(json_build_object('id', s.id, 'value_date', s.value_date, 'amount_sar', s.amount_sar::text,
           'paid_amount', s.sum::text, 'reversed_at', s.reversed_at) order by s.value_date desc, s.id desc), '[]')
    from shown s
$$;

-- What the company said it has transferred for a ticket, the latest 20, newest first.
create or replace function ticket_transfer_reports_json(p_ticket_id uuid, p_company_id uuid) returns json
language sql stable as $$
  select coalesce(json_agg(json_build_object('id', r.id, 'amount_sar', r.amount_sar::text,
           'transferred_on', r.transferred_on, 'bank_reference', r.bank_reference,
           'proof_file', case when r.status <> 'Withdrawn' then r.proof_file end, 'status', r.status,
           'reported_at', r.reported_at, 'decided_at', r.decided_at, 'reason', r.reason,
           'arrived_amount', (select p.amount_sar::text from payments p where p.id = r.payment_id))
           order by r.id desc), '[]')
    from (select x.id, x.amount_sar, x.transferred_on, x.bank_reference, x.proof_file, x.status, x.reported_at,
                 x.decided_at, x.reason, x.payment_id
            from transfer_reports x where x.ticket_id = p_ticket_id and x.company_id = p_company_id
           order by x.id desc limit 20) r
$$;

-- Whether the company says that it has paid for a ticket and staff have not decided yet: until then nobody is reminded.
create or replace function has_open_transfer_report(p_ticket_id uuid) returns boolean language sql stable as $$
  select exists (select from transfer_reports r
                  where r.status = 'Checking' and (r.ticket_id = p_ticket_id or r.payment_request_id in (
                    select q.request_id from payment_request_items q where q.ticket_id = p_ticket_id)
                    or num_nonnulls(r.ticket_id, r.payment_request_id) = 0
                      and r.company_id = (select t.company_id from tickets t where t.id = p_ticket_id)))
$$;

-- The Riyadh day on which a payout last made a move that its status still says.
create or replace function payout_status_since(p_payout_id uuid, p_operation text) returns date
language sql stable as $$
  select (max(e.occurred_at) at time zone 'Asia/Riyadh')::date from events e
   where e.subject_id = p_payout_id and e.subject = 'payout' and e.operation = p_operation
     and e.agency_id = caller_agency_id()
$$;

-- Since when the payout of a ticket of the caller's is stopped; null: it is not. Definer, because a company reads no
-- payouts.
create or replace function payout_stopped_on(p_ticket_id uuid) returns date
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.stopped_on from agency_payouts p join tickets t on t.id = p.ticket_id
   where p.ticket_id = p_ticket_id and p.status = 'Pending' and t.status = 'Approved'
     and (t.company_id = caller_company_id() or t.agency_id = caller_agency_id())
$$;
revoke all on function payout_stopped_on(uuid) from public;
grant execute on function payout_stopped_on(uuid) to hamla_app;

-- What was written off of a ticket; null where nothing was.
create or replace function loss_json(t tickets) returns json language sql stable as $$
  select case when t.written_off_amount > 0 then json_build_object(
    'written_off_amount', t.written_off_amount::text, 'recovered_amount', t.recovered_amount::text,
    'unrecovered_amount', (t.written_off_amount - t.recovered_amount)::text, 'written_off_on', t.written_off_on) end
$$;

-- All that a company has in default, the earliest first; the first 20 by themselves, a refund that was owed back
-- without a ticket. Null for nothing.
create or replace function in_default_json(c companies) returns json language plpgsql stable as $$
begin
  if c.unrecovered_loss = 0 then return null; end if;
  return (
    select json_build_object('amount_sar', c.unrecovered_loss::text, 'count', count(*),
             'items', json_agg(json_build_object('ticket_number', l.ticket_number, 'amount_sar', l.rest::text,
                                                 'written_off_on', l.written_off_on)
                               order by l.place) filter (where l.place <= 20))
      from (select o.*, row_number() over (order by o.written_off_on, length(o.ticket_number), o.ticket_number,
        o.id) as place
              from (select t.id, t.ticket_number, t.written_off_amount - t.recovered_amount as rest, t.written_off_on
                      from tickets t where t.company_id = c.id and t.written_off_amount > t.recovered_amount
                    union all
                    select p.id, null, p.written_off_amount - p.loss_recovered_amount, p.written_off_on
                      from payments p where p.company_id = c.id
                        and p.written_off_amount > p.loss_recovered_amount) o) l);
end $$;

-- One ticket by its number, as its company or its agency sees it. Missing and forbidden look alike.
create or replace function api.read_ticket(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_ticket_number text
) returns json language plpgsql as $$
declare
  v_ticket tickets;
  v_payout agency_payouts;
  v_holds json;
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  select * into v_ticket from tickets t
   where t.ticket_number = p_ticket_number
     and (t.company_id = caller_company_id() or t.agency_id = caller_agency_id());
  if not found then perform refuse('not_found'); end if;
  select * into v_payout from agency_payouts p where p.ticket_id = v_ticket.id and p.agency_id = caller_agency_id();
  v_holds := ticket_holds_json(v_ticket.id, p_today);
  return json_build_object(
    'today', p_today,
    'role', caller_role(),
    'ticket', ticket_json(v_ticket),
    'documents_accepted_on', v_ticket.documents_accepted_on,
    'acceptance_stopped_days', coalesce(stopped_days(v_ticket, v_ticket.documents_accepted_on, p_today), 0),
    'document_sets', case when caller_company_id() is not null then coalesce(document_sets_json(v_ticket.id), '[]') end,
    'awaits_cr_number', caller_company_id() is not null and 'cr_number' = any (awaited_company_details(v_ticket.id)),
    'awaits_company_name', caller_company_id() is not null and 'name' = any (awaited_company_details(v_ticket.id)),
    'invoice', (
      select json_build_object('name', f.name, 'content_type', f.content_type, 'size_bytes', f.size_bytes,
               'code', f.invoice_code, 'seller', invoice_seller(v_ticket, f.invoice_code))
        from files f where f.store = 'ticket-invoices' and f.path = v_ticket.invoice_url
         and f.attached_at is not null and f.replaced_at is null),
    'story', ticket_history_json(v_ticket.id, v_payout.id),
    'installments', (
      select json_agg(json_build_object('id', i.id, 'seq', i.seq, 'due_date', i.due_date,
               'amount_sar', i.amount_sar::text, 'paid_amount', i.paid_amount::text,
               'bank_charges', bank_charges_of_installment(i.id)::text, 'paid_on', i.paid_on,
               -- Nothing is overdue before the agency has been paid; then from the day after its due date, closed or
               -- not.
               'status', case when v_ticket.status = 'Active' and i.status <> 'Paid' and i.due_date < p_today
                              then 'Overdue' else i.status end) order by i.seq)
        from ticket_installments i
       where i.ticket_id = v_ticket.id and i.company_id = caller_company_id()),
    'payments', case when caller_company_id() is not null
                     then ticket_payments_json(v_ticket.id, caller_company_id()) end,
    'being_checked_sar', case when caller_company_id() is not null then coalesce((
      select sum(p.being_checked) from payable_items(caller_company_id()) p where p.ticket_id = v_ticket.id),
      0)::numeric(18,2)::text end,
    'transfer_reports', case when caller_company_id() is not null
                             then ticket_transfer_reports_json(v_ticket.id, caller_company_id()) end,
    'loss', case when caller_company_id() is not null then loss_json(v_ticket) end,
    'unrecovered_loss', (select c.unrecovered_loss::text from companies c where c.id = caller_company_id()),
    'virtual_iban', virtual_iban_of(caller_company_id()),
    'settled_on', case when caller_company_id() is not null
                       then (settled_at(v_ticket) at time zone 'Asia/Riyadh')::date end,
    'small_rest_sar', (select r.amount_sar::text from tickets_with_small_rests() r
      where r.company_id = caller_company_id() and r.ticket_id = v_ticket.id),
    'settlement_awaits_proof', caller_company_id() is not null and settlement_awaits_proof(v_ticket),
    'tax_invoices', case when v_payout.id is not null then tax_invoices_json(v_ticket.id) end,
    'payout_stopped_on', payout_stopped_on(v_ticket.id),
    'holds', v_holds,
    'review', ticket_payout_review_json(v_ticket.id, p_today),
    'is_agency_suspended', is_agency_suspended(caller_agency_id()),
    'payout', case when v_payout.id is not null then json_build_object('id', v_payout.id, 'status', v_payout.status,
      'gross_amount', v_payout.gross_amount::text, 'fee_amount', v_payout.fee_amount::text,
      'net_amount', v_payout.net_amount::text,
      'expected_date', promised_payment_date(v_payout, v_ticket.created_local_date),
      'sent_on', (v_payout.sent_at at time zone 'Asia/Riyadh')::date,
      'iban_obstacle', case when v_payout.status = 'Pending' then (
        select iban_obstacle(a.iban, a.paid_iban) from agencies a where a.id = v_payout.agency_id) end,
      'returned_on', (v_payout.returned_at at time zone 'Asia/Riyadh')::date,
      'confirmed_on', case when v_payout.status = 'Confirmed'
                           then payout_status_since(v_payout.id, 'confirm_payout') end) end);
end $$;

-- The company's quota that holds a new ticket back, the later of two: the detail of the refusal; null: none does. Null
-- quotas count nothing. True only under the company's lock. The index has the company's tickets by their list, each
-- from its newest back to a day ago.
create or replace function ticket_quota_problem_json(
  p_company_id uuid, p_agency_id uuid, p_to_agency integer, p_in_all integer, p_now timestamptz
) returns json language sql stable as $$
  with lately as materialized (
    select t.agency_id, t.created_at from tickets t
     where t.company_id = p_company_id and t.company_list = any ('{current,waiting,old}')
       and t.created_at > p_now - interval '1 day')
  select quota_problem_json(q.name, q.quota, q.free_at, p_now) from (
    select 'tickets_to_agency' as name, p_to_agency as quota, interval '1 hour' + (
      select l.created_at from lately l
       where l.agency_id = p_agency_id and l.created_at > p_now - interval '1 hour'
       order by l.created_at desc offset p_to_agency - 1 limit 1) as free_at
    union all
    select 'tickets', p_in_all, interval '1 day' + (
      select l.created_at from lately l order by l.created_at desc offset p_in_all - 1 limit 1)) q
   where q.quota is not null and q.free_at is not null order by q.free_at desc limit 1
$$;

-- The months of a repayment term, one installment each.
create or replace function months_of_term(p_repayment_term text) returns integer language sql immutable as
  $$ select case p_repayment_term when 'OneMonth' then 1 when 'TwoMonths' then 2 when 'ThreeMonths' then 3 end $$;

-- Locks what a request for a ticket is checked against, until its transaction ends. The requests of a company take
-- turns. Its user stays one of a company and the agency's account one of an agency. An account is locked before its
-- company or agency, as assign_role, lock_person and lock_agency do: in another order they would wait for each other.
create or replace function lock_for_ticket_request(p_user_id uuid, p_agency_id uuid) returns companies
language plpgsql as $$
declare
  v_company companies;
begin
  perform from auth.users u where u.id = p_user_id for key share;
  select * into v_company from companies c where c.user_id = p_user_id for no key update;
  if p_agency_id is not null then
    perform from auth.users u where u.id = (select a.user_id from agencies a where a.id = p_agency_id) for key share;
  end if;
  return v_company;
end $$;

-- Refuses a request for a ticket with the first check that it fails, in SPEC section 5's order. t: the ticket that it
-- asks for. The company is locked, which keeps true what is read of its budget, its invoices and its quotas. p_refusal:
-- of the first three checks (domain/tickets/ticket-request.ts). p_despite_code: whether it is meant although the
-- invoice's code says something else.
create or replace function check_ticket_request(
  t tickets, c companies, p_invoice files, p_refusal text, p_despite_code boolean, p_tickets_to_agency integer,
  p_tickets integer
) returns void language plpgsql as $$
declare
  v_detail json;
begin
  if p_refusal <> 'amount_above_maximum' then perform refuse(p_refusal); end if;
  if not exists (select from open_agencies a where a.id = t.agency_id) then
    perform refuse_field('agency_not_found', 'p_agency_id', 'is not an agency you can choose');
  end if;
  if c.budget_status = 'Suspended' then perform refuse('budget_suspended'); end if;
  -- An amount above the maximum does not fit the column, so it is not sent; it is above every budget.
  if t.amount_sar > t.available_budget_before or p_refusal is not null and t.available_budget_before is not null then
    perform refuse('not_enough_available_budget');
  end if;
  if months_of_term(t.repayment_term) > c.max_term_months then perform refuse('term_above_limit'); end if;
  perform refuse_while_late(c, t.created_local_date);
  if p_refusal is not null then perform refuse(p_refusal); end if;
  if p_invoice.attached_at is not null then
    perform refuse_field('invoice_not_found', 'p_invoice_url', 'belongs to another ticket: upload it again');
  elsif upload_problem(p_invoice, t.created_at) is not null then
    perform refuse_field('invoice_not_found', 'p_invoice_url', upload_problem(p_invoice, t.created_at));
  end if;
  v_detail := invoice_excess_json(c.id, t.amount_sar, p_invoice);
  if v_detail is not null then perform refuse('invoice_already_financed', v_detail::text); end if;
  v_detail := ticket_quota_problem_json(c.id, t.agency_id, p_tickets_to_agency, p_tickets, t.created_at);
  if v_detail is not null then perform refuse('quota_reached', v_detail::text); end if;
  if not p_despite_code then
    v_detail := invoice_difference_json(t.amount_sar, t.agency_vat_number, p_invoice.invoice_code);
    if v_detail is not null then perform refuse('invoice_code_differs', v_detail::text); end if;
  end if;
end $$;

-- Inserts a ticket that passed the checks, and its installments: one a month of its term, which sum to it, in the order
-- of their days.
create or replace function insert_ticket(t tickets, p_due_dates date[], p_installments numeric[]) returns tickets
language plpgsql as $$
begin
  if (select sum(x::numeric(14,2)) from unnest(p_installments) x) is distinct from t.amount_sar
     or cardinality(p_installments) <> months_of_term(t.repayment_term)
     or p_due_dates <> array(select distinct d from unnest(p_due_dates) d order by d) then
    raise exception 'a schedule does not make up its ticket';
  end if;
  insert into tickets (company_id, agency_id, amount_sar, repayment_term, description, invoice_url,
    available_budget_before, agency_vat_number, created_at, created_local_date, updated_at)
  values (t.company_id, t.agency_id, t.amount_sar, t.repayment_term, nullif(btrim(t.description), ''), t.invoice_url,
    t.available_budget_before, t.agency_vat_number, t.created_at, t.created_local_date, t.created_at)
  returning * into t;
  insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar)
  select t.id, t.company_id, s.seq, s.due_date, s.amount_sar
    from unnest(p_due_dates, p_installments) with ordinality s(due_date, amount_sar, seq);
  return t;
end $$;

-- SPEC section 7: a ticket and its installments in one step. Locks before it reads anything, the session and the role
-- too: they may change while it waits. Definer, because nobody who serves requests may write a ticket: whose it is
-- follows from the session's user alone. p_refusal, p_despite_code: as check_ticket_request has them.
-- p_tickets_to_agency, p_tickets: the company's quotas (domain/quotas.ts), null where there are none.
create or replace function api.create_ticket_with_installments(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_refusal text,
  p_agency_id uuid, p_amount_sar numeric, p_repayment_term text, p_description text, p_invoice_url text,
  p_despite_code boolean, p_today date, p_due_dates date[], p_installments numeric[], p_tickets_to_agency integer,
  p_tickets integer
) returns json language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_company companies := lock_for_ticket_request(p_user_id, p_agency_id);
  v_invoice files;
  v_ticket tickets;
  v_reply json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('create_ticket_with_installments', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_invoice := lock_upload(p_user_id, 'invoice', p_invoice_url);
  v_ticket.company_id := v_company.id;
  v_ticket.agency_id := p_agency_id;
  v_ticket.amount_sar := p_amount_sar;
  v_ticket.repayment_term := p_repayment_term;
  v_ticket.description := p_description;
  v_ticket.invoice_url := p_invoice_url;
  v_ticket.available_budget_before := case when v_company.total_approval_budget is not null
    then company_available_budget(v_company) end;
  v_ticket.agency_vat_number := (select a.vat_number from agencies a where a.id = p_agency_id);
  v_ticket.created_at := p_now;
  v_ticket.created_local_date := p_today;
  perform check_ticket_request(v_ticket, v_company, v_invoice, p_refusal, p_despite_code, p_tickets_to_agency,
    p_tickets);
  v_ticket := insert_ticket(v_ticket, p_due_dates, p_installments);
  update files set attached_at = p_now where id = v_invoice.id;
  perform record_event(p_now, 'create_ticket_with_installments', 'ticket', v_ticket.id, v_ticket.company_id,
    v_ticket.agency_id, null, jsonb_build_object('status', v_ticket.status, 'amount_sar', v_ticket.amount_sar::text));
  return store_idempotent_reply('create_ticket_with_installments', p_key, ticket_json(v_ticket));
end $$;

-- The one way a status changes. Definer, because nobody who serves requests may write a status; it checks the actor and
-- the legal moves itself, on the row it has locked, so that of two people acting at once one wins.
create or replace function move_ticket(
  p_ticket_id uuid, p_move text, p_rejection_reason text, p_now timestamptz, out ticket tickets, out before_status text
) language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_to_status text;
begin
  select * into ticket from tickets t
   where t.id = p_ticket_id
     and exists (select from legal_moves m
                  where m.subject = 'ticket' and m.move = p_move
                    and ((m.actor = 'company' and t.company_id = caller_company_id())
                      or (m.actor = 'agency' and t.agency_id = caller_agency_id())
                      -- The login too: no setting of a request's makes it staff.
                      or (m.actor in ('staff', 'system') and session_user = 'hamla_staff' and caller_role() = 'staff')
                      or (m.actor = 'system' and session_user = 'hamla_jobs')))
     for update;
  if not found then perform refuse('not_found'); end if;
  before_status := ticket.status;
  select m.to_status into v_to_status from legal_moves m
   where m.subject = 'ticket' and m.move = p_move and m.from_status = before_status;
  if not found then
    perform refuse(case when p_move in ('approve', 'reject', 'cancel') then 'ticket_not_pending'
                        else 'ticket_state_changed' end);
  end if;
  update tickets set status = v_to_status,
         rejection_reason = case when v_to_status = 'Rejected' then nullif(btrim(p_rejection_reason), '') end,
         closed_as = case when v_to_status = 'Closed' then history_kind(p_move || '_ticket') end,
         updated_at = p_now
   where id = p_ticket_id returning * into ticket;
end $$;
create or replace trigger legal_move before update of status on tickets
  for each row when (old.status <> new.status) execute function refuse_illegal_move('ticket');
create or replace trigger keep_owed after update of status on tickets
  for each row when ((old.status = 'Active') <> (new.status = 'Active'))
  execute function sync_is_owed();
revoke all on function move_ticket(uuid, text, text, timestamptz) from public;
grant execute on function move_ticket(uuid, text, text, timestamptz) to hamla_app, hamla_staff, hamla_jobs;

-- A company's or an agency's move of a ticket. p_role: whose move it is.
create or replace function api.act_on_ticket(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_move text, p_role text, p_ticket_id uuid, p_rejection_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_moved record;
  v_ticket tickets;
  v_fee numeric(14,2);
begin
  perform set_caller(p_user_id, p_session_id, p_now, p_role);
  v_reply := begin_idempotent(p_move || '_ticket', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_moved := move_ticket(p_ticket_id, p_move, p_rejection_reason, p_now);
  v_ticket := v_moved.ticket;
  if p_move = 'approve' then
    v_fee := service_fee(v_ticket.amount_sar);
    insert into agency_payouts (agency_id, ticket_id, gross_amount, fee_amount, net_amount, created_at)
    values (v_ticket.agency_id, v_ticket.id, v_ticket.amount_sar, v_fee, v_ticket.amount_sar - v_fee, p_now);
    perform queue_documents(v_ticket.id, p_now, (p_now at time zone 'Asia/Riyadh')::date);
  end if;
  perform record_event(p_now, p_move || '_ticket', 'ticket', v_ticket.id, v_ticket.company_id, v_ticket.agency_id,
    jsonb_build_object('status', v_moved.before_status), jsonb_build_object('status', v_ticket.status));
  return store_idempotent_reply(p_move || '_ticket', p_key, ticket_json(v_ticket));
end $$;

grant execute on function api.list_tickets, api.read_ticket, api.create_ticket_with_installments, api.act_on_ticket
  to hamla_app;
