import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPollingLoop, type PollingLoop } from './polling-loop.ts';

const log = pino({ level: 'silent' });
let loop: PollingLoop | undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await loop?.stop();
  vi.useRealTimers();
});

/** Moves the fake clock and runs what becomes due. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('many wakes lead to one poll after the gathering time; without a wake the interval leads to one', async () => {
  let done = 0;
  loop = startPollingLoop({
    log,
    poll: async () => ++done < 0,
    times: { gather: 100, interval: 10_000 },
  });
  await pass(0);
  expect(done).toBe(1);
  for (let n = 0; n < 50; n += 1) loop.wake();
  await pass(99);
  expect(done).toBe(1);
  await pass(1);
  expect(done).toBe(2);
  await pass(9_999);
  expect(done).toBe(2);
  await pass(200);
  expect(done).toBe(3);
});

test('a wake during a poll leads to another poll, and so does a poll that says there is more', async () => {
  let end = (_more: boolean) => {};
  let begun = 0;
  const poll = () => {
    begun += 1;
    return new Promise<boolean>((resolve) => (end = resolve));
  };
  loop = startPollingLoop({ log, poll });
  loop.wake();
  end(false);
  await pass(100);
  expect(begun).toBe(2);
  end(true);
  await pass(0);
  expect(begun).toBe(3);
  end(false);
});

test('polling goes on after a poll fails, and what it had reserved is released', async () => {
  const errors: unknown[] = [];
  let [begun, released] = [0, 0];
  loop = startPollingLoop({
    log: { ...log, error: (error: unknown) => void errors.push(error) } as never,
    poll: async () => {
      begun += 1;
      throw new Error('no database');
    },
    release: async () => {
      released += 1;
      throw new Error('no database');
    },
  });
  await pass(10_200);
  expect([begun, released, errors.length]).toEqual([2, 2, 4]);
});

test('a poll that never ends is abandoned, what it had reserved is released, and polling goes on', async () => {
  let [begun, released] = [0, 0];
  loop = startPollingLoop({
    log,
    timeoutMs: 60_000,
    release: async () => void (released += 1),
    poll: () => {
      begun += 1;
      return begun === 1 ? new Promise(() => {}) : Promise.resolve(false);
    },
  });
  await pass(59_999);
  expect([begun, released]).toEqual([1, 0]);
  await pass(1);
  expect([begun, released]).toEqual([2, 1]);
});
