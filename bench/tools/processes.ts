import { readdirSync, readFileSync } from 'node:fs';

/** What Linux's /proc says of running processes. */

const TICKS_A_SECOND = 100;

/** A process and all that came of it. */
export function processTreeOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = statOf(Number(name))?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
}

/** Processor seconds used so far: by the threads that these processes have, and by their children that have ended. */
const processorSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + threadSeconds(pid) + (statOf(pid)?.ended ?? 0), 0);

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

/** The same of a process and all that came of it; asked again where one has ended meanwhile, which could be missed or counted twice. */
export function processTreeSeconds(pid: number): number {
  for (;;) {
    const before = statOf(pid)?.ended;
    const seconds = processorSeconds(processTreeOf(pid));
    if (statOf(pid)?.ended === before) return seconds;
  }
}

/**
 * Milliseconds that a process of one thread, such as a connection of PostgreSQL's, has computed so far. Waits until it sleeps,
 * because its time is counted when it stops.
 */
export async function processorMs(pid: number): Promise<number> {
  while (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'S')
    await new Promise((go) => setTimeout(go, 1));
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

/** Resident memory in MB of one process. */
export const residentMb = (pid: number): number => megabytes(pid, 'VmRSS');

/** The most that it has been since the process began. */
export const peakResidentMb = (pid: number): number => megabytes(pid, 'VmHWM');

function megabytes(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s*(\\d+)`, 'm').exec(status)![1]) / 1024;
}

/** Its parent, and the processor seconds of its children that have ended; null for a process that has gone. */
function statOf(pid: number): { parent: number; ended: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user, system] = fields.slice(13, 15).map(Number);
    return { parent: Number(fields[1]), ended: (user! + system!) / TICKS_A_SECOND };
  } catch {
    return null;
  }
}
