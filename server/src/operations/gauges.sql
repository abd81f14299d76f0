-- What the platform's monitoring reads (gauges.ts), in one statement: each figure from an index of its own or from
-- totals of the ledger. Definer, because its login may read nothing else. p_queue_now: the system's time, which the
-- queue uses; p_unproven_until: as work_queue_json has it.
create or replace function api.read_gauges(
  p_now timestamptz, p_queue_now timestamptz, p_today date, p_unproven_until date
) returns json language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with today as materialized (
    select e.operation, count(*) as count from events e
     where e.occurred_at >= day_begins(p_today)
       and e.operation = any ('{create_ticket_with_installments,approve_ticket,reject_ticket,expire_ticket,send_payout,
         confirm_bank_statement_line,settle_bank_statement_line,set_aside_bank_statement_line}'::text[])
     group by 1),
  queue as materialized (
    select w.key as name, w.value as entry from json_each(work_queue_json(p_today, p_unproven_until)) w),
  oldest (name, at) as (
    select 'approval_requests', min(r.requested_at) from approval_requests r where r.outcome is null
    union all
    select 'help_messages', (select m.sent_at from help_messages m where m.answered_at is null order by m.id limit 1)
    union all
    select 'iban_changes', min(c.requested_at) from iban_changes c where c.status = 'Pending'
    union all
    select 'transfers_to_check', (
      select r.reported_at from transfer_reports r where r.status = 'Checking' order by r.id limit 1)
    union all
    select 'payments_unidentified', (
      select p.recorded_at from payments p
       where p.company_id is null and p.reversed_at is null and p.refunded_amount = 0 order by p.id limit 1)
    union all
    select 'budget_requests', (
      select r.asked_at from budget_requests r where r.status in ('Asked', 'Appealed') order by r.id limit 1)
    union all
    select 'bank_statement_lines_open', (
      select s.imported_at from bank_statements s where s.id = (
        select l.statement_id from bank_statement_lines l where l.status = 'Open' order by l.statement_id limit 1))),
  jobs as materialized (
    select count(*) filter (where j.is_available and j.run_at <= p_queue_now) as due,
           count(*) filter (where j.last_error is not null and j.attempts < j.max_attempts) as failing,
           count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts) as given_up
      from graphile_worker._private_jobs j),
  closed as materialized (select d.closed_at, d.took_ms from closed_days d order by d.day desc limit 1)
  select json_build_object(
    'tickets_today', (
      select json_object_agg(n.name, coalesce(t.count, 0))
        from (values ('requested', 'create_ticket_with_installments'), ('approved', 'approve_ticket'),
                     ('rejected', 'reject_ticket'), ('expired', 'expire_ticket')) n(name, operation)
        left join today t on t.operation = n.operation),
    'payouts_sent_today', coalesce((select t.count from today t where t.operation = 'send_payout'), 0),
    'payouts_sent_today_sar', (
      select coalesce(-sum(k.amount_sar), 0) from kept_days k
       where k.account = 'bank' and k.event = 'payout_sent' and k.local_date = p_today),
    'payments_received_today_sar', (
      select coalesce(sum(k.amount_sar), 0) from kept_days k
       where k.account = 'bank' and k.event = 'payment_received' and k.local_date = p_today),
    'overdue_installments', (
      select json_object_agg(o.key, o.value -> 'count') from json_each(overdue_counts(p_today)) o),
    'overdue_sar', (select json_object_agg(a.age, a.amount_sar) from overdue_ages(p_today) a),
    'bank_lines_today', (
      select json_object_agg(n.name, coalesce(t.count, 0))
        from (values ('confirmed', 'confirm_bank_statement_line'), ('settled', 'settle_bank_statement_line'),
                     ('set_aside', 'set_aside_bank_statement_line')) n(name, operation)
        left join today t on t.operation = n.operation),
    'bank_lines_open', (
      select json_object_agg(c.certainty, (
               select count(*) from (select from bank_statement_lines l
                 where l.status = 'Open' and l.certainty = c.certainty limit queue_count_limit() + 1) o))
        from unnest('{certain,likely,possible,none}'::text[]) c(certainty)),
    'waiting', (select json_object_agg(q.name, q.entry -> 'count') from queue q),
    'waiting_sar', (
      select json_object_agg(q.name, q.entry ->> 'amount_sar') from queue q where q.entry ->> 'amount_sar' is not null),
    'oldest_waiting_seconds', (
      select json_object_agg(o.name, coalesce(greatest(0, extract(epoch from p_now - o.at)), 0)) from oldest o),
    'day_closed_timestamp_seconds', (select extract(epoch from c.closed_at) from closed c),
    'day_close_seconds', (select c.took_ms / 1000.0 from closed c),
    'jobs', (select to_json(j) from jobs j),
    'mails', json_build_object(
      'unsent', (select count(*) from (select from mails m where m.settled_at is null and m.due_at is not null
        and m.queued_at <= p_now limit queue_count_limit() + 1) u),
      'failed_7_days', (select count(*) from (select from mails m where m.outcome = 'Failed'
        and m.settled_at > p_now - interval '7 days' limit queue_count_limit() + 1) f)),
    'servers_up', (select count(*) from servers s where s.seen_at > clock_timestamp() - server_silence_limit()))
$$;
revoke all on function api.read_gauges(timestamptz, timestamptz, date, date) from public;
grant execute on function api.read_gauges(timestamptz, timestamptz, date, date) to hamla_metrics;
