import { readlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** Steps of nice(1): a ninth of what the others get of a core that all want. */
const STEPS = 10;
const LEAST_URGENT = 19;

/**
 * Lets the threads of Node's pool, which hash passwords, give way to the thread that answers and to a PostgreSQL on the same
 * machine (docs/decisions/0024-hashes-give-way.md). Linux alone has a priority for each thread; elsewhere nothing changes.
 */
export async function lowerThreadPoolPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  // Reading the folder is work of the pool, which is there from then on.
  const threads = '/proc/self/task';
  for (const thread of await readdir(threads)) {
    const name = await readFile(`${threads}/${thread}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'libuv-worker') giveWay(Number(thread));
  }
}

/** Lets the thread that runs this give way likewise: one that reads files of strangers. */
export function lowerThisThreadPriority(): void {
  if (process.platform !== 'linux') return;
  giveWay(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
}

/** By the number of the process: a thread that was started by one that gives way is not slowed twice. */
const giveWay = (thread: number) =>
  setPriority(thread, Math.min(LEAST_URGENT, getPriority(process.pid) + STEPS));
