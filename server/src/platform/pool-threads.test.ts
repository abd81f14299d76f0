import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { letThePoolGiveWay } from './pool-threads.ts';

/** The names of this process's threads that give way to the others. */
function givingWay(): string[] {
  const threads = readdirSync('/proc/self/task').map((thread) => ({
    name: readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim(),
    niceness: getPriority(Number(thread)),
  }));
  const own = getPriority();
  return threads.filter(({ niceness }) => niceness > own).map(({ name }) => name);
}

test.runIf(process.platform === 'linux')(
  'all threads of the pool give way, and none else',
  async () => {
    await letThePoolGiveWay();
    const names = givingWay();
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names)).toEqual(new Set(['libuv-worker']));
  },
);
