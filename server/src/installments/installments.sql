-- Installments of a company's Approved and Active tickets, by due date.

drop policy if exists own on ticket_installments;
create policy own on ticket_installments to hamla_app using (company_id = caller_company_id())
  with check (company_id = caller_company_id());
drop policy if exists jobs_read on ticket_installments;
create policy jobs_read on ticket_installments for select to hamla_jobs using (true);

-- From p_from on (or, where p_from is null, those of Active tickets before p_before that are not paid: before the agency
-- has been paid nothing is overdue): the first 200, with the count of all of them and the sum of what is left to pay of
-- the overdue ones, else of the amounts.
create or replace function installments_json(p_company_id uuid, p_from date, p_before date) returns json
language sql stable as $$
  with wanted as (
    select i.*, t.ticket_number, t.status as ticket_status
      from ticket_installments i join tickets t on t.id = i.ticket_id
     where i.company_id = p_company_id and t.company_id = p_company_id and t.company_list = 'current'
       and (p_from is null or i.due_date >= p_from)
       and (p_before is null or (i.due_date < p_before and i.status <> 'Paid' and t.status = 'Active')))
  select json_build_object(
    'count', (select count(*) from wanted),
    'amount_sar', (select coalesce(sum(case when p_before is null then amount_sar else amount_sar - paid_amount end), 0)::numeric(14,2)::text
                     from wanted),
    'items', coalesce((
      select json_agg(json_build_object('id', w.id, 'ticket_id', w.ticket_id, 'seq', w.seq, 'due_date', w.due_date,
               'amount_sar', w.amount_sar::text, 'paid_amount', w.paid_amount::text,
               -- A day that has passed unpaid is overdue, whether or not the day has been closed yet.
               'status', case when p_before is not null then 'Overdue' else w.status end,
               'ticket', json_build_object('ticket_number', w.ticket_number, 'company_id', w.company_id,
                                           'status', w.ticket_status)))
        from (select * from wanted order by due_date, id limit 200) w), '[]'))
$$;

-- What is left to pay, summed: of the next due date from p_from on, or (where p_from is null) all of the days before p_before.
-- Null for none. p_statuses: whose tickets' installments count.
create or replace function installment_sum_json(p_company_id uuid, p_statuses text[], p_from date, p_before date)
returns json language sql stable as $$
  with unpaid as (
    select i.id, i.due_date, i.amount_sar - i.paid_amount as amount_sar, t.ticket_number
      from ticket_installments i join tickets t on t.id = i.ticket_id
     where i.company_id = p_company_id and t.company_id = p_company_id and t.status = any (p_statuses)
       and i.status <> 'Paid'
       and (p_from is null or i.due_date >= p_from)
       and (p_before is null or i.due_date < p_before)),
  together as (
    select * from unpaid where p_from is null or due_date = (select min(due_date) from unpaid))
  select case when count(*) > 0 then json_build_object(
    'due_date', min(due_date), 'amount_sar', sum(amount_sar)::numeric(14,2)::text, 'count', count(*),
    'ticket_numbers', (select json_agg(f.ticket_number order by f.due_date, f.ticket_number) from (
       select ticket_number, min(due_date) as due_date from together group by ticket_number
        order by min(due_date), ticket_number limit 3) f)) end
    from together
$$;
