import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPollingLoop, type PollingLoop } from './polling-loop.ts';

const log = pino({ level: 'silent' });
let rounds: PollingLoop | undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  await rounds?.stop();
  vi.useRealTimers();
});

/** Lets so much time pass, and what follows from it happen. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('many hints are one round, soon; without any a round comes by itself', async () => {
  let done = 0;
  rounds = startPollingLoop({
    log,
    round: async () => ++done < 0,
    times: { gather: 100, poll: 10_000 },
  });
  await pass(0);
  expect(done).toBe(1);
  for (let n = 0; n < 50; n += 1) rounds.hint();
  await pass(99);
  expect(done).toBe(1);
  await pass(1);
  expect(done).toBe(2);
  await pass(9_999);
  expect(done).toBe(2);
  await pass(200);
  expect(done).toBe(3);
});

test('a hint during a round brings another; so does a round that has left something', async () => {
  let end = (_more: boolean) => {};
  let begun = 0;
  const round = () => {
    begun += 1;
    return new Promise<boolean>((resolve) => (end = resolve));
  };
  rounds = startPollingLoop({ log, round });
  rounds.hint();
  end(false);
  await pass(100);
  expect(begun).toBe(2);
  end(true);
  await pass(0);
  expect(begun).toBe(3);
  end(false);
});

test('a round that fails is no end, and what it had taken is released', async () => {
  const errors: unknown[] = [];
  let [begun, givenUp] = [0, 0];
  rounds = startPollingLoop({
    log: { ...log, error: (error: unknown) => void errors.push(error) } as never,
    round: async () => {
      begun += 1;
      throw new Error('no database');
    },
    giveUp: async () => {
      givenUp += 1;
      throw new Error('no database');
    },
  });
  await pass(10_200);
  expect([begun, givenUp, errors.length]).toEqual([2, 2, 4]);
});

test('a round that never ends is given up, what it had taken is released, and rounds go on', async () => {
  let [begun, givenUp] = [0, 0];
  rounds = startPollingLoop({
    log,
    limitMs: 60_000,
    giveUp: async () => void (givenUp += 1),
    round: () => {
      begun += 1;
      return begun === 1 ? new Promise(() => {}) : Promise.resolve(false);
    },
  });
  await pass(59_999);
  expect([begun, givenUp]).toEqual([1, 0]);
  await pass(1);
  expect([begun, givenUp]).toEqual([2, 1]);
});
