import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agencyPayoutPage } from '#api/payouts.ts';
import type { Ticket } from '#api/tickets.ts';
import { readTicket, ticket as ticketSchema } from '#api/tickets.ts';
import type { PartyMove } from '#domain/tickets/ticket.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import { callFunctionAs } from '#server/platform/database/call-function.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  addAgency,
  addCompany,
  addInvoice,
  addStaff,
  addUser,
  asOwner,
  type Person,
} from '../../testing/people.ts';
import { decideTicket, type DecideTicket } from './decide-ticket.ts';
import { ticketCreation, type CreateTicket } from './create-ticket.ts';
import { readTicket as readOne } from './read-ticket.ts';

let database: TestDatabase;
let agency: Person;
let createTicket: CreateTicket;
let actOnTicket: DecideTicket;
beforeAll(async () => {
  database = await createTestDatabase();
  createTicket = ticketCreation(database.pools.app);
  actOnTicket = decideTicket(database.pools.app);
  agency = await addAgency(database);
});
afterAll(() => database.drop());

const now = new Date('2026-01-31T09:00:00Z');

const by = (
  caller: Caller,
  key: string = randomUUID(),
  request_hash = randomBytes(32),
): CallContext => ({
  caller,
  now,
  idempotency: { key, request_hash },
});

async function request(
  company: Person,
  amount: string,
  options: { agency_id?: string; invoice?: string } = {},
) {
  return {
    p_agency_id: options.agency_id ?? agency.id,
    p_amount_sar: amount,
    p_term_months: 3 as const,
    p_description: 'Ramadan campaign',
    p_invoice_url: options.invoice ?? (await addInvoice(database, company)),
  };
}

const create = async (company: Person, amount: string): Promise<Ticket> =>
  JSON.parse(await createTicket(by(company), await request(company, amount)));

/** One call as the function that makes tickets takes it, of 10.00 for one month. */
const callOf = async (company: Person) => ({
  user_id: company.user_id,
  session_id: company.session_id,
  asked_at: now,
  key: randomUUID(),
  request_hash: '',
  agency_id: agency.id,
  amount_sar: '10.00',
  repayment_term: 'OneMonth',
  invoice_url: await addInvoice(database, company),
  today: '2026-01-31',
  schedule: [{ seq: 1, due_date: '2026-02-28', amount_sar: '10.00' }],
});

/** The function that makes tickets, asked once and by nobody else. */
async function makeTickets(calls: object[], waits: boolean) {
  const { rows } = await database.pools.app.query(
    'select api.create_tickets_with_installments($1, $2) as answers',
    [JSON.stringify(calls), waits],
  );
  return rows[0].answers;
}

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

const tally = (results: unknown[]) =>
  results.reduce<Record<string, number>>((counts, result) => {
    counts[String(result)] = (counts[String(result)] ?? 0) + 1;
    return counts;
  }, {});

/** As PostgreSQL writes an instant into JSON, in the session's time zone. */
const isoTime = (instant: Date) =>
  expect.toSatisfy((text: string) => new Date(text).getTime() === instant.getTime());

const rowsOf = (sql: string, values: unknown[]) =>
  asOwner(database, async (client) => (await client.query(sql, values)).rows);

describe('requesting financing', () => {
  test('a new ticket is pending, with one installment a month that sums to the amount, clamped to month ends', async () => {
    const company = await addCompany(database, { total_approval_budget: '50000.00' });
    const ticket = await create(company, '1000.00');
    expect(ticketSchema.parse(ticket)).toMatchObject({
      status: 'PendingAgencyApproval',
      amount_sar: '1000.00',
      repayment_term: 'ThreeMonths',
      created_local_date: '2026-01-31',
      agency_name: 'Sada Creative',
      company_name: 'Najd Coffee Roasters',
    });
    const installments = await rowsOf(
      `select seq, to_char(due_date, 'YYYY-MM-DD') as due, amount_sar::text as amount, status
         from ticket_installments where ticket_id = $1 order by seq`,
      [ticket.id],
    );
    expect(installments).toEqual([
      { seq: 1, due: '2026-02-28', amount: '333.33', status: 'Due' },
      { seq: 2, due: '2026-03-31', amount: '333.33', status: 'Due' },
      { seq: 3, due: '2026-04-30', amount: '333.34', status: 'Due' },
    ]);
  });

  test.each([
    ['  Ramadan\ncampaign ', 'Ramadan\ncampaign'],
    ['حملة رمضان', 'حملة رمضان'],
    [' ', null],
    [null, null],
    [undefined, null],
  ])('the description %j is kept as %j', async (p_description, kept) => {
    const company = await addCompany(database);
    const body = { ...(await request(company, '10.00')), p_description };
    const ticket = JSON.parse(await createTicket(by(company), body));
    expect(ticketSchema.parse(ticket).description).toBe(kept);
  });

  test('the four checks are made again on the server, in their order', async () => {
    const company = await addCompany(database, { total_approval_budget: '100.00' });
    const none = {
      p_agency_id: null,
      p_amount_sar: '0.99',
      p_term_months: 1 as const,
      p_invoice_url: null,
    };
    const attempt = (fields: object) => code(createTicket(by(company), { ...none, ...fields }));
    expect(await attempt({})).toBe('agency_required');
    await expect(createTicket(by(company), none)).rejects.toMatchObject({
      fields: [{ field: 'p_agency_id', message: 'Please select an agency.' }],
    });
    expect(await attempt({ p_agency_id: agency.id })).toBe('amount_below_minimum');
    expect(await attempt({ p_agency_id: agency.id, p_amount_sar: '100.01' })).toBe(
      'invoice_required',
    );
    const invoice = await addInvoice(database, company);
    const full = { p_agency_id: agency.id, p_amount_sar: '100.01', p_invoice_url: invoice };
    expect(await attempt(full)).toBe('not_enough_available_budget');
    expect(await attempt({ ...full, p_amount_sar: '100.00' })).toBe('accepted');
  });

  test('an amount above the maximum is above every budget, and is answered by its own words where none is set', async () => {
    const huge = '1000000000000.00';
    const limited = await addCompany(database, { total_approval_budget: '100.00' });
    expect(await code(create(limited, huge))).toBe('not_enough_available_budget');
    expect(await code(create(await addCompany(database), huge))).toBe('amount_above_maximum');
  });

  test('without a budget any amount may be asked for; a budget of zero is set and refuses', async () => {
    const unset = await addCompany(database);
    expect((await create(unset, '900000.00')).status).toBe('PendingAgencyApproval');
    const zero = await addCompany(database, { total_approval_budget: '0.00' });
    expect(await code(create(zero, '1.00'))).toBe('not_enough_available_budget');
  });

  test("an invoice must be the caller's own, uploaded and unused", async () => {
    const company = await addCompany(database);
    const other = await addCompany(database);
    const foreign = await request(company, '10.00', { invoice: await addInvoice(database, other) });
    expect(await code(createTicket(by(company), foreign))).toBe('invoice_not_found');
    const once = await request(company, '10.00');
    expect(await code(createTicket(by(company), once))).toBe('accepted');
    expect(await code(createTicket(by(company), once))).toBe('invoice_not_found');
  });

  test('a refused request leaves nothing behind', async () => {
    const company = await addCompany(database, { total_approval_budget: '5.00' });
    await code(create(company, '6.00'));
    expect(await rowsOf('select id from tickets where company_id = $1', [company.id])).toEqual([]);
    expect(
      await rowsOf('select key from idempotency_keys where user_id = $1', [company.user_id]),
    ).toEqual([]);
    expect(await rowsOf('select id from events where company_id = $1', [company.id])).toEqual([]);
  });

  test('concurrent requests never pass the budget', async () => {
    const company = await addCompany(database, { total_approval_budget: '1000.00' });
    const requests = await Promise.all(
      Array.from({ length: 30 }, () => request(company, '100.00')),
    );
    const results = await Promise.all(
      requests.map((body) => code(createTicket(by(company), body))),
    );
    expect(tally(results)).toEqual({ accepted: 10, not_enough_available_budget: 20 });
  });

  test('a repeated key answers with the first ticket, even at once and even when the budget is used up', async () => {
    const company = await addCompany(database, { total_approval_budget: '100.00' });
    const body = await request(company, '100.00');
    const call = by(company, 'the-same-key', Buffer.alloc(32, 1));
    const replies = await Promise.all(Array.from({ length: 20 }, () => createTicket(call, body)));
    expect(new Set(replies).size).toBe(1);
    expect(await createTicket(call, body)).toBe(replies[0]);
    expect(await rowsOf('select id from tickets where company_id = $1', [company.id])).toHaveLength(
      1,
    );
  });

  test('a repeated key with other content is refused, and another company may use the same key', async () => {
    const company = await addCompany(database);
    const call = by(company, 'k', Buffer.alloc(32, 1));
    await createTicket(call, await request(company, '1.00'));
    const changed = by(company, 'k', Buffer.alloc(32, 2));
    expect(await code(createTicket(changed, await request(company, '2.00')))).toBe(
      'idempotency_key_reused',
    );
    const other = await addCompany(database);
    const same = by(other, 'k', Buffer.alloc(32, 1));
    const ticket: Ticket = JSON.parse(await createTicket(same, await request(other, '1.00')));
    expect(ticket.company_id).toBe(other.id);
  });
});

describe('requesting financing at one moment', () => {
  /** Somebody's request, and how it must end whoever asks beside it. */
  interface Fate {
    caller: Person;
    body?: Awaited<ReturnType<typeof request>>;
    call?: CallContext;
    ends: string;
  }

  const session = (sql: string, caller: Caller) =>
    rowsOf(`update auth.sessions set ${sql} where id = $1`, [caller.session_id]);
  const user = (sql: string, caller: Caller) =>
    rowsOf(`update auth.users set ${sql} where id = $1`, [caller.user_id]);

  async function fates(): Promise<Fate[]> {
    const company = (budget?: string) =>
      addCompany(database, budget ? { total_approval_budget: budget } : {});
    const [plain, unknownAgency, used, stale, foreign, over, exact, suspended, kept, reused] =
      await Promise.all(
        [
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
          '9.99',
          '10.00',
          '50.00',
          '10.00',
          undefined,
        ].map(company),
      );
    const [ended, expired, banned, factor] = await Promise.all(
      Array.from({ length: 4 }, () => company()),
    );
    const stranger: Person = { ...(await addUser(database)), id: '' };
    const once = await addInvoice(database, used!);
    await createTicket(by(used!), await request(used!, '10.00', { invoice: once }));
    const old = await addInvoice(database, stale!, new Date(now.getTime() - 51 * 60_000));
    const keptCall = by(kept!, 'kept', Buffer.alloc(32, 1));
    const keptBody = await request(kept!, '10.00');
    await createTicket(keptCall, keptBody);
    await createTicket(by(reused!, 'reused', Buffer.alloc(32, 1)), await request(reused!, '10.00'));
    const staff = await addStaff(database);
    await rowsOf(
      `update companies set budget_status = 'Suspended', budget_reason = 'late', budget_decided_by = $2, budget_decided_at = $3
        where id = $1`,
      [suspended!.id, staff.user_id, now],
    );
    await session(`revoked_at = created_at`, ended!);
    await session(`not_after = '${now.toISOString()}'`, expired!);
    await session(`awaits_factor = true`, factor!);
    await user(`banned_until = '2099-01-01'`, banned!);
    return [
      { caller: plain!, ends: 'accepted' },
      {
        caller: unknownAgency!,
        body: await request(unknownAgency!, '10.00', { agency_id: randomUUID() }),
        ends: 'agency_not_found',
      },
      {
        caller: used!,
        body: await request(used!, '10.00', { invoice: once }),
        ends: 'invoice_not_found',
      },
      {
        caller: stale!,
        body: await request(stale!, '10.00', { invoice: old }),
        ends: 'invoice_not_found',
      },
      {
        caller: foreign!,
        body: await request(foreign!, '10.00', { invoice: await addInvoice(database, plain!) }),
        ends: 'invoice_not_found',
      },
      { caller: over!, ends: 'not_enough_available_budget' },
      { caller: exact!, ends: 'accepted' },
      { caller: suspended!, ends: 'budget_suspended' },
      { caller: kept!, call: keptCall, body: keptBody, ends: 'accepted' },
      {
        caller: reused!,
        call: by(reused!, 'reused', Buffer.alloc(32, 2)),
        ends: 'idempotency_key_reused',
      },
      { caller: ended!, ends: 'session_not_found' },
      { caller: expired!, ends: 'session_not_found' },
      { caller: banned!, ends: 'session_not_found' },
      { caller: factor!, ends: 'second_factor_required' },
      { caller: agency, body: await request(plain!, '10.00'), ends: 'wrong_role' },
      { caller: stranger, body: await request(plain!, '10.00'), ends: 'wrong_role' },
    ];
  }

  test('each request of a batch gets its own result, and whoever is made a ticket owns it', async () => {
    const asked = await fates();
    const bodies = await Promise.all(
      asked.map(async ({ caller, body }) => body ?? (await request(caller, '10.00'))),
    );
    const [before] = await rowsOf('select count(*)::int as n from tickets', []);
    const ends = await Promise.all(
      asked.map(({ caller, call }, place) =>
        code(createTicket(call ?? by(caller), bodies[place]!)),
      ),
    );
    expect(ends).toEqual(asked.map((fate) => fate.ends));
    const made = asked.filter(({ ends: end, call }) => end === 'accepted' && !call);
    const rows = await rowsOf(
      `select t.company_id, t.xmin::text as transaction, e.actor_user_id, f.owner_user_id,
              (select count(*)::int from ticket_installments i where i.ticket_id = t.id and i.company_id = t.company_id) as installments,
              (select count(*)::int from idempotency_keys k where k.user_id = e.actor_user_id and k.reply ->> 'id' = t.id::text) as kept,
              (select count(*)::int from mails m where m.ticket_id = t.id and m.kind = 'new_ticket') as mails
         from tickets t join events e on e.subject_id = t.id join files f on f.path = t.invoice_url and f.attached_at is not null
        where t.company_id = any ($1)`,
      [made.map(({ caller }) => caller.id)],
    );
    const owned = { transaction: rows[0].transaction, installments: 3, kept: 1, mails: 1 };
    expect(rows).toHaveLength(made.length);
    expect(rows).toEqual(
      expect.arrayContaining(
        made.map(({ caller: { id, user_id } }) => ({
          company_id: id,
          actor_user_id: user_id,
          owner_user_id: user_id,
          ...owned,
        })),
      ),
    );
    const [after] = await rowsOf('select count(*)::int as n from tickets', []);
    expect(after.n - before.n).toBe(made.length);
  });

  const held: Record<string, (client: Client, one: Held) => Promise<unknown>> = {
    'the company of another': (client, { company }) =>
      client.query('select from companies where id = $1 for update', [company.id]),
    'the user of another': (client, { company }) =>
      client.query('select from auth.users where id = $1 for update', [company.user_id]),
    "another's invoice": (client, { invoice }) =>
      client.query('select from files where path = $1 for update', [invoice]),
    "the role of another's agency": (client, { agency_id }) =>
      client.query('select pg_advisory_xact_lock(agency_role_lock_key($1))', [agency_id]),
    "the row of another's agency": (client, { agency_id }) =>
      client.query('select from agencies where id = $1 for update', [agency_id]),
  };
  interface Held {
    company: Person;
    invoice: string;
    agency_id: string;
  }
  test.each(Object.entries(held))('nobody waits while somebody holds %s', async (_what, hold) => {
    const [company, free] = [await addCompany(database), await addCompany(database)];
    const to = await addAgency(database);
    const body = await request(company, '10.00', { agency_id: to.id });
    const freeBody = await request(free, '20.00');
    await asOwner(database, async (client) => {
      await client.query('begin');
      await hold(client, { company, invoice: body.p_invoice_url, agency_id: to.id });
      const waiting = createTicket(by(company), body);
      expect(JSON.parse(await createTicket(by(free), freeBody)).amount_sar).toBe('20.00');
      await client.query('commit');
      expect(JSON.parse(await waiting).amount_sar).toBe('10.00');
    });
  });

  test('the function checks the schedule, the refusal and the callers of a batch itself', async () => {
    const company = await addCompany(database);
    const call = await callOf(company);
    for (const refusal of ['made', 'kept', 'busy'])
      expect(await makeTickets([{ ...call, refusal }], true)).toEqual([{ refusal, detail: null }]);
    const short = [{ seq: 1, due_date: '2026-02-28', amount_sar: '9.99' }];
    await expect(makeTickets([{ ...call, schedule: short }], true)).rejects.toThrow(
      'does not make up',
    );
    await expect(makeTickets([{ ...call, schedule: [] }], true)).rejects.toThrow(
      'does not make up',
    );
    await expect(makeTickets([call, call], false)).rejects.toThrow('asks twice');
    const other = await addCompany(database);
    await expect(
      makeTickets([call, { ...call, user_id: other.user_id, session_id: other.session_id }], true),
    ).rejects.toThrow('only one waits');
    expect(await makeTickets([call], true)).toMatchObject([{ reply: { amount_sar: '10.00' } }]);
  });

  test('a request that the database cannot hold fails alone', async () => {
    const companies = await Promise.all(Array.from({ length: 5 }, () => addCompany(database)));
    const bodies = await Promise.all(companies.map((company) => request(company, '10.00')));
    bodies[2]!.p_description = 'x'.repeat(2_001);
    const ends = await Promise.allSettled(
      companies.map((company, place) => createTicket(by(company), bodies[place]!)),
    );
    expect(ends.map(({ status }) => status)).toEqual(
      companies.map((_, place) => (place === 2 ? 'rejected' : 'fulfilled')),
    );
    expect(ends[2]).toMatchObject({ reason: { code: '23514' } });
  });
});

test('an agency that changes its role while a ticket is made for it never leaves one that nobody can answer', async () => {
  const company = await addCompany(database);
  for (let round = 0; round < 15; round += 1) {
    const changing = await addAgency(database);
    const body = await request(company, '10.00', { agency_id: changing.id });
    const [created, changed] = await Promise.all([
      code(createTicket(by(company), body)),
      code(
        callFunctionAs(
          database.pools.app,
          'upsert_user_role',
          { caller: changing, now },
          { role: 'company' },
        ),
      ),
    ]);
    expect([
      ['accepted', 'role_change_refused'],
      ['agency_not_found', 'accepted'],
    ]).toContainEqual([created, changed]);
  }
});

test('a company that changes its role while its ticket is made never leaves one behind', async () => {
  const company = await addCompany(database);
  const call = await callOf(company);
  await asOwner(database, async (client) => {
    await client.query('begin');
    await client.query('select from files where path = $1 for update', [call.invoice_url]);
    const created = makeTickets([call], true);
    await untilWaiting('create_tickets_with_installments');
    const changed = code(
      callFunctionAs(
        database.pools.app,
        'upsert_user_role',
        { caller: company, now },
        { role: 'agency' },
      ),
    );
    await untilWaiting('upsert_user_role');
    await client.query('commit');
    expect(await created).toMatchObject([{ reply: { amount_sar: '10.00' } }]);
    expect(await changed).toBe('role_change_refused');
  });
});

/** Until a call of the function waits for a lock. */
const untilWaiting = (functionName: string) =>
  expect
    .poll(
      () =>
        rowsOf(
          `select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
          [functionName],
        ),
      { timeout: 60_000 },
    )
    .toHaveLength(1);

describe('answering a ticket', () => {
  const approve = (caller: Caller, id: string) => actOnTicket(by(caller), 'approve', id);
  const reject = (caller: Caller, id: string, reason: string | null = null) =>
    actOnTicket(by(caller), 'reject', id, reason);
  const cancel = (caller: Caller, id: string) => actOnTicket(by(caller), 'cancel', id);

  test('approval makes one pending payout of 95%', async () => {
    const company = await addCompany(database);
    const ticket = await create(company, '1000.10');
    expect(JSON.parse(await approve(agency, ticket.id)).status).toBe('Approved');
    // 5% of 1,000.10 is 50.005, half-up 50.01; net 950.09.
    expect(
      await rowsOf(
        'select status, gross_amount, fee_amount, net_amount from agency_payouts where ticket_id = $1',
        [ticket.id],
      ),
    ).toEqual([
      { status: 'Pending', gross_amount: '1000.10', fee_amount: '50.01', net_amount: '950.09' },
    ]);
  });

  test('payouts come newest first, by the moment of their approval', async () => {
    const [company, newcomer] = [await addCompany(database), await addAgency(database)];
    const tickets: string[] = [];
    for (const amount of ['10.00', '20.00', '30.00']) {
      const body = await request(company, amount, { agency_id: newcomer.id });
      tickets.push(JSON.parse(await createTicket(by(company), body)).id);
    }
    const [first, second, third] = tickets as [string, string, string];
    for (const [minutes, id] of [second, third, first].entries()) {
      const later = { ...by(newcomer), now: new Date(now.getTime() + minutes * 60_000) };
      await actOnTicket(later, 'approve', id);
    }
    const page = await callFunctionAs(
      database.pools.app,
      'list_agency_payouts',
      { caller: newcomer, now },
      { window: 'expected', cursor: null },
    );
    const { items } = agencyPayoutPage.parse(JSON.parse(page));
    expect(items.map((payout) => payout.ticket_id)).toEqual([first, third, second]);
  });

  test('a rejection keeps its reason, and a reason is optional', async () => {
    const company = await addCompany(database);
    const [first, second] = [await create(company, '10.00'), await create(company, '10.00')];
    expect(JSON.parse(await reject(agency, first.id, '  Invoice is unreadable '))).toMatchObject({
      status: 'Rejected',
      rejection_reason: 'Invoice is unreadable',
    });
    expect(JSON.parse(await reject(agency, second.id, ' '))).toMatchObject({
      rejection_reason: null,
    });
  });

  test('only the agency it is addressed to answers, only its company cancels; others do not learn that it exists', async () => {
    const company = await addCompany(database);
    const ticket = await create(company, '10.00');
    const [otherAgency, otherCompany] = [await addAgency(database), await addCompany(database)];
    expect(await code(approve(otherAgency, ticket.id))).toBe('not_found');
    expect(await code(reject(otherAgency, ticket.id))).toBe('not_found');
    expect(await code(cancel(otherCompany, ticket.id))).toBe('not_found');
    expect(await code(approve(company, ticket.id))).toBe('wrong_role');
    expect(await code(cancel(agency, ticket.id))).toBe('wrong_role');
    expect(await code(approve(agency, randomUUID()))).toBe('not_found');
  });

  test('approve, reject and cancel at once have one winner, and at most one payout', async () => {
    const company = await addCompany(database);
    for (let round = 0; round < 20; round += 1) {
      const { id } = await create(company, '10.00');
      const results = await Promise.all(
        [approve(agency, id), reject(agency, id), approve(agency, id), cancel(company, id)].map(
          code,
        ),
      );
      expect(tally(results)).toEqual({ accepted: 1, ticket_not_pending: 3 });
      const [row] = await rowsOf(
        `select t.status, count(p.id)::int as payouts from tickets t left join agency_payouts p on p.ticket_id = t.id
          where t.id = $1 group by t.id`,
        [id],
      );
      expect(row.payouts).toBe(row.status === 'Approved' ? 1 : 0);
    }
  });
});

describe('answering at one moment', () => {
  test('each answer of a batch gets its own result', async () => {
    const company = await addCompany(database);
    /** A ticket that waits for an agency of its own. */
    const waiting = async () => {
      const to = await addAgency(database);
      const body = await request(company, '10.00', { agency_id: to.id });
      const { id } = JSON.parse(await createTicket(by(company), body)) as Ticket;
      return { agency: to, id };
    };
    const [approved, rejected, cancelled, late, foreign, ended, repeated, reused] =
      await Promise.all(Array.from({ length: 8 }, waiting));
    await actOnTicket(by(late!.agency), 'reject', late!.id);
    const again = by(repeated!.agency, 'again', Buffer.alloc(32, 1));
    const first = await actOnTicket(again, 'approve', repeated!.id);
    await actOnTicket(by(reused!.agency, 'again', Buffer.alloc(32, 1)), 'approve', reused!.id);
    await rowsOf('update auth.sessions set revoked_at = created_at where id = $1', [
      ended!.agency.session_id,
    ]);
    const status = (reply: Promise<string>) =>
      reply.then(
        (json) => (JSON.parse(json) as Ticket).status,
        (error: AppError) => error.code,
      );
    const changed = by(reused!.agency, 'again', Buffer.alloc(32, 2));
    const repeatedly = actOnTicket(again, 'approve', repeated!.id);
    expect(
      await Promise.all([
        status(actOnTicket(by(approved!.agency), 'approve', approved!.id)),
        status(actOnTicket(by(rejected!.agency), 'reject', rejected!.id, 'Too late')),
        status(actOnTicket(by(company), 'cancel', cancelled!.id)),
        status(actOnTicket(by(late!.agency), 'approve', late!.id)),
        status(actOnTicket(by(foreign!.agency), 'approve', approved!.id)),
        status(actOnTicket(by(ended!.agency), 'approve', ended!.id)),
        status(actOnTicket(changed, 'approve', reused!.id)),
      ]),
    ).toEqual([
      'Approved',
      'Rejected',
      'Closed',
      'ticket_not_pending',
      'not_found',
      'session_not_found',
      'idempotency_key_reused',
    ]);
    expect(await repeatedly).toBe(first);
    const moves = await rowsOf(
      `select e.operation, e.actor_user_id, t.agency_id, p.id is not null as has_payout
         from tickets t join events e on e.subject_id = t.id and e.operation <> 'create_ticket_with_installments'
         left join agency_payouts p on p.ticket_id = t.id
        where t.id = any ($1)`,
      [[approved, rejected, cancelled, foreign, ended].map((one) => one!.id)],
    );
    const move = (operation: string, actor: Caller, to: Person) => ({
      operation: `${operation}_ticket`,
      actor_user_id: actor.user_id,
      agency_id: to.id,
      has_payout: operation === 'approve',
    });
    expect(moves).toHaveLength(3);
    expect(moves).toEqual(
      expect.arrayContaining([
        move('approve', approved!.agency, approved!.agency),
        move('reject', rejected!.agency, rejected!.agency),
        move('cancel', company, cancelled!.agency),
      ]),
    );
  });

  test("nobody waits for the turn of another's ticket, and the commit waits for its own", async () => {
    const company = await addCompany(database);
    const [held, free] = [await create(company, '10.00'), await create(company, '20.00')];
    const other = await addAgency(database);
    const theirs: Ticket = JSON.parse(
      await createTicket(by(company), await request(company, '30.00', { agency_id: other.id })),
    );
    await asOwner(database, async (client) => {
      await client.query('begin');
      await client.query('select from tickets where id = $1 for update', [held.id]);
      const waiting = actOnTicket(by(agency), 'approve', held.id);
      expect(JSON.parse(await actOnTicket(by(other), 'approve', theirs.id)).status).toBe(
        'Approved',
      );
      await client.query('commit');
      expect(JSON.parse(await waiting).status).toBe('Approved');
    });
    const client = await database.pools.app.connect();
    try {
      await client.query(`begin; set local lock_timeout = '3s'`);
      const calls = [by(agency), by(company)].map(({ caller, idempotency }) => ({
        ...caller,
        asked_at: now,
        key: idempotency.key,
        request_hash: '',
        move: 'approve',
        role: 'agency',
        ticket_id: free.id,
      }));
      await client.query('select api.act_on_tickets($1, false)', [JSON.stringify(calls)]);
      expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '3s' }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('reading one ticket', () => {
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const moveLater = (caller: Caller, move: PartyMove, id: string, days: number) =>
    actOnTicket({ ...by(caller), now: at(days) }, move, id, 'Too late for us');
  const read = async (caller: Caller, ticket_number: string, days = 0) =>
    readTicket.reply.parse(
      JSON.parse(
        await readOne(
          database.pools.app,
          { caller, now: at(days) },
          { name: 'Hamla', iban: 'SA0380000000608010167519' },
          ticket_number,
        ),
      ),
    );

  test('its company sees the history, the invoice and the schedule; its agency the payout instead of the schedule', async () => {
    const company = await addCompany(database);
    const ticket = await create(company, '1000.00');
    const waiting = await read(company, ticket.ticket_number);
    expect(waiting).toMatchObject({
      today: '2026-01-31',
      role: 'company',
      ticket: { id: ticket.id, status: 'PendingAgencyApproval' },
      invoice: { name: 'invoice.pdf', content_type: 'application/pdf', size_bytes: 1000 },
      payout: null,
    });
    expect(waiting.story).toEqual([
      { kind: 'submitted', occurred_at: isoTime(at(0)), amount_sar: null },
    ]);
    expect(
      waiting.installments?.map(({ due_date, amount_sar, status }) => [
        due_date,
        amount_sar,
        status,
      ]),
    ).toEqual([
      ['2026-02-28', '333.33', 'Due'],
      ['2026-03-31', '333.33', 'Due'],
      ['2026-04-30', '333.34', 'Due'],
    ]);
    expect(await read(agency, ticket.ticket_number)).toMatchObject({
      role: 'agency',
      installments: null,
      payout: null,
    });
    await moveLater(agency, 'approve', ticket.id, 2);
    const approved = await read(agency, ticket.ticket_number, 3);
    expect(approved.story).toEqual([
      { kind: 'submitted', occurred_at: isoTime(at(0)), amount_sar: null },
      { kind: 'approved', occurred_at: isoTime(at(2)), amount_sar: null },
    ]);
    expect(approved.payout).toMatchObject({
      status: 'Pending',
      gross_amount: '1000.00',
      fee_amount: '50.00',
      net_amount: '950.00',
      expected_date: '2026-02-07',
    });
    const { story } = approved;
    expect(await read(company, ticket.ticket_number, 3)).toMatchObject({ payout: null, story });
  });

  test.each([
    ['reject', 'rejected'],
    ['cancel', 'cancelled'],
  ] as const)(
    'after %s the history ends with it, and the planned installments never become overdue',
    async (move, kind) => {
      const company = await addCompany(database);
      const ticket = await create(company, '90.00');
      await moveLater(move === 'cancel' ? company : agency, move, ticket.id, 1);
      const ended = await read(company, ticket.ticket_number, 200);
      expect(ended.story.map((event) => event.kind)).toEqual(['submitted', kind]);
      expect(ended.installments?.map(({ status }) => status)).toEqual(['Due', 'Due', 'Due']);
      expect(ended.ticket.rejection_reason).toBe(move === 'reject' ? 'Too late for us' : null);
    },
  );

  test('nothing is overdue before the agency has been paid; then from the day after its due date', async () => {
    const company = await addCompany(database);
    const ticket = await create(company, '90.00');
    await moveLater(agency, 'approve', ticket.id, 0);
    const statuses = async (days: number) =>
      (await read(company, ticket.ticket_number, days)).installments?.map(({ status }) => status);
    expect(await statuses(29)).toEqual(['Due', 'Due', 'Due']);
    await rowsOf("update tickets set status = 'Active' where id = $1", [ticket.id]);
    // Due on 28 February, 28 days after 31 January.
    expect(await statuses(28)).toEqual(['Due', 'Due', 'Due']);
    expect(await statuses(29)).toEqual(['Overdue', 'Due', 'Due']);
  });
});
