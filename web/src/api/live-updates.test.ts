import { expect, test } from 'vitest';
import { reconnectDelay } from './live-updates.ts';

test('a lost line is made again after 1, 2, 5 and 10 seconds, then every 10 seconds', () => {
  const delays = Array.from({ length: 7 }, (_, failures) => reconnectDelay(failures));
  expect(delays).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000, 10_000]);
});
