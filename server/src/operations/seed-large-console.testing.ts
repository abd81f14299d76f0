import type { ClientBase, Pool } from 'pg';
import { PAGE_ROWS } from '../platform/http/csv.ts';
import type { Caller } from '../platform/http/operations.ts';

/** Rows of a filled console whose own lists are long. */
export interface LargeConsole {
  company_id: string;
  statement_id: string;
}

/**
 * A console with many tickets, for measuring what its lists cost: as the owner, in sets, past triggers and foreign keys, and
 * past the indexes, which are made again from whole tables. One in twenty tickets waits, one is approved, six are active, of
 * which one is overdue; the others are completed. `today` is 21 November 2026. `minutes`: between two tickets.
 */
export async function seedLargeConsole(
  client: ClientBase,
  tickets: number,
  staff: Caller,
  { agencies = 20, minutes = 1 }: { agencies?: number; minutes?: number } = {},
): Promise<LargeConsole> {
  await client.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB';
    set work_mem = '128MB'`);
  const indexes = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisunique`,
  );
  for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
  for (const statement of fill) {
    await client.query(
      statement
        .replaceAll('$tickets', String(tickets))
        .replaceAll('$companies', String(Math.max(20, Math.ceil(tickets / 100))))
        .replaceAll('$agencies', String(agencies))
        .replaceAll('$minutes', String(minutes))
        .replaceAll('$staff', `'${staff.user_id}'::uuid`),
    );
  }
  for (const { definition } of indexes.rows) await client.query(definition);
  await client.query('select api.roll_up_balances(10000000)');
  await client.query('reset session_replication_role; reset maintenance_work_mem; reset work_mem');
  await client.query('vacuum analyze');
  const { rows } = await client.query<LargeConsole>(
    `select (select id from companies limit 1) as company_id,
            (select id from bank_statements order by id limit 1) as statement_id`,
  );
  return rows[0]!;
}

const fill = [
  `insert into auth.users (email, created_at, updated_at)
   select 'p' || n || '@console.example', '2024-01-01', '2024-01-01' from generate_series(1, $companies + $agencies) n`,
  `insert into companies (user_id, name, total_approval_budget, created_at, updated_at)
   select id, 'Company ' || email, 90000, created_at, created_at from auth.users where email like 'p%@console.example'
    order by id limit $companies`,
  // The oldest ten wait to be verified.
  `insert into agencies (user_id, name, verified_at, verified_by, created_at, updated_at)
   select id, 'Agency ' || email, case when n > 10 then created_at end, case when n > 10 then $staff end, created_at, created_at
     from (select u.*, row_number() over (order by u.id desc) as n from auth.users u where u.email like 'p%@console.example') u
    where n <= $agencies order by n`,
  `insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
     created_local_date, updated_at, available_budget_before)
   select c.ids[1 + n / 20 % $companies], a.ids[1 + n / 20 % $agencies],
          case n % 20 when 0 then 'PendingAgencyApproval' when 1 then 'Approved' when 2 then 'Active' when 3 then 'Active'
            when 4 then 'Active' when 5 then 'Active' when 6 then 'Active' when 7 then 'Active' else 'Completed' end,
          100 + n % 900, 'OneMonth', n::text, '2026-11-21'::timestamptz - ($tickets - n) * $minutes * interval '1 minute',
          ('2026-11-21'::timestamptz - ($tickets - n) * $minutes * interval '1 minute')::date, '2026-11-21', 90000
     from generate_series(1, $tickets) n, (select array_agg(id) as ids from companies) c,
          (select array_agg(id) as ids from agencies) a`,
  `insert into credit_assessments (company_id, created_at, model_version, grade, score, max_score, is_preliminary,
     total_approval_budget, inputs, factors)
   select id, created_at, '1', 'B', 60, 100, true, 90000, '{}', '[]' from companies where name like 'Company p%@console.example'`,
  `insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, status, paid_amount, paid_on, is_owed)
   select t.id, t.company_id, 1,
          case when t.status = 'Active' and t.invoice_url::int % 20 = 2 then date '2026-11-20' - t.invoice_url::int % 120
               when t.status = 'Completed' then t.created_local_date + 30 else date '2026-12-01' end, t.amount_sar,
          case when t.status = 'Completed' then 'Paid' when t.status = 'Active' and t.invoice_url::int % 20 = 2 then 'Overdue'
               else 'Due' end,
          case when t.status = 'Completed' then t.amount_sar else 0 end,
          case when t.status = 'Completed' then date '2026-11-01' end, t.status = 'Active'
     from tickets t`,
  `insert into agency_payouts (agency_id, ticket_id, status, gross_amount, fee_amount, net_amount, created_at, sent_at)
   select t.agency_id, t.id, case when t.status = 'Approved' then 'Pending' when t.invoice_url::int % 500 = 2 then 'Sent'
            else 'Confirmed' end,
          t.amount_sar, service_fee(t.amount_sar), t.amount_sar - service_fee(t.amount_sar), t.created_at,
          case when t.status <> 'Approved' then timestamptz '2026-11-01' end
     from tickets t where t.status <> 'PendingAgencyApproval'`,
  `update agency_payouts p set stopped_on = t.created_local_date from tickets t
    where t.id = p.ticket_id and t.status = 'Approved' and t.invoice_url::int % 40 = 1`,
  `insert into payout_runs (status, prepared_by, prepared_at, released_by, released_at)
   select 'Completed', $staff, '2026-11-01', uuidv7(), '2026-11-01' from generate_series(1, $tickets / 100)`,
  // A run of ninety lines for every hundred tickets, each in one file.
  `insert into payout_run_lines (run_id, payout_id, agency_id, iban, beneficiary, amount_sar, outcome, decided_by, decided_at)
   select r.ids[least(1 + (p.n - 1) / 90, cardinality(r.ids))], p.id, p.agency_id, 'SA0380000000608010167519', 'Agency',
          p.net_amount, case when p.status = 'Confirmed' then 'Confirmed' end,
          case when p.status = 'Confirmed' then $staff end,
          case when p.status = 'Confirmed' then '2026-11-02'::timestamptz end
     from (select x.*, row_number() over (order by x.id) as n from agency_payouts x where x.status <> 'Pending') p,
          (select array_agg(id order by id) as ids from payout_runs) r`,
  `insert into payout_files (run_id, file_no, made_by, made_at) select id, 1, $staff, '2026-11-01' from payout_runs`,
  `insert into payout_file_lines (run_id, payout_id, file_no, attempt) select run_id, payout_id, 1, 1 from payout_run_lines`,
  `insert into payments (company_id, amount_sar, allocated_amount, value_date, bank_reference, recorded_by, recorded_at,
     proven_at)
   select case when n.n % 500 <> 9 then t.company_id end, t.amount_sar,
          case when n.n % 500 = 9 then 0 when n.n % 300 = 11 then t.amount_sar - 1 else t.amount_sar end,
          '2026-11-01', 'FT' || n.n, $staff, '2026-11-01', case when n.n % 400 <> 9 then '2026-11-02'::timestamptz end
     from tickets t, lateral (select t.invoice_url::int as n) n where t.status = 'Completed'`,
  // Paid on the due date, or at once where that is still to come; of one in twenty what was paid was taken back and paid again.
  `insert into journal_entries (occurred_at, local_date, event, company_id, agency_id, ticket_id, payment_id, posted_by)
   select e.moment, e.moment::date, e.event, t.company_id, t.agency_id, t.id, p.id, $staff
     from (select t.*, t.invoice_url::int as n,
                  t.created_at + case when t.created_local_date < date '2026-10-20' then interval '30 days' else '0' end as paid_at
             from tickets t) t
    cross join lateral (values (1, 'ticket_financed', t.created_at), (2, 'payment_allocated', t.paid_at),
       (3, 'payment_reversed', t.paid_at), (4, 'payment_allocated', t.paid_at), (5, 'written_off', t.paid_at)
     ) as e(place, event, moment)
     left join payments p on e.place in (2, 3, 4) and p.bank_reference = 'FT' || t.invoice_url
    where t.status in ('Active', 'Completed')
      and case e.place when 1 then true when 5 then t.n % 200 = 19
            when 4 then t.status = 'Completed' and t.n % 200 <> 19 else t.n % 20 = 13 end
    order by e.moment, t.id, e.place`,
  `update journal_entries set reverses_entry_id = id - 1 where event = 'payment_reversed'`,
  `insert into journal_lines (entry_id, line_no, account, amount_sar, installment_id, due_date)
   select e.id, l.line_no,
          case when l.line_no = 1 then 'receivable' when e.event = 'ticket_financed' then 'agency_payable'
            when e.event = 'written_off' then 'bad_debt' else 'company_credit' end,
          case when (l.line_no = 1) = (e.event in ('ticket_financed', 'payment_reversed')) then i.amount_sar
            else -i.amount_sar end,
          case when l.line_no = 1 then i.id end, case when l.line_no = 1 then i.due_date end
     from journal_entries e join ticket_installments i on i.ticket_id = e.ticket_id cross join (values (1), (2)) as l(line_no)`,
  `insert into payment_allocations (payment_id, installment_id, ticket_id, company_id, amount_sar, entry_id, allocated_at)
   select p.id, i.id, i.ticket_id, i.company_id, p.allocated_amount, e.id, e.occurred_at
     from journal_entries e join payments p on p.id = e.payment_id join ticket_installments i on i.ticket_id = e.ticket_id
     left join journal_entries r on r.reverses_entry_id = e.id
    where p.allocated_amount > 0 and e.event = 'payment_allocated' and r.id is null`,
  // One in five was refunded in part: forty are under way, half of them in a file.
  `insert into payment_refunds (payment_id, company_id, amount_sar, goes_to, iban, beneficiary, status, entry_id, refunded_by,
     refunded_at, decided_by, decided_at)
   select p.id, p.company_id, 1, 'company', 'SA0380000000608010167519', 'Company',
          case when p.n <= 40 then 'Sent' else 'Confirmed' end, p.entry_id, $staff,
          '2026-11-01'::timestamptz + p.n * interval '1 second', case when p.n > 40 then $staff end,
          case when p.n > 40 then '2026-11-02'::timestamptz + p.n * interval '1 second' end
     from (select p.id, p.company_id, min(e.id) as entry_id, row_number() over (order by p.id) as n
             from payments p join journal_entries e on e.payment_id = p.id where p.company_id is not null group by p.id) p
    where p.n <= $tickets / 5`,
  `insert into refund_files (file_no, made_by, made_at, execution_date, purpose)
   select 1, $staff, '2026-11-02', '2026-11-02', 'REFU'`,
  `insert into refund_file_lines (refund_id, file_no, latin_name)
   select r.id, 1, 'Company' from (select r.*, row_number() over (order by r.refunded_at) as n from payment_refunds r) r where r.n > 20`,
  // A few of nobody known were sent back, and then taken back by the bank.
  `update payments set refunded_amount = amount_sar, reversed_at = '2026-11-02', reversed_by = $staff, reversal_reason = 'Recalled'
    where company_id is null and substr(bank_reference, 3)::int % 1000 = 9`,
  `insert into tax_invoices (type, series_number, payout_id, ticket_id, agency_id, entry_id, issued_at, issued_on,
     base_amount, net_amount, vat_amount, total_amount, seller_id)
   select 'invoice', row_number() over (order by e.id), p.id, p.ticket_id, p.agency_id, e.id, e.occurred_at, e.local_date,
          p.gross_amount, p.fee_amount - vat_of_fee(p.fee_amount), vat_of_fee(p.fee_amount), p.fee_amount,
          (select id from platform_identities limit 1)
     from journal_entries e join agency_payouts p on p.ticket_id = e.ticket_id where e.event = 'ticket_financed'`,
  `update tax_invoice_series set last_number = (select count(*) from tax_invoices) where type = 'invoice'`,
  `insert into balance_changes (local_date, account, event, company_id, agency_id, due_date, amount_sar)
   select e.local_date, l.account, coalesce(u.event, e.event), e.company_id, e.agency_id, l.due_date, sum(l.amount_sar)
     from journal_lines l join journal_entries e on e.id = l.entry_id left join journal_entries u on u.id = e.reverses_entry_id
    group by 1, 2, 3, 4, 5, 6`,
  // The oldest two hundred approvals are staff's, who have done none since.
  `insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, agency_id, after)
   select t.created_at,
          case o.operation when 'create_ticket_with_installments' then c.user_id when 'release_ticket' then $staff
            when 'approve_ticket' then case when t.invoice_url::int <= 200 then $staff else a.user_id end end,
          o.operation, 'ticket', t.id, t.company_id, t.agency_id, '{"status": "Active"}'
     from tickets t join companies c on c.id = t.company_id join agencies a on a.id = t.agency_id
    cross join (values ('create_ticket_with_installments'), ('approve_ticket'), ('release_ticket'),
       ('write_off_ticket')) as o(operation)
    where o.operation <> 'write_off_ticket' or t.invoice_url::int % 200 = 19
    order by t.created_at`,
  `insert into bank_statements (file_name, file_sha256, format, from_date, to_date, line_count, known_count, imported_by,
     imported_at)
   select n || '.csv', sha256(n::text::bytea), 'csv', '2026-11-01', '2026-11-01', 1000, 0, $staff, '2026-11-02'
     from generate_series(1, 20 + $tickets / 100) n`,
  // Half of them of one statement, so that its lists are long; of the next one 500 in a console of any size.
  `insert into bank_statement_lines (statement_id, line_no, occurrence, direction, amount, currency, booked_on,
     value_date, status, certainty, match_reason, payment_id, decided_by, decided_at)
   select s.ids[case when p.n % 2 = 0 then 1 when p.n < 1000 then 2 else 3 + p.n % (cardinality(s.ids) - 2) end], p.n, 1,
          'credit', p.amount_sar, 'SAR', '2026-11-01', '2026-11-01', case when p.n % 200 < 8 then 'Open' else 'Confirmed' end,
          case p.n % 200 when 0 then 'certain' when 2 then 'likely' when 4 then 'possible' when 6 then 'none'
            else 'certain' end, 'reference', case when p.n % 200 >= 8 then p.id end,
          case when p.n % 200 >= 8 then $staff end, case when p.n % 200 >= 8 then '2026-11-02'::timestamptz end
     from (select x.*, row_number() over (order by x.id) as n from payments x) p,
          (select array_agg(id order by id) as ids from bank_statements) s`,
  `insert into transfer_reports (company_id, ticket_id, amount_sar, transferred_on, proof_file, status, reported_at,
     decided_at)
   select t.company_id, t.id, t.amount_sar, '2026-11-01', t.id::text,
          case when t.invoice_url::int % 100 = 9 then 'Checking' else 'Withdrawn' end, '2026-11-01',
          case when t.invoice_url::int % 100 <> 9 then '2026-11-02'::timestamptz end
     from tickets t where t.status = 'Completed' and t.invoice_url::int % 20 = 9`,
  `insert into iban_changes (agency_id, iban, requested_at, told_emails, told_language, status, ended_at, decided_by)
   select a.ids[1 + n % $agencies], 'SA0380000000608010167519', '2026-01-01'::timestamptz + n * interval '1 minute', '{}', 'en',
          case when n <= 20 then 'Pending' else 'Approved' end,
          case when n > 20 then '2026-01-03'::timestamptz + n * interval '1 minute' end, case when n > 20 then $staff end
     from generate_series(1, $tickets / 20) n, (select array_agg(id) as ids from agencies) a`,
  `insert into approval_requests (kind, subject_type, subject_id, company_id, amount_sar, figures, details, reason,
     requested_by, requested_at, expires_at, outcome, decided_at)
   select 'write_off_ticket', 'ticket', t.id, t.company_id, t.amount_sar, '{}', '{}', 'Insolvent', $staff, x.at,
          x.at + interval '7 days', case when x.n > 20 then 'Expired' end, case when x.n > 20 then x.at + interval '7 days' end
     from (select t.*, row_number() over (order by t.id) as n from tickets t limit $tickets / 20) t
     cross join lateral (select t.n, '2026-01-01'::timestamptz + t.n * interval '1 minute' as at) x`,
];

/** One list of the console: its function, and what it is asked for before the cursor and the number of rows. */
export interface ConsoleList {
  list: string;
  calls: string;
  args: unknown[];
}

/** Every list of the console by each of its filters, rare ones too. */
export function consoleLists(
  { company_id, statement_id }: LargeConsole,
  staff: Caller,
): ConsoleList[] {
  const overdue = (from: string, to: string) => [from, to];
  return [
    ...make('list_payments', {
      payments: ['all', '2026-11-13', null],
      'payments without a payer': ['unidentified', '2026-11-13', null],
      'payments with credit': ['credit', '2026-11-13', null],
      'payments not proven yet': ['unproven', '2026-11-13', null],
      'payments not proven for five working days': ['unproven_long', '2026-11-13', null],
      'payments of which a refund is owed back': ['owed_back', '2026-11-13', null],
      'payments of a company': ['all', '2026-11-13', company_id],
    }),
    ...make('list_refunds', {
      'refunds to send': ['waiting'],
      'refunds under way': ['sent'],
      'refunds that were answered': ['answered'],
    }),
    ...make('list_payout_runs', { 'payout runs': [] }),
    ...make('list_overdue_installments', {
      'overdue for a week': overdue('2026-11-14', '2026-11-20'),
      'overdue for 8 to 30 days': overdue('2026-10-22', '2026-11-13'),
      'overdue for 31 to 60 days': overdue('2026-09-22', '2026-10-21'),
      'overdue for more than 60 days': overdue('-infinity', '2026-09-21'),
    }),
    ...make('list_journal_entries', {
      'the journal': entries({}),
      'the journal of an account': entries({ 0: 'receivable' }),
      'the journal of a rare account': entries({ 0: 'bad_debt' }),
      'the journal of a rare event': entries({ 1: 'written_off' }),
      'the journal of a company': entries({ 2: company_id }),
      'an account of a company': entries({ 0: 'receivable', 2: company_id }),
      'the journal from a day': entries({ 7: '2026-11-01' }),
      'the journal until a day': entries({ 7: '-infinity', 8: '2026-11-20' }),
      'the journal of what takes back': entries({ 1: 'payment_reversed' }),
      'the journal of an account and an event': entries({
        0: 'receivable',
        1: 'payment_allocated',
      }),
      'the journal of a rare account and an event': entries({ 0: 'bad_debt', 1: 'written_off' }),
      'the journal of what was overdue': entries({
        0: 'receivable',
        8: '2026-11-21',
        9: '2026-11-20',
      }),
      "the journal of what was overdue at an old month's end": entries({
        0: 'receivable',
        8: '2025-12-31',
        9: '2025-12-31',
      }),
    }),
    ...make('list_companies', {
      companies: [null, null],
      'companies to decide': [null, 'to_decide'],
      'companies with a preliminary budget': [null, 'Preliminary'],
    }),
    ...make('list_agencies_desk', {
      agencies: [null, null],
      'agencies to verify': [null, 'unverified'],
      'verified agencies': [null, 'verified'],
    }),
    ...make('list_tickets_to_review', {
      'tickets to review': ['Approved'],
      'tickets to review, not answered yet': ['PendingAgencyApproval'],
    }),
    ...make('list_stopped_payouts', { 'stopped payouts': ['2026-11-21'] }),
    ...make('list_bank_statements', { 'bank statements': [] }),
    ...make('list_bank_statement_lines', {
      'certain lines': [statement_id, 'certain'],
      'likely lines': [statement_id, 'likely'],
      'unclear lines': [statement_id, 'unclear'],
      'confirmed lines': [statement_id, 'confirmed'],
    }),
    ...make('list_transfer_reports', {
      'reported transfers to check': ['checking'],
      'reported transfers': ['decided'],
    }),
    ...make('list_approval_requests', {
      'requests to approve': ['open'],
      'requests that were decided': ['ended'],
    }),
    ...make('list_iban_changes', {
      'IBANs to approve': ['pending'],
      "agencies' IBANs": ['ended'],
    }),
    ...make('list_events', {
      'the audit log': events({}),
      'the audit log of a person': events({ 0: staff.user_id }),
      'the audit log of a person and of what they rarely do': events({
        0: staff.user_id,
        1: 'approve_ticket',
      }),
      'the audit log of a rare operation': events({ 1: 'write_off_ticket' }),
      'the audit log from a day': events({ 4: '2026-11-01' }),
      'the audit log until a day': events({ 5: '2026-11-20' }),
    }),
  ];
}

/** One of each that the journal and the audit log are narrowed to, of one payment. */
export interface OneOfEach {
  agency_id: string;
  ticket_number: string;
  payment_id: string;
  installment_id: string;
  event_subject_id: string;
}

/** What the console narrows its lists to until a page or two hold them. */
export function narrowLists(one: OneOfEach): ConsoleList[] {
  return [
    ...make('list_journal_entries', {
      'the journal of an agency': entries({ 3: one.agency_id }),
      'the journal of a ticket': entries({ 4: one.ticket_number }),
      'the journal of a payment': entries({ 5: one.payment_id }),
      'the journal of an installment': entries({ 0: 'receivable', 6: one.installment_id }),
    }),
    ...make('list_events', {
      'the audit log of a ticket': events({ 2: one.ticket_number }),
      'the audit log of one row': events({ 3: one.event_subject_id }),
    }),
    ...make('list_companies', { 'companies with a suspended budget': [null, 'Suspended'] }),
    ...make('list_agencies_desk', { 'suspended agencies': [null, 'suspended'] }),
  ];
}

const make = (calls: string, lists: Record<string, unknown[]>): ConsoleList[] =>
  Object.entries(lists).map(([list, args]) => ({ list, calls, args }));
/** What a list takes of filters, by their places; the others are null. */
const filtersOf = (length: number) => (filters: Record<number, unknown>) =>
  Array.from({ length }, (_, n) => filters[n] ?? null);
const entries = filtersOf(10);
const events = filtersOf(6);

interface Page {
  items: { id: string }[];
  next_cursor: string | null;
}

/**
 * The rows that this session has read of tables that are long (a short one is rightly read whole), by PostgreSQL's own
 * account.
 */
async function rowsRead(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    'select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::text as rows from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid and c.reltuples > 1000',
  );
  return Number(rows[0]!.rows);
}

/** A page of a list as staff read it, and how many rows of tables its call has read. */
export async function readPage(
  pool: Pool,
  staff: Caller,
  { calls, args }: ConsoleList,
  cursor: string | null,
): Promise<{ page: Page; rows: number; ms: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { user_id, session_id } = staff;
    const values = [user_id, session_id, '2026-11-21T09:00:00Z', ...args, cursor, PAGE_ROWS];
    const places = values.map((_, n) => `$${n + 1}`).join(', ');
    const before = await rowsRead(client);
    const start = performance.now();
    const { rows } = await client.query<{ page: Page }>(
      `select api.${calls}(${places}) as page`,
      values,
    );
    const ms = performance.now() - start;
    const after = await rowsRead(client);
    await client.query('rollback');
    return { page: rows[0]!.page, rows: after - before, ms };
  } finally {
    client.release();
  }
}
