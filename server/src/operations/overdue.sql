-- Overdue installments as staff read them.

-- The Riyadh day on which the last reminder of an installment was sent to its company, null: none was. Definer: staff
-- have no rights on mails.
create or replace function reminded_on(p_installment_id uuid, p_company_id uuid) returns date
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select (max(m.settled_at) at time zone 'Asia/Riyadh')::date
    from reminders r
    join mails m on m.kind = 'reminder' and m.company_id = p_company_id and m.day = r.mail_day and m.outcome = 'Sent'
   where r.installment_id = p_installment_id and caller_role() = 'staff'
$$;
revoke all on function reminded_on(uuid, uuid) from public;
grant execute on function reminded_on(uuid, uuid) to hamla_staff;

-- Unpaid installments that are owed and fell due from p_from to p_to, the longest due first.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_overdue_installments(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_from date, p_to date, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_after record;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select i.due_date, i.id into v_after from ticket_installments i where i.id = p_cursor;
  return (
    select list_page_json(
        array_agg(json_build_object('id', f.id, 'ticket_number', f.ticket_number, 'seq', f.seq,
          'company_id', f.company_id,
          'company_name', (select c.name from companies c where c.id = f.company_id),
          'company_phone', (select c.phone from companies c where c.id = f.company_id), 'due_date', f.due_date,
          'days_late', (p_now at time zone 'Asia/Riyadh')::date - f.due_date,
          'open_amount', f.rest::text, 'promise', current_promise_json(f.company_id),
          'reminded_on', reminded_on(f.id, f.company_id)) order by f.due_date, f.id),
        array_agg(f.id::text order by f.due_date, f.id), p_limit)
      from (select i.id, i.seq, i.due_date, i.company_id, i.amount_sar - i.paid_amount as rest, t.ticket_number
              from ticket_installments i
              -- `offset 0` keeps the list's order: tickets are looked up one by one (long-lists.test.ts).
              cross join lateral (select t.ticket_number from tickets t where t.id = i.ticket_id offset 0) t
             where i.status <> 'Paid' and i.is_owed and i.due_date between greatest(p_from, v_after.due_date) and p_to
               and (p_cursor is null or (i.due_date, i.id) > (v_after.due_date, v_after.id))
             order by i.due_date, i.id limit p_limit + 1) f);
end $$;

grant execute on function api.list_overdue_installments to hamla_staff;
