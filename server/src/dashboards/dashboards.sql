-- The dashboards: one function a screen (docs/decisions/0001-one-sql-function-a-screen.md).

create or replace function api.company_dashboard(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date)
returns json language plpgsql as $$
declare
  v_company companies;
  v_tickets record;
  v_to_accept record;
  v_installments record;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  select * into v_company from companies c where c.user_id = p_user_id;
  if not found then perform refuse('PGRST116'); end if;
  v_tickets := company_ticket_pages(v_company.id);
  v_installments := company_installments(v_company.id, p_today);
  select t, count(*) over () as count into v_to_accept from tickets t
   where t.company_id = v_company.id and t.company_list = 'current' and t.status = 'Approved'
     and ticket_acceptance_obstacle(t, p_today) is not null
   order by t.created_at, t.id limit 1;
  return json_build_object(
    'today', p_today,
    'company', company_json(v_company),
    'budget', budget_json(v_company, v_tickets.held_funds, v_tickets.committed_funds),
    'credit_assessment', latest_assessment_json(v_company.id),
    'credit_bureau', credit_bureau_json(v_company.id),
    'current_tickets', v_tickets.current,
    'waiting_tickets', v_tickets.waiting,
    'oldest_waiting_ticket', v_tickets.oldest_waiting,
    'old_tickets', v_tickets.old,
    'documents_to_accept', coalesce(v_to_accept.count, 0),
    'oldest_to_accept', case when v_to_accept.count > 0 then ticket_json(v_to_accept.t) end,
    'position', company_position_json(v_company.id, p_today),
    'upcoming_installments', v_installments.upcoming,
    'overdue_installments', v_installments.overdue,
    'next_due', v_installments.next_due,
    'next_owed', v_installments.next_owed,
    'overdue_owed', v_installments.overdue_owed,
    'in_default', in_default_json(v_company),
    'lateness', case when v_installments.overdue_owed is not null
      or payments_being_verified_json(v_company.id) is not null
                     then lateness_json(v_company, p_today) end);
end $$;

create or replace function api.agency_dashboard(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date)
returns json language plpgsql as $$
declare
  v_agency agencies;
  v_tickets record;
  v_payouts record;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  select * into v_agency from agencies a where a.user_id = p_user_id;
  if not found then perform refuse('PGRST116'); end if;
  v_tickets := agency_ticket_pages(v_agency.id);
  v_payouts := awaited_payout_pages(v_agency.id, p_now);
  return json_build_object(
    'today', p_today,
    'agency', agency_json(v_agency),
    'suspension', case when v_agency.suspended_at is not null then json_build_object(
      'suspended_at', v_agency.suspended_at, 'reason', v_agency.suspension_reason) end,
    'is_name_held', v_agency.name_resembles is not null,
    'waiting_tickets', v_tickets.waiting,
    'oldest_waiting_ticket', v_tickets.oldest_waiting,
    'approved_tickets', v_tickets.approved,
    'ticket_history', v_tickets.history,
    'expected_payouts', v_payouts.expected,
    'late_payouts', v_payouts.late,
    'released_payouts', (
      select count_and_sum_json(count(*), sum(p.net_amount)) from agency_payouts p
       where p.agency_id = v_agency.id and p.status = 'Sent' and p.sent_at is null));
end $$;

grant execute on function api.company_dashboard, api.agency_dashboard to hamla_app;
