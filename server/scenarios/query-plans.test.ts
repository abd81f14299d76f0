import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedLargeConsole } from '#server/operations/seed-large-console.testing.ts';
import { PAGE_ROWS, STATEMENT_ROWS } from '#server/platform/http/csv.ts';
import type { Role } from '#server/platform/database/pools.ts';
import { createTestDatabase } from '../testing/database.ts';
import { addStaff } from '../testing/people.ts';

/**
 * The most frequent calls read about as many rows as they return, thanks to their indexes. Each index is dropped in a
 * transaction that is rolled back, and the test expects the call to read more. Console lists: long-lists.test.ts.
 */

const TICKETS = 6_000;
/** Enough agencies that one agency's waiting tickets are found by the index, not by reading all pending ones. */
const AGENCIES = 40;
const STRANGERS = 5_000;
const now = '2026-11-21T09:00:00Z';
const today = '2026-11-21';

/** One call by its database role. `rows`: how many rows of long tables it may read. */
interface HotCall {
  login: Role;
  call: string;
  rows: number;
  /** Indexes and constraints without which the call must read more. */
  indexes: string[];
}

/** SQL of a caller's user and session; `arrange` makes the callers and their tickets. */
const person = (kind: 'company' | 'agency' | 'staff') =>
  `(select user_id from callers where kind = '${kind}'), (select session_id from callers where kind = '${kind}'), '${now}'`;
const ticket = (column: string, status: string) =>
  `(select ${column} from caller_tickets where status = '${status}')`;
const act = (move: string) =>
  `api.act_on_ticket(${person('agency')}, 'new', '', '${move}', 'agency', ${ticket('id', 'PendingAgencyApproval')}, null)`;

const calls: Record<string, HotCall> = {
  'the company dashboard': {
    login: 'hamla_app',
    call: `api.company_dashboard(${person('company')}, '${today}')`,
    rows: 400,
    indexes: ['tickets_of_company', 'assessments_of_company', 'agencies_pkey', 'users_pkey'],
  },
  'the agency dashboard': {
    login: 'hamla_app',
    call: `api.agency_dashboard(${person('agency')}, '${today}')`,
    rows: 250,
    indexes: ['tickets_of_agency', 'agencies_pkey', 'user_roles_pkey', 'users_pkey'],
  },
  // Neither what was repaid nor what the scorecard reads of it.
  'a batch of companies of a back-test': {
    login: 'hamla_staff',
    call: `api.companies_to_back_test(${person('staff')}, '${today}', null,
      '00000000-0000-0000-0000-000000000000', 250)`,
    rows: 5_500,
    indexes: ['assessments_of_company', 'installments_owed_of_company', 'tickets_of_company'],
  },
  "a page of a company's tickets": {
    login: 'hamla_app',
    call: `api.list_tickets(${person('company')}, 'old', ${ticket('id', 'Completed')})`,
    rows: 250,
    indexes: ['tickets_of_company'],
  },
  // Twenty-one tickets of one agency, whose name is looked up once.
  "a full page of a company's tickets": {
    login: 'hamla_app',
    call: `api.list_tickets(${person('company')}, 'old', null)`,
    rows: 50,
    indexes: ['tickets_of_company', 'agencies_pkey'],
  },
  "a page of an agency's tickets": {
    login: 'hamla_app',
    call: `api.list_tickets(${person('agency')}, 'history', ${ticket('id', 'Completed')})`,
    rows: 250,
    indexes: ['tickets_of_agency'],
  },
  "a company's narrowed tickets": {
    login: 'hamla_app',
    call: `api.list_own_tickets(${person('company')}, null, null, null, 'Completed', '2026-11-01', null, 'newest', null, ${PAGE_ROWS})`,
    rows: 120,
    indexes: ['tickets_of_company'],
  },
  "an agency's narrowed tickets": {
    login: 'hamla_app',
    call: `api.list_own_tickets(${person('agency')}, null, null, null, null, '2026-11-01', null, 'largest', null, ${PAGE_ROWS})`,
    // With what holds the payment of each approved one, and by when it is reviewed.
    rows: 280,
    indexes: ['tickets_of_agency'],
  },
  "a company's payments": {
    login: 'hamla_app',
    call: `api.list_own_payments(${person('company')}, null, null, null, null, null, null, 'newest', null, ${PAGE_ROWS})`,
    rows: 400,
    indexes: ['payments_of_company'],
  },
  "a company's documents": {
    login: 'hamla_app',
    call: `api.list_own_documents(${person('company')}, null, null, null, null, null, 'newest', null, ${PAGE_ROWS})`,
    rows: 1500,
    // None of the console's tickets has documents.
    indexes: [],
  },
  "an agency's documents": {
    login: 'hamla_app',
    call: `api.list_own_documents(${person('agency')}, null, null, 'tax_invoice', null, null, 'newest', null, ${PAGE_ROWS})`,
    rows: 1500,
    indexes: ['tax_invoices_of_agency'],
  },
  "an agency's payouts": {
    login: 'hamla_app',
    call: `api.list_own_payouts(${person('agency')}, null, null, null, null, null, null, 'newest', null, ${PAGE_ROWS})`,
    rows: 900,
    indexes: ['payouts_of_agency'],
  },
  "an agency's remittances": {
    login: 'hamla_app',
    call: `api.list_remittances(${person('agency')}, '2026-01-01', '2026-12-31', null, ${STATEMENT_ROWS})`,
    rows: 700,
    indexes: ['payouts_of_agency', 'tax_invoices_of_ticket'],
  },
  "a company's payments by month": {
    login: 'hamla_app',
    call: `api.read_payments_by_month(${person('company')}, '${today}')`,
    rows: 300,
    // Several indexes lead to so few.
    indexes: [],
  },
  "an agency's payouts by month": {
    login: 'hamla_app',
    call: `api.read_payouts_by_month(${person('agency')}, '${today}')`,
    rows: 900,
    indexes: ['payouts_of_agency'],
  },
  "a person's notifications": {
    login: 'hamla_app',
    call: `api.list_notifications(${person('company')}, false, null, ${PAGE_ROWS})`,
    rows: 400,
    indexes: ['notifications_of_person'],
  },
  "a person's unread notifications": {
    login: 'hamla_app',
    call: `api.list_notifications(${person('agency')}, true, null, ${PAGE_ROWS})`,
    rows: 200,
    // Another index leads to a person's almost as well.
    indexes: [],
  },
  "a company's payment requests": {
    login: 'hamla_app',
    call: `api.list_payment_requests(${person('company')}, '${today}', null, ${PAGE_ROWS})`,
    rows: 60,
    // Another index leads to so few.
    indexes: [],
  },
  "a search of a company's own lists": {
    login: 'hamla_app',
    call: `api.search_own(${person('company')}, 'zq', null, null)`,
    rows: 600,
    // Several indexes lead to so few.
    indexes: [],
  },
  "a search of an agency's own lists": {
    login: 'hamla_app',
    call: `api.search_own(${person('agency')}, 'zq', null, null)`,
    rows: 1200,
    indexes: [],
  },
  "a search of a company's own lists by an amount": {
    login: 'hamla_app',
    call: `api.search_own(${person('company')}, '1500', null, 1500)`,
    rows: 600,
    indexes: [],
  },
  'the notifications that are old enough to be deleted': {
    login: 'hamla_jobs',
    call: `api.delete_old_notifications('2025-06-01', '2025-01-01', 1000)`,
    rows: 100,
    indexes: ['notifications_by_reading', 'notifications_by_time'],
  },
  'a page of payouts': {
    login: 'hamla_app',
    call: `api.list_agency_payouts(${person('agency')}, 'expected', null)`,
    rows: 60,
    indexes: ['user_roles_pkey', 'payouts_of_agency'],
  },
  "a ticket's page, to its company": {
    login: 'hamla_app',
    call: `api.read_ticket(${person('company')}, '${today}', ${ticket('ticket_number', 'Active')})`,
    rows: 150,
    indexes: [
      'events_of_subject',
      'payments_of_company',
      'payment_allocations_of_ticket',
      'ticket_installments_ticket_id_seq_key',
    ],
  },
  "a ticket's page, to its agency": {
    login: 'hamla_app',
    call: `api.read_ticket(${person('agency')}, '${today}', ${ticket('ticket_number', 'Active')})`,
    rows: 25,
    indexes: [
      'events_of_subject',
      'agency_payouts_ticket_id_key',
      'tax_invoices_of_ticket',
      'tickets_ticket_number_key',
    ],
  },
  "a company's statement": {
    login: 'hamla_app',
    call: `api.company_statement(${person('company')}, null, '2026-08-01', '2026-11-20', null, ${STATEMENT_ROWS})`,
    rows: 1000,
    // Without its key another index leads to an entry's lines, for more pages than rows.
    indexes: ['journal_entries_of_company_by_day'],
  },
  "an agency's statement": {
    login: 'hamla_app',
    call: `api.agency_statement(${person('agency')}, null, '2026-08-01', '2026-11-20', null, ${STATEMENT_ROWS})`,
    rows: 600,
    indexes: ['journal_entries_of_agency_by_day', 'journal_lines_of_account'],
  },
  "a later page of an agency's statement": {
    login: 'hamla_app',
    call: `api.agency_statement(${person('agency')}, null, '2026-08-01', '2026-11-20', (select id || ':1.00' from early_entry), ${STATEMENT_ROWS})`,
    rows: 300,
    indexes: ['journal_entries_of_agency_by_day'],
  },
  'a new ticket': {
    login: 'hamla_app',
    // On a day on which nothing of the company is overdue yet.
    call: `api.create_ticket_with_installments(${person('company')}, 'new', '', null,
      (select id from callers where kind = 'agency'), 100, 'OneMonth', null,
      (select user_id || '/1.pdf' from callers where kind = 'company'), false, '2020-01-01', array['2020-02-01'::date],
      array[100], 20, 60)`,
    rows: 40,
    indexes: ['idempotency_keys_pkey', 'user_roles_pkey', 'files_of_path', 'tickets_of_company'],
  },
  'an approval': {
    login: 'hamla_app',
    call: act('approve'),
    rows: 200,
    indexes: ['idempotency_keys_pkey', 'user_roles_pkey'],
  },
  'a rejection': {
    login: 'hamla_app',
    call: act('reject'),
    rows: 200,
    indexes: ['idempotency_keys_pkey', 'companies_user_id_key'],
  },
  "the console's search": {
    login: 'hamla_staff',
    call: `api.search_desk(${person('staff')}, 'ft4711', null, 0.07)`,
    rows: 100,
    indexes: [
      'companies_by_part',
      'agencies_by_part',
      'payments_by_reference',
      'payments_by_amount',
    ],
  },
  'companies by a part of their address': {
    login: 'hamla_staff',
    call: `api.list_companies(${person('staff')}, 's4711@', null, null, ${PAGE_ROWS})`,
    rows: 100,
    indexes: ['companies_by_part'],
  },
  'agencies by a part of their name': {
    login: 'hamla_app',
    call: `api.list_agencies(${person('company')}, 'stranger s4711@', null)`,
    rows: 100,
    indexes: ['agencies_by_part'],
  },
  'companies by two letters': {
    login: 'hamla_staff',
    call: `api.list_companies(${person('staff')}, 'zq', null, null, ${PAGE_ROWS})`,
    rows: 100,
    indexes: ['companies_by_beginning'],
  },
  'agencies by two letters': {
    login: 'hamla_staff',
    call: `api.list_agencies_desk(${person('staff')}, 'zq', null, null, ${PAGE_ROWS})`,
    rows: 100,
    indexes: ['agencies_by_beginning'],
  },
  'payers by two letters': {
    login: 'hamla_staff',
    call: `api.find_companies(${person('staff')}, 'zq')`,
    rows: 100,
    // The names' own index alone answers as well, and what it answers is not counted.
    indexes: [],
  },
  'agencies to choose from by two letters': {
    login: 'hamla_app',
    call: `api.list_agencies(${person('company')}, 'zq', null)`,
    rows: 100,
    indexes: ['agencies_by_beginning'],
  },
  'agencies to choose from': {
    login: 'hamla_app',
    call: `api.list_agencies(${person('company')}, null, null)`,
    rows: 250,
    indexes: ['agencies_by_name'],
  },
  'a late page of agencies to choose from': {
    login: 'hamla_app',
    call: `api.list_agencies(${person('company')}, null, (select cursor from late_choice))`,
    rows: 250,
    indexes: ['agencies_by_name'],
  },
  'a payment that is written down': {
    login: 'hamla_staff',
    call: `api.record_payment(${person('staff')}, 'new', '', '${today}', 0.07, '${today}', null, null, null, false)`,
    rows: 100,
    indexes: ['payments_by_amount', 'payment_allocations_of_payment', 'payments_pkey'],
  },
  'a payout run in the console': {
    login: 'hamla_staff',
    call: `api.read_payout_run(${person('staff')}, (select id from latest_run))`,
    // All payouts once, which are few here, and of its 90 lines about fifteen rows each.
    rows: 7000,
    indexes: ['payout_run_lines_of_payout', 'agency_payouts_pkey', 'payout_run_lines_pkey'],
  },
  'a ticket in the console': {
    login: 'hamla_staff',
    call: `api.read_financed_ticket(${person('staff')}, '${today}', ${ticket('ticket_number', 'Completed')})`,
    rows: 200,
    indexes: [
      'payout_run_lines_of_payout',
      'agency_payouts_ticket_id_key',
      'files_attached',
      'tax_invoices_of_ticket',
      'ticket_installments_ticket_id_seq_key',
      'tickets_ticket_number_key',
    ],
  },
  'a reported transfer in the console': {
    login: 'hamla_staff',
    call: `api.read_transfer_report(${person('staff')}, (select id from latest_report))`,
    rows: 150,
    // Few payments here have no payer: another index leads to them as well.
    indexes: ['payments_of_company', 'payments_pkey'],
  },
  'the journal of what was overdue': {
    login: 'hamla_staff',
    call: `api.list_journal_entries(${person('staff')}, 'receivable', null, null, null, null, null, null, null, null,
      (select early_due from early_entry), null, 20)`,
    rows: 200,
    indexes: ['journal_lines_of_account'],
  },
  'a payment in the console': {
    login: 'hamla_staff',
    call: `api.read_payment(${person('staff')}, (select id from latest_payment))`,
    rows: 30,
    indexes: ['payments_pkey', 'payment_allocations_of_payment'],
  },
  'what a reversal may take back': {
    login: 'hamla_staff',
    call: `api.credits_that_may_reverse(${person('staff')}, array(select distinct amount from open_amounts), '2026-10-01', null)`,
    // The payments twice: those that were reversed have no index by amount.
    rows: 12_000,
    indexes: [],
  },
  'a tax invoice, to its agency': {
    login: 'hamla_app',
    call: `api.read_tax_invoice(${person('agency')}, (select id from latest_invoice))`,
    rows: 30,
    indexes: ['tax_invoices_of_agency', 'tax_invoices_pkey'],
  },
  'an agency in the console': {
    login: 'hamla_staff',
    call: `api.read_agency_desk(${person('staff')}, (select id from callers where kind = 'agency'))`,
    rows: 200,
    indexes: ['payouts_of_agency'],
  },
  'the queue of today': {
    login: 'hamla_staff',
    call: `api.operations_overview(${person('staff')}, '${today}', '2026-11-01')`,
    // Of each ticket to review its company, of each payout that is due what its company has of its budget, or without a set one its
    // open tickets and the documents that it accepted, and of each refund that was sent its file.
    rows: 700,
    indexes: [
      'bank_statement_lines_open_amount',
      'companies_to_decide',
      'installments_open',
      'tickets_approved',
    ],
  },
  "the monitoring's gauges": {
    login: 'hamla_metrics',
    call: `api.read_gauges('${now}', '${now}', '${today}', '2026-11-01')`,
    rows: 900,
    indexes: ['installments_open', 'tickets_approved'],
  },
  "the day's overdue installments": {
    login: 'hamla_jobs',
    call: `api.mark_overdue_batch('${now}', '2026-11-20', '${today}', '-infinity', '00000000-0000-0000-0000-000000000000', 20000)`,
    rows: 100,
    indexes: ['installments_due'],
  },
  "the day's unanswered tickets": {
    login: 'hamla_jobs',
    call: `api.expire_tickets_batch('${now}', '2026-11-20', 20000)`,
    rows: 100,
    indexes: ['tickets_unanswered'],
  },
  "the day's reminders": {
    login: 'hamla_jobs',
    call: `api.queue_reminders_batch('${now}', '${today}', '2026-11-07', '00000000-0000-0000-0000-000000000000', '2026-11-19', 20000)`,
    rows: 100,
    // Another index leads to a due date almost as well.
    indexes: [],
  },
  'the mails that are due': {
    login: 'hamla_jobs',
    call: `api.take_due_mails('${now}', 20, 'worker')`,
    rows: 100,
    indexes: ['mails_due', 'mails_pkey'],
  },
  'the oldest unsent mail': {
    login: 'hamla_jobs',
    call: `api.oldest_unsent_mail('${now}')`,
    rows: 5,
    indexes: ['mails_unsent'],
  },
  'a sign-in': {
    login: 'hamla_accounts',
    call: `api.begin_sign_in((select email from callers where kind = 'company'), 5, 60, '${now}')`,
    rows: 20,
    indexes: ['users_email_key'],
  },
  'a sign-in after its password': {
    login: 'hamla_accounts',
    call: `api.finish_sign_in((select user_id from callers where kind = 'company'), null, false, '2099-01-01', '', '${now}')`,
    rows: 20,
    indexes: ['users_pkey', 'sign_in_failures_pkey'],
  },
  'a refreshed session': {
    login: 'hamla_accounts',
    call: `api.refresh_session((select session_id from callers where kind = 'company'), 0, false, '2026-01-01', '2026-01-01', '${now}')`,
    rows: 20,
    indexes: ['sessions_pkey', 'users_pkey'],
  },
};

const database = await createTestDatabase('auto');
const staff = await addStaff(database, new Date('2026-11-01T09:00:00Z'));
const client = new Client(database.owner);
await client.connect();

beforeAll(async () => {
  for (const statement of strangers) await client.query(statement);
  await seedLargeConsole(client, TICKETS, staff, { agencies: AGENCIES });
  for (const statement of arrange) await client.query(statement);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** People without tickets, before all others, so that a scan does not find the callers at once. */
const strangers = [
  `insert into auth.users (email, created_at, updated_at)
   select 's' || n || '@example.sa', '2026-01-01', '2026-01-01' from generate_series(1, ${STRANGERS}) n`,
];

const arrange = [
  `insert into companies (user_id, name, email, created_at, updated_at)
   select id, 'Stranger ' || email, email, created_at, created_at from auth.users where email like 's%@example.sa'`,
  `insert into agencies (user_id, name, email, created_at, updated_at)
   select id, 'Stranger ' || email, email, created_at, created_at from auth.users where email like 's%@example.sa'`,
  `insert into user_roles (user_id, role, created_at, updated_at)
   select user_id, 'company', created_at, created_at from companies on conflict do nothing`,
  `insert into user_roles (user_id, role, created_at, updated_at)
   select user_id, 'agency', created_at, created_at from agencies on conflict do nothing`,
  `insert into auth.sessions (user_id, amr, created_at, refreshed_at, not_after)
   select user_id, '[]', '2026-11-21', '2026-11-21', '2099-01-01' from user_roles`,
  `insert into credit_assessments (company_id, created_at, model_version, grade, score, max_score, is_preliminary,
     total_approval_budget, inputs, factors)
   select id, created_at, '1', 'A', 80, 100, true, 90000, '{}', '[]' from companies`,
  `insert into idempotency_keys (user_id, operation, key, request_hash, created_at)
   select user_id, 'approve_ticket', 'k', '', created_at from user_roles`,
  `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at,
     stored_at)
   select user_id, 'invoice', 'ticket-invoices', user_id || '/1.pdf', 'invoice.pdf', 1000, 'application/pdf', '\\x00',
          user_id::text, '${now}', '${now}' from user_roles`,
  `insert into auth.sign_in_failures (account_key, failures, last_failed_at)
   select email, 1, '2026-01-01' from auth.users`,
  // Sent but for the latest twenty.
  `insert into mails (kind, agency_id, ticket_id, queued_at, due_at, settled_at, outcome)
   select 'new_ticket', agency_id, id, created_at, '2026-11-21', case when n > 20 then created_at end,
          case when n > 20 then 'Sent' end
     from (select *, row_number() over (order by id desc) as n from tickets) t`,
  // Reminders of ten days, which were sent, and tomorrow's, which may not be sent yet: of what is unsent only what is due is read.
  `insert into mails (kind, company_id, day, queued_at, due_at, settled_at, outcome)
   select 'reminder', c.id, d.day, d.day + time '05:00', d.day + time '05:00',
          case when d.day < '${today}' then d.day + time '05:01' end, case when d.day < '${today}' then 'Sent' end
     from (select id from companies order by id limit 2000) c,
          (select '${today}'::date + n from generate_series(-10, 1) n where n <> 0) d(day)`,
  // Each person has been told once, those of one company's and one agency's tickets sixty times.
  `insert into notifications (user_id, side, kind, occurred_at, read_at, delivery)
   select r.user_id, r.role, 'ticket_expired', '2026-11-01', case when n % 3 > 0 then '2026-11-02'::timestamptz end, 'daily'
     from user_roles r cross join lateral generate_series(1, case when r.user_id in (
       select c.user_id from companies c join tickets t on t.company_id = c.id where t.status = 'Active'
       union select a.user_id from agencies a join tickets t on t.agency_id = a.id where t.status = 'Active')
       then 60 else 1 end) n`,
  `insert into payment_requests (company_id, amount_sar, created_by, created_at, expires_on)
   select c.id, 100, c.user_id, '2026-11-01', '2026-11-15' from companies c cross join lateral generate_series(1,
     case when exists (select from tickets t where t.company_id = c.id) then 30 else 1 end) n`,
  // What nobody owes, long past its due dates.
  `with rejected as (
     insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
       created_local_date, updated_at)
     select t.company_id, t.agency_id, 'Rejected', 100, 'OneMonth', 'rejected ' || n, '2025-01-01', '2025-01-01',
            '2025-01-01' from (select * from tickets order by id limit 1) t, generate_series(1, 2000) n
     returning id, company_id)
   insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar)
   select id, company_id, 1, '2025-02-01', 100 from rejected`,
  // Those who call: the parties of tickets in every status, and a member of staff.
  `create table callers as
   select 'company' as kind, c.id, c.user_id, u.email, s.id as session_id from companies c join auth.sessions s using (user_id)
     join auth.users u on u.id = c.user_id
    where c.id = (select company_id from tickets where status = 'Active' order by id desc limit 1)
   union all
   select 'agency', a.id, a.user_id, u.email, s.id from agencies a join auth.sessions s using (user_id)
     join auth.users u on u.id = a.user_id
    where a.id = (select agency_id from tickets where status = 'Active' order by id desc limit 1)
   union all
   select 'staff', s.user_id, s.user_id, u.email, x.id from staff s join auth.users u on u.id = s.user_id
     join auth.sessions x on x.user_id = s.user_id`,
  `create table caller_tickets as
   select distinct on (t.status) t.status, t.id, t.ticket_number from tickets t
    where company_id = (select id from callers where kind = 'company') and agency_id = (select id from callers where kind = 'agency')
    order by t.status, t.id`,
  `create table open_amounts as select amount from bank_statement_lines where status = 'Open' order by id limit 20`,
  'create table latest_run as select id from payout_runs order by id desc limit 1',
  `create table latest_report as select id from transfer_reports where status = 'Checking' order by id desc limit 1`,
  `create table latest_payment as
   select payment_id as id from payment_allocations order by id desc limit 1`,
  `create table latest_invoice as
   select id from tax_invoices where agency_id = (select id from callers where kind = 'agency') order by id desc limit 1`,
  `create table early_entry as
   select id, (select min(due_date) + 1 from journal_lines) as early_due from journal_entries
    where agency_id = (select id from callers where kind = 'agency') order by id limit 1 offset 20`,
  'grant select on open_amounts, callers, caller_tickets, latest_run, latest_report, latest_payment, latest_invoice, early_entry to hamla_app, hamla_staff, hamla_jobs, hamla_accounts',
  // Agencies to choose from; the strangers' have no role of an agency.
  `insert into auth.users (email, created_at, updated_at)
   select 'choice' || n || '@example.sa', '2026-01-01', '2026-01-01' from generate_series(1, 2000) n`,
  `with chosen as (
     insert into user_roles (user_id, role, created_at, updated_at)
     select id, 'agency', created_at, created_at from auth.users where email like 'choice%' returning user_id, created_at)
   insert into agencies (user_id, name, created_at, updated_at)
   select user_id, 'A choice ' || user_id, created_at, created_at from chosen`,
  `create table late_choice as
   select id || ':' || name as cursor from agencies where name like 'A choice %' order by name, id offset 1500 limit 1`,
  'grant select on late_choice to hamla_app',
  'vacuum analyze',
];

/** Rows of long tables that this transaction has read, by PostgreSQL's statistics; short tables may be read whole. */
async function rowsRead(): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(
    `select sum(s.seq_tup_read + coalesce(s.idx_tup_fetch, 0))::text as rows
       from pg_stat_xact_user_tables s join pg_class c on c.oid = s.relid where c.reltuples > 1000`,
  );
  return Number(rows[0]!.rows);
}

async function rowsOf({ login, call }: HotCall, lost?: string): Promise<number> {
  await client.query('begin');
  try {
    if (lost) await client.query(lost);
    await client.query(`set local session authorization ${login}`);
    const before = await rowsRead();
    await client.query(`select ${call}`);
    return (await rowsRead()) - before;
  } finally {
    await client.query('rollback');
  }
}

/** The larger count of a custom and a generic plan. */
async function mostRowsOf(call: HotCall, lost?: string): Promise<number> {
  const most: number[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await client.query(`set plan_cache_mode = ${mode}`);
    most.push(await rowsOf(call, lost));
  }
  return Math.max(...most);
}

/** Drops an index, or the constraint that it stands for. */
async function dropOf(index: string): Promise<string> {
  const { rows } = await client.query(
    `select i.indrelid::regclass::text as "table", c.conname from pg_index i
       left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
       join pg_class k on k.oid = i.indexrelid where k.relname = $1`,
    [index],
  );
  const [{ table, conname }] = rows;
  return conname
    ? `alter table ${table} drop constraint ${conname} cascade`
    : `drop index ${index}`;
}

test('the planner knows that a journal entry has few lines, however long the journal', async () => {
  const { rows } = await client.query(
    `select n_distinct from pg_stats where tablename = 'journal_lines' and attname = 'entry_id'`,
  );
  expect(rows).toEqual([{ n_distinct: -0.4 }]);
});

describe.each(Object.entries(calls))('%s', (_name, call) => {
  test('a query reads about as many pages as its result needs', async () => {
    const rows = await mostRowsOf(call);
    expect(rows).toBeLessThanOrEqual(call.rows);
  });

  test.each(call.indexes)('would read more without the index %s', async (index) => {
    const rows = await mostRowsOf(call, await dropOf(index));
    expect(rows).toBeGreaterThan(call.rows);
  });
});
