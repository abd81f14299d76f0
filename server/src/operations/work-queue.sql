-- The work queue of staff, and the balances of the ledger.

-- The queue counts to a thousand, so that a page which is open all day does not read a whole backlog.
create or replace function queue_count_limit() returns integer language sql immutable as $$ select 1000 $$;

-- One entry of the queue: count, whether there are more, and the amount of money. p_found is capped at the limit + 1.
-- Above the limit the amount is null unless p_known_sum is given.
create or replace function queue_entry_json(p_found bigint, p_sum numeric default null,
  p_known_sum numeric default null)
  returns json
language sql immutable as $$
  select json_build_object('count', least(p_found, queue_count_limit()), 'has_more', p_found > queue_count_limit(),
           'amount_sar', coalesce(p_known_sum, case when p_found <= queue_count_limit()
             then p_sum end)::numeric(18,2)::text)
$$;

-- Everything that waits for staff, by the names of api/operations-overview.ts. Each entry reads an index of its own.
-- p_unproven_until: payments recorded until this day should have been proven by now.
create or replace function work_queue_json(p_today date, p_unproven_until date) returns json language sql stable as $$
  select json_build_object(
    'bank_statements_contradicted', (select queue_entry_json(count(distinct c.statement_id)) from (
      select statement_id from contradicting_statements() limit queue_count_limit() + 1) c),
    'approval_requests', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select r.amount_sar from approval_requests r where r.outcome is null limit queue_count_limit() + 1) w),
    'runs_to_release', (select queue_entry_json(count(*)) from (
      select from payout_runs r where r.status = 'Draft' limit queue_count_limit() + 1) w),
    'payouts_due', (select queue_entry_json(count(*), coalesce(sum((n.payout).net_amount), 0))
      from payouts_of_new_run(p_today, queue_count_limit() + 1, null) n where n.reason is null),
    -- Of companies that are too late: two people decide to pay, or the ticket is ended.
    'payouts_stopped', (select queue_entry_json(count(*), coalesce(sum(w.net_amount), 0)) from (
      select p.net_amount from agency_payouts p where p.status = 'Pending' and p.stopped_on is not null
       limit queue_count_limit() + 1) w),
    'payouts_to_instruct', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select l.amount_sar from payout_runs r, payout_lines_without_file(r.id) l where r.status = 'Released'
       limit queue_count_limit() + 1) w),
    'payouts_sent', (select queue_entry_json(count(*), coalesce(sum(w.net_amount), 0)) from (
      select p.net_amount from agency_payouts p where p.status = 'Sent' and p.sent_at is not null
       limit queue_count_limit() + 1) w),
    'agency_claims_open', (select queue_entry_json(count(*), coalesce(sum(w.rest_amount), 0)) from (
      select c.rest_amount from agency_claims c where c.rest_amount > 0 limit queue_count_limit() + 1) w),
    'refunds_to_send', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select r.amount_sar from payment_refunds r
       where r.status = 'Sent'
         -- Refund by refund, here and below, not all files' lines at once.
         and not exists (select from refund_file_lines l where l.refund_id = r.id offset 0)
       limit queue_count_limit() + 1) w),
    'refunds_unanswered', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select r.amount_sar
        from payment_refunds r
        cross join lateral (select x.file_no from refund_file_lines x where x.refund_id = r.id offset 0) l
        join refund_files f on f.file_no = l.file_no
       where r.status = 'Sent' and f.execution_date < p_today - refund_answer_days()
       limit queue_count_limit() + 1) w),
    'help_messages', (select queue_entry_json(count(*)) from (
      select from help_messages m where m.answered_at is null limit queue_count_limit() + 1) w),
    'iban_changes', (select queue_entry_json(count(*)) from (
      select from iban_changes c where c.status = 'Pending' limit queue_count_limit() + 1) w),
    'agency_names', (select queue_entry_json(count(*)) from (
      select from agencies a where a.name_resembles is not null limit queue_count_limit() + 1) w),
    'virtual_ibans_missing', (select queue_entry_json(count(*)) from (
      select from virtual_iban_waits w limit queue_count_limit() + 1) w),
    'payments_unidentified', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select p.amount_sar from payments p where p.company_id is null and p.reversed_at is null and p.refunded_amount = 0
       limit queue_count_limit() + 1) w),
    'payments_unproven', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select p.amount_sar from payments p
       where p.proven_at is null and p.reversed_at is null
         -- The condition of is_unproven_until, written so that the index is used.
         and p.recorded_at < ((p_unproven_until + 1)::timestamp at time zone 'Asia/Riyadh')
       limit queue_count_limit() + 1) w),
    'payments_with_credit', (select queue_entry_json(count(*), coalesce(sum(w.credit_amount), 0)) from (
      select p.credit_amount from payments p where p.credit_amount > 0 limit queue_count_limit() + 1) w),
    'transfers_to_check', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select r.amount_sar from transfer_reports r where r.status = 'Checking' limit queue_count_limit() + 1) w),
    'bank_statement_lines_open', (select queue_entry_json(count(*), coalesce(sum(w.amount), 0)) from (
      select l.left_amount as amount from bank_statement_lines l where l.status = 'Open' and l.direction = 'credit'
      union all
      select l.amount from bank_statement_lines l
       where l.status = 'Open' and (l.payout_id is not null or l.refund_id is not null) and l.direction = 'debit'
       limit queue_count_limit() + 1) w),
    'bank_statements_to_compare', (select queue_entry_json(count(*)) from (
      select from bank_statements s
       where s.compared_at is null
         and exists (select from bank_statement_lines l where l.statement_id = s.id and not l.is_proven
                        and l.status in ('Open', 'Confirmed', 'Settled'))
       limit queue_count_limit() + 1) w),
    'bank_reversals_open', (select queue_entry_json(count(*), coalesce(sum(w.amount), 0)) from (
      select l.amount from bank_statement_lines l where l.status = 'Open'
        and l.is_reversal limit queue_count_limit() + 1) w),
    'small_rests', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select r.amount_sar from tickets_with_small_rests() r limit queue_count_limit() + 1) w),
    'budgets_to_decide', (select queue_entry_json(count(*)) from (
      select from companies c where c.needs_decision limit queue_count_limit() + 1) w),
    'budget_requests', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select r.amount_sar from budget_requests r where r.status in ('Asked', 'Appealed')
       limit queue_count_limit() + 1) w),
    'tickets_to_review', (select queue_entry_json(count(*), coalesce(sum(w.amount_sar), 0)) from (
      select t.amount_sar
        from tickets t
        -- `offset 0`: companies are looked up one by one until enough tickets are found (query-plans.test.ts).
        cross join lateral (select x as row from companies x where x.id = t.company_id offset 0) c
       where t.reviewed_at is null and t.status = 'Approved' and is_review_needed(t, c.row)
      union all
      -- A review that is not enough any more.
      select t.amount_sar
        from tickets t
        cross join lateral (select x as row from companies x where x.id = t.company_id offset 0) c
       where t.reviewed_at is not null and t.status = 'Approved' and is_review_needed(t, c.row)
       limit queue_count_limit() + 1) w))
$$;

-- Overdue amounts by age: exact, from the ledger's totals. Installments are counted as above.
create or replace function overdue_counts(p_today date) returns json language sql stable as $$
  select json_object_agg(a.age, queue_entry_json(i.found, null, a.amount_sar))
    from overdue_ages(p_today) a, lateral (
      select count(*) as found from (
        select from ticket_installments i
         where i.status <> 'Paid' and i.is_owed and i.due_date between a.due_from and a.due_until
         limit queue_count_limit() + 1) o) i
$$;

-- The balance of each account, on the side on which it grows (domain/ledger/accounts.ts).
create or replace function ledger_balances() returns json language sql stable as $$
  select json_object_agg(a.account, (a.sign * coalesce(s.sum, 0))::numeric(18,2)::text)
    from (values ('bank', 1), ('receivable', 1), ('loss_allowance', -1), ('refunds_receivable', 1),
                 ('agency_receivable', 1), ('credit_loss_expense', 1), ('bad_debt', 1), ('bank_charges', 1),
                 ('recoveries', -1), ('agency_payable', -1), ('fee_income', -1), ('vat_payable', -1),
                 ('company_credit', -1),
                 ('unidentified_receipts', -1)) as a(account, sign)
    left join (select k.account, sum(k.amount_sar) as sum from kept_days k group by 1) s on s.account = a.account
$$;

-- The day of the oldest release of which a payout is in no file for the bank although that bank day has ended; null:
-- there is none.
create or replace function payouts_to_instruct_since(p_today date) returns date language sql stable as $$
  select d.released_on
    from payout_runs r
    cross join lateral (select (r.released_at at time zone 'Asia/Riyadh')::date as released_on) d
   where r.status = 'Released' and next_bank_day(d.released_on) < p_today
     and exists (select from payout_lines_without_file(r.id))
   order by 1 limit 1
$$;

create or replace function api.operations_overview(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_unproven_until date
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object('today', p_today,
    'waits', work_queue_json(p_today, p_unproven_until)::jsonb || jsonb_build_object('budgets_preliminary_long', (
      select queue_entry_json(count(*)) from (
        select from companies c
         where is_budget_late(c.needs_decision, c.budget_status, c.preliminary_since, p_now)
         limit queue_count_limit() + 1) w)),
    'payouts_to_instruct_since', payouts_to_instruct_since(p_today), 'overdue', overdue_counts(p_today),
    'balances', ledger_balances());
end $$;

grant execute on function api.operations_overview to hamla_staff;
