-- The desk's one search: a ticket by its number or payment reference, companies and agencies by name, payments by the
-- bank's reference or the amount. At most a few of each, the best first.

create or replace function search_desk(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_text text, p_ticket_number text, p_amount_sar numeric
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_part text := '%' || regexp_replace(p_text, '([\\%_])', '\\\1', 'g') || '%';
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object(
    'tickets', coalesce((
      select json_agg(json_build_object('ticket_number', t.ticket_number, 'status', t.status, 'amount_sar', t.amount_sar::text,
               'company_name', (select c.name from companies c where c.id = t.company_id)))
        from tickets t where t.ticket_number = p_ticket_number), '[]'),
    'companies', coalesce((
      select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id)
        from (select c.id, c.name from companies c where c.name ilike v_part order by c.name, c.id limit 5) f), '[]'),
    'agencies', coalesce((
      select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id)
        from (select a.id, a.name from agencies a where a.name ilike v_part order by a.name, a.id limit 5) f), '[]'),
    'payments', coalesce((
      select json_agg(json_build_object('id', f.id, 'value_date', f.value_date, 'amount_sar', f.amount_sar::text,
               'bank_reference', f.bank_reference,
               'company_name', (select c.name from companies c where c.id = f.company_id)) order by f.id desc)
        from (select * from (
                (select p.* from payments p where lower(p.bank_reference) = lower(p_text) order by p.id desc limit 5)
                union
                (select p.* from payments p where p.amount_sar = p_amount_sar and p.reversed_at is null
                  order by p.value_date desc limit 5)) u
               order by u.id desc limit 5) f), '[]'));
end $$;
