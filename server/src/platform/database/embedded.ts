import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, rmdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { Client, type ClientConfig } from 'pg';
import type { BaseLogger } from 'pino';

import type { Secrets } from '../config/secrets.ts';
import { advisoryLock } from './advisory-locks.ts';
import { isWrongPassword } from './pools.ts';
import { untilStopped } from '../stop-signals.ts';
import { postgresBinaries } from './embedded-binaries.ts';
import {
  dataFolder,
  environment,
  initialise,
  findRunningServer,
  processMark,
  ownerName,
  reachableFolder,
  removeStaleFiles,
  rotateLog,
  socketFolder,
  sweepDrafts,
  type DataFolder,
} from './embedded-data.ts';

export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;

interface EmbeddedOptions {
  /** Absolute path; the database is in its `postgres` folder. */
  dataDir: string;
  secrets: Secrets;
  log: Log;
  /** For tests: fast and not durable. */
  disposable?: boolean;
  /** PostgreSQL's shared_buffers in MB; by default chosen for the machine, and small when disposable. */
  sharedBuffersMb?: number;
  /**
   * Recovers a copy from its write-ahead log, up to `until` (such as `2026-11-26 20:50:00+00`) or its end. The start then takes as long as
   * that does, and the copy is an installation of its own afterwards.
   */
  recovery?: { until?: string | undefined };
  /** Aborting it ends the start: a started server is stopped and the signal's reason is thrown. */
  stopping?: AbortSignal | undefined;
}

export interface EmbeddedPostgres {
  /** How the owner connects to the database `hamla`. */
  owner: ClientConfig;
  /** Stops the server with a fast shutdown and waits for it, unless another process uses it. */
  stop(): Promise<void>;
}

/** State of a launcher of the embedded server. */
interface Launcher {
  data: DataFolder;
  binaries: string;
  /** The socket's folder of a server that this process started; a server found running names it in its pid file. */
  socket: string | undefined;
  logFile: string;
  password: string;
  options: EmbeddedOptions;
  child: ChildProcess | undefined;
  /** A connection that holds the lock of the server's users. */
  presence: Client | undefined;
  /** Looks at the log now and then. */
  rotation: NodeJS.Timeout | undefined;
  /** Set while a server that died is started again. */
  restarting: Promise<void> | undefined;
  stopping: boolean;
}

const startLimit = 30_000;
/** Milliseconds between two looks at the size of the log. */
const ROTATION_MS = 600_000;
const recoveryLimit = 12 * 3_600_000;
const usersLock = advisoryLock('users');
const creationLock = advisoryLock('creation');

/**
 * Starts PostgreSQL on `dataDir`, creating the database on the first start, and restarts it when it dies. Processes
 * with the same `dataDir` share one server, and the last one stops it. A server that outlived its process is taken
 * over.
 * @throws Error with a message when it cannot run, or when the secret key is not the database's.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { stopping } = options;
  const data = await dataFolder(options.dataDir);
  const dataDir = dirname(data.path);
  const binaries = await postgresBinaries(dataDir, data.account);
  const password = options.secrets.derive('postgres role hamla_owner').toString('hex');
  await sweepDrafts(dataDir);
  stopping?.throwIfAborted();
  const { disposable = false } = options;
  await initialise(binaries, data, { password, disposable, stopping });
  const launcher: Launcher = {
    data,
    binaries,
    socket: undefined,
    logFile: join(dataDir, 'postgres.log'),
    password,
    options,
    child: undefined,
    presence: undefined,
    rotation: undefined,
    restarting: undefined,
    stopping: false,
  };
  try {
    await rotateLog(launcher.logFile);
    const presence = await attach(launcher);
    launcher.rotation = setInterval(() => {
      rotateLog(launcher.logFile).catch((error: unknown) => options.log.warn(error));
    }, ROTATION_MS).unref();
    await untilStopped(createDatabase(presence), stopping);
    if (!disposable) await assertDurable(presence);
    stopping?.throwIfAborted();
  } catch (error) {
    await stop(launcher);
    throw error;
  }
  return { owner: settingsOf(launcher, 'hamla'), stop: () => stop(launcher) };
}

function settingsOf(launcher: Launcher, database: string): ClientConfig {
  return {
    host: findRunningServer(launcher.data)?.socket ?? launcher.socket,
    port: 5432,
    user: ownerName,
    password: launcher.password,
    database,
    ssl: false,
  };
}

/** Connects to a running server or starts one, until either succeeds. */
async function attach(launcher: Launcher): Promise<Client> {
  const { recovery } = launcher.options;
  const limit = Date.now() + (recovery ? recoveryLimit : startLimit);
  for (let failures = 0; Date.now() < limit;) {
    launcher.options.stopping?.throwIfAborted();
    if (launcher.stopping) throw new Error('PostgreSQL is being stopped.');
    const client = await connect(launcher);
    if (client) return watch(launcher, client);
    if (!launcher.child && !findRunningServer(launcher.data)) {
      if (failures > (recovery ? 0 : 2)) await assertWorthRetrying(launcher);
      await spawnServer(launcher);
      failures += 1;
    }
    await delay(15);
  }
  throw new Error(
    `PostgreSQL did not start within 30 s. Its log ends with:\n${await logTail(launcher)}`,
  );
}

/** Opens a connection that holds the users' lock; undefined while the server does not respond or is stopping. */
async function connect(launcher: Launcher): Promise<Client | undefined> {
  const { host } = settingsOf(launcher, 'postgres');
  if (!existsSync(join(String(host), '.s.PGSQL.5432'))) return undefined;
  // Two while the key is rotated: either may be the password at this moment.
  const passwords = launcher.options.secrets.known('postgres role hamla_owner');
  let refusal: unknown;
  for (const password of passwords) {
    launcher.password = password.toString('hex');
    try {
      return await signIn(launcher);
    } catch (error) {
      if (!isWrongPassword(error)) return undefined;
      refusal = error;
    }
  }
  throw new Error(
    `The secret key is not the one that the database in ${launcher.data.path} was made with.`,
    { cause: refusal },
  );
}

/** @throws the error of a connection that is refused or lost. */
async function signIn(launcher: Launcher): Promise<Client | undefined> {
  const settings = settingsOf(launcher, 'postgres');
  const client = new Client({ ...settings, application_name: 'hamla presence' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as held', [
      usersLock,
    ]);
    if (rows[0].held) return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end().catch(() => {});
  return undefined;
}

/** A lost connection means that the server died: starts it again at once. */
function watch(launcher: Launcher, client: Client): Client {
  launcher.presence = client;
  client.once('end', () => {
    launcher.presence = undefined;
    if (!launcher.stopping) launcher.restarting = restart(launcher);
  });
  return client;
}

async function restart(launcher: Launcher): Promise<void> {
  launcher.options.log.error('PostgreSQL went away; starting it again');
  while (!launcher.stopping) {
    try {
      await attach(launcher);
      launcher.options.log.info('PostgreSQL is back');
      return;
    } catch (error) {
      launcher.options.log.error(error, 'PostgreSQL does not start');
      await delay(1000);
    }
  }
}

async function spawnServer(launcher: Launcher): Promise<void> {
  const { data, options } = launcher;
  launcher.socket = await socketFolder(dirname(data.path), data.account);
  await removeStaleFiles(data, launcher.socket);
  const folder = await reachableFolder(data.path, data.account);
  const log = await open(launcher.logFile, 'a', 0o600);
  const settings = {
    ...serverSettings,
    ...(options.disposable ? disposableSettings : {}),
    ...(options.recovery ? recoverySettings(options.recovery) : {}),
    shared_buffers: `${options.sharedBuffersMb ?? (options.disposable ? 128 : suitableBuffersMb())}MB`,
  };
  const args = ['-D', folder.path, '-k', launcher.socket, '-c', processMark(data)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  try {
    // Detached, so that Ctrl-C in a terminal reaches only this process; otherwise the server would stop before its
    // users.
    const child = spawn(join(launcher.binaries, 'bin', 'postgres'), args, {
      ...data.account,
      cwd: '/',
      env: environment,
      detached: true,
      stdio: ['ignore', 'ignore', log.fd, folder.fd ?? 'ignore'],
    });
    const gone = () => {
      if (launcher.child === child) launcher.child = undefined;
    };
    child.once('exit', gone).once('error', gone);
    child.unref();
    // Set before the first await, so that a server that dies at once is noticed.
    launcher.child = child;
  } finally {
    await log.close();
    await folder.close();
  }
}

/**
 * An eighth of the machine's memory, from 128 MB to 1 GB. PostgreSQL's manual suggests a quarter for a dedicated
 * machine; this one is shared with the server and the system's file cache.
 */
export function suitableBuffersMb(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 ** 20;
  return Math.min(1024, Math.max(128, Math.floor(memory / 8)));
}

const serverSettings = {
  listen_addresses: '',
  max_connections: '60',
  max_wal_size: '512MB',
  // What backups that are no longer made may keep of it.
  max_slot_wal_keep_size: '2GB',
  // Settings that make a committed row survive a crash; stated, because the product depends on them.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Off: short queries on a small machine gain nothing from compilation or parallel plans.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of a statement go to the caller, who logs them without the row's values; this log has the server's own
  // messages.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
};

const disposableSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
};

/** No connection is accepted before the copy is complete. Its write-ahead log is in the data folder. */
const recoverySettings = ({ until }: { until?: string | undefined }) => ({
  restore_command: 'false',
  hot_standby: 'off',
  recovery_target_action: 'promote',
  // One flush of the disk instead of one a file.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  ...(until && { recovery_target_time: until }),
});

/** Only temporary causes are retried for the whole time: files and memory of a server that is stopping. */
async function assertWorthRetrying(launcher: Launcher): Promise<void> {
  const tail = await logTail(launcher);
  if (/postmaster\.pid|lock file|shared memory/.test(tail)) return;
  throw new Error(`PostgreSQL does not start. Its log ends with:\n${tail}`);
}

async function logTail(launcher: Launcher): Promise<string> {
  const text = await readFile(launcher.logFile, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-6).join('\n');
}

async function createDatabase(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [creationLock]);
  const { rowCount } = await client.query("select from pg_database where datname = 'hamla'");
  if (rowCount === 0) await client.query('create database hamla template template0');
  await client.query('select pg_advisory_unlock($1)', [creationLock]);
}

/** @throws Error when the server may lose a committed row. */
async function assertDurable(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`,
  );
  if (rows.length > 0) {
    throw new Error(
      `PostgreSQL runs with ${rows.map((row) => `${row.name}=off`).join(', ')}: rows could be lost.`,
    );
  }
}

async function stop(launcher: Launcher): Promise<void> {
  launcher.stopping = true;
  clearInterval(launcher.rotation);
  // Otherwise a server that is being restarted would keep running.
  await launcher.restarting;
  const { presence } = launcher;
  // The start failed before this process became a user of the server that it started, for example by a wrong key.
  if (!presence && launcher.child) await shutDownChild(launcher);
  if (presence && (await isLastUser(presence))) {
    const { host } = settingsOf(launcher, 'postgres');
    await shutDown(launcher.data, () => launcher.child !== undefined);
    if (host) await rmdir(host).catch(() => {});
  }
  await presence?.end().catch(() => {});
}

async function isLastUser(presence: Client): Promise<boolean> {
  try {
    await presence.query('select pg_advisory_unlock_shared($1)', [usersLock]);
    const { rows } = await presence.query('select pg_try_advisory_lock($1) as alone', [usersLock]);
    return rows[0].alone;
  } catch {
    return false;
  }
}

/** Stops a server that outlived its process, on a folder that is to be removed. */
export async function stopRunningServer(dataDir: string): Promise<void> {
  await shutDown(await dataFolder(dataDir));
}

async function shutDown(data: DataFolder, hasChild = () => false): Promise<void> {
  const server = findRunningServer(data);
  if (!server) return;
  signal(server.pid, 'SIGINT');
  const limit = Date.now() + 10_000;
  while (findRunningServer(data)?.pid === server.pid || hasChild()) {
    if (Date.now() > limit) return signal(server.pid, 'SIGQUIT');
    await delay(10);
  }
}

/**
 * Stops a server that this process has started and could not sign in to. Another process that uses it already will
 * restart it, as after a crash.
 */
async function shutDownChild(launcher: Launcher): Promise<void> {
  const { child } = launcher;
  if (!child?.pid) return;
  signal(child.pid, 'SIGINT');
  const limit = Date.now() + 10_000;
  while (launcher.child === child) {
    if (Date.now() > limit) return signal(child.pid, 'SIGQUIT');
    await delay(10);
  }
  if (launcher.socket) await rmdir(launcher.socket).catch(() => {});
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
