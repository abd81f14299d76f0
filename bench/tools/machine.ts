import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';

/** Programs that measurements need: Debian's package of each, and the option that prints its version. */
const programs = { pgbench: ['postgresql', '--version'], wrk: ['wrk', '-v'] } as const;

/**
 * The versions of programs, read before a database is filled.
 * @throws Error naming the first that is missing.
 */
export function versionsOf(...names: (keyof typeof programs)[]): string[] {
  return names.map((name) => {
    const [from, option] = programs[name];
    // wrk prints its version as an error.
    const { stdout, stderr, error } = spawnSync(name, [option], { encoding: 'utf8' });
    if (error) throw new Error(`${name} was not found: install Debian's ${from}`);
    return `${stdout}${stderr}`.split(/\n| \[/, 1)[0]!;
  });
}

/** The packages that a folder depends on, with their versions: all of them or those named. */
export async function packagesOf(folder: string, names?: readonly string[]): Promise<string> {
  const path = join(import.meta.dirname, '../..', folder, 'package.json');
  const { dependencies } = JSON.parse(await readFile(path, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return (names ?? Object.keys(dependencies))
    .map((name) => `${name} ${dependencies[name]}`)
    .join(', ');
}

/** When and on what: "Measured on 2026-11-22, 2 cores (AMD EPYC)". */
export const measuredOn = (): string =>
  `Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`;

/** When and on what a run was made, with the versions that took part. */
export async function machine(client: Client, versions: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ version: string }>('select version()');
  return [
    `${measuredOn()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    `Node ${process.version}, ${rows[0]!.version.split(' on ')[0]}, ${await packagesOf('.', ['fastify', 'pg'])}`,
    ...versions,
  ].join('; ');
}
