import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountPolicy } from './account-policy.ts';
import {
  type AccountService,
  authClient,
  goodPassword,
  startAccountService,
} from './account-service.testing.ts';
import { addFactor, codeOf, provenNewcomer, sessionIdOf, showCode } from './factors.testing.ts';

let service: AccountService;
beforeAll(async () => {
  service = await startAccountService();
});
afterAll(() => service.stop());

type Client = ReturnType<typeof authClient>;

const newcomer = () => provenNewcomer(service);

/** Seconds since the session's last proof of identity, and since the last by a factor; null: never. */
async function proofs(client: Client) {
  const [row] = await service.sql<{ proven: number | null; by_factor: number | null }>(
    `select extract(epoch from $2 - proven_at)::int as proven,
            extract(epoch from $2 - factor_proven_at)::int as by_factor
       from auth.sessions where id = $1`,
    [await sessionIdOf(client), service.clock.now()],
  );
  return row;
}

test("the password proves a session's user at sign-up, at sign-in, and when it alone is sent to PUT /user", async () => {
  const { email, client } = await newcomer();
  expect(await proofs(client)).toEqual({ proven: 0, by_factor: null });
  service.clock.move(100);
  await client.refreshSession();
  expect(await proofs(client)).toEqual({ proven: 100, by_factor: null });
  const before = await service.sql('select * from auth.users where email = $1', [email]);
  const wrong = await client.updateUser({ current_password: 'not-it' });
  expect(wrong.error?.code).toBe('current_password_invalid');
  expect(await proofs(client)).toEqual({ proven: 100, by_factor: null });
  const right = await client.updateUser({ current_password: goodPassword });
  expect(right.data.user?.email).toBe(email);
  expect(await proofs(client)).toEqual({ proven: 0, by_factor: null });
  expect(await service.sql('select * from auth.users where email = $1', [email])).toEqual(before);
  service.clock.move(100);
  await client.signInWithPassword({ email, password: goodPassword });
  expect(await proofs(client)).toEqual({ proven: 0, by_factor: null });
});

test('verifying a new factor is no proof of identity, and showing it within ten minutes does not prolong one', async () => {
  const { client } = await newcomer();
  service.clock.move(100);
  const { factorId, secret } = await addFactor(service, client);
  expect(await proofs(client)).toEqual({ proven: 100, by_factor: null });
  service.clock.move(30);
  await showCode(client, factorId, await codeOf(service, secret));
  expect(await proofs(client)).toEqual({ proven: 130, by_factor: 0 });
  service.clock.move(accountPolicy.freshSignIn);
  await showCode(client, factorId, await codeOf(service, secret));
  expect(await proofs(client)).toEqual({ proven: 0, by_factor: 0 });
});

test('a mailed link is no proof of identity', async () => {
  const { email } = await newcomer();
  const owner = authClient(service.url);
  await owner.resetPasswordForEmail(email);
  const reply = await fetch(await service.linkTo(email), { redirect: 'manual' });
  const fragment = new URLSearchParams(new URL(reply.headers.get('location') ?? '').hash.slice(1));
  await owner.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect(await proofs(owner)).toEqual({ proven: null, by_factor: null });
});
