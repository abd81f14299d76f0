-- What waits for staff today, and where the money stands.

-- One thing that waits: how many, and how much where it is money.
create or replace function waiting(p_count bigint, p_sum numeric default null) returns json language sql immutable as
  $$ select json_build_object('count', p_count, 'amount_sar', p_sum::numeric(14,2)::text) $$;

-- Everything that waits for staff, by the names of api/operations-overview.ts. Each is counted in an index of what waits.
create or replace function operations_waits(p_today date) returns json language sql stable as $$
  select json_build_object(
    'runs_to_release', (select waiting(count(*)) from payout_runs r where r.status = 'Draft'),
    -- What waits for the company or for a review is not due yet. Whether the agency can be paid, a run says.
    'payouts_due', (select waiting(count(*), coalesce(sum(p.net_amount), 0))
                      from agency_payouts p join tickets t on t.id = p.ticket_id join companies c on c.id = t.company_id
                     where p.status = 'Pending' and t.status = 'Approved'
                       and acceptance_obstacle(t.documents_accepted_on, p_today) is null
                       and (c.budget_status = 'Confirmed' or c.budget_status = 'Preliminary' and t.reviewed_at is not null)
                       and not exists (select from payout_run_lines l where l.payout_id = p.id and l.outcome is null)),
    'payouts_sent', (select waiting(count(*), coalesce(sum(p.net_amount), 0)) from agency_payouts p where p.status = 'Sent'),
    'iban_changes', (select waiting(count(*)) from agency_iban_changes c where c.status = 'Pending'),
    'payments_unidentified', (select waiting(count(*), coalesce(sum(p.amount_sar), 0)) from payments p
                               where p.company_id is null and p.reversed_at is null),
    'payments_with_credit', (select waiting(count(*), coalesce(sum(p.credit_amount), 0)) from payments p where p.credit_amount > 0),
    'transfers_to_check', (select waiting(count(*), coalesce(sum(r.amount_sar), 0)) from transfer_reports r
                            where r.status = 'Checking'),
    'statement_lines_open', (select waiting(count(*), coalesce(sum(l.amount), 0)) from bank_statement_lines l
                              where l.status = 'Open'),
    'budgets_to_decide', (select waiting(count(*)) from companies c where c.needs_decision),
    'tickets_to_review', (select waiting(count(*), coalesce(sum(t.amount_sar), 0))
                            from tickets_to_review('Approved') t))
$$;

-- Overdue installments of Active tickets by their age (domain/servicing/overdue-age.ts), and all of them. Both indexes are
-- read from end to end, not one ticket looked up for each installment.
create or replace function overdue_ages(p_today date) returns json language sql stable set enable_nestloop = off as $$
  select json_build_object(
      'days_1_7', count_and_sum(count(*) filter (where o.days <= 7), sum(o.rest) filter (where o.days <= 7)),
      'days_8_30', count_and_sum(count(*) filter (where o.days between 8 and 30), sum(o.rest) filter (where o.days between 8 and 30)),
      'days_31_60', count_and_sum(count(*) filter (where o.days between 31 and 60), sum(o.rest) filter (where o.days between 31 and 60)),
      'days_60_plus', count_and_sum(count(*) filter (where o.days > 60), sum(o.rest) filter (where o.days > 60)))
    from (select p_today - i.due_date as days, i.amount_sar - i.paid_amount as rest
            from ticket_installments i join tickets t on t.id = i.ticket_id
           where i.status <> 'Paid' and i.due_date < p_today and t.status = 'Active') o
$$;

-- What each account stands at, on the side on which it grows (domain/ledger/accounts.ts).
create or replace function ledger_balances() returns json language sql stable as $$
  select json_object_agg(a.account, (a.sign * coalesce(s.sum, 0))::numeric(14,2)::text)
    from (values ('bank', 1), ('receivable', 1), ('bad_debt', 1), ('agency_payable', -1), ('fee_income', -1),
                 ('vat_payable', -1), ('company_credit', -1), ('unidentified_receipts', -1)) as a(account, sign)
    left join (select k.account, sum(k.amount_sar) as sum from kept_days k group by 1) s on s.account = a.account
$$;

create or replace function operations_overview(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object('today', p_today, 'waits', operations_waits(p_today), 'overdue', overdue_ages(p_today),
    'balances', ledger_balances());
end $$;

-- Unpaid installments of Active tickets that fell due from p_from to p_to, the longest due first.
drop function if exists list_overdue_installments(uuid, uuid, timestamptz, date, date, date, uuid);
create or replace function list_overdue_installments(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_from date, p_to date, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_after record;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select i.due_date, i.id into v_after from ticket_installments i where i.id = p_cursor;
  return (
    select list_page(
        array_agg(json_build_object('id', f.id, 'ticket_number', f.ticket_number, 'seq', f.seq, 'company_id', f.company_id,
          'company_name', (select c.name from companies c where c.id = f.company_id), 'due_date', f.due_date,
          'open_amount', f.rest::text) order by f.due_date, f.id),
        array_agg(f.id::text order by f.due_date, f.id), p_limit)
      from (select i.id, i.seq, i.due_date, i.company_id, i.amount_sar - i.paid_amount as rest, t.ticket_number
              from ticket_installments i
              -- One by one in the order of the list, not all of them at once: written-off tickets alone are passed over.
              cross join lateral (select t.ticket_number from tickets t where t.id = i.ticket_id and t.status = 'Active' offset 0) t
             where i.status <> 'Paid' and i.due_date between greatest(p_from, v_after.due_date) and p_to
               and (p_cursor is null or (i.due_date, i.id) > (v_after.due_date, v_after.id))
             order by i.due_date, i.id limit p_limit + 1) f);
end $$;

-- One ticket as staff read it.
create or replace function read_financed_ticket(
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
    'installments', (
      select json_agg(json_build_object('seq', i.seq, 'due_date', i.due_date, 'amount_sar', i.amount_sar::text,
               'paid_amount', i.paid_amount::text, 'status', i.status) order by i.seq)
        from ticket_installments i where i.ticket_id = t.id),
    'payout', (
      select json_build_object('status', p.status, 'gross_amount', p.gross_amount::text, 'fee_amount', p.fee_amount::text,
               'net_amount', p.net_amount::text,
               'run_id', (select l.run_id from payout_run_lines l where l.payout_id = p.id order by l.run_id desc limit 1))
        from agency_payouts p where p.ticket_id = t.id),
    'open_amount', (
      select case when t.status = 'Active' then coalesce(sum(i.amount_sar - i.paid_amount), 0) else 0 end::numeric(14,2)::text
        from ticket_installments i where i.ticket_id = t.id),
    'invoice', (
      select json_build_object('id', f.id, 'name', f.name) from files f
       where f.store = 'ticket-invoices' and f.path = t.invoice_url and f.attached_at is not null and f.replaced_at is null),
    'tax_invoices', tax_invoices_json(t.id),
    'settled_on', (settled_at(t) at time zone 'Asia/Riyadh')::date,
    'budget_status', (select c.budget_status from companies c where c.id = t.company_id),
    'is_within_budget', is_within_budget(t.company_id, t.available_budget_before,
      (select c.total_approval_budget from companies c where c.id = t.company_id)),
    'reviewed_at', t.reviewed_at,
    'reviewed_by', (select s.name from staff s where s.user_id = t.reviewed_by),
    'is_in_open_run', exists (
      select from payout_run_lines l join agency_payouts p on p.id = l.payout_id
       where p.ticket_id = t.id and l.outcome is null));
end $$;

-- Companies that have a name, by name, at most 20; the search narrows it.
create or replace function find_companies(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_search text)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object('items', coalesce((
    select json_agg(json_build_object('id', f.id, 'name', f.name))
      from (select c.id, c.name from companies c
             where c.name <> '' and (coalesce(p_search, '') = ''
                or c.name ilike '%' || regexp_replace(p_search, '([\\%_])', '\\\1', 'g') || '%')
             order by c.name, c.id limit 20) f), '[]'));
end $$;
