-- Installments of a company's Approved and Active tickets, by due date.

drop policy if exists own on ticket_installments;
create policy own on ticket_installments for select to hamla_app using (company_id = caller_company_id());
drop policy if exists jobs_read on ticket_installments;
create policy jobs_read on ticket_installments for select to hamla_jobs using (true);

-- The change to Overdue is checked without a call of the trigger: the day's close marks a million installments, and its
-- policy allows that login no other change.
-- Installments are owed while their ticket is Active: from the release of its payout on, until it is repaid, the payout
-- fails or the remainder is written off.
create or replace function sync_is_owed() returns trigger language plpgsql as $$
begin
  update ticket_installments i set is_owed = new.status = 'Active' where i.ticket_id = new.id;
  return null;
end $$;

create or replace trigger legal_move before update of status on ticket_installments
  for each row when (old.status <> new.status and (old.status <> 'Due' or new.status <> 'Overdue'))
  execute function refuse_illegal_move('installment');

-- Records an event for each installment whose status differs from p_before. The change to Overdue has the event of its
-- day's close.
create or replace function record_installment_moves(p_now timestamptz, p_ids uuid[], p_before text[]) returns void
language sql as $$
  insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, before, after)
  select p_now, caller_user_id(), m.move || '_installment', 'installment', i.id, i.company_id,
         jsonb_build_object('status', m.from_status), jsonb_build_object('status', m.to_status)
    from unnest(p_ids, p_before) with ordinality as b(id, status, n) join ticket_installments i on i.id = b.id
    join legal_moves m on m.subject = 'installment' and m.from_status = b.status and m.to_status = i.status
   order by b.n
$$;

-- All that a company's dashboard says of its open installments, read once. Upcoming: of Approved and Active tickets,
-- from p_today on; the first 200, the count and the sum of all. Overdue: what is left of those of Active tickets before
-- p_today (before the agency has been paid nothing is overdue; a day that has passed unpaid is overdue, closed or not).
-- The sums say what is left to pay: of the next due date, of the next one that is owed, of all that is overdue; null
-- for none.
create or replace function company_installments(
  p_company_id uuid, p_today date, out upcoming json, out overdue json, out next_due json, out next_owed json,
    out overdue_owed json
) language plpgsql stable as $$
begin
  with found as (
    select i.id, i.ticket_id, i.due_date, i.amount_sar, i.amount_sar - i.paid_amount as rest, t.ticket_number,
           i.due_date < p_today as is_overdue, i.due_date >= p_today as is_upcoming,
           i.due_date >= p_today and i.status <> 'Paid' as is_due,
           i.due_date >= p_today and i.status <> 'Paid' and t.status = 'Active' as is_owed,
           json_build_object('id', i.id, 'ticket_id', i.ticket_id, 'seq', i.seq, 'due_date', i.due_date,
             'amount_sar', i.amount_sar::text, 'paid_amount', i.paid_amount::text,
             'status', case when i.due_date < p_today then 'Overdue' else i.status end,
             'ticket', json_build_object('ticket_number', t.ticket_number, 'company_id', t.company_id,
                                         'status', t.status)) as item
      from tickets t join ticket_installments i on i.ticket_id = t.id and i.company_id = t.company_id
     where t.company_id = p_company_id and t.company_list = 'current'
       and (i.due_date >= p_today or i.status <> 'Paid' and t.status = 'Active')),
  open as (
    select f.*, row_number() over (partition by f.is_overdue order by f.due_date, f.id) as place,
           f.is_due and f.due_date = min(f.due_date) filter (where f.is_due) over () as is_next_due,
           f.is_owed and f.due_date = min(f.due_date) filter (where f.is_owed) over () as is_next_owed,
           f.is_overdue and row_number() over (partition by f.is_overdue, f.ticket_id order by f.due_date) = 1
             as is_first_overdue
      from found f)
  select json_build_object('count', count(*) filter (where o.is_upcoming),
           'amount_sar', coalesce(sum(o.amount_sar) filter (where o.is_upcoming), 0)::numeric(18,2)::text,
           'items', coalesce(json_agg(o.item order by o.place) filter (where o.is_upcoming and o.place <= 200), '[]')),
         json_build_object('count', count(*) filter (where o.is_overdue),
           'amount_sar', coalesce(sum(o.rest) filter (where o.is_overdue), 0)::numeric(18,2)::text,
           'items', coalesce(json_agg(o.item order by o.place) filter (where o.is_overdue and o.place <= 200), '[]')),
         unpaid_installments_json(min(o.due_date) filter (where o.is_next_due),
           sum(o.rest) filter (where o.is_next_due), count(*) filter (where o.is_next_due),
           array_agg(o.ticket_number order by o.ticket_number) filter (where o.is_next_due)),
         unpaid_installments_json(min(o.due_date) filter (where o.is_next_owed),
           sum(o.rest) filter (where o.is_next_owed), count(*) filter (where o.is_next_owed),
           array_agg(o.ticket_number order by o.ticket_number) filter (where o.is_next_owed)),
         unpaid_installments_json(min(o.due_date) filter (where o.is_overdue),
           sum(o.rest) filter (where o.is_overdue), count(*) filter (where o.is_overdue),
           array_agg(o.ticket_number order by o.due_date, o.ticket_number) filter (where o.is_first_overdue))
    into upcoming, overdue, next_due, next_owed, overdue_owed
    from open o;
end $$;

-- What is left to pay of installments, and the first three tickets; null for none.
create or replace function unpaid_installments_json(
  p_due_date date, p_rest numeric, p_count bigint, p_ticket_numbers text[]
) returns json language sql immutable as $$
  select case when p_count > 0 then json_build_object('due_date', p_due_date, 'amount_sar', p_rest::numeric(18,2)::text,
    'count', p_count, 'ticket_numbers', p_ticket_numbers[:3]) end
$$;
