-- Tickets that wait for a review by staff.

-- Whether staff must review a ticket: no confirmed budget covers it.
create or replace function leaves_to_review(
  p_budget_status text, p_company_id uuid, p_available_before numeric, p_total numeric
) returns boolean language sql stable as $$
  select case p_budget_status when 'Preliminary' then true
              when 'Confirmed' then not is_within_budget(p_company_id, p_available_before, p_total) else false end
$$;

-- Tickets of a status that wait for a review, the oldest first. The index has the order: without the switches a plan
-- fetches and sorts all tickets that nobody has reviewed.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_tickets_to_review(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_status text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan set enable_bitmapscan = off
  set enable_sort = off
as $$
declare
  v_after record;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select t.created_at, t.id into v_after from tickets t where t.id = p_cursor;
  return (
    select list_page(
        array_agg(json_build_object('ticket', ticket_json(f.t), 'total_approval_budget', f.total_approval_budget::text)
                  order by f.created_at, f.id),
        array_agg(f.id::text order by f.created_at, f.id), p_limit)
      from (select t, t.id, t.created_at, c.total_approval_budget
              from tickets t join companies c on c.id = t.company_id
             where t.reviewed_at is null and t.status in ('PendingAgencyApproval', 'Approved') and t.status = p_status
               and leaves_to_review(c.budget_status, t.company_id, t.available_budget_before, c.total_approval_budget)
               and (p_cursor is null or (t.created_at, t.id) > (v_after.created_at, v_after.id))
             order by t.created_at, t.id limit p_limit + 1) f);
end $$;

grant execute on function api.list_tickets_to_review to hamla_staff;
