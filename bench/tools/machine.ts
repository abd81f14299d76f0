import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';

/** Programs of Debian that measurements need, by the package that brings each, and how each says its version. */
const programs = {
  pgbench: { package: 'postgresql', asks: '--version' },
  wrk: { package: 'wrk', asks: '-v' },
  haproxy: { package: 'haproxy', asks: '-v' },
} as const;
type Program = keyof typeof programs;

/** What it prints, or null where it is missing; wrk tells its version as an error. */
function said(program: Program): string | null {
  const { stdout, stderr, error } = spawnSync(program, [programs[program].asks], {
    encoding: 'utf8',
  });
  return error ? null : `${stdout}${stderr}`.split('\n')[0]!.trim();
}

/** @throws Error naming the first that is missing: before a database is filled, not after. */
export function requirePrograms(...needed: Program[]): void {
  for (const program of needed)
    if (said(program) === null)
      throw new Error(`${program} was not found: install Debian's ${programs[program].package}`);
}

const root = join(import.meta.dirname, '../..');

/** The packages that a folder depends on, with their versions: all of them or those named. */
export async function packagesOf(folder: string, names?: readonly string[]): Promise<string> {
  const text = await readFile(join(root, folder, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  return (names ?? Object.keys(dependencies))
    .map((name) => `${name} ${dependencies[name]}`)
    .join(', ');
}

/** When and on what: "Measured on 2026-11-22, 2 cores (AMD EPYC)". */
export const measuredOn = (): string =>
  `Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`;

/** When a run was made, the machine and the versions that it was made on, with the programs that took part. */
export async function machine(
  client: { query: Client['query'] },
  ...took: Program[]
): Promise<string> {
  const { rows } = await client.query<{ version: string }>('select version()');
  const own = await packagesOf('.', ['fastify', 'pg']);
  return [
    `${measuredOn()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    `Node ${process.version}, ${rows[0]!.version.split(' on ')[0]}, ${own}`,
    ...took.map((program) => said(program)!.replace(/ Copyright.*| \[.*| - https.*/, '')),
  ].join('; ');
}
