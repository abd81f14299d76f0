import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('with two passwords being hashed and 200 waiting, the next request is told to retry in two seconds', async () => {
  // Waits until the hash of an unknown account is ready.
  await verifyPassword(null, 'any');
  const asked = await Promise.allSettled(
    Array.from({ length: 203 }, (_, place) => hashPassword(`password ${place}`)),
  );
  const refused = asked.filter(({ status }) => status === 'rejected');
  expect(refused).toEqual([asked.at(-1)]);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 2 } });
  expect(await verifyPassword(null, 'any')).toBe(false);
});
