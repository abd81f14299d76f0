-- One ticket as staff read it.

create or replace function api.read_financed_ticket(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_ticket_number text
) returns json language plpgsql as $$
declare
  t tickets;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into t from tickets x where x.ticket_number = p_ticket_number;
  if not found then perform refuse('not_found'); end if;
  return json_build_object('today', p_today, 'ticket', ticket_json(t),
    'documents_accepted_on', t.documents_accepted_on, 'document_sets', coalesce(document_sets_json(t.id), '[]'),
    'awaits_cr_number', 'cr_number' = any (awaited_company_details(t.id)),
    'awaits_company_name', 'name' = any (awaited_company_details(t.id)),
    'installments', (
      select json_agg(json_build_object('id', i.id, 'seq', i.seq, 'due_date', i.due_date,
        'amount_sar', i.amount_sar::text,
               'paid_amount', i.paid_amount::text, 'bank_charges', bank_charges_of_installment(i.id)::text,
               'status', i.status) order by i.seq)
        from ticket_installments i where i.ticket_id = t.id),
    'payout', (
      select json_build_object('status', p.status, 'sent_on', (p.sent_at at time zone 'Asia/Riyadh')::date,
        'gross_amount', p.gross_amount::text,
        'fee_amount', p.fee_amount::text,
               'net_amount', p.net_amount::text,
               'stopped_on', case when p.status = 'Pending' and t.status = 'Approved' then p.stopped_on end,
               'returned_on', (p.returned_at at time zone 'Asia/Riyadh')::date,
               'claims', agency_claims_json(p.id),
               'run_id', (select l.run_id from payout_run_lines l where l.payout_id = p.id
                 order by l.run_id desc limit 1))
        from agency_payouts p where p.ticket_id = t.id),
    'open_amount', (
      select case when t.status = 'Active' then coalesce(sum(i.amount_sar - i.paid_amount), 0)
        else 0 end::numeric(14,2)::text
        from ticket_installments i where i.ticket_id = t.id),
    'loss', loss_json(t),
    'invoice', (
      select json_build_object('id', f.id, 'name', f.name, 'code', f.invoice_code,
               'seller', invoice_seller(t, f.invoice_code),
               'other_tickets', tickets_of_same_invoice_json(t))
        from files f
       where f.store = 'ticket-invoices' and f.path = t.invoice_url and f.attached_at is not null
         and f.replaced_at is null),
    'tax_invoices', tax_invoices_json(t.id),
    'settled_on', (settled_at(t) at time zone 'Asia/Riyadh')::date,
    'settlement_awaits_proof', settlement_awaits_proof(t),
    'settleable_rest', (select json_build_object('amount_sar', r.amount_sar::text, 'takes_two', r.takes_two)
                          from settleable_rest(t, p_now) r),
    'budget_status', (select c.budget_status from companies c where c.id = t.company_id),
    'is_within_budget', is_within_budget(t.company_id, t.available_budget_before,
      (select c.total_approval_budget from companies c where c.id = t.company_id)),
    -- Who has to review it now: by how many people, null for nobody.
    'reviewers_needed', (
      select case when is_review_needed(t, c) then case when takes_two_reviewers(t, c) then 2 else 1 end end
        from companies c where c.id = t.company_id),
    'holds', ticket_holds_json(t.id, p_today),
    'reviewed_at', t.reviewed_at,
    'reviewed_by', (select s.name from staff s where s.user_id = t.reviewed_by),
    'review_approved_by', (select s.name from staff s where s.user_id = t.review_approved_by),
    'approval_requests', open_approvals_json(t.id),
    'is_in_open_run', exists (
      select from payout_run_lines l join agency_payouts p on p.id = l.payout_id
       where p.ticket_id = t.id and l.outcome is null),
    'closing_takes_two', is_return_unproven(t.id));
end $$;

grant execute on function api.read_financed_ticket to hamla_staff;
