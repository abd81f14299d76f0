import { afterAll, beforeEach, afterEach, expect, test } from 'vitest';
import { accountJobs } from '#server/accounts/account-jobs.ts';
import { derivedTokens } from '#server/accounts/derived-tokens.ts';
import { addFactor, codeOf as factorCode, showCode } from '#server/accounts/factors.testing.ts';
import { testSecrets } from '../testing/secrets.ts';
import { codeOf } from '../testing/refusals.ts';
import { password, startProduct, type Actor } from '../testing/product.ts';

/** Who has lost the second factor asks staff: two people remove it, and 24 hours pass in which it can be withdrawn. */

let [maha, faisal]: Actor[] = [];
let day = 9;
const product = await startProduct('2026-03-10T06:00:00Z');
const job = () =>
  accountJobs({
    pool: product.database.pools.accounts,
    clock: product.clock,
    secrets: testSecrets,
    siteUrl: () => product.url,
    mailer: { send: async () => {} },
  }).remove_lost_factors!({});
afterAll(() => product.close());
beforeEach(async () => {
  // Each test has days of its own, and staff whose sessions are fresh.
  day += 5;
  product.clock.set(new Date(Date.UTC(2026, 2, day, 6)).toISOString());
  [maha, faisal] = [await product.addStaff('Maha'), await product.addStaff('Faisal')];
});
afterEach(() =>
  product.rows('update auth.factor_removals set withdrawn_at = asked_at where done_at is null'),
);

const reason = 'Seen with an identity card';

async function withFactor() {
  const person = await product.signUp('company');
  await product.rows('update auth.users set owner_proven_at = $2 where id = $1', [
    person.user_id,
    product.clock.now(),
  ]);
  const { factorId, secret } = await addFactor(product, person.auth);
  const show = async () => showCode(person.auth, factorId, await factorCode(product, secret));
  return Object.assign(person, { show });
}

const ask = (by: Actor, of: Actor) =>
  by.call('ask_factor_removal', { params: { id: of.user_id }, body: { reason } });

/** Asked for by one person and confirmed by another. @returns its id. */
async function confirmed(of: Actor): Promise<string> {
  const { factor_removal } = await ask(maha!, of);
  await faisal!.call('confirm_factor_removal', { params: { id: factor_removal!.id } });
  return factor_removal!.id;
}

const post = async (path: string, body: object) => {
  const reply = await fetch(`${product.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, ...((await reply.json()) as { access_token?: string }) };
};

const withdrawBy = async (token: string) =>
  (await post('factor_removals/withdraw', { token })).status;
const tokenOf = (id: string) => derivedTokens(testSecrets).factorRemovalToken(id);

/** What the product's own call answers a session that the password alone has opened: 403 while a factor is awaited. */
async function passwordAlone({ email }: Actor): Promise<number> {
  const { access_token } = await post('token?grant_type=password', { email, password });
  const reply = await fetch(`${product.url}/api/user-role`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  return reply.status;
}

const guards = async (of: Actor) =>
  (
    await product.rows<{ factors: number }>(
      'select count(*)::int as factors from auth.factors where user_id = $1',
      [of.user_id],
    )
  )[0]!.factors;

const noticesOf = async (of: Actor) =>
  (
    await product.rows<{ kind: string }>(
      'select kind from auth.notices where user_id = $1 order by id',
      [of.user_id],
    )
  ).map(({ kind }) => kind);

const passHours = (hours: number, seconds = 0) =>
  product.clock.set(
    new Date(product.clock.now().getTime() + (hours * 3600 + seconds) * 1000).toISOString(),
  );

test('the person who requested the removal of a factor cannot confirm it', async () => {
  const person = await withFactor();
  const { factor_removal, has_factor } = await ask(maha!, person);
  expect([has_factor, factor_removal]).toMatchObject([
    true,
    { reason, asked_by: 'Maha', confirmed_at: null, is_own: true },
  ]);
  const params = { id: factor_removal!.id };
  expect(await codeOf(maha!.send('confirm_factor_removal', { params }))).toBe(
    'other_person_required',
  );
  passHours(25);
  await job();
  expect(await guards(person)).toBe(1);
});

test('a mail is sent when the removal of a factor is requested and when it is confirmed', async () => {
  const person = await withFactor();
  await confirmed(person);
  expect(await noticesOf(person)).toEqual([
    'factor_added',
    'factor_removal_asked',
    'factor_removal_confirmed',
  ]);
  const events = await product.rows<{ kind: string }>(
    'select kind from auth.security_events where user_id = $1 order by occurred_at desc, id desc limit 2',
    [person.user_id],
  );
  expect(events.map(({ kind }) => kind)).toEqual([
    'factor_removal_confirmed',
    'factor_removal_asked',
  ]);
});

test('for 24 hours after the confirmation the factor stays, and a sign-in still requires it', async () => {
  const person = await withFactor();
  await confirmed(person);
  passHours(24, -1);
  await job();
  expect(await passwordAlone(person)).toBe(403);
  expect(await guards(person)).toBe(1);
});

test('after 24 hours the job removes the factors, ends the sessions that wait for one, and mails the owner', async () => {
  const person = await withFactor();
  await confirmed(person);
  expect(await passwordAlone(person)).toBe(403);
  const waiting = () =>
    product.rows(
      'select from auth.sessions where user_id = $1 and awaits_factor and revoked_at is null',
      [person.user_id],
    );
  expect(await waiting()).not.toEqual([]);
  const levels = async () =>
    (
      await product.rows<{ aal: string }>(
        'select distinct aal from auth.sessions where user_id = $1 and revoked_at is null order by 1',
        [person.user_id],
      )
    ).map(({ aal }) => aal);
  expect(await levels()).toEqual(['aal1', 'aal2']);
  passHours(24);
  await job();
  // No session counts as shown by a factor that is gone.
  expect(await levels()).toEqual(['aal1']);
  expect(await guards(person)).toBe(0);
  expect(await waiting()).toEqual([]);
  expect((await noticesOf(person)).at(-1)).toBe('factor_removed');
  expect(await passwordAlone(person)).toBe(200);
});

test('a sign-in after 24 hours needs the password alone, also before the job has run', async () => {
  const person = await withFactor();
  await confirmed(person);
  passHours(24);
  expect(await passwordAlone(person)).toBe(200);
});

test('a sign-in carries out only the removal of its own account', async () => {
  const [person, other] = [await withFactor(), await withFactor()];
  await confirmed(person);
  await confirmed(other);
  passHours(24);
  expect(await passwordAlone(person)).toBe(200);
  expect([await guards(person), await guards(other)]).toEqual([0, 1]);
});

test('a removal that its owner withdrew by the link never takes effect, and the link may be used twice', async () => {
  const person = await withFactor();
  const id = await confirmed(person);
  expect(await withdrawBy(tokenOf(id))).toBe(200);
  expect(await withdrawBy(tokenOf(id))).toBe(200);
  passHours(25);
  await job();
  expect(await passwordAlone(person)).toBe(403);
  expect(await guards(person)).toBe(1);
});

test('a link is refused after the removal has taken effect', async () => {
  const person = await withFactor();
  const id = await confirmed(person);
  passHours(24);
  await job();
  expect(await withdrawBy(tokenOf(id))).toBe(403);
});

test('an edited link, a link of another purpose and the link of an earlier removal withdraw no removal', async () => {
  const person = await withFactor();
  const { factor_removal: first } = await ask(maha!, person);
  await maha!.call('withdraw_factor_removal', { params: { id: first!.id } });
  passHours(0, 1);
  const second = await confirmed(person);
  const token = tokenOf(second);
  const edited = `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1)}`;
  const swapped = Buffer.from(token, 'base64url');
  Buffer.from(first!.id.replaceAll('-', ''), 'hex').copy(swapped);
  expect(await withdrawBy(edited)).toBe(403);
  expect(await withdrawBy(swapped.toString('base64url'))).toBe(403);
  expect(await withdrawBy(derivedTokens(testSecrets).linkToken(second, false))).toBe(403);
  expect(await withdrawBy(tokenOf(first!.id))).toBe(200);
  passHours(24);
  await job();
  expect(await guards(person)).toBe(0);
});

test('showing the factor while its removal is open keeps it', async () => {
  const person = await withFactor();
  await confirmed(person);
  passHours(0, 60);
  expect((await person.show()).error).toBeNull();
  passHours(25);
  await job();
  expect(await guards(person)).toBe(1);
});

test('staff withdraw a removal, which nobody can confirm after that', async () => {
  const person = await withFactor();
  const { factor_removal } = await ask(maha!, person);
  const params = { id: factor_removal!.id };
  const after = await maha!.call('withdraw_factor_removal', { params });
  expect(after.factor_removal).toMatchObject({ withdrawn_by: 'Maha', done_at: null });
  expect(await codeOf(faisal!.send('confirm_factor_removal', { params }))).toBe(
    'account_state_changed',
  );
});

test('an account has at most one open removal, and none without a factor', async () => {
  const [person, bare] = [await withFactor(), await product.signUp('company')];
  await ask(maha!, person);
  const input = (of: Actor) => ({ params: { id: of.user_id }, body: { reason } });
  expect(await codeOf(faisal!.send('ask_factor_removal', input(person)))).toBe(
    'account_state_changed',
  );
  expect(await codeOf(faisal!.send('ask_factor_removal', input(bare)))).toBe(
    'account_state_changed',
  );
});

test('the second factor of a member of staff is not removed on the screens of staff', async () => {
  await product.rows(
    `insert into auth.factors (user_id, friendly_name, secret_sealed, status, created_at, updated_at)
     values ($1, 'Phone', '', 'verified', $2, $2)`,
    [faisal!.user_id, product.clock.now()],
  );
  const params = { id: faisal!.user_id };
  expect(await codeOf(maha!.send('ask_factor_removal', { params, body: { reason } }))).toBe(
    'factor_of_staff',
  );
});

/** The person becomes a member of staff, as nothing of the product makes a company one. */
const becomesStaff = ({ user_id }: Actor) =>
  product.rows(`insert into staff (user_id, name, added_at) values ($1, 'Noura', $2)`, [
    user_id,
    product.clock.now(),
  ]);

test('a person who has become staff since the request keeps the factor', async () => {
  const [asked, settled] = [await withFactor(), await withFactor()];
  const { factor_removal } = await ask(maha!, asked);
  await becomesStaff(asked);
  const params = { id: factor_removal!.id };
  expect(await codeOf(faisal!.send('confirm_factor_removal', { params }))).toBe('factor_of_staff');
  await confirmed(settled);
  await becomesStaff(settled);
  passHours(24);
  await job();
  expect([await guards(asked), await guards(settled)]).toEqual([1, 1]);
});

test('recovery codes end when the factor is removed', async () => {
  const person = await withFactor();
  const codes = () =>
    product.rows('select from auth.recovery_codes where user_id = $1', [person.user_id]);
  await product.rows(
    `insert into auth.recovery_codes (user_id, code_hash, created_at) values ($1, sha256('a code'), $2)`,
    [person.user_id, product.clock.now()],
  );
  await confirmed(person);
  expect(await codes()).toHaveLength(1);
  passHours(24);
  await job();
  expect([await guards(person), await codes()]).toEqual([0, []]);
});
