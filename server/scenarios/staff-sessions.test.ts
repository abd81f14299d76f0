import { afterAll, beforeEach, expect, test } from 'vitest';
import { send } from '#server/product-client/product-client.ts';
import { password, startProduct, type Actor } from '../testing/product.ts';
import { refusal } from '../testing/refusals.ts';

/** How long a session of staff lives. */

let staff: Actor;
const at = (minutes: number) =>
  product.clock.set(new Date(Date.parse('2026-03-10T06:00:00Z') + minutes * 60_000).toISOString());

const product = await startProduct('2026-03-10T06:00:00Z');
afterAll(() => product.close());
beforeEach(async () => {
  at(0);
  staff = await product.addStaff('Maha');
});

const statusOf = async (token: string) => {
  const { status, text } = await send(product.url, 'operations_overview', token);
  return status === 200 ? 200 : (JSON.parse(text) as { code: string }).code;
};
/** The token of the session's next refresh, or why there is none. */
const refreshed = async ({ auth }: Actor): Promise<string> => {
  const { data, error } = await auth.refreshSession();
  return error ? (error.code ?? 'failed') : data.session!.access_token;
};

test('a staff session that was not used for 30 minutes is refused at the next call and at a refresh', async () => {
  const token = await staff.token();
  at(29);
  expect(await statusOf(token)).toBe(200);
  at(58);
  expect(await statusOf(token)).toBe(200);
  at(88);
  // The access token would be good for two more minutes had it been refreshed; the session is not.
  expect(await refreshed(staff)).toBe('session_expired');
});

test('an unused staff session is refused at its next call, whatever that is, though its token is still valid', async () => {
  const token = await staff.token();
  at(29);
  // No operation of staff, so no use of the session.
  expect((await send(product.url, 'list_sessions', token)).status).toBe(200);
  at(30);
  expect(await statusOf(token)).toBe('session_not_found');
  for (const operation of ['list_sessions', 'list_security_events', 'subscribe_events'] as const)
    expect(await refusal(send(product.url, operation, token))).toEqual([401, 'session_not_found']);
  const reply = await fetch(`${product.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { language: 'ar' } }),
  });
  expect(await reply.json()).toMatchObject({ error_code: 'session_not_found' });
});

test('a staff session that is never used is idle from its sign-in on', async () => {
  const { data } = await staff.auth.signInWithPassword({ email: staff.email, password });
  const token = data.session!.access_token;
  at(29);
  // It waits for the second factor.
  expect(await statusOf(token)).toBe('second_factor_required');
  at(30);
  expect(await statusOf(token)).toBe('session_not_found');
});

test('a refresh alone does not count as use of a staff session', async () => {
  await staff.token();
  at(20);
  const token = await refreshed(staff);
  at(30);
  expect(await statusOf(token)).toBe('session_not_found');
});

test('every function that checks a session also checks whether it is idle', async () => {
  const others = await product.rows<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'api', 'auth') and p.prosrc like '%revoked_at%' and p.prosrc like '%not_after%'
        and p.prosrc !~ 'is_session_valid|is_session_idle|lock_session' order by 1`,
  );
  // These shorten sessions and take ended ones away, and ask nothing.
  expect(others.map(({ name }) => name)).toEqual([
    'cap_staff_sessions',
    'delete_expired_auth_rows',
  ]);
});

test('a staff session ends 12 hours after its sign-in, however busy it was', async () => {
  let token = await staff.token();
  for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
    at(minutes);
    if (minutes % 40 === 0) token = await refreshed(staff);
    expect(await statusOf(token)).toBe(200);
  }
  at(12 * 60);
  expect(await statusOf(token)).toBe('session_not_found');
  expect(await refreshed(staff)).toBe('session_expired');
});

test('a person who becomes staff keeps no session that lasts longer or is unused', async () => {
  const person = await product.signUp(null);
  await person.token();
  await product.rows('update auth.users set owner_proven_at = $2 where id = $1', [
    person.user_id,
    product.clock.now(),
  ]);
  await product.rows('select api.add_staff($1, $2, $3, false)', [
    person.email,
    'Noura',
    product.clock.now(),
  ]);
  const [session] = await product.rows<{ hours: number }>(
    `select extract(epoch from not_after - created_at)::int / 3600 as hours from auth.sessions where user_id = $1`,
    [person.user_id],
  );
  expect(session?.hours).toBe(12);
  at(30);
  const { text } = await send(product.url, 'list_sessions', await person.token());
  expect(JSON.parse(text)).toMatchObject({ code: 'session_not_found' });
});

test("a company's session stays valid for days without use", async () => {
  const company = await product.signUp('company');
  await company.token();
  at(3 * 24 * 60);
  expect(await refreshed(company)).toMatch(/^ey/);
});
