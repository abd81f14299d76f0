-- What a company can pay: its open items, what payment requests have chosen of them, and what reported transfers cover.

-- The Riyadh day of a payment's reversal, from which on what was refunded of it is owed back.
create or replace function reversal_date(p_reversed_at timestamptz) returns date language sql immutable as
  $$ select (p_reversed_at at time zone 'Asia/Riyadh')::date $$;

-- What of a company is open: installments of Active tickets, refunds that are owed back, and what was written off of
-- tickets and of refunds. id: of the installment, the ticket or the payment; a refund and what was written off of it
-- have one.
create or replace function open_items(p_company_id uuid)
returns table (kind text, id uuid, ticket_id uuid, ticket_number text, seq smallint, status text, is_loss boolean,
  due_date date, rest numeric)
language sql stable as $$
  select 'installment', i.id, i.ticket_id, t.ticket_number, i.seq, i.status, false, i.due_date,
         i.amount_sar - i.paid_amount
    from ticket_installments i join tickets t on t.id = i.ticket_id
   where i.company_id = p_company_id and t.company_id = p_company_id and t.status = 'Active' and i.status <> 'Paid'
  union all
  select 'refund', p.id, null, null, null, null, false, reversal_date(p.reversed_at), p.to_recover_amount
    from payments p where p.company_id = p_company_id and p.to_recover_amount > 0
  union all
  select 'loss', t.id, t.id, t.ticket_number, null, null, true, t.written_off_on,
         t.written_off_amount - t.recovered_amount
    from tickets t where t.company_id = p_company_id and t.written_off_amount > t.recovered_amount
  union all
  select 'refund_loss', p.id, null, null, null, null, true, p.written_off_on,
         p.written_off_amount - p.loss_recovered_amount
    from payments p where p.company_id = p_company_id and p.written_off_amount > p.loss_recovered_amount
$$;

-- The items of a request with what is left of each: at most what was chosen of it and has not been paid by transfers of
-- this request. Of what is not open any more, nothing.
create or replace function payment_request_rest(p_request_id uuid)
returns table (place smallint, kind text, id uuid, ticket_id uuid, seq smallint, is_loss boolean, due_date date,
  amount_sar numeric, rest numeric)
language sql stable as $$
  with open as materialized (
    select o.id, o.is_loss, o.rest
      from payment_requests r cross join lateral open_items(r.company_id) o where r.id = p_request_id)
  select q.place, case when q.installment_id is not null then 'installment' when q.payment_id is null then 'loss'
                       when q.is_loss then 'refund_loss' else 'refund' end,
         x.id, q.ticket_id, i.seq, q.is_loss, coalesce(i.due_date, q.due_date), q.amount_sar,
         greatest(0, least(q.amount_sar - p.paid, coalesce(o.rest, 0)))
    from payment_request_items q
    cross join lateral (select coalesce(q.installment_id, q.payment_id, q.ticket_id) as id) x
    left join ticket_installments i on i.id = q.installment_id
    left join open o on o.id = x.id and o.is_loss = q.is_loss
    cross join lateral (
      select coalesce(sum(a.amount_sar), 0) as paid
        from payments y join payment_allocations a on a.payment_id = y.id
       where y.payment_request_id = p_request_id and a.reversed_at is null
         and case when q.installment_id is not null then a.installment_id = q.installment_id
                  when q.payment_id is not null then a.recovers_payment_id = q.payment_id and a.is_recovery = q.is_loss
                  else a.ticket_id = q.ticket_id and a.is_recovery end) p
   where q.request_id = p_request_id
$$;

-- The last value date that counts for the choice of a request.
create or replace function payment_request_ends_on(r payment_requests) returns date language sql immutable as
  $$ select least(r.expires_on, (r.withdrawn_at at time zone 'Asia/Riyadh')::date) $$;

-- What of a company's tickets is reported as transferred and being checked; of no ticket: what is more than its choice,
-- or of all that the company owes. A transfer of a request pays the longest due of its choice first.
create or replace function reported_amounts(p_company_id uuid) returns table (ticket_id uuid, amount numeric)
language plpgsql stable as $$
begin
  -- Most companies have none: the query costs more than the look.
  if not exists (select from transfer_reports r where r.company_id = p_company_id and r.status = 'Checking') then
    return;
  end if;
  return query
  with asked as (
    select r.payment_request_id as request_id, sum(r.amount_sar) as amount from transfer_reports r
     where r.company_id = p_company_id and r.status = 'Checking' and r.payment_request_id is not null group by 1),
  part as (
    select a.request_id, a.amount, q.ticket_id, q.rest, sum(q.rest) over (
             partition by a.request_id order by q.due_date, q.place) - q.rest as before
      from asked a cross join lateral payment_request_rest(a.request_id) q),
  spread as (
    select r.ticket_id, r.amount_sar as amount from transfer_reports r
     where r.company_id = p_company_id and r.status = 'Checking' and r.payment_request_id is null
    union all
    select p.ticket_id, greatest(0, least(p.rest, p.amount - p.before)) from part p
    union all
    select null, greatest(0, a.amount - coalesce((select sum(p.rest) from part p where p.request_id = a.request_id), 0))
      from asked a)
  select s.ticket_id, sum(s.amount) from spread s where s.amount > 0 group by s.ticket_id;
end $$;

-- What a company can pay, with what of it is reported and being checked: of a ticket the longest due first. What is
-- reported beyond its own ticket covers what else is owed, the longest due first (company_position_json).
create or replace function payable_items(p_company_id uuid)
returns table (kind text, id uuid, ticket_id uuid, ticket_number text, seq smallint, is_loss boolean, due_date date,
  rest numeric, being_checked numeric)
language sql stable as $$
  with reported as materialized (select * from reported_amounts(p_company_id)),
  placed as (
    select o.*, sum(o.rest) over (partition by o.ticket_id order by o.due_date, o.seq) - o.rest as before,
           sum(o.rest) over (partition by o.ticket_id) as of_ticket
      from open_items(p_company_id) o),
  own as materialized (
    select p.*, case when p.ticket_id is null then 0
                     else least(p.rest, greatest(0, coalesce(r.amount, 0) - p.before)) end as checked
      from placed p left join reported r on r.ticket_id = p.ticket_id),
  spare as (
    select coalesce(sum(greatest(0, r.amount - coalesce((
             select max(o.of_ticket) from own o where o.ticket_id = r.ticket_id), 0))), 0) as amount
      from reported r),
  further as (
    select o.*, sum(o.rest - o.checked) over (
             -- Of one day first what is to be paid now: an installment is due until the end of its day.
             order by o.due_date, o.kind = 'installment', not o.is_loss, length(o.ticket_number), o.ticket_number,
               o.seq, o.id) as so_far
      from own o)
  select f.kind, f.id, f.ticket_id, f.ticket_number, f.seq, f.is_loss, f.due_date, f.rest,
         f.checked + greatest(0, least(f.rest - f.checked, s.amount - f.so_far + f.rest - f.checked))
    from further f cross join spare s
$$;
