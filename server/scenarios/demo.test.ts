import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agencyDashboard, companyDashboard } from '#api/dashboards.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { demoAgencies, demoCompanies, demoPassword, demoPeople } from '#server/demo/people.ts';
import { planTickets } from '#server/demo/plan.ts';
import { call } from '#server/product-client/product-client.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { requestState } from '#domain/installments/lateness.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { asOwner } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** In these nothing rests: a payout that failed is pending again in the same transaction. */
const passing = new Set(['agency_payouts.status Failed', 'agency_payouts.status Returned']);

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
  const proveMailbox = async (email: string) => {
    await asOwner(database, (client) =>
      client.query('select api.prove_mailbox(id, $2) from auth.users where email = $1', [
        email,
        now,
      ]),
    );
  };
  const addStaff = async (email: string, name: string) => {
    await asOwner(database, (client) =>
      client.query('select api.add_staff($1, $2, $3, false)', [email, name, now]),
    );
  };
  const close = async (day: IsoDate) => {
    await closeDay(database.pools.jobs, day, now);
  };
  await fillDemo(
    { url: server.url, setNow, proveMailbox, addStaff, closeDay: close },
    { today: now, tickets: TICKETS },
  );
}, 300_000);
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

  test('everybody of it has proven their mailbox', async () => {
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

  test('whoever is named in Arabic reads Arabic, in mails too', async () => {
    const { rows } = await asOwner(database, (client) =>
      client.query<{ email: string; language: string }>(
        "select email, user_metadata ->> 'language' as language from auth.users",
      ),
    );
    const languages = new Map(rows.map(({ email, language }) => [email, language]));
    expect(languages.get('maktab@athar-media.example')).toBe('ar');
    expect(languages.get('studio@sada-creative.example')).toBe('en');
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

  test('shows every state there is: what a column of states may hold, some row of the demo holds', async () => {
    const columns = await asOwner(database, statesOf);
    // Those that the database knows, and no fewer than there were.
    expect(columns.map(({ column }) => column).toSorted()).toEqual([
      'agency_payouts.status',
      'approval_requests.outcome',
      'bank_statement_lines.certainty',
      'bank_statement_lines.status',
      'companies.budget_status',
      'iban_changes.status',
      'journal_entries.event',
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

  test('shows what no column of states tells: partly paid, credit, payers not known, a proposal, agencies verified and suspended', async () => {
    const found = await asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select (select count(*) > 0 from ticket_installments where paid_amount > 0 and status <> 'Paid') as partly,
                (select count(*) > 0 from payments where credit_amount > 0) as credit,
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
      unidentified: true,
      invoices: ['credit_note', 'invoice'],
      unanswered: true,
      proposed: true,
      verified: true,
      suspended: 1,
    });
  });

  test('shows what lateness stops: a company that can request nothing, and an agency that waits for that reason alone', async () => {
    const { rows } = await asOwner(database, (client) =>
      client.query<{ email: string }>(
        `select c.email
           from agency_payouts p join tickets t on t.id = p.ticket_id join companies c on c.id = t.company_id
          where p.status = 'Pending' and p.stopped_on is not null and payout_obstacle(p, $1) = 'company_overdue'`,
        [riyadhDate(now)],
      ),
    );
    const { email } = demoCompanies.findLast(({ stopsPayingDays }) => stopsPayingDays)!;
    expect(rows).toContainEqual(expect.objectContaining({ email }));
    const { today, overdue_owed, lateness } = await screen('company_dashboard', email);
    const is = { ...lateness!, overdue_since: overdue_owed!.due_date };
    expect(requestState(is, today, is.request_grace_days)).toEqual({ state: 'stopped' });
  });

  test('keeps every invariant', async () => {
    expect(await asOwner(database, (client) => brokenInvariants(client))).toEqual([]);
  });
});
