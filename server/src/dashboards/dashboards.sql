-- One function a screen.

create or replace function company_dashboard(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date)
returns json language plpgsql as $$
declare
  v_company companies;
  v_installments record;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  select * into v_company from companies c where c.user_id = p_user_id;
  if not found then perform refuse('PGRST116'); end if;
  v_installments := company_installments(v_company.id, p_today);
  return json_build_object(
    'today', p_today,
    'company', company_json(v_company),
    'budget', budget_json(v_company.id),
    'credit_assessment', latest_assessment_json(v_company.id),
    'current_tickets', company_ticket_page(v_company.id, 'current', null),
    'waiting_tickets', company_ticket_page(v_company.id, 'waiting', null),
    'oldest_waiting_ticket', (select ticket_json(t) from tickets t
                               where t.company_id = v_company.id and t.company_list = 'waiting'
                               order by t.created_at, t.id limit 1),
    'old_tickets', company_ticket_page(v_company.id, 'old', null),
    'documents_to_accept', (select count(*) from tickets t where t.company_id = v_company.id and t.status = 'Approved'
                              and acceptance_obstacle(t.documents_accepted_on, p_today) is not null),
    'oldest_to_accept', (select ticket_json(t) from tickets t where t.company_id = v_company.id and t.status = 'Approved'
                           and acceptance_obstacle(t.documents_accepted_on, p_today) is not null
                          order by t.created_at, t.id limit 1),
    'upcoming_installments', v_installments.upcoming,
    'overdue_installments', v_installments.overdue,
    'next_due', v_installments.next_due,
    'next_owed', v_installments.next_owed,
    'overdue_owed', v_installments.overdue_owed);
end $$;

create or replace function agency_dashboard(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date)
returns json language plpgsql as $$
declare
  v_agency agencies;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  select * into v_agency from agencies a where a.user_id = p_user_id;
  if not found then perform refuse('PGRST116'); end if;
  return json_build_object(
    'today', p_today,
    'agency', agency_json(v_agency),
    'suspension', case when v_agency.suspended_at is not null then json_build_object(
      'suspended_at', v_agency.suspended_at, 'reason', v_agency.suspension_reason) end,
    'waiting_tickets', agency_ticket_page(v_agency.id, 'waiting', null),
    'oldest_waiting_ticket', (select ticket_json(t) from tickets t
                               where t.agency_id = v_agency.id and t.agency_list = 'waiting'
                               order by t.created_at, t.id limit 1),
    'approved_tickets', agency_ticket_page(v_agency.id, 'approved', null),
    'ticket_history', agency_ticket_page(v_agency.id, 'history', null),
    'expected_payouts', payout_page(v_agency.id, p_now, 'expected', null),
    'late_payouts', payout_page(v_agency.id, p_now, 'late', null));
end $$;
