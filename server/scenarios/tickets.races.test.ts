import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import { callFunctionAs } from '#server/platform/database/call-function.ts';
import { readSettings } from '#server/platform/config/settings.ts';
import type { Mail } from '#server/platform/mail/mail.ts';
import { sendDueMails } from '#server/notifications/send-mail.ts';
import { createTestDatabase } from '../testing/database.ts';
import {
  addAgency,
  addCompany,
  addInvoice,
  addStaff,
  addUser,
  asOwner,
  type Person,
} from '../testing/people.ts';
import {
  lockWaitedFor,
  operationOf,
  refusedRequest,
  whileOpen,
  type Statement,
} from '../testing/waiting.ts';
import { decideTicket } from '#server/tickets/decide-ticket.ts';
import { createTicket } from '#server/tickets/create-ticket.ts';

/** Requests, answers and mails at one moment, and what they wait for in PostgreSQL's own list of locks. */

const database = await createTestDatabase();
const agency = await addAgency(database);
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

const create = async (
  company: Person,
  asked: string | Awaited<ReturnType<typeof request>>,
): Promise<Ticket> => {
  const body = typeof asked === 'string' ? await request(company, asked) : asked;
  return JSON.parse(await createTicket(database.pools.app, by(company), body));
};

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
    await createTicket(
      database.pools.app,
      by(used!),
      await request(used!, '10.00', { invoice: once }),
    );
    const old = await addInvoice(database, stale!, new Date(now.getTime() - 51 * 60_000));
    const keptCall = by(kept!, 'kept', Buffer.alloc(32, 1));
    const keptBody = await request(kept!, '10.00');
    await createTicket(database.pools.app, keptCall, keptBody);
    await createTicket(
      database.pools.app,
      by(reused!, 'reused', Buffer.alloc(32, 1)),
      await request(reused!, '10.00'),
    );
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

  test('each request gets its own result, and whoever is made a ticket owns it', async () => {
    const asked = await fates();
    const bodies = await Promise.all(
      asked.map(async ({ caller, body }) => body ?? (await request(caller, '10.00'))),
    );
    const [before] = await rowsOf('select count(*)::int as n from tickets', []);
    const ends = await Promise.all(
      asked.map(({ caller, call }, place) =>
        code(createTicket(database.pools.app, call ?? by(caller), bodies[place]!)),
      ),
    );
    expect(ends).toEqual(asked.map((fate) => fate.ends));
    const made = asked.filter(({ ends: end, call }) => end === 'accepted' && !call);
    const rows = await rowsOf(
      `select t.company_id, e.actor_user_id, f.owner_user_id,
              (select count(*)::int from ticket_installments i where i.ticket_id = t.id and i.company_id = t.company_id) as installments,
              (select count(*)::int from idempotency_keys k where k.user_id = e.actor_user_id and k.reply ->> 'id' = t.id::text) as kept,
              (select count(*)::int from mails m where m.ticket_id = t.id and m.kind = 'new_ticket') as mails
         from tickets t join events e on e.subject_id = t.id join files f on f.path = t.invoice_url and f.attached_at is not null
        where t.company_id = any ($1)`,
      [made.map(({ caller }) => caller.id)],
    );
    const owned = { installments: 3, kept: 1, mails: 1 };
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
});

test('an agency that changes its role while a ticket is made for it never leaves one that nobody can answer', async () => {
  const company = await addCompany(database);
  for (let round = 0; round < 15; round += 1) {
    const changing = await addAgency(database);
    const body = await request(company, '10.00', { agency_id: changing.id });
    const [created, changed] = await Promise.all([
      code(createTicket(database.pools.app, by(company), body)),
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
  const body = await request(company, '10.00');
  await asOwner(database, async (client) => {
    await client.query('begin');
    await client.query('select from files where path = $1 for update', [body.p_invoice_url]);
    const created = create(company, body);
    await untilWaiting('create_ticket_with_installments');
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
    expect((await created).amount_sar).toBe('10.00');
    expect(await changed).toBe('role_change_refused');
  });
});

const changes: [what: string, refusal: string, change: (company: Person) => Statement][] = [
  [
    'its role changes',
    'wrong_role',
    ({ user_id, session_id }) => ({
      text: `select api.upsert_user_role($1, $2, $3, 'agency')`,
      values: [user_id, session_id, now],
    }),
  ],
  [
    'its session ends',
    'session_not_found',
    ({ id }) => ({
      text: `with held as materialized (select c.user_id from companies c where c.id = $1 for no key update)
        update auth.sessions s set revoked_at = s.created_at from held h where s.user_id = h.user_id`,
      values: [id],
    }),
  ],
];

test.each(changes)(
  'a request that waits while %s is refused: %s',
  async (_what, refusal, change) => {
    const company = await addCompany(database);
    const body = await request(company, '10.00');
    const waits = () => code(create(company, body));
    expect(await whileOpen(database, change(company), waits)).toBe(refusal);
  },
);

test('a request that waits while its agency is suspended is refused', async () => {
  const company = await addCompany(database);
  const suspended = await addAgency(database);
  const staff = await addStaff(database);
  const body = await request(company, '10.00', { agency_id: suspended.id });
  const suspend: Statement = {
    text: `select api.suspend_agency($1, $2, $3, 'suspend', '', $4, true, 'Unpaid tax')`,
    values: [staff.user_id, staff.session_id, now, suspended.id],
  };
  expect(await whileOpen(database, suspend, () => code(create(company, body)))).toBe(
    'agency_not_found',
  );
});

test.each([
  ['its own account before its company', (company: Person) => company.user_id],
  ["its agency's account before its agency", () => agency.user_id],
])(
  'a request locks %s, as a change of role and an erasure do: none waits for the other',
  async (_what, accountOf) => {
    const company = await addCompany(database);
    const body = await request(company, '10.00');
    await asOwner(database, async (client) => {
      await client.query('begin');
      await client.query('select from auth.users where id = $1 for update', [accountOf(company)]);
      const created = create(company, body);
      await untilWaiting('create_ticket_with_installments');
      await client.query('select from agencies where id = $1 for no key update nowait', [
        agency.id,
      ]);
      if (accountOf(company) === company.user_id)
        await client.query('select from companies where id = $1 for no key update nowait', [
          company.id,
        ]);
      await client.query('commit');
      expect((await created).amount_sar).toBe('10.00');
    });
  },
);

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
  test('each answer gets its own result', async () => {
    const company = await addCompany(database);
    /** A ticket that waits for an agency of its own. */
    const waiting = async () => {
      const to = await addAgency(database);
      const body = await request(company, '10.00', { agency_id: to.id });
      const { id } = JSON.parse(
        await createTicket(database.pools.app, by(company), body),
      ) as Ticket;
      return { agency: to, id };
    };
    const [approved, rejected, cancelled, late, foreign, ended, repeated, reused] =
      await Promise.all(Array.from({ length: 8 }, waiting));
    await decideTicket(database.pools.app, by(late!.agency), 'reject', late!.id);
    const again = by(repeated!.agency, 'again', Buffer.alloc(32, 1));
    const first = await decideTicket(database.pools.app, again, 'approve', repeated!.id);
    await decideTicket(
      database.pools.app,
      by(reused!.agency, 'again', Buffer.alloc(32, 1)),
      'approve',
      reused!.id,
    );
    await rowsOf('update auth.sessions set revoked_at = created_at where id = $1', [
      ended!.agency.session_id,
    ]);
    const status = (reply: Promise<string>) =>
      reply.then(
        (json) => (JSON.parse(json) as Ticket).status,
        (error: AppError) => error.code,
      );
    const changed = by(reused!.agency, 'again', Buffer.alloc(32, 2));
    const repeatedly = decideTicket(database.pools.app, again, 'approve', repeated!.id);
    expect(
      await Promise.all([
        status(decideTicket(database.pools.app, by(approved!.agency), 'approve', approved!.id)),
        status(
          decideTicket(
            database.pools.app,
            by(rejected!.agency),
            'reject',
            rejected!.id,
            'Too late',
          ),
        ),
        status(decideTicket(database.pools.app, by(company), 'cancel', cancelled!.id)),
        status(decideTicket(database.pools.app, by(late!.agency), 'approve', late!.id)),
        status(decideTicket(database.pools.app, by(foreign!.agency), 'approve', approved!.id)),
        status(decideTicket(database.pools.app, by(ended!.agency), 'approve', ended!.id)),
        status(decideTicket(database.pools.app, changed, 'approve', reused!.id)),
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
});

test('of several servers that send the mails about new tickets each mail is sent by one, up to the hourly limit of all', async () => {
  const busy = await addAgency(database);
  const company = await addCompany(database);
  await rowsOf('delete from mails', []);
  for (let n = 0; n < 15; n += 1)
    await createTicket(
      database.pools.app,
      by(company),
      await request(company, '10.00', { agency_id: busy.id }),
    );
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

  test('a request waits for its company, whose budget somebody else may be using', async () => {
    const company = await addCompany(database);
    const asked = operationOf('create_ticket_with_installments', company, now, refusedRequest);
    expect(
      await lockWaitedFor(
        database,
        rowOf('companies', company.id),
        asked,
        'app',
        'agency_required',
      ),
    ).toBe('transactionid');
  });

  test('an answer to a ticket waits for whoever is answering it', async () => {
    const { id } = await create(await addCompany(database), '10.00');
    const answer = operationOf('act_on_ticket', agency, now, {
      move: 'approve',
      role: 'agency',
      ticket_id: id,
      rejection_reason: null,
    });
    expect(await lockWaitedFor(database, rowOf('tickets', id), answer, 'app')).toBe(
      'transactionid',
    );
  });
});
