import { generate } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { password, startProduct, type Product } from '../testing/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct('2026-11-20T09:00:00+03:00');
});
afterAll(() => product.close());

/** Asks for the company's dashboard with the client's own token. */
async function dashboard(token: string) {
  const reply = await fetch(`${product.url}/api/dashboards/company`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: reply.status, body: (await reply.json()) as { code?: string } };
}

test('a person with a second factor may do nothing before the code, and everything after', async () => {
  const company = await product.signUp('company', 'nakheel');
  await product.rows('select api.prove_mailbox($1, $2)', [company.user_id, product.clock.now()]);
  const { data: factor } = await company.auth.mfa.enroll({ factorType: 'totp' });
  if (factor?.type !== 'totp') throw new Error('not enrolled');
  const show = async () => {
    const { data: challenge } = await company.auth.mfa.challenge({ factorId: factor.id });
    const epoch = Math.floor(product.clock.now().getTime() / 1000);
    return company.auth.mfa.verify({
      factorId: factor.id,
      challengeId: challenge?.id ?? '',
      code: await generate({ secret: factor.totp.secret, epoch }),
    });
  };
  expect((await show()).error).toBeNull();

  product.clock.set('2026-11-20T09:05:00+03:00');
  const half = await company.auth.signInWithPassword({ email: company.email, password });
  const refused = await dashboard(half.data.session?.access_token ?? '');
  expect(refused).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
  const stream = await fetch(`${product.url}/api/events`, {
    headers: { authorization: `Bearer ${half.data.session?.access_token}` },
  });
  expect(stream.status).toBe(403);

  const whole = await show();
  expect(whole.error).toBeNull();
  expect((await dashboard(whole.data?.access_token ?? '')).status).toBe(200);
});
