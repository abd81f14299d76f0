-- What waits for staff today, and where the money stands.

-- One thing that waits: how many, and how much where it is money.
create or replace function waiting(p_count bigint, p_sum numeric default null) returns json language sql immutable as
  $$ select json_build_object('count', p_count, 'amount_sar', p_sum::numeric(18,2)::text) $$;

-- Everything that waits for staff, by the names of api/operations-overview.ts. Each is counted in an index of what waits.
create or replace function operations_waits(p_today date) returns json language sql stable as $$
  select json_build_object(
    'runs_to_release', (select waiting(count(*)) from payout_runs r where r.status = 'Draft'),
    -- What waits for the company or for a review is not due yet. Whether the agency can be paid, a run says.
    'payouts_due', (select waiting(count(*), coalesce(sum(p.net_amount), 0))
                      from agency_payouts p join tickets t on t.id = p.ticket_id join companies c on c.id = t.company_id
                     where p.status = 'Pending' and t.status = 'Approved'
                       -- Said again as the index has it: an older acceptance has an obstacle.
                       and t.documents_accepted_on >= p_today - 7
                       and acceptance_obstacle(t.documents_accepted_on, p_today) is null
                       and budget_obstacle(c.budget_status, t.reviewed_at is not null,
                             is_within_budget(t.company_id, t.available_budget_before, c.total_approval_budget)) is null
                       and not exists (select from payout_run_lines l where l.payout_id = p.id and l.outcome is null)),
    'payouts_to_instruct', (select waiting(count(*), coalesce(sum(l.amount_sar), 0))
                              from payout_runs r, payout_lines_to_file(r.id) l where r.status = 'Released'),
    'payouts_sent', (select waiting(count(*), coalesce(sum(p.net_amount), 0)) from agency_payouts p where p.status = 'Sent'),
    'iban_changes', (select waiting(count(*)) from agency_iban_changes c where c.status = 'Pending'),
    'payments_unidentified', (select waiting(count(*), coalesce(sum(p.amount_sar), 0)) from payments p
                               where p.company_id is null and p.reversed_at is null),
    'payments_with_credit', (select waiting(count(*), coalesce(sum(p.credit_amount), 0)) from payments p where p.credit_amount > 0),
    'transfers_to_check', (select waiting(count(*), coalesce(sum(r.amount_sar), 0)) from transfer_reports r
                            where r.status = 'Checking'),
    'bank_statement_lines_open', (select waiting(count(*), coalesce(sum(l.amount), 0)) from bank_statement_lines l
                              where l.status = 'Open'),
    'budgets_to_decide', (select waiting(count(*)) from companies c where c.needs_decision),
    'tickets_to_review', (select waiting(count(*), coalesce(sum(t.amount_sar), 0))
                            from tickets t join companies c on c.id = t.company_id
                           where t.reviewed_at is null and t.status = 'Approved' and leaves_to_review(
                             c.budget_status, t.company_id, t.available_budget_before, c.total_approval_budget)))
$$;

-- Overdue installments by their age (domain/servicing/overdue-age.ts), and all of them: one walk of an index, without the
-- tables.
create or replace function overdue_ages(p_today date) returns json language sql stable as $$
  select json_build_object(
      'days_1_7', count_and_sum(count(*) filter (where o.days <= 7), sum(o.rest) filter (where o.days <= 7)),
      'days_8_30', count_and_sum(count(*) filter (where o.days between 8 and 30), sum(o.rest) filter (where o.days between 8 and 30)),
      'days_31_60', count_and_sum(count(*) filter (where o.days between 31 and 60), sum(o.rest) filter (where o.days between 31 and 60)),
      'days_60_plus', count_and_sum(count(*) filter (where o.days > 60), sum(o.rest) filter (where o.days > 60)))
    from (select p_today - i.due_date as days, i.amount_sar - i.paid_amount as rest
            from ticket_installments i where i.status <> 'Paid' and i.is_owed and i.due_date < p_today) o
$$;

-- What each account stands at, on the side on which it grows (domain/ledger/accounts.ts).
create or replace function ledger_balances() returns json language sql stable as $$
  select json_object_agg(a.account, (a.sign * coalesce(s.sum, 0))::numeric(18,2)::text)
    from (values ('bank', 1), ('receivable', 1), ('refunds_receivable', 1), ('bad_debt', 1), ('agency_payable', -1), ('fee_income', -1),
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
