-- The ledger: double entry, append-only. The reference of what each event posts is domain/reference/postings.ts.

-- The one way into the journal. Definer, because no login may write there; it is for staff's calls alone, and the
-- tables refuse what is not balanced. p_lines: [{"account", "amount_sar", "installment_id"}]; lines of nothing are left
-- out.
create or replace function post_entry(
  p_now timestamptz, p_event text, p_company_id uuid, p_agency_id uuid, p_ticket_id uuid, p_payment_id uuid,
  p_payout_id uuid, p_lines jsonb, p_reverses bigint default null
) returns bigint language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_id bigint;
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  insert into journal_entries (occurred_at, local_date, event, company_id, agency_id, ticket_id, payment_id, payout_id,
    reverses_entry_id, posted_by)
  values (p_now, (p_now at time zone 'Asia/Riyadh')::date, p_event, p_company_id, p_agency_id, p_ticket_id,
    p_payment_id, p_payout_id, p_reverses, caller_user_id())
  returning id into v_id;
  insert into journal_lines (entry_id, line_no, account, amount_sar, installment_id)
  select v_id, row_number() over (order by l.n), l.line ->> 'account', (l.line ->> 'amount_sar')::numeric,
         (l.line ->> 'installment_id')::uuid
    from jsonb_array_elements(p_lines) with ordinality as l(line, n)
   where (l.line ->> 'amount_sar')::numeric <> 0;
  return v_id;
end $$;
revoke all on function post_entry(timestamptz, text, uuid, uuid, uuid, uuid, uuid, jsonb, bigint) from public;
grant execute on function post_entry(timestamptz, text, uuid, uuid, uuid, uuid, uuid, jsonb, bigint) to hamla_staff;

create or replace function journal_line(p_account text, p_amount numeric, p_installment_id uuid default null)
returns jsonb language sql immutable as $$
  select jsonb_build_object('account', p_account, 'amount_sar', p_amount, 'installment_id', p_installment_id)
$$;

-- Undoes an entry: the same lines with the other sign.
create or replace function reverse_entry(p_now timestamptz, p_event text, p_entry_id bigint) returns bigint
language sql as $$
  select post_entry(p_now, p_event, e.company_id, e.agency_id, e.ticket_id, e.payment_id, e.payout_id,
    (select jsonb_agg(journal_line(l.account, -l.amount_sar, l.installment_id) order by l.line_no)
       from journal_lines l where l.entry_id = e.id), e.id)
    from journal_entries e where e.id = p_entry_id
$$;

-- The VAT inside a service fee, half up; the twin of domain/payouts/service-fee.ts.
create or replace function vat_of_fee(p_fee numeric) returns numeric(14,2) language sql immutable as
  $$ select round(p_fee * 15 / 115, 2) $$;

-- Totals of the journal, those that are rolled up and those that are not yet (docs/decisions/0007-kept-balances.md).
-- The views have the reader's rights.
create or replace view kept_days with (security_invoker = true) as
  select account, event, local_date, amount_sar from ledger_days
  union all select account, event, local_date, amount_sar from balance_changes;
create or replace view kept_receivable_months with (security_invoker = true) as
  select month, due_date, amount_sar from receivable_months
  union all select date_trunc('month', local_date)::date, due_date, amount_sar from balance_changes
    where due_date is not null;
create or replace view kept_company_balances with (security_invoker = true) as
  select company_id, account, amount_sar from company_balances
  union all select company_id, account, amount_sar from balance_changes where company_id is not null;
create or replace view kept_agency_balances with (security_invoker = true) as
  select agency_id, account, amount_sar from agency_balances
  union all select agency_id, account, amount_sar from balance_changes where agency_id is not null;
grant select on kept_days, kept_receivable_months, kept_company_balances, kept_agency_balances to hamla_staff;

do $$
declare t text;
begin
  foreach t in array array['balance_changes', 'ledger_days', 'receivable_months', 'company_balances',
    'agency_balances'] loop
    execute format('drop policy if exists staff_read on %I', t);
    execute format('create policy staff_read on %I for select to hamla_staff '
                   'using ((select caller_role() = ''staff''))', t);
    execute format('drop policy if exists jobs_all on %I', t);
    execute format('create policy jobs_all on %I to hamla_jobs using (true) with check (true)', t);
  end loop;
end $$;

-- Moves at most p_limit changes into the balances that they change; how many. One at a time, and nobody else ever
-- writes these rows: no move of money waits for it.
create or replace function api.roll_up_balances(p_limit integer) returns json language plpgsql as $$
declare
  v_count integer;
begin
  perform take_lock(hashtextextended('roll up balances', 0));
  with taken as materialized (
    delete from balance_changes c where c.ctid = any (array(select b.ctid from balance_changes b limit p_limit))
    returning c.*),
  days as (
    insert into ledger_days as d (account, event, local_date, amount_sar)
    select account, event, local_date, sum(amount_sar) from taken group by 1, 2, 3
    on conflict (account, event, local_date) do update set amount_sar = d.amount_sar + excluded.amount_sar),
  months as (
    insert into receivable_months as m (month, due_date, amount_sar)
    select date_trunc('month', local_date)::date, due_date, sum(amount_sar) from taken where due_date is not null
      group by 1, 2
    on conflict (month, due_date) do update set amount_sar = m.amount_sar + excluded.amount_sar),
  companies as (
    insert into company_balances as b (company_id, account, amount_sar)
    select company_id, account, sum(amount_sar) from taken where company_id is not null group by 1, 2
    on conflict (company_id, account) do update set amount_sar = b.amount_sar + excluded.amount_sar),
  agencies as (
    insert into agency_balances as b (agency_id, account, amount_sar)
    select agency_id, account, sum(amount_sar) from taken where agency_id is not null group by 1, 2
    on conflict (agency_id, account) do update set amount_sar = b.amount_sar + excluded.amount_sar)
  select count(*) into v_count from taken;
  return to_json(v_count);
end $$;

-- Every figure of the ledger beside the same figure of the tables it tells of, in SAR, with how many of its rows
-- (installments, companies, tickets, days) differ. Of what is kept, its debits are shown. `npm run verify-ledger` and
-- the tests read it, as the owner.
create or replace function api.verify_ledger() returns table (
  figure text, ledger numeric, tables numeric, rows_that_differ bigint
) language sql stable as $$
  with lines as (
    select l.account, l.amount_sar, l.installment_id, l.due_date, e.company_id, e.agency_id, e.ticket_id, e.payment_id,
      e.payout_id, e.id as entry_id,
           coalesce(u.event, e.event) as event, e.local_date
      from journal_lines l join journal_entries e on e.id = l.entry_id
      left join journal_entries u on u.id = e.reverses_entry_id),
  living as (select * from payments where reversed_at is null),
  financed as (select p.* from agency_payouts p where p.status in ('Sent', 'Confirmed') or p.returned_at is not null),
  compared as (
    -- By the row that a balance belongs to.
    select 'receivable' as figure, coalesce(a.key, b.key) as key, coalesce(a.sum, 0) as ledger,
      coalesce(b.sum, 0) as tables
      from (select installment_id as key, due_date, sum(amount_sar) as sum from lines where account = 'receivable'
        group by 1, 2) a
      full join (select i.id as key, i.due_date, i.amount_sar - i.paid_amount as sum
                   from ticket_installments i join tickets t on t.id = i.ticket_id
                  where t.status in ('Active', 'Completed')) b on (a.key, a.due_date) = (b.key, b.due_date)
    union all
    select 'company_credit', coalesce(a.key, b.key), -coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select company_id as key, sum(amount_sar) as sum from lines where account = 'company_credit' group by 1) a
      full join (select company_id as key, sum(amount_sar - allocated_amount - refunded_amount) as sum from living
                  where company_id is not null group by 1) b on a.key = b.key
    union all
    select 'refunds_receivable', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      -- Of nobody known, too.
      from (select coalesce(company_id, '00000000-0000-0000-0000-000000000000') as key, sum(amount_sar) as sum
        from lines
             where account = 'refunds_receivable' group by 1) a
      full join (select coalesce(company_id, '00000000-0000-0000-0000-000000000000') as key,
        sum(to_recover_amount) as sum from payments
                  where reversed_at is not null and refunded_amount > 0 group by 1) b on a.key = b.key
    union all
    select 'agency_receivable', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select payout_id as key, sum(amount_sar) as sum from lines where account = 'agency_receivable' group by 1) a
      full join (select payout_id as key, sum(rest_amount) as sum from agency_claims group by 1) b on a.key = b.key
    union all
    select 'claims written off', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select payout_id as key, sum(amount_sar) as sum from lines
             where account = 'bad_debt' and event = 'claim_written_off' group by 1) a
      full join (select payout_id as key, sum(written_off_amount) as sum from agency_claims group by 1) b
        on a.key = b.key
    union all
    select 'unidentified_receipts', null, -(select coalesce(sum(amount_sar), 0) from lines
      where account = 'unidentified_receipts'),
           (select coalesce(sum(amount_sar - refunded_amount), 0) from living where company_id is null)
    union all
    select 'agency_payable', coalesce(a.key, b.key), -coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select ticket_id as key, sum(amount_sar) as sum from lines where account = 'agency_payable' group by 1) a
      full join (select ticket_id as key, net_amount as sum from financed where status = 'Pending') b on a.key = b.key
    union all
    select 'fee_income', coalesce(a.key, b.key), -coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select ticket_id as key, sum(amount_sar) as sum from lines where account = 'fee_income' group by 1) a
      full join (select ticket_id as key, fee_amount - vat_of_fee(fee_amount) as sum from financed) b on a.key = b.key
    union all
    select 'vat_payable', coalesce(a.key, b.key), -coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select ticket_id as key, sum(amount_sar) as sum from lines where account = 'vat_payable' group by 1) a
      full join (select ticket_id as key, vat_of_fee(fee_amount) as sum from financed) b on a.key = b.key
    union all
    select 'written off', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      -- What the allowance paid of a write-off among it. Of a refund that is owed back: by its payment.
      from (select coalesce(ticket_id, payment_id) as key, sum(amount_sar) as sum from lines
             where account in ('bad_debt', 'loss_allowance')
               and event not in ('allowance_adjusted', 'claim_written_off') group by 1) a
      full join (select id as key, written_off_amount as sum from tickets where written_off_amount > 0
                 union all select id, written_off_amount from payments where written_off_amount > 0) b on a.key = b.key
    union all
    select 'recoveries', coalesce(a.key, b.key), -coalesce(a.sum, 0), coalesce(b.sum, 0)
      -- Of refunds: by their company.
      from (select coalesce(ticket_id, company_id) as key, sum(amount_sar) as sum from lines
        where account = 'recoveries' group by 1) a
      full join (select id as key, recovered_amount as sum from tickets where recovered_amount > 0
                 union all select company_id, sum(loss_recovered_amount) from payments where loss_recovered_amount > 0
                   group by 1) b
        on a.key = b.key
    union all
    select 'losses', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select company_id as key, sum(amount_sar) as sum from lines
             where account in ('bad_debt', 'loss_allowance', 'recoveries') and company_id is not null group by 1) a
      full join (select id as key, unrecovered_loss as sum from companies where unrecovered_loss > 0) b on a.key = b.key
    union all
    select 'bank', null, (select coalesce(sum(amount_sar), 0) from lines where account = 'bank'),
           (select coalesce(sum(amount_sar), 0) from living) - (select coalesce(sum(refunded_amount), 0) from payments)
           - (select coalesce(sum(net_amount), 0) from financed where status <> 'Pending')
           - (select coalesce(sum(rest_amount + written_off_amount), 0) from agency_claims)
           - (select coalesce(sum(bank_charges_sar), 0) from bank_statement_lines where bank_charges_sar is not null)
    union all
    -- Of small rests by company and by installment, of returns by payout or payment.
    select 'bank_charges', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select coalesce(company_id, payout_id, payment_id) as key, sum(amount_sar) as sum from lines
             where account = 'bank_charges' group by 1
            union all
            select installment_id, -sum(amount_sar) from lines
             where account = 'receivable' and event = 'bank_charges_settled' group by 1) a
      full join (select company_id as key, sum(amount_sar) as sum from payment_allocations
                  where payment_id is null and reversed_at is null group by 1
                 union all
                 select installment_id, sum(amount_sar) from payment_allocations
                  where payment_id is null and reversed_at is null group by 1
                 union all
                 select coalesce(l.payout_id, r.payment_id), sum(l.bank_charges_sar)
                   from bank_statement_lines l left join payment_refunds r on r.id = l.refund_id
                  where l.bank_charges_sar is not null group by 1) b on a.key = b.key
    union all
    select 'paid of installments', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select installment_id as key, sum(amount_sar) as sum from payment_allocations
             where reversed_at is null and installment_id is not null group by 1) a
      full join (select id as key, paid_amount as sum from ticket_installments where paid_amount > 0) b on a.key = b.key
    union all
    select 'allocated', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select payment_id as key, sum(amount_sar) as sum from payment_allocations
             where reversed_at is null and payment_id is not null group by 1) a
      full join (select id as key, allocated_amount as sum from payments where allocated_amount > 0) b on a.key = b.key
    union all
    select 'refunded', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select payment_id as key, sum(amount_sar) as sum from payment_refunds where status in ('Sent', 'Confirmed')
        group by 1) a
      full join (select id as key, refunded_amount as sum from payments where refunded_amount > 0) b on a.key = b.key
    union all
    select 'recovered losses', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select coalesce(ticket_id, recovers_payment_id) as key, sum(amount_sar) as sum from payment_allocations
             where reversed_at is null and is_recovery group by 1) a
      full join (select id as key, recovered_amount as sum from tickets where recovered_amount > 0
                 union all select id, loss_recovered_amount from payments
                   where loss_recovered_amount > 0) b on a.key = b.key
    union all
    select 'recovered', coalesce(a.key, b.key), coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select recovers_payment_id as key, sum(amount_sar) as sum from payment_allocations
             where reversed_at is null and recovers_payment_id is not null and not is_recovery group by 1) a
      full join (select id as key, recovered_amount as sum from payments where recovered_amount > 0) b on a.key = b.key
    union all
    -- Money that nothing has proven never leaves again.
    select 'refunded without proof', p.id, sum(-l.amount_sar), 0
      from lines l join journal_entries e on e.id = l.entry_id join payments p on p.id = e.payment_id
     where l.account = 'bank' and l.event = 'credit_refunded' and p.proven_at is null
       group by p.id having sum(l.amount_sar) <> 0
    union all
    -- Of each month that is over: what its one entry has left, by posting days, but where more was used already.
    select 'loss_allowance', null, -coalesce(sum(l.amount_sar), 0), m.required_sar
      from loss_allowance_months m left join lines l on l.account = 'loss_allowance'
       and l.local_date < m.month + interval '1 month'
     group by m.month, m.required_sar, m.is_used_up having not m.is_used_up
    union all
    select 'credit_loss_expense', null, coalesce(sum(l.amount_sar), 0),
           (select -coalesce(sum(x.amount_sar), 0) from lines x
             where x.account = 'loss_allowance' and x.event = 'allowance_adjusted')
      from lines l where l.account = 'credit_loss_expense'
    union all
    select 'unbalanced entries', null, coalesce(sum(abs(u.sum)), 0), 0
      from (select sum(amount_sar) as sum from lines group by entry_id) u
    union all
    select 'kept by day', null, coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select account, event, local_date, sum(amount_sar) as sum from lines group by 1, 2, 3) a
      full join (select account, event, local_date, sum(amount_sar) as sum from kept_days group by 1, 2, 3) b
        on (a.account, a.event, a.local_date) = (b.account, b.event, b.local_date)
    union all
    select 'kept by due date', null, coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select due_date, sum(amount_sar) as sum from lines where due_date is not null group by 1) a
      full join (select due_date, sum(amount_sar) as sum from kept_receivable_months
        group by 1) b on a.due_date = b.due_date
    union all
    select 'kept by company', a.company_id, coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select company_id, account, sum(amount_sar) as sum from lines where company_id is not null group by 1, 2) a
      full join (select company_id, account, sum(amount_sar) as sum from kept_company_balances group by 1, 2) b
        on (a.company_id, a.account) = (b.company_id, b.account)
    union all
    select 'kept by agency', a.agency_id, coalesce(a.sum, 0), coalesce(b.sum, 0)
      from (select agency_id, account, sum(amount_sar) as sum from lines where agency_id is not null group by 1, 2) a
      full join (select agency_id, account, sum(amount_sar) as sum from kept_agency_balances group by 1, 2) b
        on (a.agency_id, a.account) = (b.agency_id, b.account))
  select f.figure, coalesce(sum(c.ledger) filter (where c.ledger > 0 or f.figure not like 'kept by %'), 0),
         coalesce(sum(c.tables) filter (where c.tables > 0 or f.figure not like 'kept by %'), 0),
         count(*) filter (where c.ledger <> c.tables)
    from unnest(array['bank', 'receivable', 'refunds_receivable', 'agency_receivable', 'agency_payable', 'fee_income',
                      'vat_payable', 'company_credit', 'unidentified_receipts', 'written off', 'claims written off',
                      'recoveries', 'losses', 'bank_charges', 'allocated', 'paid of installments', 'recovered losses',
                      'loss_allowance', 'credit_loss_expense', 'refunded', 'refunded without proof', 'recovered',
                      'unbalanced entries', 'kept by day', 'kept by due date', 'kept by company', 'kept by agency'])
           with ordinality as f(figure, n)
    left join compared c on c.figure = f.figure
   group by f.figure, f.n order by f.n
$$;

-- The events whose entries undo those of an event; null where none does.
create or replace function reversing_events(p_event text) returns text[] language sql immutable as $$
  select case when p_event in ('ticket_financed', 'fee_earned', 'payout_sent')
                then array['payout_failed', 'payout_returned', 'ticket_ended']
              when p_event in ('payment_received', 'payment_identified') then array['payment_reversed']
              when p_event = 'refund_recovered' then array['payment_reversed', 'refund_came_back']
              when p_event = 'credit_refunded' then array['refund_came_back']
              when p_event = 'payment_allocated'
                then array['payment_reversed', 'payout_failed', 'payout_returned', 'ticket_ended']
              when p_event = 'loss_recovered' then array['payment_reversed', 'ticket_ended', 'refund_came_back']
              when p_event = 'refund_written_off' then array['refund_came_back']
              when p_event = 'bank_charges_settled' then array['payment_reversed', 'payout_failed', 'payout_returned',
                'ticket_ended', 'bank_charges_undone']
              when p_event = 'agency_claimed' then array['payout_failed', 'payout_returned']
              when p_event = 'claim_written_off' then array['claim_settled', 'payout_failed', 'payout_returned']
              when p_event = 'written_off' then array['ticket_ended'] end
$$;


-- A page of entries, newest first; the cursor is the last entry's number. p_event: what happened, and what undid it.
-- p_installment_id and p_due_to (installments that fell due until a day) ask for what companies owe, line by line.
-- Planned for what was given, so that each filter walks its own index. Everything else is looked up for one entry at a
-- time: to gather or to sort first would read the whole journal for a page. Tested by long-lists.test.ts and
-- query-plans.test.ts.
-- Tested by long-lists.test.ts and query-plans.test.ts.
create or replace function api.list_journal_entries(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_account text, p_event text, p_company_id uuid,
    p_agency_id uuid,
  p_ticket_number text, p_payment_id uuid, p_installment_id uuid, p_from date, p_to date, p_due_to date,
    p_before bigint,
  p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off set enable_hashjoin = off as $$
declare
  v_account text := case when p_installment_id is null and p_due_to is null then p_account
    else coalesce(p_account, 'receivable') end;
  v_ticket_id uuid;
  v_first bigint := 1;
  v_last bigint := coalesce(p_before - 1, 9223372036854775807);
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  -- An account and an event that seldom met, or never, are looked for on the days from their first meeting to their
  -- last.
  if v_account is not null and p_event is not null then
    select greatest(p_from, min(k.local_date)), least(p_to, coalesce(max(k.local_date), '-infinity')) into p_from, p_to
      from kept_days k where k.account = v_account and (k.event = p_event or p_event = any (reversing_events(k.event)));
  end if;
  -- Numbers rise with the days: a period is a stretch of the journal, empty (from the last number on) where it has
  -- none. But what began before midnight may be written after the first of the new day: so its ends are looked for on
  -- two days each, and each entry of the stretch says its day, in a form that no index answers, or the plan would walk
  -- the days.
  if p_from is not null then
    select coalesce(min(f.id), 9223372036854775807) into v_first
      from (values (p_from), (p_from + 1)) d(day) cross join lateral (
        select e.id from journal_entries e where e.local_date >= d.day order by e.local_date, e.id limit 1) f;
  end if;
  if p_to is not null then
    select least(v_last, coalesce(max(f.id), 0)) into v_last
      -- Only a month's end may be posted later, on the month's last day.
      from (values (p_to), (p_to - 1), (date_trunc('month', p_to + 1)::date - 1)) d(day) cross join lateral (
        select e.id from journal_entries e where e.local_date <= d.day order by e.local_date desc, e.id desc limit 1) f;
  end if;
  if p_ticket_number is not null then
    select t.id into v_ticket_id from tickets t where t.ticket_number = p_ticket_number;
    if not found then perform refuse('not_found'); end if;
  end if;
  return (
    with named as (
      select e.id from journal_entries e
       where v_account is null and e.id between v_first and v_last
         and case when e.local_date < p_from or e.local_date > p_to then false else true end
         and (p_event is null or e.event = p_event)
         and (p_company_id is null or e.company_id = p_company_id)
         and (p_agency_id is null or e.agency_id = p_agency_id)
         and (v_ticket_id is null or e.ticket_id = v_ticket_id)
         and (p_payment_id is null or e.payment_id = p_payment_id)
       order by e.id desc limit p_limit + 1),
    with_account as (
      select distinct l.entry_id as id from journal_lines l join journal_entries e on e.id = l.entry_id
       where l.account = v_account and l.entry_id between v_first and v_last
         and case when e.local_date < p_from or e.local_date > p_to then false else true end
         and (p_installment_id is null or l.installment_id = p_installment_id)
         and (p_due_to is null or l.due_date <= p_due_to)
         and (p_event is null or e.event = p_event and e.id between v_first and v_last)
         and (p_company_id is null or e.company_id = p_company_id)
         and (p_agency_id is null or e.agency_id = p_agency_id)
         and (v_ticket_id is null or e.ticket_id = v_ticket_id)
         and (p_payment_id is null or e.payment_id = p_payment_id)
       order by l.entry_id desc limit p_limit + 1),
    undone as (
      select e.id from journal_entries e join journal_entries u on u.id = e.reverses_entry_id
       where u.event = p_event and e.event = any (reversing_events(p_event)) and e.id between v_first and v_last
         and case when e.local_date < p_from or e.local_date > p_to then false else true end
         and (v_account is null or exists (
           select from journal_lines l
            where l.entry_id = e.id and l.account = v_account
              and (p_installment_id is null or l.installment_id = p_installment_id)
              and (p_due_to is null or l.due_date <= p_due_to)))
         and (p_company_id is null or e.company_id = p_company_id)
         and (p_agency_id is null or e.agency_id = p_agency_id)
         and (v_ticket_id is null or e.ticket_id = v_ticket_id)
         and (p_payment_id is null or e.payment_id = p_payment_id)
       order by e.id desc limit p_limit + 1),
    found as (
      select id from named union select id from with_account union select id from undone
        order by id desc limit p_limit + 1)
    select list_page_json(array_agg(journal_entry_json(e, v_account, p_installment_id, p_due_to) order by e.id desc),
      array_agg(e.id::text order by e.id desc), p_limit)
      from found f join journal_entries e on e.id = f.id);
end $$;

-- An entry with all its lines. `is_asked` marks the lines that the filter selects: their sum is the figure that led
-- here.
create or replace function journal_entry_json(e journal_entries, p_account text, p_installment_id uuid, p_due_to date)
returns json language sql stable as $$
  select json_build_object('id', e.id::text, 'occurred_at', e.occurred_at, 'local_date', e.local_date, 'event', e.event,
    'ticket_number', (select t.ticket_number from tickets t where t.id = e.ticket_id),
    'company_id', e.company_id, 'agency_id', e.agency_id, 'payment_id', e.payment_id, 'payout_id', e.payout_id,
    'reverses_entry_id', e.reverses_entry_id::text,
    'posted_by', (select s.name from staff s where s.user_id = e.posted_by),
    'lines', (select json_agg(json_build_object('account', l.account, 'amount_sar', abs(l.amount_sar)::text,
                       'side', case when l.amount_sar > 0 then 'debit' else 'credit' end,
                         'installment_id', l.installment_id,
                       'is_asked', coalesce((p_account is null or l.account = p_account)
                         and (p_installment_id is null or l.installment_id = p_installment_id)
                         and (p_due_to is null or l.due_date <= p_due_to), false))
                       order by l.line_no)
                from journal_lines l where l.entry_id = e.id))
$$;

grant execute on function api.roll_up_balances to hamla_jobs;
grant execute on function api.list_journal_entries to hamla_staff;
