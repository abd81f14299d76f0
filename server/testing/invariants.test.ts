import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { decideTicket } from '#server/tickets/decide-ticket.ts';
import { createTestDatabase } from './database.ts';
import { brokenInvariants, invariants } from './invariants.ts';
import { addTicket } from './payable.ts';
import { depositOf } from './payments.ts';
import { callOf, addAgency, addCompany, addStaff } from './people.ts';

/** Each invariant finds what breaks it: the violation is planted, named, and taken back. */

const now = new Date('2026-05-04T09:00:00Z');
const by = (caller: Caller) => callOf(caller, now);

/**
 * One approved and one waiting ticket, and an unidentified payment. Then everything goes by which the database itself
 * would refuse a violation.
 */
const database = await createTestDatabase();
const owner = new Client(database.owner);
await owner.connect();
const company = await addCompany(database);
const agency = await addAgency(database);
const staff = await addStaff(database, now);
for (const isApproved of [true, false]) {
  const { id } = await addTicket(database, { company, agency }, now);
  if (isApproved) await decideTicket(database.pools.app, by(agency), 'approve', id);
}
const payment = depositOf('500.00', '2026-05-04');
await callIdempotent(database.pools.staff, 'record_payment', by(staff), payment);
await owner.query(`
  set session_replication_role = replica;
  do $$
  declare r record;
  begin
    for r in select conrelid::regclass as "table", conname as name from pg_constraint
              where connamespace = 'public'::regnamespace and contype = 'c' loop
      execute format('alter table %s drop constraint %I', r."table", r.name);
    end loop;
    for r in select conrelid::regclass as "table", conname as name from pg_constraint
              where connamespace = 'public'::regnamespace and contype = 'u' loop
      execute format('alter table %s drop constraint %I cascade', r."table", r.name);
    end loop;
    for r in select i.indexrelid::regclass as name from pg_index i join pg_class c on c.oid = i.indrelid
              where c.relnamespace = 'public'::regnamespace and i.indisunique and not i.indisprimary loop
      execute format('drop index %s', r.name);
    end loop;
  end $$;`);
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const run = (released_by: string, iban: string) => `
  with run as (
    insert into payout_runs (status, prepared_by, prepared_at, released_by, released_at)
    select 'Released', s.user_id, '2026-05-04', ${released_by}, '2026-05-04' from staff s returning id)
  insert into payout_run_lines (run_id, payout_id, agency_id, iban, beneficiary, amount_sar)
  select run.id, p.id, p.agency_id, '${iban}', 'x', p.net_amount from run, agency_payouts p`;
const analysed = (budget: number) => `
  insert into credit_assessments (company_id, created_at, model_version, grade, score, max_score, is_preliminary,
    total_approval_budget, inputs, factors)
  select id, '2026-05-04', '1', 'A', 1, 1, true, ${budget}, '{}', '[]' from companies`;
const decided = (operation: string, after: string) => `
  insert into events (occurred_at, operation, subject, subject_id, company_id, after)
  select '2026-05-04', '${operation}', 'company', id, id, '${after}' from companies`;

const refunded = (status: string, iban: string) => `
  insert into payment_refunds (payment_id, amount_sar, goes_to, iban, beneficiary, status, entry_id, refunded_by, refunded_at)
  select p.id, 1, 'payer', '${iban}', 'x', '${status}', e.id, p.recorded_by, p.recorded_at
    from payments p join journal_entries e on e.payment_id = p.id`;

const claimed = (more: string) => `
  ${run('s.user_id', 'SA0380000000608010167519')};
  update payout_run_lines set outcome = 'Confirmed';
  insert into agency_claims (agency_id, payout_id, payout_run_id, line_id, amount_sar, entry_id, booked_at)
  select agency_id, payout_id, run_id, uuidv7(), 1, 1, '2026-05-04' from payout_run_lines;
  ${more}`;

/** What breaks each rule. */
const plants: Record<
  Exclude<keyof typeof invariants, 'each acknowledged ticket exists exactly once'>,
  string
> = {
  'a refund goes to a valid IBAN: of its payer, or one that was approved for its company': refunded(
    'Sent',
    'SA0380000000608010167518',
  ),
  'a refund that has arrived was in a file for the bank, but for those of before there were any':
    refunded('Confirmed', 'SA0380000000608010167519'),
  'a payment that a proven line of a statement shows is proven': `
    insert into bank_statement_lines (statement_id, line_no, occurrence, direction, amount, currency, booked_on,
      value_date, status, payment_id, is_proven)
    select uuidv7(), 1, 1, 'credit', amount_sar, 'SAR', '2026-05-04', '2026-05-04', 'Confirmed', id, true from payments;
    update payments set proven_at = null, confirmed_by = null`,
  'every line of a compared statement is proven': `
    with statement as (
      insert into bank_statements (file_name, file_sha256, format, from_date, to_date, line_count, known_count,
        imported_by, imported_at, compared_by, compared_at)
      select 'x', '', 'csv', '2026-05-04', '2026-05-04', 1, 0, user_id, '2026-05-04', user_id, '2026-05-04' from staff
      returning id)
    insert into bank_statement_lines (statement_id, line_no, occurrence, direction, amount, currency, booked_on,
      value_date, status)
    select id, 1, 1, 'debit', 1, 'SAR', '2026-05-04', '2026-05-04', 'Debit' from statement`,
  'nothing is refunded of a payment before it is proven': `
    ${refunded('Sent', 'SA0380000000608010167519')};
    update payments set proven_at = null, confirmed_by = null`,
  'the entry of a refund is undone exactly where it failed or came back': refunded(
    'Failed',
    'SA0380000000608010167519',
  ),
  'a ticket has as many installments as months, numbered without a gap':
    'delete from ticket_installments where seq = 2',
  'each installment is the amount by the term rounded down, the last takes the remainder':
    'update ticket_installments set amount_sar = amount_sar + case seq when 1 then 0.01 when 2 then -0.01 else 0 end',
  'installments sum to the amount':
    'update ticket_installments set amount_sar = amount_sar + 0.01 where seq = 3',
  'an installment is due its number of months after the day its schedule began, in a shorter month on its last day':
    'update ticket_installments set due_date = due_date + 1',
  'an installment belongs to the company of its ticket':
    'update ticket_installments set company_id = uuidv7()',
  'the documents that were accepted last carry the dates of their ticket': `
    update document_sets set accepted_at = '2026-05-04', schedule_start = '2026-05-01'`,
  'a ticket was financed only within seven days of an acceptance, less those on which its payout was stopped': `
    update document_sets set accepted_at = '2026-04-25';
    insert into payout_stops (company_id, stopped_on, ended_on) select id, '2026-04-28', '2026-04-29' from companies;
    insert into payout_stops (agency_id, stopped_on, ended_on) select id, '2026-04-28', '2026-04-29' from agencies;
    insert into journal_entries (occurred_at, local_date, event, ticket_id, posted_by)
    select '2026-05-04', '2026-05-04', 'ticket_financed', t.id, s.user_id from tickets t, staff s`,
  'an issued version has an agreement and as many notes as the ticket installments, in every language':
    "update document_sets set issued_at = '2026-05-04'",
  'a ticket bears the Riyadh date of its creation': `update tickets set created_at = '2026-05-04T21:00:00Z'`,
  'there is one payout if the ticket was approved and none otherwise': 'delete from agency_payouts',
  'a payout is the amount of its ticket, less five percent rounded half up':
    'update agency_payouts set fee_amount = fee_amount + 0.01, net_amount = net_amount - 0.01',
  'an accepted request fitted the budget that was available then':
    'update tickets set available_budget_before = 1',
  'what is held and committed fits the budget, unless none was set for some of it': `
    update tickets set available_budget_before = 9999;
    ${decided('analyse_credit', '{"total_approval_budget": "5999.99"}')}`,
  'a budget is what the latest analysis found, until staff have decided': analysed(7),
  'once staff have decided, a budget is what the latest decision says': `
    update companies set budget_status = 'confirmed', total_approval_budget = 8;
    ${decided('decide_budget', '{"budget_status": "confirmed", "total_approval_budget": "7"}')}`,
  'every change of a ticket is in the history, which ends with its present status': `update tickets set status = 'Closed'`,
  'a ticket is answered at most once': `
    insert into events (occurred_at, operation, subject, subject_id)
    select '2026-05-04', 'cancel_ticket', 'ticket', ticket_id from agency_payouts`,
  'the ledger equals the schedules, the payouts and the payments, and every entry is balanced':
    'update payments set amount_sar = amount_sar + 0.01',
  'a payout stands where its ticket stands': `update agency_payouts set status = 'Sent'`,
  'what came back stands without its payout only once it is completed or written off, and was returned': `update agency_payouts set returned_at = '2026-05-04'`,
  'a payout has arrived exactly while a line of a run says so': `update agency_payouts set status = 'Confirmed'`,
  'a ticket is completed when everything is paid by proven payments and the payout has arrived': `update tickets set status = 'Completed'`,
  'an installment is paid when all of it is, and overdue only once its ticket was active': `
    update ticket_installments set status = 'Overdue'`,
  'an installment is owed exactly while its ticket is active':
    'update ticket_installments set is_owed = not is_owed',
  'every move of an installment is in the history, but that it fell overdue, which the close of its day tells': `
    update ticket_installments set status = 'Paid'`,
  'what is paid of an installment is what payments paid of it':
    'update ticket_installments set paid_amount = 0.01',
  'no company holds credit while it owes something': `
    update payments set company_id = (select id from companies);
    update tickets set status = 'Active'`,
  'a loss is what is unpaid of a ticket that was written off, and its company has what has not come back of all of them':
    'update companies set unrecovered_loss = 1',
  'a refund that was written off was decided by two people, and none of it is on its way': `
    update payments set refunded_amount = 1, reversed_at = '2026-05-04', reversed_by = recorded_by, reversal_reason = 'x',
           written_off_amount = 1, written_off_on = '2026-05-04'`,
  'a claim on an agency that was written off was decided by two people': claimed(
    'update agency_claims set written_off_amount = 1',
  ),
  'an attempt that is claimed of its agency counts as failed or returned': claimed(''),
  'what has come back of a loss is told in the history once all of it has':
    'update tickets set written_off_amount = 1, recovered_amount = 1',
  'a suspension that a write-off has brought about was lifted by two people': `
    ${decided('decide_budget', '{"decision": "suspend", "budget_status": "Suspended", "ticket_number": "HM-100001"}')};
    ${decided('decide_budget', '{"decision": "lift", "budget_status": "Preliminary"}')}`,
  'a run was released by another person than the one who prepared it, and its lines were sent to valid IBANs':
    run('s.user_id', 'SA0380000000608010167519'),
  'a run pays to an IBAN that was approved for the agency, a day after it was asked for or later':
    run('uuidv7()', 'SA0380000000608010167519'),
  'a payout is sent in one run at a time, and confirmed at most once': `
    ${run('uuidv7()', 'SA0380000000608010167519')}; ${run('uuidv7()', 'SA0380000000608010167519')}`,
  'a file for the bank is of a released run and holds a payment, and the files of a run are numbered without a gap': `
    insert into payout_files (run_id, file_no, made_by, made_at)
    select uuidv7(), 1, user_id, '2026-05-04' from staff`,
  'a payout has been sent exactly as often as a run says so': run(
    'uuidv7()',
    'SA0380000000608010167519',
  ),
  'what the journal says is owed is due when its installment is; what was due on another day has been taken back': `
    with entry as (
      insert into journal_entries (occurred_at, local_date, event, posted_by)
      select '2026-05-04', '2026-05-04', 'ticket_financed', user_id from staff returning id)
    insert into journal_lines (entry_id, line_no, account, amount_sar, installment_id, due_date)
    select entry.id, 1, 'receivable', 1, i.id, i.due_date + 1
      from entry, (select * from ticket_installments limit 1) i
    union all select entry.id, 2, 'agency_payable', -1, null, null from entry`,
  'each fee that the ledger earns or takes back has its tax invoice or credit note, to the halala': `
    with entry as (
      insert into journal_entries (occurred_at, local_date, event, posted_by)
      select '2026-05-04', '2026-05-04', 'fee_earned', user_id from staff returning id)
    insert into journal_lines (entry_id, line_no, account, amount_sar)
    select entry.id, n, case n when 1 then 'fee_income' else 'vat_payable' end, -n from entry, generate_series(1, 2) n`,
  'tax invoices and credit notes are numbered without a gap':
    'update tax_invoice_series set last_number = last_number + 1',
  'every stored path leads to a file of its owner': `update companies set bank_statement_6m_file = 'nowhere'`,
  'a reported transfer that is matched is a payment of its company, which stands': `
    insert into transfer_reports (company_id, ticket_id, amount_sar, transferred_on, proof_file, status, reported_at, payment_id)
    select t.company_id, t.id, 1, '2026-05-04', t.invoice_url, 'Matched', '2026-05-04', p.id from tickets t, payments p`,
  'a confirmed line of a statement is a payment of its amount, which stands': `
    insert into bank_statement_lines (statement_id, line_no, occurrence, direction, amount, currency, booked_on,
      value_date, status, payment_id)
    select uuidv7(), 1, 1, 'credit', 1, 'SAR', '2026-05-04', '2026-05-04', 'Confirmed', id from payments`,
  'what the bank took back is money of its amount that came in, and no payment of it stands': `
    insert into bank_statement_lines (statement_id, line_no, occurrence, direction, amount, currency, booked_on,
      value_date, is_reversal, status, reversed_payment_id, decided_at, decided_by)
    select uuidv7(), 1, 1, 'debit', p.amount_sar, 'SAR', '2026-05-04', '2026-05-04', true, 'Settled', p.id, '2026-05-04',
           p.recorded_by from payments p`,
  'a file in use is named by a profile, a ticket, a reported transfer or a request for a higher budget': `update tickets set invoice_url = invoice_url || 'x'`,
  'the role of an account is that of its metadata, and has its company or agency': `update user_roles set role = 'agency'`,
  'a key that was claimed has its reply': 'update idempotency_keys set reply = null',
  'no job has failed': `
    update graphile_worker._private_jobs set last_error = 'refused'`,
};

test('every rule holds before a violation is planted', async () => {
  expect(await brokenInvariants(owner)).toEqual([]);
});

test.each(Object.entries(plants))('what breaks this is found: %s', async (name, sql) => {
  await owner.query('begin');
  try {
    await owner.query(sql);
    expect(await brokenInvariants(owner)).toContain(name);
  } finally {
    await owner.query('rollback');
  }
});

test('what breaks this is found: each acknowledged ticket exists exactly once', async () => {
  const { rows } = await owner.query<{ id: string }>('select id from tickets');
  const [ticket] = rows;
  const rule = 'each acknowledged ticket exists exactly once';
  expect(await brokenInvariants(owner, [ticket!.id])).toEqual([]);
  expect(await brokenInvariants(owner, [randomUUID()])).toEqual([rule]);
  expect(await brokenInvariants(owner, [ticket!.id, ticket!.id])).toEqual([rule]);
});
