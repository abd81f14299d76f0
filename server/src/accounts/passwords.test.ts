import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('two passwords at once and 200 that wait: who comes then is told to come back in two seconds', async () => {
  // The hash of nobody is made by then.
  await verifyPassword(null, 'any');
  const asked = await Promise.allSettled(
    Array.from({ length: 203 }, (_, place) => hashPassword(`password ${place}`)),
  );
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused).toEqual([asked.at(-1)]);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 2 } });
  expect(await verifyPassword(null, 'any')).toBe(false);
});
