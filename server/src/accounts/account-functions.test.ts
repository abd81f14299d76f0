import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { addCompany, addStaff, addUser, asOwner } from '../../testing/people.ts';
import type { Caller } from '../platform/http/operations.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import { accountStore, type LinkKind } from './account-store.ts';

/** The SQL functions check again in their own transaction, because state may change after the check in TypeScript. */

const now = new Date('2026-05-04T09:00:00Z');
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);
const minutes = 60_000;

let caller: Caller;

const database = await createTestDatabase();
const store = accountStore(database.pools.accounts);
afterAll(() => database.drop());

const rowsOf = <T extends object>(sql: string, ...values: unknown[]) =>
  asOwner(database, async (client) => (await client.query<T>(sql, values)).rows);

/** A user who has just proved their identity. */
beforeEach(async () => {
  caller = await addUser(database, now);
  await rowsOf('update auth.sessions set proven_at = $2 where id = $1', caller.session_id, now);
});

/** A second factor needs a proven mailbox. */
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

/** Calls that a token's owner can make, at a given time. */
const asked: Record<string, (at: Date) => Promise<unknown>> = {
  'reads its account': (at) => store.readUser(caller.user_id, caller.session_id, false, at),
  'changes its account': (at) => store.updateUser(caller, noChange, anyLink, false, now, at),
  'calls the product': (at) =>
    callFunctionAs(database.pools.app, 'read_user_role', { caller, now: at }),
  'enrols a second factor': (at) => store.enrolFactor(caller, newFactor(), 5, now, at),
};

describe('a session that has expired or signed out', () => {
  test.each(Object.keys(asked))('cannot %s', async (name) => {
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

test('a sign-in fails when the password changes between its check and the new session', async () => {
  const late = store.finishSignIn(caller.user_id, 'the password before', terms);
  await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' });
  expect(await store.finishSignIn(caller.user_id, '-', terms)).toHaveProperty('session');
});

test('the session of a recovery link may choose a password and change nothing else', async () => {
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

  test('is accepted once, and no earlier code is accepted after it', async () => {
    await finish(await challenge(), 10);
    for (const step of [10, 9]) {
      const again = finish(await challenge(), step);
      await expect(again).rejects.toMatchObject({ code: 'mfa_verification_failed' });
    }
    expect(await finish(await challenge(), 11)).toHaveProperty('session');
  });

  test('is checked and accepted until its challenge expires', async () => {
    const proof = await challenge();
    expect(await begin(proof, after(5 * minutes - 1))).toHaveProperty('secret_sealed');
    await expect(begin(proof, after(5 * minutes))).rejects.toMatchObject(expired);
    await expect(finish(proof, 10, after(5 * minutes))).rejects.toMatchObject(expired);
    expect(await finish(proof, 10, after(5 * minutes - 1))).toHaveProperty('session');
  });

  test('completes its challenge once', async () => {
    const proof = await challenge();
    await finish(proof, 10);
    await expect(begin(proof)).rejects.toMatchObject(expired);
    await expect(finish(proof, 11)).rejects.toMatchObject(expired);
  });
});

/** The id of a link of this kind that was mailed a minute ago. */
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

describe('a banned user', () => {
  const ban = () =>
    rowsOf(`update auth.users set banned_until = 'infinity' where id = $1`, caller.user_id);

  test.each(['signup', 'recovery'] as const)(
    'cannot sign in with a %s link that was mailed before the ban',
    async (kind) => {
      const link = await mailedLink(kind);
      await ban();
      await expect(open(link, kind)).rejects.toMatchObject({ code: 'otp_expired' });
      await rowsOf('update auth.users set banned_until = $2 where id = $1', caller.user_id, now);
      expect(await open(link, kind)).toHaveProperty('session');
    },
  );

  test('gets no recovery link', async () => {
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

test('a stranger who signed up with an address loses session and password when its owner opens a link', async () => {
  await open(await mailedLink('recovery'), 'recovery');
  const [squatter] = await rowsOf(
    `select s.revoked_at, u.password_hash from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    caller.session_id,
  );
  expect(squatter).toEqual({ revoked_at: now, password_hash: null });
});

test('a suspended member of staff can do nothing, even with a session that is still open', async () => {
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

test('a request can give a role to its caller only', async () => {
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

test('a member of staff can do nothing before a second factor was shown', async () => {
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

test('a member of staff cannot become a company or an agency', async () => {
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
