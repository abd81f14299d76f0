-- What waits for staff today, and where the money stands.

create or replace function count_and_sum(p_count bigint, p_sum numeric) returns json language sql immutable as
  $$ select json_build_object('count', p_count, 'amount_sar', coalesce(p_sum, 0)::numeric(14,2)::text) $$;

create or replace function operations_overview(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object(
    'today', p_today,
    'payouts_due', (select count_and_sum(count(*), sum(p.net_amount)) from agency_payouts p join tickets t on t.id = p.ticket_id
                     where p.status = 'Pending' and t.status = 'Approved'
                       and not exists (select from payout_run_lines l where l.payout_id = p.id and l.outcome is null)),
    'runs_to_release', (select count(*) from payout_runs r where r.status = 'Draft'),
    'payouts_sent', (select count_and_sum(count(*), sum(p.net_amount)) from agency_payouts p where p.status = 'Sent'),
    'payments_unidentified', (select count_and_sum(count(*), sum(p.amount_sar)) from payments p
                               where p.company_id is null and p.reversed_at is null),
    'payments_with_credit', (select count_and_sum(count(*), sum(p.credit_amount)) from payments p where p.credit_amount > 0),
    'overdue', (
      select json_build_object(
          'days_1_7', count_and_sum(count(*) filter (where o.days <= 7), sum(o.rest) filter (where o.days <= 7)),
          'days_8_30', count_and_sum(count(*) filter (where o.days between 8 and 30), sum(o.rest) filter (where o.days between 8 and 30)),
          'days_31_60', count_and_sum(count(*) filter (where o.days between 31 and 60), sum(o.rest) filter (where o.days between 31 and 60)),
          'days_60_plus', count_and_sum(count(*) filter (where o.days > 60), sum(o.rest) filter (where o.days > 60)))
        from (select p_today - i.due_date as days, i.amount_sar - i.paid_amount as rest
                from tickets t join ticket_installments i on i.ticket_id = t.id
               where t.status = 'Active' and i.status <> 'Paid' and i.due_date < p_today) o),
    'balances', (
      select json_object_agg(a.account, (a.sign * coalesce(s.sum, 0))::numeric(14,2)::text)
        from (values ('bank', 1), ('receivable', 1), ('bad_debt', 1), ('agency_payable', -1), ('fee_income', -1),
                     ('vat_payable', -1), ('company_credit', -1), ('unidentified_receipts', -1)) as a(account, sign)
        left join (select l.account, sum(l.amount_sar) as sum from journal_lines l group by 1) s on s.account = a.account));
end $$;
