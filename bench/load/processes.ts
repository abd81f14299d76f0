import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What Linux's /proc says of running processes, and which programs there are to run. */

/** @throws Error naming the first that is missing: before a database is filled, not after. */
export function requireTools(...tools: ('pgbench' | 'wrk')[]): void {
  for (const tool of tools)
    if (spawnSync(tool, ['--version']).error)
      throw new Error(`${tool} was not found: install Debian's packages postgresql and wrk`);
}

const TICKS_A_SECOND = 100;

/** A process and all that came of it. */
export function familyOf(pid: number): number[] {
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

/** Processor seconds used so far by the processes that live, and by the children that these have seen end. */
export const processorSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) / TICKS_A_SECOND;

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
export const mostResidentMb = (pid: number): number => megabytes(pid, 'VmHWM');

function megabytes(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${line}:\\s*(\\d+)`, 'm').exec(status)![1]) / 1024;
}

/** Null for a process that has gone. */
function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last bracket may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[1]),
      ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0),
    };
  } catch {
    return null;
  }
}
