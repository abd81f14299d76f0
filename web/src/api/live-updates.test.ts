import { expect, test } from 'vitest';
import { failuresBefore, reconnectDelay } from './live-updates.ts';

test('a lost connection is opened again after 1, 2, 5 and 10 seconds, then every 10 seconds', () => {
  const delays = Array.from({ length: 7 }, (_, failures) => reconnectDelay(failures));
  expect(delays).toEqual([1_000, 2_000, 5_000, 10_000, 10_000, 10_000, 10_000]);
});

test('a connection that the server closes within a minute counts as a failure; one that lasted longer resets the count', () => {
  let failures = 0;
  const waitAfter = (lasted: number | null) => {
    failures = failuresBefore(failures, lasted);
    const wait = reconnectDelay(failures);
    failures += 1;
    return wait;
  };
  const durations = [0, 40, null, 59_999, 40, 60_000, 40, 3_600_000, null];
  expect(durations.map(waitAfter)).toEqual([
    1_000, 2_000, 5_000, 10_000, 10_000, 1_000, 2_000, 1_000, 2_000,
  ]);
});
