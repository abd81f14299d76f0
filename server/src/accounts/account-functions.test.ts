import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addCompany, addStaff, addUser, asOwner } from '../../testing/people.ts';
import type { Caller } from '../platform/http/operations.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import { accountStore, type AccountStore, type LinkKind } from './account-store.ts';

/**
 * What the functions of the accounts refuse by themselves, in their own transaction: what was looked at before may have
 * changed by then.
 */

const now = new Date('2026-05-04T09:00:00Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const minutes = 60_000;

let database: TestDatabase;
let store: AccountStore;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  store = accountStore(database.pools.accounts);
});
afterAll(() => database.drop());

const rowsOf = <T extends object>(sql: string, ...values: unknown[]) =>
  asOwner(database, async (client) => (await client.query<T>(sql, values)).rows);

/** Somebody who has just proved who they are. */
beforeEach(async () => {
  caller = await addUser(database, now);
  await rowsOf('update auth.sessions set proven_at = $2 where id = $1', caller.session_id, now);
});

/** A second factor needs it. */
const proveMailbox = () => rowsOf('select api.prove_mailbox($1, $2)', caller.user_id, now);

const newFactor = () => ({
  id: randomUUID(),
  friendly_name: randomUUID(),
  secret_sealed: Buffer.from('secret'),
});
const anyLink = {
  redirect_to: 'http://hamla.test',
  code_challenge: null,
  code_challenge_method: null,
  expires_at: after(60 * minutes),
  quiet_since: after(-minutes),
  hourly: 6,
  mails_to_others: null,
};
const noChange = {
  proven_password_hash: null,
  known_password_hash: null,
  password_hash: null,
  new_email: null,
  metadata: {},
  metadata_limit: 2048,
};

/** What somebody with a token asks of their account at a moment. */
const asked: Record<string, (at: Date) => Promise<unknown>> = {
  'reads its account': (at) => store.readUser(caller.user_id, caller.session_id, false, at),
  'changes its account': (at) => store.updateUser(caller, noChange, anyLink, false, now, at),
  'calls the product': (at) =>
    callFunctionAs(database.pools.app, 'read_user_role', { caller, now: at }),
  'enrols a second factor': (at) => store.enrolFactor(caller, newFactor(), 5, now, at),
};

describe('a session past its absolute end, or signed out', () => {
  test.each(Object.keys(asked))('never %s', async (name) => {
    const ask = asked[name]!;
    const end = after(30 * minutes);
    await proveMailbox();
    await rowsOf('update auth.sessions set not_after = $2 where id = $1', caller.session_id, end);
    await ask(after(30 * minutes - 1));
    await expect(ask(end)).rejects.toMatchObject({ code: 'session_not_found' });
    await rowsOf(
      `update auth.sessions set not_after = 'infinity', revoked_at = $2 where id = $1`,
      caller.session_id,
      now,
    );
    await expect(ask(now)).rejects.toMatchObject({ code: 'session_not_found' });
  });
});

const terms = { confirmation: false, not_after: after(60 * minutes), user_agent: undefined, now };

test('a sign-in ends with the password that it began with, or not at all', async () => {
  const late = store.finishSignIn(caller.user_id, 'the password before', terms);
  await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await store.finishSignIn(caller.user_id, '-', terms)).toHaveProperty('session');
});

test('a recovery link lets its session choose a password and change nothing else', async () => {
  await rowsOf(
    'update auth.sessions set proven_at = null, recovered_at = $2 where id = $1',
    caller.session_id,
    now,
  );
  await store.checkProof(caller, true, after(-minutes), now);
  await expect(store.checkProof(caller, false, after(-minutes), now)).rejects.toMatchObject({
    code: 'current_password_required',
  });
});

describe('a code of the second factor', () => {
  let factor_id: string;
  beforeEach(async () => {
    const factor = newFactor();
    await proveMailbox();
    await store.enrolFactor(caller, factor, 5, now, now);
    factor_id = factor.id;
  });

  const challenge = async () => ({
    factor_id,
    challenge_id: (await store.challengeFactor(caller, factor_id, after(5 * minutes), now)).id,
  });
  type Proof = Awaited<ReturnType<typeof challenge>>;
  const begin = (proof: Proof, at = now) => store.beginFactor(caller, proof, 100, 1, now, at);
  const finish = (proof: Proof, step: number, at = now) =>
    store.finishFactor(caller, proof, { step, recovery_code_hash: null }, false, now, at);
  const expired = { code: 'mfa_challenge_expired' };

  test('counts once: neither it nor an earlier one counts after it', async () => {
    await finish(await challenge(), 10);
    for (const step of [10, 9]) {
      const again = finish(await challenge(), step);
      await expect(again).rejects.toMatchObject({ code: 'mfa_verification_failed' });
    }
    expect(await finish(await challenge(), 11)).toHaveProperty('session');
  });

  test('is looked at until its challenge expires, and counts until then', async () => {
    const proof = await challenge();
    expect(await begin(proof, after(5 * minutes - 1))).toHaveProperty('secret_sealed');
    await expect(begin(proof, after(5 * minutes))).rejects.toMatchObject(expired);
    await expect(finish(proof, 10, after(5 * minutes))).rejects.toMatchObject(expired);
    expect(await finish(proof, 10, after(5 * minutes - 1))).toHaveProperty('session');
  });

  test('answers its challenge once', async () => {
    const proof = await challenge();
    await finish(proof, 10);
    await expect(begin(proof)).rejects.toMatchObject(expired);
    await expect(finish(proof, 11)).rejects.toMatchObject(expired);
  });
});

/** A link that was mailed to somebody a minute ago. */
async function mailedLink(kind: LinkKind): Promise<string> {
  const [link] = await rowsOf<{ id: string }>(
    `insert into auth.one_time_tokens (user_id, kind, email, redirect_to, created_at, expires_at)
     select id, $2, email, 'http://hamla.test', $3, $4 from auth.users where id = $1 returning id`,
    caller.user_id,
    kind,
    after(-minutes),
    after(60 * minutes),
  );
  return link!.id;
}
const open = (token_id: string, kind: LinkKind) =>
  store.openLink({ token_id, kind, email: null }, null, terms);

describe('somebody who is banned', () => {
  const ban = () =>
    rowsOf(`update auth.users set banned_until = 'infinity' where id = $1`, caller.user_id);

  test.each(['signup', 'recovery'] as const)(
    'is let in by no link of the kind %s that was mailed before',
    async (kind) => {
      const link = await mailedLink(kind);
      await ban();
      await expect(open(link, kind)).rejects.toMatchObject({ code: 'otp_expired' });
      await rowsOf('update auth.users set banned_until = $2 where id = $1', caller.user_id, now);
      expect(await open(link, kind)).toHaveProperty('session');
    },
  );

  test('is mailed no recovery link', async () => {
    const ask = async () => {
      await store.writeLink(caller.user_id, 'recovery', anyLink, now);
      const links = 'select from auth.one_time_tokens where user_id = $1';
      return (await rowsOf(links, caller.user_id)).length;
    };
    await ban();
    expect(await ask()).toBe(0);
    await rowsOf('update auth.users set banned_until = null where id = $1', caller.user_id);
    expect(await ask()).toBe(1);
  });
});

test('whoever signed up with somebody’s address keeps neither session nor password once its owner opens a link', async () => {
  await open(await mailedLink('recovery'), 'recovery');
  const [squatter] = await rowsOf(
    `select s.revoked_at, u.password_hash from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    caller.session_id,
  );
  expect(squatter).toEqual({ revoked_at: now, password_hash: null });
});

test('a member of staff who was suspended does nothing, even by a session that is left', async () => {
  const staff = await addStaff(database, now);
  const call = () =>
    database.pools.staff.query('select set_staff_caller($1, $2, $3)', [
      staff.user_id,
      staff.session_id,
      now,
    ]);
  await call();
  await rowsOf('update staff set suspended_at = $2 where user_id = $1', staff.user_id, now);
  await expect(call()).rejects.toMatchObject({ message: 'wrong_role' });
});

test('a request gives nobody a role but the caller', async () => {
  const company = await addCompany(database, { now });
  const client = await database.pools.app.connect();
  try {
    await client.query('begin');
    await client.query('select set_caller($1, $2, $3)', [company.user_id, company.session_id, now]);
    const forged = client.query('select assign_role($1, $2, $3)', [caller.user_id, 'agency', now]);
    await expect(forged).rejects.toMatchObject({ message: 'not_found' });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a member of staff does nothing before a second factor was shown', async () => {
  const staff = await addStaff(database, now);
  const call = () =>
    database.pools.staff.query('select set_staff_caller($1, $2, $3)', [
      staff.user_id,
      staff.session_id,
      now,
    ]);
  await call();
  await rowsOf(`update auth.sessions set aal = 'aal1' where id = $1`, staff.session_id);
  await expect(call()).rejects.toMatchObject({ message: 'second_factor_required' });
});

test('a member of staff becomes neither company nor agency', async () => {
  const staff = await addStaff(database, now);
  for (const role of ['company', 'agency']) {
    const change = database.pools.accounts.query('select assign_role($1, $2, $3)', [
      staff.user_id,
      role,
      now,
    ]);
    await expect(change).rejects.toMatchObject({ message: 'role_change_refused' });
  }
});
