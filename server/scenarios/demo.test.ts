import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agencyDashboard, companyDashboard } from '#api/dashboards.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { demoAgencies, demoCompanies, demoPassword } from '#server/demo/people.ts';
import { planTickets } from '#server/demo/plan.ts';
import { call } from '#server/demo/product-client.ts';
import { ledgerEvents } from '#domain/ledger/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { brokenInvariants, invariants } from '../testing/invariants.ts';
import { asOwner } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let database: TestDatabase;
let server: TestServer;
let now = new Date('2026-11-20T09:00:00Z');
const TICKETS = 60;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database, { clock: { now: () => now } });
  const setNow = (moment: Date) => {
    now = moment;
  };
  const addStaff = async (email: string, name: string) => {
    await asOwner(database, (client) =>
      client.query('select add_staff($1, $2, $3, true)', [email, name, now]),
    );
  };
  await fillDemo({ url: server.url, setNow, addStaff }, { today: now, tickets: TICKETS });
}, 120_000);
afterAll(async () => {
  await server?.close();
  await database.drop();
});

async function signIn(email: string): Promise<string> {
  const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  return (await response.json()).access_token;
}

const screen = async <Id extends 'company_dashboard' | 'agency_dashboard'>(id: Id, email: string) =>
  call(server.url, id, await signIn(email));

describe('the demo', () => {
  test('has its companies, agencies and tickets, in every state that can be reached', async () => {
    const [counts] = await asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select (select count(*)::int from companies where name is not null) as companies,
                (select count(*)::int from agencies where name is not null) as agencies,
                (select count(*)::int from tickets) as tickets,
                (select array_agg(distinct status order by status) from tickets) as statuses,
                (select array_agg(distinct rejection_reason is null) from tickets where status = 'Rejected') as reasons`,
      );
      return rows;
    });
    expect(counts).toEqual({
      companies: 13,
      agencies: 6,
      tickets: TICKETS,
      statuses: ['Active', 'Approved', 'Closed', 'Completed', 'PendingAgencyApproval', 'Rejected'],
      reasons: [false, true],
    });
  });

  test('at its full size has at least 12 companies, 6 agencies and 200 tickets over four months', () => {
    const plan = planTickets(210);
    expect(new Set(plan.map(({ company }) => company)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(plan.map(({ agency }) => agency)).size).toBe(6);
    expect(plan).toHaveLength(210);
    const oldest_days = plan[0]!.created_ms / 86_400_000;
    expect(oldest_days).toBeGreaterThan(100);
    // Nobody answers what has not been requested.
    expect(plan.filter(({ created_ms, answered_ms }) => answered_ms > created_ms)).toEqual([]);
  });

  test('fills every part of the screens of companies and agencies', async () => {
    const companies = [];
    for (const { email } of demoCompanies.filter(({ active }) => active)) {
      companies.push(companyDashboard.reply.parse(await screen('company_dashboard', email)));
    }
    const companyParts = [
      'current_tickets',
      'waiting_tickets',
      'old_tickets',
      'upcoming_installments',
      'overdue_installments',
    ] as const;
    for (const part of companyParts) {
      expect([part, companies.some((one) => one[part].count > 0)]).toEqual([part, true]);
    }
    const agencies = [];
    for (const { email } of demoAgencies.filter(({ active }) => active)) {
      agencies.push(agencyDashboard.reply.parse(await screen('agency_dashboard', email)));
    }
    const agencyParts = [
      'waiting_tickets',
      'approved_tickets',
      'ticket_history',
      'expected_payouts',
      'late_payouts',
    ] as const;
    for (const part of agencyParts) {
      expect([part, agencies.some((one) => one[part].count > 0)]).toEqual([part, true]);
    }
  });

  test('shows the beginning too: a person who has just signed up, and one without a budget', async () => {
    const [unset, fresh] = demoCompanies.filter(({ revenue }) => revenue === null);
    const { budget } = await screen('company_dashboard', unset!.email);
    expect(budget.total_approval_budget).toBeNull();
    const { company } = await screen('company_dashboard', fresh!.email);
    expect(company.profile_completed).toBe(false);
  });

  test('shows money in every state: payouts, payments, credit, refunds, reversals and what was written off', async () => {
    const found = await asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select (select array_agg(distinct status order by status) from agency_payouts) as payouts,
                (select array_agg(distinct status order by status) from payout_runs) as runs,
                (select array_agg(distinct outcome order by outcome) from payout_run_lines) as outcomes,
                (select array_agg(distinct event order by event) from journal_entries) as events,
                (select count(*) > 0 from payments where company_id is null) as unidentified,
                (select array_agg(distinct status order by status) from transfer_reports) as reports,
                (select array_agg(distinct status order by status) from bank_statement_lines) as lines,
                (select count(*) > 0 from ticket_installments where paid_amount > 0 and status <> 'Paid') as partly`,
      );
      return rows[0];
    });
    expect(found).toEqual({
      payouts: ['Cancelled', 'Confirmed', 'Pending', 'Sent'],
      runs: ['Completed', 'Draft', 'Released'],
      outcomes: ['Confirmed', 'Failed', null],
      events: ledgerEvents.filter((event) => event !== 'payment_identified').toSorted(),
      unidentified: true,
      reports: ['Checking', 'TurnedDown'],
      lines: ['Confirmed', 'Debit', 'Open', 'Refused', 'SetAside'],
      partly: true,
    });
  });

  test('shows what staff decide: budgets of every status and a proposal, agencies verified and suspended', async () => {
    const found = await asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select (select array_agg(distinct budget_status order by budget_status) from companies) as budgets,
                (select count(*) > 0 from companies where proposed_budget is not null) as proposed,
                (select count(*) > 0 from agencies where verified_at is not null) as verified,
                (select count(*)::int from agencies where suspended_at is not null) as suspended`,
      );
      return rows[0];
    });
    expect(found).toEqual({
      budgets: ['Confirmed', 'Preliminary', 'Suspended'],
      proposed: true,
      verified: true,
      suspended: 1,
    });
  });

  test('keeps every invariant', async () => {
    expect(await asOwner(database, (client) => brokenInvariants(client))).toEqual([]);
  });
});

const oneTicket = (status: string) =>
  `(select id from tickets where status = '${status}' and repayment_term = 'ThreeMonths' order by id limit 1)`;

describe('the invariants notice', () => {
  /** One lost, extra or altered row for each; undone at once. */
  const damages = {
    'each acknowledged ticket exists exactly once': `delete from idempotency_keys where false`,
    'a ticket has as many installments as months, numbered without a gap': `
      delete from ticket_installments where seq = 2 and ticket_id = ${oneTicket('Rejected')}`,
    'each installment is the amount by the term rounded down, the last takes the remainder': `
      update ticket_installments set amount_sar = amount_sar + case seq when 1 then 0.01 when 2 then -0.01 else 0 end
       where ticket_id = ${oneTicket('Rejected')}`,
    'installments sum to the amount': `update ticket_installments set amount_sar = amount_sar + 0.01
       where seq = 1 and ticket_id = ${oneTicket('Rejected')}`,
    'an installment is due its number of months after the day its schedule began, in a shorter month on its last day': `
      update ticket_installments set due_date = due_date + 1 where seq = 1`,
    'the documents that were accepted last carry the dates of their ticket': `
      update tickets set documents_accepted_on = documents_accepted_on - 1`,
    'a payout was sent only within seven days of an acceptance': `
      alter table document_sets disable trigger issued_once;
      update document_sets set accepted_at = accepted_at - interval '30 days'`,
    'an issued version has an agreement and as many notes as the ticket installments, in every language': `
      alter table ticket_documents disable trigger append_only;
      delete from ticket_documents where seq = 1 and language = 'ar'`,
    'an installment belongs to the company of its ticket': `
      alter table ticket_installments drop constraint ticket_installments_ticket_id_company_id_fkey;
      update ticket_installments set company_id = uuidv7() where seq = 1`,
    'a ticket bears the Riyadh date of its creation': `update tickets set created_local_date = created_local_date - 1`,
    'there is one payout if the ticket was approved and none otherwise': `
      delete from agency_payouts where ticket_id = ${oneTicket('Approved')}`,
    'a payout is the amount of its ticket, less five percent rounded half up': `
      update agency_payouts set fee_amount = fee_amount - 0.01, net_amount = net_amount + 0.01`,
    'an accepted request fitted the budget that was available then': `
      do $$ declare k text; begin
        select conname into k from pg_constraint where conrelid = 'tickets'::regclass
           and pg_get_constraintdef(oid) like '%available_budget_before%';
        execute format('alter table tickets drop constraint %I', k);
      end $$;
      update tickets set available_budget_before = 0 where id = ${oneTicket('Approved')}`,
    'what is held and committed fits the budget, unless none was set for some of it': `
      insert into tickets (company_id, agency_id, amount_sar, repayment_term, invoice_url, available_budget_before,
        created_at, created_local_date, updated_at)
      select company_id, agency_id, 9000000, 'OneMonth', 'x', 9000000, created_at, created_local_date, created_at
        from tickets where available_budget_before is not null limit 1`,
    'a budget is what the latest analysis found, until staff have decided': `update companies set total_approval_budget = 1`,
    'once staff have decided, a budget is what the latest decision says': `
      update companies set total_approval_budget = 1 where budget_status = 'Confirmed'`,
    'every change of a ticket is in the history, which ends with its present status': `
      update tickets set status = 'Closed' where id = ${oneTicket('PendingAgencyApproval')}`,
    'a ticket is answered at most once': `
      alter table events disable trigger user;
      insert into events (occurred_at, operation, subject, subject_id, after)
      select created_at, 'reject_ticket', 'ticket', id, '{"status": "Approved"}' from tickets where id = ${oneTicket('Approved')}`,
    'the ledger equals the schedules, the payouts and the payments, and every entry is balanced': `
      insert into payments (company_id, amount_sar, value_date, recorded_by, recorded_at)
      select company_id, 0.01, value_date, recorded_by, recorded_at from payments where company_id is not null limit 1`,
    'a payout stands where its ticket stands': `
      update agency_payouts set status = 'Confirmed' where status = 'Sent'
        and ticket_id = (select id from tickets where status = 'Active' limit 1);
      update agency_payouts set status = 'Sent' where ticket_id = ${oneTicket('Approved')}`,
    'a ticket is completed exactly when everything is paid and the payout has arrived': `
      update ticket_installments set status = 'Due', paid_amount = 0, paid_on = null where ticket_id = ${oneTicket('Completed')}`,
    'an installment is paid when all of it is, and overdue only once its ticket was active': `
      update ticket_installments set status = 'Overdue' where ticket_id = ${oneTicket('Approved')}`,
    'what is paid of an installment is what payments paid of it': `
      update payment_allocations set reversed_at = allocated_at
       where id = (select id from payment_allocations where reversed_at is null limit 1)`,
    'a run was released by another person than the one who prepared it, and its lines were sent to valid IBANs': `
      update payout_run_lines set iban = 'SA0480000000608010167519'`,
    'a run pays to an IBAN that was approved for the agency, a day after it was asked for or later': `
      update agency_iban_changes set iban = 'SA4420000001234567891234'`,
    'a payout is sent in one run at a time, and confirmed at most once': `
      drop index payout_run_lines_once;
      update payout_run_lines set outcome = 'Confirmed', reason = null where outcome = 'Failed'`,
    'a payout has been sent exactly as often as a run says so': `
      update payout_runs set released_at = null, released_by = null, status = 'Discarded' where status <> 'Draft'`,
    'every stored path leads to a file of its owner': `
      update tickets set invoice_url = 'elsewhere' where id = ${oneTicket('Approved')}`,
    'a reported transfer that is matched is a payment of its company, which stands': `
      insert into transfer_reports (company_id, ticket_id, amount_sar, transferred_on, proof_file, status, reported_at,
          payment_id, decided_by, decided_at)
      select t.company_id, t.id, 1, p.value_date, 'lost', 'Matched', p.recorded_at, p.id, p.recorded_by, p.recorded_at
        from payments p join tickets t on t.company_id <> p.company_id limit 1`,
    'a confirmed line of a statement is a payment of its amount, which stands': `
      with lost as (
        insert into bank_statements (file_name, file_sha256, format, from_date, to_date, line_count, known_count,
          imported_by, imported_at)
        select 'lost', '', 'csv', p.value_date, p.value_date, 1, 0, p.recorded_by, p.recorded_at from payments p limit 1
        returning *)
      insert into bank_statement_lines (statement_id, line_no, identity, occurrence, direction, amount, currency, booked_on,
        value_date, status, payment_id, decided_by, decided_at)
      select l.id, 1, '', 1, 'credit', p.amount_sar + 1, 'SAR', l.from_date, l.from_date, 'Confirmed', p.id,
             l.imported_by, l.imported_at
        from lost l, payments p where not exists (select from bank_statement_lines x where x.payment_id = p.id) limit 1`,
    'a file in use is named by a profile, a ticket or a reported transfer': `
      update files set attached_at = stored_at, replaced_at = null, path = owner_user_id || '/lost.pdf'
       where id = (select id from files limit 1)`,
    'each fee that the ledger earns or takes back has its tax invoice or credit note, to the halala': `
      alter table tax_invoices disable trigger append_only;
      delete from tax_invoices where id = (select id from tax_invoices order by id limit 1)`,
    'tax invoices and credit notes are numbered without a gap': `
      update tax_invoice_series set last_number = last_number + 1 where type = 'invoice'`,
    'the role of an account is that of its metadata, and has its company or agency': `
      update auth.users set user_metadata = '{"role": "agency"}' where user_metadata ->> 'role' = 'company'`,
    'a key that was claimed has its reply': `update idempotency_keys set reply = null`,
    'no job has failed': `
      select graphile_worker.add_job('analyse_credit', run_at => '2100-01-01');
      update graphile_worker._private_jobs set last_error = 'lost'`,
  } satisfies Record<keyof typeof invariants, string>;

  test.each(Object.entries(damages))('when it is not true that %s', async (rule, damage) => {
    const acknowledged = rule.startsWith('each acknowledged')
      ? ['00000000-0000-7000-8000-000000000000']
      : [];
    const broken = await asOwner(database, async (client) => {
      await client.query('begin');
      await client.query(damage);
      return brokenInvariants(client, acknowledged);
    });
    expect(broken).toContain(rule);
  });
});
