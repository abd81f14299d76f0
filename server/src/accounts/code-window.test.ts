import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AccountService,
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { addFactor, codeOf, proveMailbox, showCode } from './factors.testing.ts';

let service: AccountService;
beforeAll(async () => {
  service = await startAccountService();
});
afterAll(() => service.stop());

test('a code of the authenticator is accepted for 30 seconds after its own half minute, and not later', async () => {
  const client = authClient(service.url);
  const email = newAddress();
  await client.signUp({ email, password: goodPassword });
  await proveMailbox(service, email);
  const { factorId, secret } = await addFactor(service, client);
  service.clock.move(60);
  const late = await codeOf(service, secret);
  service.clock.move(90);
  expect((await showCode(client, factorId, late)).error?.code).toBe('mfa_verification_failed');
  const inTime = await codeOf(service, secret);
  service.clock.move(30);
  expect((await showCode(client, factorId, inTime)).error).toBeNull();
});
