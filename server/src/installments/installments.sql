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
  with open as materialized (
    select i.id, i.ticket_id, i.seq, i.due_date, i.amount_sar, i.paid_amount, i.status,
      i.amount_sar - i.paid_amount as rest,
           t.ticket_number, t.company_id, t.status as ticket_status,
           i.due_date < p_today and i.status <> 'Paid' and t.status = 'Active' as is_overdue
      from tickets t join ticket_installments i on i.ticket_id = t.id and i.company_id = t.company_id
     where t.company_id = p_company_id and t.company_list = 'current'),
  lists as (
    select l.is_overdue,
           json_build_object(
             'count', count(o.id),
             'amount_sar', coalesce(sum(case when l.is_overdue then o.rest else o.amount_sar end),
               0)::numeric(18,2)::text,
             'items', coalesce((
               select json_agg(x) from (
                 select w.id, w.ticket_id, w.seq, w.due_date, w.amount_sar::text as amount_sar,
                        w.paid_amount::text as paid_amount, case when l.is_overdue then 'Overdue'
                          else w.status end as status,
                        json_build_object('ticket_number', w.ticket_number, 'company_id', w.company_id,
                                          'status', w.ticket_status) as ticket
                   from open w where case when l.is_overdue then w.is_overdue else w.due_date >= p_today end
                  order by w.due_date, w.id limit 200) x), '[]')) as json
      from (values (false), (true)) l(is_overdue)
      left join open o on case when l.is_overdue then o.is_overdue else o.due_date >= p_today end
     group by l.is_overdue),
  unpaid as (
    select k.kind, o.* from (values ('next_due'), ('next_owed'), ('overdue_owed')) k(kind)
      join open o on o.status <> 'Paid' and case k.kind
        when 'next_due' then o.due_date >= p_today
        when 'next_owed' then o.due_date >= p_today and o.ticket_status = 'Active'
        else o.is_overdue end),
  sums as (
    select u.kind, json_build_object(
             'due_date', min(u.due_date), 'amount_sar', sum(u.rest)::numeric(18,2)::text, 'count', count(*),
             'ticket_numbers', (select json_agg(f.ticket_number order by f.due_date, f.ticket_number) from (
                select n.ticket_number, min(n.due_date) as due_date from unpaid n
                 where n.kind = u.kind and (u.kind = 'overdue_owed' or n.due_date = min(u.due_date))
                   group by n.ticket_number
                 order by min(n.due_date), n.ticket_number limit 3) f)) as json
      from unpaid u
     where u.kind = 'overdue_owed' or u.due_date = (select min(m.due_date) from unpaid m where m.kind = u.kind)
     group by u.kind)
  select (select l.json from lists l where not l.is_overdue), (select l.json from lists l where l.is_overdue),
         (select s.json from sums s where s.kind = 'next_due'), (select s.json from sums s where s.kind = 'next_owed'),
         (select s.json from sums s where s.kind = 'overdue_owed')
    into upcoming, overdue, next_due, next_owed, overdue_owed;
end $$;
