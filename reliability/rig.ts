import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import type { S3Settings } from '#server/platform/config/settings.ts';
import { copyDataDir } from '#server/platform/database/copy-data-dir.testing.ts';
import { raisedQuotas } from '#server/platform/quotas.testing.ts';
import { prepareDataDir } from '../server/testing/cluster.ts';
import { freePort } from '../server/testing/free-port.ts';
import {
  descendantsOf,
  ownerOf,
  runningProcesses,
  startServerProcess,
  type ServerProcess,
} from '../server/testing/server-process.ts';

const built = (name: string) => `dist/server/${name}.js`;

/** One of the servers of a rig; it keeps its address from start to start. */
interface RigServer {
  url: string;
  /** Resolves once it is open. `env` differs from the rig's. */
  start(env?: Record<string, string>): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Milliseconds until `/readyz` answers 200. @throws Error after `limit_ms`. */
  ready(limit_ms?: number): Promise<number>;
  /** A clean stop. @returns what was not clean about it. */
  stop(): Promise<string[]>;
  /** The process that runs now, or ran last. */
  process(): ServerProcess | undefined;
  /** The newest lines of its log. */
  log: string[];
}

/** Real servers on one PostgreSQL of their own, which they start and share as `npm start` does. */
export interface Rig extends AsyncDisposable {
  dataDir: string;
  /** Where the servers keep files; undefined: in the data folder. */
  s3: S3Settings | undefined;
  servers: RigServer[];
  /** The first server. */
  server: RigServer;
  /** A connection of the owner; closed with the rig. */
  owner(): Promise<Client>;
  rows<T extends object>(sql: string, values?: unknown[]): Promise<T[]>;
  /** The process id of PostgreSQL. */
  postmaster(): number;
  /** Stops every server and PostgreSQL where they are: nobody gets an answer any more. */
  freeze(): void;
  /** Kills every server and PostgreSQL, and waits until none is left. */
  killAll(): Promise<void>;
}

interface RigOptions {
  servers?: number;
  env?: Record<string, string>;
  /** A folder to run in instead of a copy of the prepared one: where it is empty, the first start makes the database. */
  dataDir?: string;
  /** Another database than the embedded one: how the owner signs in. The servers find it by `env`. */
  database?: ClientConfig;
  s3?: S3Settings;
  /** Default: true. */
  isStarted?: boolean;
}

export async function openRig(options: RigOptions = {}): Promise<Rig> {
  await using opened = new AsyncDisposableStack();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'hamla-reliability-'));
  const servers: RigServer[] = [];
  if (!options.dataDir)
    opened.defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const killAll = () => {
    // Stopped first, they start no more.
    for (const name of ['SIGSTOP', 'SIGKILL'] as const)
      for (const server of servers) signalFamily(server.process()?.child, name);
    for (const { pid } of processesOn(dataDir)) send(pid, 'SIGKILL');
  };
  killers.add(killAll);
  const killAllAndWait = async () => {
    for (killAll(); processesOn(dataDir).length > 0; killAll()) await pause(20);
    for (const server of servers) await server.process()?.ended;
  };
  opened.defer(async () => {
    await killAllAndWait();
    killers.delete(killAll);
  });
  if (!options.dataDir) {
    copyDataDir(await preparedData(), dataDir);
    chmodSync(dataDir, 0o755);
  }
  const clients: Client[] = [];
  opened.defer(async () => {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  });
  const owner = async () => {
    const client = new Client(options.database ?? ownerOf(dataDir));
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };
  const { s3 } = options;
  const env = { ...raisedQuotas, LOG_LEVEL: 'warn', ...(s3 && environmentOf(s3)), ...options.env };
  for (let n = 0; n < (options.servers ?? 1); n += 1) {
    // Tokens name one address, as behind a balancer.
    const site = servers[0] && { SITE_URL: servers[0].url };
    servers.push(await rigServer(dataDir, { ...site, ...env }));
  }
  if (options.isStarted ?? true) for (const server of servers) await server.start();
  const rig = {
    dataDir,
    s3: options.s3,
    servers,
    server: servers[0]!,
    owner,
    async rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
      const client = await owner();
      try {
        return (await client.query(sql, values)).rows;
      } finally {
        await client.end();
        clients.splice(clients.indexOf(client), 1);
      }
    },
    postmaster: () =>
      Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    freeze: () => {
      for (const server of servers) signalFamily(server.process()?.child, 'SIGSTOP');
    },
    killAll: killAllAndWait,
  };
  const ended = opened.move();
  return { ...rig, [Symbol.asyncDispose]: () => ended.disposeAsync() };
}

const environmentOf = (s3: S3Settings) => ({
  S3_BUCKET: s3.bucket,
  S3_REGION: s3.region,
  S3_ENDPOINT: s3.endpoint!,
  S3_ACCESS_KEY_ID: s3.accessKeyId!,
  S3_SECRET_ACCESS_KEY: s3.secretAccessKey!,
});

const LOG_LINES = 60;

async function rigServer(dataDir: string, env: Record<string, string>): Promise<RigServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const log: string[] = [];
  let running: ServerProcess | undefined;
  const start = async (more: Record<string, string> = {}) => {
    running = startServerProcess(
      dataDir,
      {
        PORT: String(port),
        NODE_COMPILE_CACHE: join(repositoryRoot, 'dist/compiled'),
        ...env,
        ...more,
      },
      [built('main')],
    );
    running.child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      log.push(...text.trimEnd().split('\n'));
      log.splice(0, log.length - LOG_LINES);
    });
    await running.open;
  };
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    running!.child.kill(signal);
    await running!.ended;
  };
  const ready = async (limit_ms = 60_000) => {
    const from = performance.now();
    for (;;) {
      const status = await fetch(`${url}/readyz`).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      );
      const ms = performance.now() - from;
      if (status === 200) return ms;
      if (ms > limit_ms) throw new Error(`not ready after ${limit_ms / 1000} s: ${status}`);
      await pause(20);
    }
  };
  const stop = async () => {
    const from = performance.now();
    running!.child.kill('SIGTERM');
    const { code, signal, err } = await running!.ended;
    const seconds = (performance.now() - from) / 1000;
    const how = [code === 0 ? '' : `with ${code ?? signal}`, err && `saying ${err}`];
    return [
      ...how.filter(Boolean).map((words) => `A server that was told to stop ended ${words}.`),
      ...(seconds > 10 ? [`A server took ${seconds.toFixed(1)} s to stop.`] : []),
    ];
  };
  return { url, start, kill, ready, stop, process: () => running, log };
}

/** What runs on a folder: servers, and their PostgreSQL. */
export const processesOn = (dataDir: string) =>
  runningProcesses().filter(({ commandLine }) => commandLine.includes(dataDir));

/** What ends the processes of each open rig: none outlives this process. */
const killers = new Set<() => void>();
process.once('exit', () => {
  for (const killAll of killers) killAll();
});

/** To a server and what it has started, its PostgreSQL and initdb, which does not name its folder. */
function signalFamily(child: ChildProcess | undefined, name: NodeJS.Signals): void {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  const below = descendantsOf(child.pid);
  send(child.pid, name);
  for (const { pid } of below) send(pid, name);
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

let prepared: Promise<string> | undefined;

/** A data folder whose database is migrated and empty. It is made once a run, and removed at its end. */
export const preparedData = (): Promise<string> => (prepared ??= prepare());

async function prepare(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-reliability-prepared-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await prepareDataDir(folder);
  return folder;
}
