import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  agencyDashboard,
  companyDashboard,
  type AgencyDashboard,
  type CompanyDashboard,
} from '#api/dashboards.ts';
import { addMonths, DAY_MS, riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { newestPolicy } from '#domain/credit/policy.ts';
import { requestState } from '#domain/installments/lateness.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { invoiceAmounts, renderInvoice } from '#server/demo/invoice.ts';
import { promiseSteps } from '#server/demo/money.ts';
import {
  demoAgencies,
  demoCompanies,
  demoPassword,
  demoPeople,
  demoStaff,
  languageOf,
  type DemoSituation,
} from '#server/demo/people.ts';
import { LARGEST_SHARE, planTickets } from '#server/demo/plan.ts';
import { call } from '#server/product-client/product-client.ts';
import { enrolFactor, showFactor } from '#server/product-client/second-factor.ts';
import type { TestDatabase } from '../testing/database.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { asOwner } from '../testing/people.ts';
import { pauses } from '../testing/product.ts';
import { ownerOf, startServerProcess, type ServerProcess } from '../testing/server-process.ts';

/**
 * In these nothing rests: a payout that failed is pending again in the same transaction; bank charges give way only to money of
 * a company that owes nothing else.
 */
const passing = new Set([
  'agency_payouts.status Failed',
  'agency_payouts.status Returned',
  'journal_entries.event bank_charges_undone',
]);

/** The columns that hold states, with what the database allows in each and what its rows hold. */
async function statesOf(client: Client) {
  const { rows } = await client.query<{ table: string; name: string; rule: string }>(
    `select c.relname as table, a.attname as name, pg_get_constraintdef(k.oid) as rule
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
      where c.relnamespace = 'public'::regnamespace and k.contype = 'c' and cardinality(k.conkey) = 1
        and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%' and c.relname <> 'mails'
        and (a.attname ~ '(^|_)status$' or a.attname in ('outcome', 'event', 'certainty'))`,
  );
  return Promise.all(
    rows.map(async ({ table, name, rule }) => {
      const found = await client.query<{ state: string }>(
        `select distinct ${name} as state from ${table} where ${name} is not null`,
      );
      const allowed = Array.from(rule.matchAll(/'([^']+)'::text/g), ([, state]) => state!);
      return { column: `${table}.${name}`, allowed, found: found.rows.map(({ state }) => state) };
    }),
  );
}

/** `npm run demo` in an empty folder of its own: the command itself, by the real clock, with all its tickets. */
let folder: string;
let demo: ServerProcess;
let url: string;
let database: Pick<TestDatabase, 'owner'>;
/** The Riyadh day on which the demo was filled. */
let filled_on: IsoDate;
const said: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hamla-demo-'));
  await chmod(folder, 0o755);
  filled_on = riyadhDate(new Date());
  demo = startServerProcess(folder, {}, ['demo']);
  createInterface(demo.child.stdout!).on('line', (line) => said.push(line));
  url = await demo.open;
  database = { owner: ownerOf(folder) };
}, 600_000);
afterAll(async () => {
  demo.child.kill('SIGTERM');
  await demo.ended;
  await rm(folder, { recursive: true, force: true });
});

const tokens = new Map<string, Promise<string>>();

/** The token of a person's one session. */
function signIn(email: string): Promise<string> {
  const token = tokens.get(email) ?? askToken(email);
  tokens.set(email, token);
  return token;
}

async function askToken(email: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  return (await response.json()).access_token;
}

const screen = async <Id extends 'company_dashboard' | 'agency_dashboard'>(id: Id, email: string) =>
  call(url, id, await signIn(email));

/** The dashboard of whoever looks. */
interface Seen {
  company: CompanyDashboard;
  agency: AgencyDashboard;
}

/** Whether a company that is late may request tickets. */
function stateOf({ today, lateness }: CompanyDashboard) {
  return requestState(lateness!, today, lateness!.request_grace_days);
}

describe('the demo', () => {
  test('each transfer of the demo has a reference of its own, or the second would be taken for the first', async () => {
    const repeated = await asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select bank_reference from payments where bank_reference like 'FT%' group by bank_reference having count(*) > 1`,
      );
      return rows;
    });
    expect(repeated).toEqual([]);
  });

  test('the demo has its companies, agencies and tickets, in every state that can be reached', async () => {
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
      tickets: 210,
      statuses: ['Active', 'Approved', 'Closed', 'Completed', 'PendingAgencyApproval', 'Rejected'],
      reasons: [false, true],
    });
  });

  test('the full demo has at least 12 companies, 6 agencies and 200 tickets over four months', () => {
    const plan = planTickets(210);
    expect(new Set(plan.map(({ company }) => company)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(plan.map(({ agency }) => agency)).size).toBe(6);
    expect(plan).toHaveLength(210);
    const oldest_days = plan[0]!.created_ms / 86_400_000;
    expect(oldest_days).toBeGreaterThan(100);
    // Nobody answers what has not been requested.
    expect(plan.filter(({ created_ms, answered_ms }) => answered_ms > created_ms)).toEqual([]);
  });

  test('the company that is a little late is so when it promises to pay, on every day and soon after midnight', () => {
    const { answered_ms } = planTickets(210).find(({ shows }) => shows === 'a late day')!;
    const company = demoCompanies.find(({ late }) => late === 'a little late')!;
    const [step] = promiseSteps(company, () => expect.fail());
    const firstNight = Date.parse('2026-12-31T21:05:00Z');
    for (let day = 0; day < 366; day += 1) {
      const now = firstNight + day * DAY_MS;
      const due = addMonths(riyadhDate(new Date(now - answered_ms)), 1);
      expect(due < riyadhDate(new Date(now - step!.before_ms))).toBe(true);
    }
  });

  test('each company of the demo buys what its agencies sell, in its language, for a tenth of an average month at most', () => {
    const wrong = planTickets(210).flatMap((ticket) => {
      const { outcome, rejection_reason, amount_sar, buys } = ticket;
      const company = demoCompanies[ticket.company]!;
      const agency = demoAgencies[ticket.agency]!;
      const months = company.revenue ?? [];
      const average_sar = months.reduce((sum, month) => sum + month, 0) / 6;
      const isRight =
        agency.specializations.includes(buys) &&
        languageOf({ name: ticket.description! }) === languageOf(company) &&
        (company.revenue === null || amount_sar <= average_sar * LARGEST_SHARE) &&
        // A whole number of riyals without VAT, too.
        amount_sar % 115 === 0 &&
        (rejection_reason === null ||
          (outcome === 'reject' && languageOf({ name: rejection_reason }) === languageOf(agency)));
      return isRight ? [] : [`${company.name}: ${ticket.description}, of ${agency.name}`];
    });
    expect(wrong).toEqual([]);
  });

  test('the lines of an invoice of the demo and 15% of VAT are its total, which is the amount of the ticket', async () => {
    const texts = ['One', 'Two', 'Three'];
    const halalas = halalasFromDecimal;
    for (const total of ['115.00', '1000.00', '8625.00', '12650.01', '1.00']) {
      const amounts = invoiceAmounts(total, texts);
      const sum = amounts.lines.reduce((so_far, { amount }) => so_far + halalas(amount), 0);
      expect(sum).toBe(halalas(amounts.net_amount));
      expect(halalas(amounts.net_amount) + halalas(amounts.vat_amount)).toBe(halalas(total));
      const vat = (halalas(amounts.net_amount) * 15) / 100;
      expect(Math.abs(vat - halalas(amounts.vat_amount))).toBeLessThanOrEqual(1);
    }
    const ticket = planTickets(210).find(({ company }) => company === 0)!;
    const { name, bytes } = await renderInvoice(ticket, {
      place: 7,
      amount_sar: '8625.00',
      issued_on: '2026-10-12',
    });
    expect(name).toBe('INV-2026-1007.pdf');
    const text = (await readPdf(bytes, 'en')).lines.join('\n');
    const expected = [
      'Tax invoice',
      'INV-2026-1007',
      '12 October 2026',
      demoAgencies[ticket.agency]!.name,
      'Najd Coffee Roasters',
      demoCompanies[0]!.cr_number,
      '7,500.00',
      '1,125.00',
      '8,625.00',
    ];
    for (const part of expected) expect(text).toContain(part);
    expect(text).toMatch(/VAT number.* 3\d{13}3/);
  });

  test('more tickets of the demo are completed than rejected', async () => {
    const { rows } = await asOwner(database, (client) =>
      client.query<{ completed: number; rejected: number }>(
        `select count(*) filter (where status = 'Completed')::int as completed,
                count(*) filter (where status = 'Rejected')::int as rejected from tickets`,
      ),
    );
    expect(rows[0]!.completed).toBeGreaterThan(rows[0]!.rejected);
  });

  test('only companies of the demo that are late owe anything overdue but small rests, and none requested a ticket later than the grace allows', async () => {
    const { rows: late } = await asOwner(database, (client) =>
      client.query<{ email: string }>(
        `select distinct c.email
           from ticket_installments i join tickets t on t.id = i.ticket_id join companies c on c.id = t.company_id
          where t.status = 'Active' and i.status = 'Overdue'
            and i.id not in (select installment_id from small_rests())`,
      ),
    );
    expect(late.map(({ email }) => email).toSorted()).toEqual(
      demoCompanies
        .flatMap(({ email, situations }) =>
          situations.some((situation) => situation === 'late' || situation === 'stopped')
            ? [email]
            : [],
        )
        .toSorted(),
    );
    const { rows: requested } = await asOwner(database, (client) =>
      client.query(
        `select t.ticket_number
           from tickets t join tickets other on other.company_id = t.company_id and other.status = 'Active'
                join ticket_installments i on i.ticket_id = other.id and i.status = 'Overdue'
          where t.created_local_date > i.due_date + $1::int and i.id not in (select installment_id from small_rests())`,
        [newestPolicy.limits.request_grace_days.default],
      ),
    );
    expect(requested).toEqual([]);
  });

  test('each printed account of the demo can sign in and has what its note says', async () => {
    const has: Record<
      Exclude<DemoSituation, 'proposed' | 'adjusted' | 'console'>,
      (seen: Seen) => boolean
    > = {
      upcoming: ({ company }) => company.upcoming_installments.count > 0,
      waiting: ({ company }) => company.waiting_tickets.count > 0,
      completed: ({ company }) =>
        company.old_tickets.items.some(({ status }) => status === 'Completed'),
      late: ({ company }) => company.overdue_owed !== null && stateOf(company).state === 'open',
      promised: ({ company }) => company.lateness?.promise?.status === 'Open',
      stopped: ({ company }) => stateOf(company).state === 'stopped',
      writtenOff: ({ company }) =>
        company.in_default !== null && company.budget.suspended_for_ticket !== null,
      suspended: ({ company }) =>
        company.budget.budget_status === 'Suspended' && company.budget.suspension_reason !== null,
      preliminary: ({ company }) => company.budget.budget_status === 'Preliminary',
      noBudget: ({ company }) => company.budget.total_approval_budget === null,
      repaid: ({ company }) => company.current_tickets.count === 0 && company.overdue_owed === null,
      refundLost: ({ company }) => company.budget.is_suspended_for_refund,
      emptyCompany: ({ company }) =>
        !company.company.profile_completed && company.old_tickets.count === 0,
      toAnswer: ({ agency }) => agency.waiting_tickets.count > 0,
      approved: ({ agency }) => agency.approved_tickets.count > 0,
      history: ({ agency }) => agency.ticket_history.count > 0,
      expected: ({ agency }) => agency.expected_payouts.count > 0,
      otherIban: ({ agency }) => agency.agency.payment_account.pending !== null,
      noIban: ({ agency }) => agency.agency.iban === null && agency.late_payouts.count > 0,
      suspendedAgency: ({ agency }) => agency.suspension !== null,
      emptyAgency: ({ agency }) => !agency.agency.profile_completed,
    };
    const { rows: budgets } = await asOwner(database, (client) =>
      client.query<{ email: string; proposed: boolean; adjusted: boolean }>(
        `select c.email, c.proposed_budget is not null as proposed,
                exists (select from events e
                         where e.company_id = c.id and e.after ->> 'decision' = 'adjust') as adjusted
           from companies c`,
      ),
    );
    const untrue: string[] = [];
    for (const { email, role, situations } of demoPeople.filter((one) => one.role !== null)) {
      const seen = await call(url, `${role}_dashboard`, await signIn(email));
      for (const situation of situations) {
        // Only staff see the first two; the last is that of the staff, below.
        const is =
          situation === 'proposed' || situation === 'adjusted'
            ? budgets.some((one) => one.email === email && one[situation])
            : situation === 'console' || has[situation]({ [role]: seen } as unknown as Seen);
        if (!is) untrue.push(`${email}: ${situation}`);
      }
    }
    expect(untrue).toEqual([]);
    for (const { email } of demoStaff) expect(await signIn(email)).toEqual(expect.any(String));
  });

  test('no company of the demo that is late past the grace has a request that waits or documents to accept, none that is late a counter-offer, and every analysis is that of the day', async () => {
    const rows = <Row extends object>(sql: string, ...values: unknown[]) =>
      asOwner(database, async (client) => (await client.query<Row>(sql, values)).rows);
    const queued = `select from graphile_worker.jobs where task_identifier = 'analyse_credit'`;
    await vi.waitUntil(async () => (await rows(queued)).length === 0, pauses);
    const open = await rows(
      `select c.email, t.status from companies c join tickets t on t.company_id = c.id
        where overdue_since(c.id, $1) + request_grace_days() < $1
          and (t.status = 'PendingAgencyApproval'
            or t.status = 'Approved' and ticket_acceptance_obstacle(t, $1) is not null)`,
      filled_on,
    );
    expect(open).toEqual([]);
    const offered = await rows(
      `select c.email from companies c join budget_requests r on r.company_id = c.id
        where r.status in ('Offered', 'Accepted') and overdue_since(c.id, $1) is not null`,
      filled_on,
    );
    expect(offered).toEqual([]);
    const outdated = await rows(
      `select c.email from companies c
         join lateral (select a.inputs from credit_assessments a where a.company_id = c.id
                        order by a.created_at desc, a.id desc limit 1) a on true,
         lateral (select api.lock_credit_inputs(c.id, $1, $2)::jsonb - 'company' - 'proven_revenue' as inputs) i
        where (a.inputs -> 'repayments') || jsonb_build_object(
                'are_requests_stopped', a.inputs -> 'are_requests_stopped') <> i.inputs`,
      filled_on,
      newestPolicy.long_overdue.after_days,
    );
    expect(outdated).toEqual([]);
  });

  test('all people of the demo have proven their mailbox', async () => {
    const { rows } = await asOwner(database, (client) =>
      client.query<{ email: string; is_proven: boolean }>(
        'select email, owner_proven_at is not null as is_proven from auth.users',
      ),
    );
    expect(rows.filter(({ is_proven }) => !is_proven)).toEqual([]);
    expect(rows.map(({ email }) => email).toSorted()).toEqual(
      demoPeople.map(({ email }) => email).toSorted(),
    );
  });

  test('people of the demo with Arabic names read Arabic, in mails too', async () => {
    const { rows } = await asOwner(database, (client) =>
      client.query<{ email: string; language: string }>(
        "select email, user_metadata ->> 'language' as language from auth.users",
      ),
    );
    const languages = new Map(rows.map(({ email, language }) => [email, language]));
    expect(languages.get('maktab@athar-media.example')).toBe('ar');
    expect(languages.get('studio@sada-creative.example')).toBe('en');
  });

  test('the demo fills every part of the screens of companies and agencies', async () => {
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

  test('the demo has a person who has just signed up, and one without a budget', async () => {
    const [unset, fresh] = demoCompanies.filter(({ revenue }) => revenue === null);
    const { budget } = await screen('company_dashboard', unset!.email);
    expect(budget.total_approval_budget).toBeNull();
    const { company } = await screen('company_dashboard', fresh!.email);
    expect(company.profile_completed).toBe(false);
  });

  test('the demo has a row in every state that a column of states allows', async () => {
    const columns = await asOwner(database, statesOf);
    // Those that the database knows, and no fewer than there were.
    expect(columns.map(({ column }) => column).toSorted()).toEqual([
      'agency_payouts.status',
      'approval_requests.outcome',
      'bank_statement_lines.certainty',
      'bank_statement_lines.status',
      'budget_requests.status',
      'companies.budget_status',
      'credit_policies.status',
      'iban_changes.status',
      'journal_entries.event',
      'payment_promises.status',
      'payment_refunds.status',
      'payout_run_lines.outcome',
      'payout_runs.status',
      'ticket_installments.status',
      'tickets.status',
      'transfer_reports.status',
    ]);
    for (const { column, allowed, found } of columns) {
      const resting = allowed.filter((state) => !passing.has(`${column} ${state}`));
      expect([column, found.toSorted()]).toEqual([column, resting.toSorted()]);
    }
  });

  test('the demo has states that no column names: partly paid, credit, unknown payers, a proposal, verified and suspended agencies', async () => {
    const found = await asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select (select count(*) > 0 from ticket_installments where paid_amount > 0 and status <> 'Paid') as partly,
                (select bool_and(ticket_id is not null) from payments where credit_amount > 0) as credit,
                (select count(*) = count(distinct bank_reference) from payments
                  where bank_reference is not null) as distinct_references,
                (select count(*) > 0 from payments where company_id is null) as unidentified,
                (select array_agg(distinct type order by type) from tax_invoices) as invoices,
                (select count(*) > 0 from payout_run_lines where outcome is null) as unanswered,
                (select count(*) > 0 from companies where proposed_budget is not null) as proposed,
                (select count(*) > 0 from agencies where verified_at is not null) as verified,
                (select count(*)::int from agencies where suspended_at is not null) as suspended`,
      );
      return rows[0];
    });
    expect(found).toEqual({
      partly: true,
      credit: true,
      distinct_references: true,
      unidentified: true,
      invoices: ['credit_note', 'invoice'],
      unanswered: true,
      proposed: true,
      verified: true,
      suspended: 1,
    });
  });

  test('the demo has a company that can request nothing because it is late, and an agency that waits for that reason alone', async () => {
    const { rows } = await asOwner(database, (client) =>
      client.query<{ email: string }>(
        `select c.email
           from agency_payouts p join tickets t on t.id = p.ticket_id join companies c on c.id = t.company_id
          where p.status = 'Pending' and p.stopped_on is not null and payout_obstacle(p, $1) = 'company_overdue'`,
        [filled_on],
      ),
    );
    const { email } = demoCompanies.findLast(({ stopsPayingDays }) => stopsPayingDays)!;
    expect(rows).toContainEqual(expect.objectContaining({ email }));
    expect(stateOf(await screen('company_dashboard', email))).toEqual({ state: 'stopped' });
  });

  test('a member of staff of the demo sets up a second factor and finds what their note says', async () => {
    expect(demoStaff.map(({ situations }) => situations)).toEqual([['console'], ['console']]);
    const [{ email }] = demoStaff;
    const factor = await enrolFactor(url, await signIn(email));
    const { access_token } = await showFactor(url, await signIn(email), factor, new Date());
    const { waits } = await call(url, 'operations_overview', access_token);
    const counts = [
      waits.runs_to_release,
      waits.bank_statement_lines_open,
      waits.tickets_to_review,
      waits.payments_unidentified,
    ].map(({ count }) => count > 0);
    expect(counts).toEqual([true, true, true, true]);
  });

  test('the demo says how far it is while it fills', () => {
    const shares = said.flatMap((line) => /^Filling the demo.*: (\d+)%$/.exec(line)?.[1] ?? []);
    expect(shares).toEqual(['0', '10', '20', '30', '40', '50', '60', '70', '80', '90']);
  });

  test('the demo keeps every invariant', async () => {
    expect(await asOwner(database, (client) => brokenInvariants(client))).toEqual([]);
  });

  test('a demo that is killed with its PostgreSQL opens again with every ticket, and stops when it is told to', async () => {
    const [postmaster] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    );
    demo.child.kill('SIGKILL');
    process.kill(Number(postmaster), 'SIGKILL');
    await demo.ended;
    demo = startServerProcess(folder, {}, ['demo']);
    await demo.open;
    database = { owner: ownerOf(folder) };
    const { rows } = await asOwner(database, (client) =>
      client.query('select count(*)::int as tickets from tickets'),
    );
    expect(rows).toEqual([{ tickets: 210 }]);
    demo.child.kill('SIGTERM');
    expect(await demo.ended).toEqual({ code: 0, signal: null, err: '' });
  });
});
