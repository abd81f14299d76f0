import { readlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** The nice value. A thread at +10 gets about a ninth of the processor time of one at 0 while both are busy. */
const STEPS = 10;
const LEAST_URGENT = 19;

/**
 * Lowers the priority of Node's thread pool, which hashes passwords, below that of the main thread and of a PostgreSQL
 * on the same machine (docs/decisions/0024-hashes-give-way.md). Only Linux has a priority for each thread; elsewhere
 * this does nothing.
 */
export async function lowerThreadPoolPriority(): Promise<void> {
  if (process.platform !== 'linux') return;
  // Reading the folder starts the thread pool.
  const threads = '/proc/self/task';
  for (const thread of await readdir(threads)) {
    const name = await readFile(`${threads}/${thread}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'libuv-worker') giveWay(Number(thread));
  }
}

/** Lowers the priority of the calling thread: one that reads uploaded files. */
export function lowerThisThreadPriority(): void {
  if (process.platform !== 'linux') return;
  giveWay(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
}

/** Relative to the process's priority, so that a thread started by a lowered one is not lowered twice. */
const giveWay = (thread: number) =>
  setPriority(thread, Math.min(LEAST_URGENT, getPriority(process.pid) + STEPS));
