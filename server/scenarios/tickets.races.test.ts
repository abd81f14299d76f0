import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import { callFunctionAs } from '#server/platform/database/call-function.ts';
import { readSettings } from '#server/platform/config/settings.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { sendDueMails } from '#server/notifications/send-mail.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  addAgency,
  addCompany,
  addInvoice,
  addStaff,
  addUser,
  asOwner,
  type Person,
} from '../testing/people.ts';
import { lockWaitedFor, type Statement } from '../testing/waiting.ts';
import { decideTicket, type DecideTicket } from '#server/tickets/decide-ticket.ts';
import { ticketCreation, type CreateTicket } from '#server/tickets/create-ticket.ts';

/** Requests, answers and mails at one moment, alone and in batches, and what they wait for in PostgreSQL's own list of locks. */

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

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

const rowsOf = (sql: string, values: unknown[]) =>
  asOwner(database, async (client) => (await client.query(sql, values)).rows);

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
  const invoice_url = await addInvoice(database, company);
  const call = {
    user_id: company.user_id,
    session_id: company.session_id,
    asked_at: now,
    key: randomUUID(),
    request_hash: '',
    agency_id: agency.id,
    amount_sar: '10.00',
    repayment_term: 'OneMonth',
    invoice_url,
    today: '2026-01-31',
    schedule: [{ seq: 1, due_date: '2026-02-28', amount_sar: '10.00' }],
  };
  await asOwner(database, async (client) => {
    await client.query('begin');
    await client.query('select from files where path = $1 for update', [invoice_url]);
    const created = database.pools.app.query(
      'select api.create_tickets_with_installments($1, true) as answers',
      [JSON.stringify([call])],
    );
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
    const { rows } = await created;
    expect(rows[0].answers).toMatchObject([{ reply: { amount_sar: '10.00' } }]);
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

test('of several servers that send the mails about new tickets each mail is sent by one, up to the hourly limit of all', async () => {
  const busy = await addAgency(database);
  const company = await addCompany(database);
  await rowsOf('delete from mails', []);
  for (let n = 0; n < 15; n += 1)
    await createTicket(by(company), await request(company, '10.00', { agency_id: busy.id }));
  await rowsOf(`insert into job_workers values ('mails-of-the-test', 1, now())`, []);
  const sent: Mail[] = [];
  const deps = {
    pool: database.pools.jobs,
    mailer: { send: async (mail: Mail) => void sent.push(mail) },
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    siteUrl: () => 'https://hamla.test',
    worker: 'mails-of-the-test',
    settings: readSettings({ EMAIL_CONFIRMATION: 'off', QUOTA_TICKET_MAILS: '5' }),
  };
  const taken = await Promise.all([sendDueMails(deps), sendDueMails(deps)]);
  expect(taken.toSorted()).toEqual([10, 5]);
  expect(new Set(sent.map(({ message_id }) => message_id)).size).toBe(5);
  expect(sent).toHaveLength(5);
});

describe('while somebody else holds its row', () => {
  const rowOf = (table: string, id: string): Statement => ({
    text: `select from ${table} where id = $1 for no key update`,
    values: [id],
  });

  test('a request that is alone waits for its company, whose budget somebody else may be using', async () => {
    const { id, user_id, session_id } = await addCompany(database);
    // It is refused for its missing agency, once its caller may ask at all.
    const call = { user_id, session_id, asked_at: now, refusal: 'agency_required' };
    const alone = {
      text: 'select api.create_tickets_with_installments($1, true)',
      values: [JSON.stringify([{ ...call, key: randomUUID() }])],
    };
    expect(await lockWaitedFor(database, rowOf('companies', id), alone, 'app')).toBe(
      'transactionid',
    );
  });

  test('an answer to a ticket waits for whoever is answering it', async () => {
    const { id } = await create(await addCompany(database), '10.00');
    const { key, request_hash } = by(agency).idempotency;
    const answer = {
      text: `select act_on_ticket($1, $2, $3, $4, $5, 'approve', 'agency', $6)`,
      values: [agency.user_id, agency.session_id, now, key, request_hash, id],
    };
    expect(await lockWaitedFor(database, rowOf('tickets', id), answer, 'app')).toBe(
      'transactionid',
    );
  });
});
