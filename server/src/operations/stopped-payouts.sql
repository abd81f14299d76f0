-- Payouts that are stopped because their company is overdue for too long.

-- The payouts that were stopped first come first.
-- The index has the order: without these switches a plan fetches and sorts the whole list (long-lists.test.ts).
create or replace function api.list_stopped_payouts(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan set enable_bitmapscan = off
  set enable_sort = off
as $$
declare
  v_after record;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select p.stopped_on, p.id into v_after from agency_payouts p where p.id = p_cursor;
  return (
    select list_page_json(
        array_agg(json_build_object('ticket', ticket_json(t), 'net_amount', f.net_amount::text,
          'stopped_on', f.stopped_on,
                    'overdue_since', payouts_late_since(t.company_id, p_today),
                    'unproven_amount', coalesce((select sum(u.amount_sar)
                      from unproven_payment_parts(t.company_id, payout_grace_days()) u),
                      0)::numeric(14,2)::text,
                    'overdue_amount', (
                      select coalesce(sum(i.amount_sar - i.paid_amount), 0)::numeric(14,2)::text
                        from ticket_installments i
                       where i.company_id = t.company_id and i.paid_amount < i.amount_sar and i.is_owed
                         and i.due_date < p_today))
                  order by f.stopped_on, f.id),
        array_agg(f.id::text order by f.stopped_on, f.id), p_limit)
      from (select p.id, p.ticket_id, p.net_amount, p.stopped_on from agency_payouts p
             where p.status = 'Pending' and p.stopped_on is not null
               and (p_cursor is null or (p.stopped_on, p.id) > (v_after.stopped_on, v_after.id))
             order by p.stopped_on, p.id limit p_limit + 1) f
      join tickets t on t.id = f.ticket_id);
end $$;

grant execute on function api.list_stopped_payouts to hamla_staff;
