-- Tickets that wait for a review by staff.

-- Whether staff must review a ticket: no confirmed budget covers it, another company's ticket has the same invoice, or
-- it has no set budget. Then it is reviewed with the documents that the company has accepted, and again where that
-- review is not enough any more.
create or replace function is_review_needed(t tickets, c companies) returns boolean language sql stable as $$
  select case
    when c.budget_status = 'Suspended' then false
    when is_without_budget(t, c)
      then t.documents_accepted_on is not null and (not is_reviewed(t, c) or takes_two_reviewers(t, c))
    when t.reviewed_at is not null then false
    else c.budget_status = 'Preliminary'
      or not is_within_budget(t.company_id, t.available_budget_before, c.total_approval_budget)
      or is_invoice_of_other_company(t) end
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
    select list_page_json(
        array_agg(json_build_object('ticket', ticket_json(f.t), 'total_approval_budget', f.total_approval_budget::text)
                  order by f.created_at, f.id),
        array_agg(f.id::text order by f.created_at, f.id), p_limit)
      from (select w.* from (
              (select t, t.id, t.created_at, c.total_approval_budget
                 from tickets t join companies c on c.id = t.company_id
                where t.reviewed_at is null and t.status in ('PendingAgencyApproval', 'Approved')
                  and t.status = p_status and is_review_needed(t, c)
                  and (p_cursor is null or (t.created_at, t.id) > (v_after.created_at, v_after.id))
                order by t.created_at, t.id limit p_limit + 1)
              union all
              -- A review that is not enough any more.
              (select t, t.id, t.created_at, c.total_approval_budget
                 from tickets t join companies c on c.id = t.company_id
                where t.reviewed_at is not null and t.status = 'Approved' and t.status = p_status
                  and is_review_needed(t, c)
                  and (p_cursor is null or (t.created_at, t.id) > (v_after.created_at, v_after.id))
                order by t.created_at, t.id limit p_limit + 1)) w
             order by w.created_at, w.id limit p_limit + 1) f);
end $$;

grant execute on function api.list_tickets_to_review to hamla_staff;
