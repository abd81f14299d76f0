import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { lowerThreadPoolPriority } from './thread-priority.ts';

/** The threads of this process, and whether each has a lowered priority. */
const threads = () =>
  readdirSync('/proc/self/task').map((thread) => ({
    thread,
    name: readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim(),
    givesWay: getPriority(Number(thread)) > getPriority(),
  }));

test.runIf(process.platform === 'linux')(
  'all threads of the pool give way, and no other thread of Node',
  async () => {
    await lowerThreadPoolPriority();
    // A reader thread lowers its own priority (thread-reader.ts).
    const found = threads().filter(({ name }) => name !== 'WorkerThread');
    const pool = found.filter(({ name }) => name === 'libuv-worker');
    expect(pool.length).toBeGreaterThan(1);
    expect(found.filter(({ givesWay }) => givesWay)).toEqual(pool);
  },
);
