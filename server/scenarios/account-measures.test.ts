import { afterAll, expect, test } from 'vitest';
import type { BodyOf } from '#api/contract.ts';
import type { EventStream } from '#server/product-client/product-client.ts';
import { codeOf } from '../testing/refusals.ts';
import { startStaffedProduct } from '../testing/parties.ts';
import { password, type Actor } from '../testing/product.ts';

/** What a person sees of their sessions, and how staff look into an account, block it and end its sessions. */

const { product, maha, faisal } = await startStaffedProduct('2026-03-10T06:00:00Z');
const noura = await product.addStaff('Noura');
afterAll(() => product.close());

const take = (
  by: Actor,
  of: Actor,
  measure: BodyOf<'take_account_measure'>['measure'],
  reason = 'Reported by the owner',
) => by.call('take_account_measure', { params: { id: of.user_id }, body: { measure, reason } });

const signIn = async ({ email }: Actor, secret = password) => {
  const reply = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: secret }),
  });
  return (await reply.json()) as { error_code?: string; msg?: string; access_token?: string };
};

const historyOf = async (of: Actor) =>
  product.rows<{ operation: string; actor_user_id: string; after: { reason?: string } | null }>(
    `select operation, actor_user_id, after from events where subject = 'account' and subject_id = $1 order by id`,
    [of.user_id],
  );

/** Reads a stream until the server ends it. */
async function ended(stream: EventStream): Promise<true> {
  while ((await stream.next()) !== null);
  return true;
}

test('a person sees their open sessions with the own one marked, and ends another one', async () => {
  const company = await product.signUp('company');
  const other = await signIn(company);
  const { items } = await company.call('list_sessions');
  expect(items).toHaveLength(2);
  expect(items.filter(({ is_current }) => is_current)).toHaveLength(1);
  const foreign = items.find(({ is_current }) => !is_current)!;
  const left = await company.call('end_session', { params: { id: foreign.id } });
  expect(left.items).toMatchObject([{ is_current: true }]);
  const reply = await fetch(`${product.url}/api/user-role`, {
    headers: { authorization: `Bearer ${other.access_token}` },
  });
  expect(reply.status).toBe(401);
  const { items: events } = await company.call('list_security_events', { query: {} });
  expect(events.map(({ kind }) => kind)).toEqual([
    'session_ended_by_other',
    'signed_in',
    'signed_in',
  ]);
});

test('a live stream of a session that its owner ends closes', async () => {
  const company = await product.signUp('company');
  const stream = await company.listen();
  const { items } = await company.call('list_sessions');
  await company.call('end_session', { params: { id: items[0]!.id } });
  expect(await ended(stream)).toBe(true);
});

test("a request reads no other person's sessions, and addresses and devices only through the own list", async () => {
  const [company, thief] = [await product.signUp('company'), await product.signUp('company')];
  const client = await product.database.pools.app.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('hamla.user_id', $1, true)`, [thief.user_id]);
    const { rows } = await client.query(
      'select open_sessions_json($1, null, $3) as theirs, open_sessions_json($2, null, $3) as own',
      [company.user_id, thief.user_id, product.clock.now()],
    );
    expect(rows).toMatchObject([{ theirs: [], own: [{ is_current: false }] }]);
    for (const column of ['address', 'browser', 'system', 'created_at', 'refreshed_at']) {
      await client.query('savepoint here');
      await expect(client.query(`select ${column} from auth.sessions`)).rejects.toThrow(
        'permission denied',
      );
      await client.query('rollback to here');
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test("nobody ends another person's session, or reads another person's events by a cursor", async () => {
  const [company, thief] = [await product.signUp('company'), await product.signUp('company')];
  const { items } = await company.call('list_sessions');
  expect(await codeOf(thief.send('end_session', { params: { id: items[0]!.id } }))).toBe(
    'not_found',
  );
  const { items: events } = await company.call('list_security_events', { query: {} });
  expect(await thief.call('list_security_events', { query: { cursor: events[0]!.id } })).toEqual({
    items: [],
    next_cursor: null,
  });
  expect((await company.call('list_sessions')).items).toHaveLength(1);
});

test('without the entry points, the login of requests still sees only the security events of its caller', async () => {
  const [company, other] = [await product.signUp('company'), await product.signUp('company')];
  const client = await product.database.pools.app.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('hamla.user_id', $1, true)`, [company.user_id]);
    const { rows } = await client.query('select distinct user_id from auth.security_events');
    expect(rows).toEqual([{ user_id: company.user_id }]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(
    await product.rows('select from auth.security_events where user_id = $1', [other.user_id]),
  ).not.toEqual([]);
});

test('only staff can take measures against an account, also through the staff login directly', async () => {
  const company = await product.signUp('company');
  await expect(
    product.database.pools.staff.query(`select apply_account_measure($1, 'block', $2)`, [
      company.user_id,
      product.clock.now(),
    ]),
  ).rejects.toThrow('wrong_role');
});

test('security events are read page by page, each once, newest first', async () => {
  const company = await product.signUp('company');
  await product.rows(
    `insert into auth.security_events (occurred_at, kind, user_id)
     select $2::timestamptz - interval '1 hour', 'wrong_password', $1 from generate_series(1, 45)`,
    [company.user_id, product.clock.now()],
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await company.call('list_security_events', { query: { cursor } });
    expect(page.items.length).toBeLessThanOrEqual(20);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  expect(new Set(seen).size).toBe(46);
  expect(seen).toHaveLength(46);
});

test('staff see the sessions and events of an account, and the history records who read them', async () => {
  const company = await product.signUp('company');
  await signIn(company, 'wrong');
  const seen = await maha.call('inspect_account', { params: { id: company.user_id }, body: {} });
  expect(seen.sessions).toHaveLength(1);
  expect(seen.events.items.map(({ kind }) => kind)).toEqual(['wrong_password', 'signed_in']);
  expect(await historyOf(company)).toMatchObject([
    { operation: 'inspect_account', actor_user_id: maha.user_id },
  ]);
});

test('a block ends sessions and streams at once, is told only to a person who knows the password, and can be lifted', async () => {
  const company = await product.signUp('company');
  const token = await company.token();
  const stream = await company.listen();
  expect(await take(maha, company, 'block')).toMatchObject({
    is_blocked: true,
    waiting: null,
    measures: [{ measure: 'block', reason: 'Reported by the owner', asked_by: 'Maha' }],
  });
  expect(await ended(stream)).toBe(true);
  const reply = await fetch(`${product.url}/api/user-role`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(401);
  expect(await signIn(company)).toMatchObject({ error_code: 'user_banned' });
  expect(await signIn(company, 'wrong')).toMatchObject({ error_code: 'invalid_credentials' });
  expect(await take(faisal, company, 'lift', 'It was a mistake')).toMatchObject({
    is_blocked: false,
  });
  expect((await signIn(company)).access_token).toBeTruthy();
  expect(await historyOf(company)).toMatchObject([
    {
      operation: 'block_account',
      actor_user_id: maha.user_id,
      after: { reason: 'Reported by the owner' },
    },
    {
      operation: 'lift_account_block',
      actor_user_id: faisal.user_id,
      after: { reason: 'It was a mistake' },
    },
  ]);
});

test('ending all sessions leaves the account as it is, and the person signs in again', async () => {
  const company = await product.signUp('company');
  const token = await company.token();
  await take(maha, company, 'end_sessions');
  const reply = await fetch(`${product.url}/api/user-role`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status).toBe(401);
  expect((await signIn(company)).access_token).toBeTruthy();
  const kinds = await product.rows<{ kind: string }>(
    'select kind from auth.security_events where user_id = $1 order by occurred_at, id',
    [company.user_id],
  );
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'signed_in',
    'session_ended_by_staff',
    'signed_in',
  ]);
});

test.each(['block', 'end_sessions'] as const)(
  'one member of staff alone cannot take the measure %s against another: a second person confirms it',
  async (measure) => {
    const target = await product.addStaff('Target');
    const token = await target.token();
    const { waiting, is_blocked } = await take(maha, target, measure);
    expect([waiting?.measure, is_blocked]).toEqual([measure, false]);
    const works = async () =>
      (
        await fetch(`${product.url}/api/operations`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    expect(await works()).toBe(200);
    const confirm = { params: { id: waiting!.id } };
    expect(await codeOf(maha.send('confirm_account_measure', confirm))).toBe(
      'second_person_required',
    );
    expect(await codeOf(target.send('confirm_account_measure', confirm))).toBe(
      'own_account_refused',
    );
    expect(await codeOf(target.send('withdraw_account_measure', confirm))).toBe(
      'own_account_refused',
    );
    expect(await works()).toBe(200);
    const done = await faisal.call('confirm_account_measure', confirm);
    expect(done).toMatchObject({
      is_blocked: measure === 'block',
      waiting: null,
      measures: [{ asked_by: 'Maha', decided_by: 'Faisal', is_withdrawn: false }],
    });
    expect(await works()).toBe(401);
    expect(await codeOf(noura.send('confirm_account_measure', confirm))).toBe(
      'account_state_changed',
    );
  },
);

test('lifting the block of a member of staff takes two people as well', async () => {
  const target = await product.addStaff('Target');
  await product.rows(`update auth.users set banned_until = 'infinity' where id = $1`, [
    target.user_id,
  ]);
  const { waiting, is_blocked } = await take(maha, target, 'lift');
  expect(is_blocked).toBe(true);
  expect(await signIn(target)).toMatchObject({ error_code: 'user_banned' });
  await faisal.call('confirm_account_measure', { params: { id: waiting!.id } });
  expect((await signIn(target)).access_token).toBeTruthy();
});

/** Runs a statement as the login that serves staff, for this member of staff, with nothing of the product's code before it. */
async function asStaff(by: Actor, sql: string, values: unknown[]): Promise<string | null> {
  const client = await product.database.pools.staff.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('hamla.user_id', $1, true), set_config('hamla.role', 'staff', true)`,
      [by.user_id],
    );
    await client.query(sql, values);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('the database itself requires two people for a measure against staff, and refuses one against oneself', async () => {
  const target = await product.addStaff('Target');
  const apply = (by: Actor, of: Actor, measure = 'block') =>
    asStaff(by, 'select apply_account_measure($1, $2, $3)', [
      of.user_id,
      measure,
      product.clock.now(),
    ]);
  expect(await apply(maha, target)).toBe('second_person_required');
  await take(maha, target, 'block');
  expect(await apply(maha, target)).toBe('second_person_required');
  expect(await apply(faisal, target, 'end_sessions')).toBe('second_person_required');
  expect(await apply(target, target)).toBe('own_account_refused');
  expect(await apply(faisal, target)).toBeNull();
});

test('no member of staff requests or decides a measure in the name of another', async () => {
  const target = await product.addStaff('Target');
  const ask = (by: Actor, askedBy: Actor, decidedBy: Actor | null = null) =>
    asStaff(
      by,
      `insert into account_measures (user_id, measure, reason, asked_by, asked_at, decided_by, decided_at)
       values ($1, 'block', 'x', $2, $3, $4, $5)`,
      [
        target.user_id,
        askedBy.user_id,
        product.clock.now(),
        decidedBy?.user_id ?? null,
        decidedBy && product.clock.now(),
      ],
    );
  expect(await ask(faisal, faisal)).toBeNull();
  expect(await ask(faisal, maha)).toContain('row-level security');
  expect(await ask(faisal, faisal, maha)).toContain('row-level security');
  const { waiting } = await take(maha, target, 'block');
  const decide = (by: Actor) =>
    asStaff(by, 'update account_measures set decided_by = $2, decided_at = $3 where id = $1', [
      waiting!.id,
      faisal.user_id,
      product.clock.now(),
    ]);
  expect(await decide(noura)).toContain('row-level security');
  expect(await decide(faisal)).toBeNull();
});

test('any other member of staff can withdraw a waiting measure, and nothing is done', async () => {
  const target = await product.addStaff('Target');
  const { waiting } = await take(maha, target, 'block');
  expect(
    await codeOf(
      faisal.send('take_account_measure', {
        params: { id: target.user_id },
        body: { measure: 'end_sessions', reason: 'Too' },
      }),
    ),
  ).toBe('account_state_changed');
  const after = await maha.call('withdraw_account_measure', { params: { id: waiting!.id } });
  expect(after).toMatchObject({
    is_blocked: false,
    waiting: null,
    measures: [{ is_withdrawn: true }],
  });
  expect((await historyOf(target)).map(({ operation }) => operation)).toEqual([
    'ask_block_account',
    'withdraw_account_measure',
  ]);
});

test('a measure against oneself, a second block, and lifting without a block are refused', async () => {
  const company = await product.signUp('company');
  const body = { measure: 'block', reason: 'x' };
  expect(
    await codeOf(maha.send('take_account_measure', { params: { id: maha.user_id }, body })),
  ).toBe('own_account_refused');
  const params = { id: company.user_id };
  const lift = { measure: 'lift', reason: 'x' };
  expect(await codeOf(maha.send('take_account_measure', { params, body: lift }))).toBe(
    'account_state_changed',
  );
  await take(maha, company, 'block');
  expect(await codeOf(faisal.send('take_account_measure', { params, body }))).toBe(
    'account_state_changed',
  );
  // Nor does it wait for a second person where the account is of staff.
  const colleague = { id: (await product.addStaff('Amal')).user_id };
  expect(await codeOf(maha.send('take_account_measure', { params: colleague, body: lift }))).toBe(
    'account_state_changed',
  );
});

test('a block that is sent twice under one key is made once', async () => {
  const company = await product.signUp('company');
  const input = {
    params: { id: company.user_id },
    body: { measure: 'block' as const, reason: 'x' },
    key: 'one-block',
  };
  const first = await maha.call('take_account_measure', input);
  expect(await maha.call('take_account_measure', input)).toEqual(first);
  expect(await historyOf(company)).toHaveLength(1);
});

test('the list of staff shows who is blocked and which measures wait', async () => {
  const target = await product.addStaff('Zahra');
  await take(maha, target, 'block');
  const { items } = await maha.call('list_staff');
  expect(items.find(({ user_id }) => user_id === target.user_id)).toMatchObject({
    name: 'Zahra',
    is_blocked: false,
    waiting: 'block',
  });
});
