import { readdir, readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** Steps of nice(1): a ninth of what the others get of a core that all want. */
const STEPS = 10;
const LEAST_URGENT = 19;

/**
 * Lets the threads of Node's pool, which hash passwords, give way to the thread that answers and to a PostgreSQL on the same
 * machine (docs/decisions/0024-hashes-give-way.md). Linux alone has a priority for each thread; elsewhere nothing changes.
 */
export async function letThePoolGiveWay(): Promise<void> {
  if (process.platform !== 'linux') return;
  // Reading the folder is work of the pool, which is there from then on.
  const threads = '/proc/self/task';
  const niceness = Math.min(LEAST_URGENT, getPriority() + STEPS);
  for (const thread of await readdir(threads)) {
    const name = await readFile(`${threads}/${thread}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'libuv-worker') setPriority(Number(thread), niceness);
  }
}
