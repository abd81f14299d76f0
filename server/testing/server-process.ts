import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import type { ClientConfig } from 'pg';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { secretsFromKey } from '#server/platform/config/secrets.ts';
import { testSecretKey } from './secrets.ts';

export interface ServerProcess {
  child: ChildProcess;
  /** The address, once the server says that it is open. Rejects when the process ends before. */
  open: Promise<string>;
  /** How the process ended, and what it wrote to standard error. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; err: string }>;
}

/** What a process needs of this one's environment, and where Node keeps what it compiled. */
export const plainEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

/** The file that a command of package.json starts, in its source; a path is that file. */
export const sourceOf = (command: string) => {
  if (/\.[jt]s$/.test(command)) return command;
  return command === 'main' ? 'server/src/main.ts' : `server/src/commands/${command}.ts`;
};

/** What a server of a test on `dataDir` is started with. */
export const environmentOf = (dataDir: string) => ({
  ...plainEnvironment,
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: dataDir,
  SECRET_KEY: testSecretKey.toString('base64'),
});

/** `npm start` (or another command) as a process of its own, with its own PostgreSQL on `dataDir`. Tests kill it. */
export function startServerProcess(
  dataDir: string,
  env: Record<string, string> = {},
  [command, ...args]: readonly [string, ...string[]] = ['main'],
): ServerProcess {
  const file = join(repositoryRoot, sourceOf(command));
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...environmentOf(dataDir), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(
    ([[code, signal], err]) => ({ code, signal, err }),
  );
  const said = Promise.withResolvers<string>();
  createInterface(child.stdout).on('line', (line) => {
    const [, url] = /is open at (\S+)/.exec(line) ?? [];
    if (url) said.resolve(url);
  });
  ended.then(({ err }) => said.reject(new Error(`the process ended: ${err}`))).catch(() => {});
  said.promise.catch(() => {});
  return { child, open: said.promise, ended };
}

/** How the owner signs in to the PostgreSQL that runs on `dataDir`. */
export function ownerOf(dataDir: string): ClientConfig {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const password = secretsFromKey(testSecretKey)
    .derive('postgres role hamla_owner')
    .toString('hex');
  return { host: lines[4]!, user: 'hamla_owner', password, database: 'hamla' };
}

interface RunningProcess {
  pid: number;
  parent: number;
  commandLine: string;
}

/** What runs on this machine. Linux alone. */
export function runningProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), commandLine }];
      } catch {
        return [];
      }
    });
}

/** The processes below `pid`, and those below them. */
export function descendantsOf(pid: number): RunningProcess[] {
  const all = runningProcesses();
  const below = (parent: number): RunningProcess[] =>
    all.flatMap((one) => (one.parent === parent ? [one, ...below(one.pid)] : []));
  return below(pid);
}
