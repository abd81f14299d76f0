import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { descendantsOf } from '../../server/testing/server-process.ts';

/** What Linux's /proc says of running processes. */

const TICKS_A_SECOND = 100;

/** A process and all that came of it. */
export const processTreeOf = (pid: number): number[] => [
  pid,
  ...descendantsOf(pid).map((one) => one.pid),
];

/**
 * Processor seconds that a process and all that came of it have used so far. Read again where one has ended meanwhile, which
 * could be missed or counted twice.
 */
export function processTreeSeconds(pid: number): number {
  for (;;) {
    const before = statOf(pid)?.ended;
    const used = processTreeOf(pid).map((one) => threadSeconds(one) + (statOf(one)?.ended ?? 0));
    if (statOf(pid)?.ended === before) return used.reduce((sum, seconds) => sum + seconds, 0);
  }
}

/** Told by the scheduler in nanoseconds; `stat` tells hundredths of a second. */
function threadSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'),
    );
    return threads.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e9;
  } catch {
    return 0;
  }
}

/**
 * Milliseconds that a process of one thread, such as a connection of PostgreSQL's, has computed so far. Waits until it sleeps,
 * because its time is counted when it stops.
 */
export async function processorMs(pid: number): Promise<number> {
  while (statOf(pid)?.state !== 'S') await pause(1);
  return threadSeconds(pid) * 1000;
}

/** Resident memory of one process in MB: now (`VmRSS`), or the most since it began (`VmHWM`). */
export function residentMb(pid: number, line: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s*(\\d+)`, 'm').exec(status)![1]) / 1024;
}

/** Its state, and the processor seconds of its children that have ended; null for a process that has gone. */
function statOf(pid: number): { state: string; ended: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ended = (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
    return { state: fields[0]!, ended };
  } catch {
    return null;
  }
}
