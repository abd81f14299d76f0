import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

test('a slot is free again when its work has ended or failed, and while all are taken a full queue refuses', async () => {
  const runLimited = createLimiter({ maxConcurrent: 1, maxWaiting: 1 });
  const first = Promise.withResolvers<string>();
  const held = runLimited(() => first.promise);
  const waits = runLimited(async () => 'second');
  await expect(runLimited(async () => 'third')).rejects.toMatchObject({ code: 'unavailable' });
  first.reject(new Error('failed'));
  await expect(held).rejects.toThrow('failed');
  expect(await waits).toBe('second');
  const one = createLimiter({ maxConcurrent: 1, maxWaiting: 0 });
  for (let n = 0; n < 3; n += 1) expect(await one(async () => n)).toBe(n);
});
