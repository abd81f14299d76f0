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

-- A ticket as its parties read it. What is written into a page is an expression of the page's own query (language sql,
-- one expression), so that twenty tickets are one statement and are found once.
create or replace function ticket_row_json(t tickets, p_agency_name text, p_company_name text) returns json
language sql stable as $$
  select json_object('id': t.id, 'ticket_number': t.ticket_number, 'company_id': t.company_id,
    'agency_id': t.agency_id, 'status': t.status, 'amount_sar': t.amount_sar::text,
    'repayment_term': t.repayment_term, 'description': t.description, 'invoice_url': t.invoice_url,
    'rejection_reason': t.rejection_reason, 'created_at': t.created_at, 'created_local_date': t.created_local_date,
    'agency_name': p_agency_name, 'company_name': p_company_name)
$$;

create or replace function ticket_json(t tickets) returns json language plpgsql stable as $$
begin
  return ticket_row_json(t, (select a.name from ticket_agency_names a where a.id = t.agency_id),
    (select c.name from company_names c where c.id = t.company_id));
end $$;

-- A page of tickets in their order: 21 are given where there are more than the 20 that are shown.
create or replace function ticket_page_json(p_items json[], p_ids uuid[], p_count bigint) returns json
language sql stable as $$
  select json_build_object('items', coalesce(to_json(p_items[:20]), '[]'), 'count', p_count,
    'next_cursor', case when cardinality(p_ids) > 20 then p_ids[20] end)
$$;

-- Where a page begins: after the caller's ticket that the cursor names, or before all; nothing follows a foreign one.
create or replace function ticket_page_start(p_cursor uuid, out created_at timestamptz, out id uuid)
language plpgsql stable as $$
begin
  if p_cursor is null then
    created_at := 'infinity';
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
  v_start record := ticket_page_start(p_cursor);
begin
  return (
    with page as materialized (
      select t from tickets t
       where t.company_id = p_company_id and t.company_list = p_list
         and (t.created_at, t.id) < (v_start.created_at, v_start.id)
       order by t.created_at desc, t.id desc limit 21),
    -- A company asks the same few agencies: each is looked up once, not for every ticket.
    agency_names as materialized (
      select a.id, a.name from ticket_agency_names a
        where a.id = any (array(select distinct (p.t).agency_id from page p)))
    select ticket_page_json(
        array_agg(ticket_row_json(p.t, (select a.name from agency_names a where a.id = (p.t).agency_id),
                                  (select c.name from company_names c where c.id = p_company_id))),
        array_agg((p.t).id), (
          select count(*) from tickets t where t.company_id = p_company_id and t.company_list = p_list))
      from page p);
end $$;

-- The index has the order: without these switches a plan fetches and sorts the whole list (query-plans.test.ts).
create or replace function agency_ticket_page_json(p_agency_id uuid, p_list text, p_cursor uuid) returns json
language plpgsql stable set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_start record := ticket_page_start(p_cursor);
begin
  return (
    select ticket_page_json(array_agg(p.item), array_agg(p.id), (
             select count(*) from tickets t where t.agency_id = p_agency_id and t.agency_list = p_list))
      from (select t.id, ticket_row_json(t, (select a.name from ticket_agency_names a where a.id = p_agency_id),
                                         (select c.name from company_names c where c.id = t.company_id)) as item
              from tickets t
             where t.agency_id = p_agency_id and t.agency_list = p_list
               and (t.created_at, t.id) < (v_start.created_at, v_start.id)
             order by t.created_at desc, t.id desc limit 21) p);
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
      select ticket_page_json(array_agg(p.item), array_agg(p.id), l.count) as page,
             (array_agg(p.item))[count(*)] as last
        from (select t.id, ticket_row_json(t, (select a.name from ticket_agency_names a where a.id = t.agency_id),
                                           (select c.name from company_names c where c.id = p_company_id)) as item
                from tickets t where t.company_id = p_company_id and t.company_list = l.list
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
           (array_agg(x.last) filter (where l.list = 'waiting' and v_waiting <= 20))[1]
    into waiting, approved, history, oldest_waiting
    from (values ('waiting', v_waiting), ('approved', v_approved), ('history', v_history)) l(list, count), lateral (
      select ticket_page_json(array_agg(p.item), array_agg(p.id), l.count) as page,
             (array_agg(p.item))[count(*)] as last
        from (select t.id, ticket_row_json(t, (select a.name from ticket_agency_names a where a.id = p_agency_id),
                                           (select c.name from company_names c where c.id = t.company_id)) as item
                from tickets t where t.agency_id = p_agency_id and t.agency_list = l.list
               order by t.created_at desc, t.id desc limit 21) p) x;
  if v_waiting > 20 then
    oldest_waiting := (select ticket_json(t) from tickets t
                        where t.agency_id = p_agency_id and t.agency_list = 'waiting' order by t.created_at,
                          t.id limit 1);
  end if;
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
    when 'confirm_payout' then 'payout_arrived'
    when 'return_ticket' then 'payout_failed'
    when 'return_payout' then 'payout_returned'
    when 'send_payout' then 'payout_sent_again'
    when 'fail_payout' then 'payout_failed_again'
    when 'end_ticket' then 'ended'
    when 'record_payment' then 'payment_received'
    when 'reverse_payment' then 'payment_returned'
    when 'complete_ticket' then 'completed'
    when 'reopen_ticket' then 'reopened'
    when 'write_off_ticket' then 'written_off'
    when 'raise_loss' then 'loss_raised'
    when 'recover_loss' then 'loss_recovered' end
$$;

-- What happened to a ticket, earliest first, as the caller may see it: its history, to the agency also that its payout
-- arrived, or came back while the ticket stands, to the company also its payments, each by what it paid of this ticket.
-- Of one moment, a payment stands before what it brought about, and a reopening before the return that follows from it.
create or replace function ticket_history_json(p_ticket_id uuid, p_payout_id uuid) returns json
language sql stable as $$
  with told as (
    select history_kind(e.operation) as kind, e.occurred_at, null::numeric as amount_sar, e.id,
           case when e.operation = 'return_ticket' then 3
                when e.operation in ('complete_ticket', 'reopen_ticket', 'raise_loss', 'recover_loss') then 2
                  else 0 end as place
      from events e
     where e.subject_id in (p_ticket_id, p_payout_id) and e.subject in ('ticket', 'payout')
       and (e.company_id = caller_company_id() or e.agency_id = caller_agency_id())
       -- With the ticket's own move it is told already; that what had arrived came back says more than that.
       and not (e.operation in ('send_payout', 'fail_payout') and exists (
         select from events m where m.subject_id = p_ticket_id and m.occurred_at = e.occurred_at
            and m.operation = case e.operation when 'send_payout' then 'release_ticket' else 'return_ticket' end))
       and not (e.operation = 'return_ticket' and exists (
         select from events m where m.subject_id = p_payout_id and m.occurred_at = e.occurred_at
            and m.operation = 'return_payout' and m.agency_id = caller_agency_id()))
    union all
    select history_kind('record_payment'), a.allocated_at, sum(a.amount_sar), 0, 1
      from payment_allocations a where a.ticket_id = p_ticket_id and a.company_id = caller_company_id()
     group by a.payment_id, a.allocated_at
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
                    select q.request_id from payment_request_items q where q.ticket_id = p_ticket_id)))
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
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  select * into v_ticket from tickets t
   where t.ticket_number = p_ticket_number
     and (t.company_id = caller_company_id() or t.agency_id = caller_agency_id());
  if not found then perform refuse('not_found'); end if;
  select * into v_payout from agency_payouts p where p.ticket_id = v_ticket.id and p.agency_id = caller_agency_id();
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
               'paid_on', i.paid_on,
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
    'settlement_awaits_proof', caller_company_id() is not null and is_settled(v_ticket) and awaits_proof(v_ticket),
    'tax_invoices', case when v_payout.id is not null then tax_invoices_json(v_ticket.id) end,
    'payout_stopped_on', payout_stopped_on(v_ticket.id),
    'holds', ticket_holds_json(v_ticket.id, p_today),
    'payout', case when v_payout.id is not null then json_build_object('id', v_payout.id, 'status', v_payout.status,
      'gross_amount', v_payout.gross_amount::text, 'fee_amount', v_payout.fee_amount::text,
      'net_amount', v_payout.net_amount::text, 'expected_date', expected_payment_date(v_ticket.created_local_date),
      'sent_on', case when v_payout.status in ('Sent', 'Confirmed')
                      then payout_status_since(v_payout.id, 'send_payout') end,
      'iban_obstacle', case when v_payout.status = 'Pending' then (
        select iban_obstacle(a.iban, a.paid_iban) from agencies a where a.id = v_payout.agency_id) end,
      'returned_on', (v_payout.returned_at at time zone 'Asia/Riyadh')::date,
      'confirmed_on', case when v_payout.status = 'Confirmed'
                           then payout_status_since(v_payout.id, 'confirm_payout') end) end);
end $$;

-- Which quota a company has used up, and when the next ticket is free: the later of the two where it has used up both.
create or replace function ticket_quota_problem_json(
  p_company_id uuid, p_agency_id uuid, p_to_agency integer, p_in_all integer, p_now timestamptz
) returns json language sql stable as $$
  select quota_problem_json(q.name, q.quota, q.free_at, p_now) from (
    select 'tickets_to_agency' as name, p_to_agency as quota, interval '1 hour' + (
      select t.created_at from tickets t
       where t.company_id = p_company_id and t.agency_id = p_agency_id and t.created_at > p_now - interval '1 hour'
       order by t.created_at desc offset p_to_agency - 1 limit 1) as free_at
    union all
    select 'tickets', p_in_all, interval '1 day' + (
      select t.created_at from tickets t
       where t.company_id = p_company_id and t.created_at > p_now - interval '1 day'
       order by t.created_at desc offset p_in_all - 1 limit 1)) q
   where q.free_at is not null order by q.free_at desc limit 1
$$;

-- A request for a ticket as create-ticket.ts sends it. refusal: of the first three checks of SPEC section 5
-- (domain/tickets/ticket-request.ts). schedule: of domain/installments/schedule.ts. tickets_to_agency, tickets: the
-- company's quotas (domain/quotas.ts), null where there are none. despite_code: whether it is meant although the
-- invoice's code says something else; null: by a server that does not ask.
drop type if exists ticket_request cascade;
create type ticket_request as (
  user_id uuid, session_id uuid, asked_at timestamptz, key text, request_hash bytea, refusal text, agency_id uuid,
  amount_sar numeric(14,2), repayment_term text, description text, invoice_url text, today date, schedule jsonb,
  tickets_to_agency integer, tickets integer, despite_code boolean);

-- A request and what the checks found. result: what its caller is told instead of a ticket; null: the ticket is made.
drop type if exists checked_ticket_request cascade;
create type checked_ticket_request as (
  request ticket_request, company_id uuid, company_name text, agency_name text, agency_vat_number text,
  available_budget numeric, invoice_id uuid, result json);

-- Locks the companies of requests and their users: requests of one company take turns, so that what is read of its
-- budget and its stored replies stays true, and its user stays one of a company (assign_role locks the user alone).
-- Then the roles of the agencies: an agency's account stays an agency (assign_role takes the same lock for itself). Of
-- several requests none waits: a company that somebody else has locked is left out, and any other lock is waited for
-- 20 ms. p_waits: waits, for one request alone. The companies that are locked.
create or replace function lock_requesting_companies(p_requests ticket_request[], p_waits boolean) returns uuid[]
language plpgsql as $$
declare
  v_users uuid[] := array(select x.user_id from unnest(p_requests) x);
  v_locked uuid[];
begin
  if (select count(distinct u.id) from unnest(v_users) u(id)) <> cardinality(v_users) then
    raise exception 'a person asks twice at once';
  elsif not p_waits then
    perform set_config('lock_timeout', '20ms', true);
    v_locked := array(select c.id from companies c join auth.users u on u.id = c.user_id where c.user_id = any (v_users)
                         for no key update of c skip locked for key share of u skip locked);
  elsif cardinality(v_users) = 1 then
    v_locked := array(select c.id from companies c join auth.users u on u.id = c.user_id where c.user_id = v_users[1]
                         for no key update of c for key share of u);
  else
    raise exception 'only one waits for its turn';
  end if;
  perform share_lock(agency_role_lock_key(x.agency_id))
     from unnest(p_requests) x where x.agency_id is not null;
  return v_locked;
end $$;

-- A refused request's reply: {"refusal", "detail"}, as in refuse().
create or replace function ticket_refusal_json(
  p_code text, p_request ticket_request, p_company_id uuid, p_agency_vat_number text, p_invoice files
) returns json language plpgsql stable as $$
begin
  return json_build_object('refusal', p_code, 'detail', case p_code
    when 'quota_reached' then ticket_quota_problem_json(p_company_id, p_request.agency_id, p_request.tickets_to_agency,
      p_request.tickets, p_request.asked_at)
    when 'installments_overdue' then json_build_object('overdue', overdue_json(p_company_id, p_request.today))
    when 'agency_not_found' then field_problem_json('p_agency_id', 'is not an agency you can choose')
    when 'invoice_already_financed' then invoice_excess_json(p_company_id, p_request.amount_sar, p_invoice)
    when 'invoice_code_differs' then invoice_difference_json(p_request.amount_sar, p_agency_vat_number,
      p_invoice.invoice_code)
    when 'invoice_not_found' then field_problem_json('p_invoice_url', case when p_invoice.attached_at is not null
      then 'belongs to another ticket: upload it again' else upload_problem(p_invoice, p_request.asked_at) end) end);
end $$;

-- Checks requests, in their order. p_locked: as lock_requesting_companies gives them. The fourth check of SPEC section
-- 5 is true only under the company's lock, so it stands here, and so is what is financed of an invoice. Then quotas are
-- looked at: what counts are the tickets that exist, which the lock keeps from becoming more meanwhile. What is asked
-- about comes last.
create or replace function check_ticket_requests(p_requests ticket_request[], p_locked uuid[])
returns checked_ticket_request[] language plpgsql as $$
declare
  v_judged record;
  v_checked checked_ticket_request;
  v_all checked_ticket_request[] := '{}';
begin
  for v_judged in
    with asked as materialized (
      select x.*, c.id as company_id, c.name as company_name, c.budget_status, c.requests_paused_from,
             c.max_term_months,
             c.id is not null and c.id <> all (p_locked) as is_busy,
             session.refusal as session_refusal, stored.is_reused, stored.reply as stored_reply,
             (select a.name from open_agencies a where a.id = x.agency_id) as agency_name,
             (select a.vat_number from agencies a where a.id = x.agency_id) as agency_vat_number,
             case when c.total_approval_budget is not null then company_available_budget(c) end as available_budget,
             -- As overdue_since has it, but planned with this statement.
             (select i.due_date from ticket_installments i
               where i.company_id = c.id and i.paid_amount < i.amount_sar and i.is_owed and i.due_date < x.today
               order by i.due_date limit 1) as overdue_since,
             (select min(u.due_date) from unproven_payment_parts(c.id, request_grace_days()) u) as unproven_since,
             case when c.id = any (p_locked) then lock_upload(x.user_id, 'invoice', x.invoice_url) end as invoice,
             lately.to_agency as tickets_to_agency_made, lately.in_all as tickets_made
        from unnest(p_requests) with ordinality x
        cross join lateral check_session(x.user_id, x.session_id, x.asked_at, 'company') session
        left join companies c on c.user_id = x.user_id
        left join lateral (
          select * from stored_idempotent_reply(x.user_id, 'create_ticket_with_installments', x.key, x.request_hash)
           limit 1) stored on true
        -- Read from the index of the company's lists: each of the three from its newest ticket back to a day ago.
        left join lateral (
          select count(*) filter (where t.agency_id = x.agency_id
            and t.created_at > x.asked_at - interval '1 hour') as to_agency,
                 count(*) as in_all
            from tickets t
           where x.tickets is not null and t.company_id = c.id and t.company_list = any ('{current,waiting,old}')
             and t.created_at > x.asked_at - interval '1 day') lately on true),
    judged as (
      select a.*, case
          when a.session_refusal is not null then a.session_refusal
          when a.is_busy then 'busy'
          -- A repeated key is answered before any check, even one that would fail today.
          when a.is_reused then 'idempotency_key_reused'
          when a.is_reused is not null then 'stored'
          when a.refusal <> 'amount_above_maximum' then 'refused'
          when a.agency_name is null then 'agency_not_found'
          when a.budget_status = 'Suspended' then 'budget_suspended'
          when a.amount_sar > a.available_budget then 'not_enough_available_budget'
          -- An amount above the maximum does not fit the column, so it is not sent; it is above every budget.
          when a.refusal is not null and a.available_budget is not null then 'not_enough_available_budget'
          when a.max_term_months < case a.repayment_term when 'OneMonth' then 1 when 'TwoMonths' then 2 else 3 end
            then 'term_above_limit'
          when a.overdue_since is not null
               and stops_requests(a.overdue_since, a.requests_paused_from, a.company_id, a.today)
                 then 'installments_overdue'
          when a.unproven_since is not null
               and stops_requests(a.unproven_since, a.requests_paused_from, a.company_id, a.today)
                 then 'payment_being_verified'
          when a.refusal is not null then 'refused'
          when (a.invoice).attached_at is not null or upload_problem(a.invoice, a.asked_at) is not null
            then 'invoice_not_found'
          when invoice_excess_json(a.company_id, a.amount_sar, a.invoice) is not null then 'invoice_already_financed'
          when a.tickets_to_agency_made >= a.tickets_to_agency or a.tickets_made >= a.tickets then 'quota_reached'
          when not a.despite_code
               and invoice_difference_json(a.amount_sar, a.agency_vat_number, (a.invoice).invoice_code) is not null
            then 'invoice_code_differs'
          else 'accepted' end as outcome
        from asked a)
    select * from judged j order by j.ordinality
  loop
    v_checked.request := p_requests[v_judged.ordinality];
    v_checked.company_id := v_judged.company_id;
    v_checked.company_name := v_judged.company_name;
    v_checked.agency_name := v_judged.agency_name;
    v_checked.agency_vat_number := v_judged.agency_vat_number;
    v_checked.available_budget := v_judged.available_budget;
    v_checked.invoice_id := (v_judged.invoice).id;
    v_checked.result := case v_judged.outcome
      when 'accepted' then null
      when 'busy' then json_build_object('is_busy', true)
      when 'stored' then json_build_object('reply', v_judged.stored_reply)
      when 'refused' then json_build_object('refusal', v_judged.refusal, 'detail', null)
      else ticket_refusal_json(v_judged.outcome, v_checked.request, v_judged.company_id, v_judged.agency_vat_number,
        v_judged.invoice) end;
    v_all := v_all || v_checked;
  end loop;
  return v_all;
end $$;

-- Makes the tickets of requests that passed the checks, with their installments, and attaches their invoices. A
-- schedule must sum to its amount, in order, without gaps. The tickets in the order of their requests.
create or replace function insert_tickets(p_checked checked_ticket_request[]) returns tickets[] language plpgsql as $$
declare
  v_tickets tickets[];
  v_is_whole boolean;
begin
  with accepted as (
    select k.*, (k.request).* from unnest(p_checked) with ordinality k where k.result is null),
  attached as (
    update files f set attached_at = k.asked_at from accepted k where f.id = k.invoice_id),
  inserted as (
    insert into tickets as t (company_id, agency_id, amount_sar, repayment_term, description, invoice_url,
      available_budget_before, agency_vat_number, created_at, created_local_date, updated_at)
    select k.company_id, k.agency_id, k.amount_sar, k.repayment_term, nullif(btrim(k.description), ''), k.invoice_url,
           k.available_budget, k.agency_vat_number, k.asked_at, k.today, k.asked_at
      from accepted k order by k.ordinality
    returning t as ticket),
  due as (
    insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar)
    select (i.ticket).id, k.company_id, s.seq, s.due_date, s.amount_sar
      from inserted i join accepted k on k.company_id = (i.ticket).company_id,
           jsonb_populate_recordset(null::ticket_installments, k.schedule) s
    returning ticket_id, seq, due_date, amount_sar)
  select array_agg(i.ticket order by (i.ticket).id),
         bool_and((i.ticket).amount_sar = (select sum(d.amount_sar) from due d where d.ticket_id = (i.ticket).id)
           and case (i.ticket).repayment_term when 'OneMonth' then array[1] when 'TwoMonths' then array[1, 2]
                                              else array[1, 2, 3] end
             = array(select d.seq::integer from due d where d.ticket_id = (i.ticket).id order by d.due_date))
    into v_tickets, v_is_whole from inserted i;
  if not v_is_whole then raise exception 'a schedule does not make up its ticket'; end if;
  return v_tickets;
end $$;

-- SPEC section 7: a ticket and its installments in one step, of all who ask at a moment in one transaction
-- (docs/decisions/0022-writes-made-together.md). p_calls: at most one ticket_request a person. Answered in their order,
-- each by {"reply"}, by {"refusal", "detail"} as refuse() has them, or by {"is_busy"}: somebody else has locked the
-- company. p_waits: as lock_requesting_companies has it. Definer, because nobody who serves requests may write a
-- ticket: whose it is follows from the session's user alone.
create or replace function api.create_tickets_with_installments(p_calls jsonb, p_waits boolean) returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
-- Each call looks up its own few rows by index, whatever number of calls the planner expects; planned once
-- (query-plans.test.ts).
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set plan_cache_mode = force_generic_plan as $$
declare
  v_operation text := 'create_ticket_with_installments';
  v_patience text := current_setting('lock_timeout');
  v_requests ticket_request[] := array(select x from jsonb_populate_recordset(null::ticket_request, p_calls) x);
  v_checked checked_ticket_request[];
  v_tickets tickets[];
  v_made integer := 0;
  v_results json[];
  k checked_ticket_request;
  t tickets;
  v_event events;
  v_events events[] := '{}';
  v_reply idempotency_keys;
  v_replies idempotency_keys[] := '{}';
begin
  v_checked := check_ticket_requests(v_requests, lock_requesting_companies(v_requests, p_waits));
  v_tickets := insert_tickets(v_checked);
  foreach k in array v_checked loop
    if k.result is null then
      v_made := v_made + 1;
      t := v_tickets[v_made];
      if t.company_id <> k.company_id then raise exception 'the tickets are not in the order of their requests'; end if;
      v_reply.user_id := (k.request).user_id;
      v_reply.operation := v_operation;
      v_reply.key := (k.request).key;
      v_reply.request_hash := (k.request).request_hash;
      v_reply.created_at := t.created_at;
      v_reply.reply := ticket_row_json(t, k.agency_name, k.company_name);
      v_replies := v_replies || v_reply;
      v_event.occurred_at := t.created_at;
      v_event.actor_user_id := (k.request).user_id;
      v_event.operation := v_operation;
      v_event.subject := 'ticket';
      v_event.subject_id := t.id;
      v_event.company_id := t.company_id;
      v_event.agency_id := t.agency_id;
      v_event.after := jsonb_build_object('status', t.status, 'amount_sar', t.amount_sar::text);
      v_events := v_events || v_event;
      k.result := json_build_object('reply', v_reply.reply);
    end if;
    v_results := v_results || k.result;
  end loop;
  if v_made > 0 then
    perform record_events(v_events);
    perform store_idempotent_replies(v_replies);
  end if;
  -- The commit waits its turn: its events are announced one transaction after the other.
  perform set_config('lock_timeout', v_patience, true);
  return to_json(v_results);
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

create or replace function act_on_ticket(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_move text, p_role text, p_ticket_id uuid, p_rejection_reason text default null
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

-- Answers to tickets that are given at one moment, in one transaction (docs/decisions/0022-writes-made-together.md):
-- each by act_on_ticket for its own caller, and rolled back by itself where it is refused. p_calls, p_waits and what is
-- answered: as create_tickets_with_installments has them.
create or replace function api.act_on_tickets(p_calls jsonb, p_waits boolean) returns json language plpgsql as $$
declare
  x record;
  v_refusal text;
  v_detail text;
  v_answers json[];
  v_patience text := current_setting('lock_timeout');
begin
  if not p_waits then perform set_config('lock_timeout', '20ms', true); end if;
  for x in
    select * from rows from (jsonb_to_recordset(p_calls) as (
        user_id uuid, session_id uuid, asked_at timestamptz, key text, request_hash bytea, move text, role text,
        ticket_id uuid, rejection_reason text))
      with ordinality as c(user_id, session_id, asked_at, key, request_hash, move, role, ticket_id, rejection_reason,
        place)
  loop
    begin
      v_answers[x.place] := json_build_object('reply', act_on_ticket(
        x.user_id, x.session_id, x.asked_at, x.key, x.request_hash, x.move, x.role, x.ticket_id, x.rejection_reason));
    exception
      when sqlstate 'HM000' then
        get stacked diagnostics v_refusal = message_text, v_detail = pg_exception_detail;
        v_answers[x.place] := refusal_json(v_refusal, v_detail);
      when lock_not_available then
        v_answers[x.place] := json_build_object('is_busy', true);
    end;
  end loop;
  -- As in create_tickets_with_installments.
  perform set_config('lock_timeout', v_patience, true);
  return to_json(v_answers);
end $$;

grant execute on function api.list_tickets, api.read_ticket, api.create_tickets_with_installments, api.act_on_tickets
  to hamla_app;
