import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync, readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { canEnter, type Account } from './embedded-binaries.ts';

/** The embedded server's files, and the account that it runs as. */
export interface DataFolder {
  /** PostgreSQL's own data folder: `DATA_DIR/postgres`. */
  path: string;
  /** The account that the server runs as; undefined: this process's own. */
  account: Account | undefined;
}

const nobody: Account = { uid: 65534, gid: 65534 };

/**
 * Makes `DATA_DIR` accessible and chooses the server's account. PostgreSQL refuses to run as root, so root starts it as
 * the owner of the data folder, or as `nobody` on the first start.
 */
export async function dataFolder(dataDir: string): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true });
  const path = join(await realpath(dataDir), 'postgres');
  if (process.getuid?.() !== 0) return { path, account: undefined };
  await chmod(dataDir, 0o711);
  const owner = await stat(path).catch(() => undefined);
  return { path, account: owner?.uid ? { uid: owner.uid, gid: owner.gid } : nobody };
}

/**
 * Runs `initdb` when there is no database yet, in a folder beside that is renamed when complete. An interrupted start
 * leaves no half database, and of two processes one wins.
 */
export async function initialise(
  binaries: string,
  data: DataFolder,
  options: { password: string; disposable: boolean; stopping?: AbortSignal | undefined },
): Promise<void> {
  if (existsSync(join(data.path, 'PG_VERSION'))) return;
  const draft = await mkdtemp(`${data.path}.new-`);
  const passwordFile = `${draft}.password`;
  try {
    await writeFile(passwordFile, options.password, { mode: 0o600, flag: 'wx' });
    if (data.account) {
      await chown(draft, data.account.uid, data.account.gid);
      await chown(passwordFile, data.account.uid, data.account.gid);
    }
    await runInitdb(binaries, data.account, draft, passwordFile, options);
    await rename(draft, data.path).catch((error: unknown) => {
      if (!existsSync(join(data.path, 'PG_VERSION'))) throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function runInitdb(
  binaries: string,
  account: Account | undefined,
  folder: string,
  passwordFile: string,
  { disposable, stopping }: { disposable: boolean; stopping?: AbortSignal | undefined },
): Promise<void> {
  const reachable = await reachableFolder(folder, account);
  const password = await open(passwordFile, constants.O_RDONLY);
  try {
    const args = ['-D', reachable.path, '-U', ownerName, '--auth=scram-sha-256'];
    args.push('--pwfile=/dev/fd/4', '--encoding=UTF8', '--no-instructions');
    // Bytewise order with Unicode letter case. Arabic order is requested by name: collate "ar-x-icu".
    args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    if (disposable) args.push('--no-sync');
    const child = spawn(join(binaries, 'bin', 'initdb'), args, {
      ...account,
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe', reachable.fd ?? 'ignore', password.fd],
    });
    const exit = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    const end = () => child.kill('SIGTERM');
    stopping?.addEventListener('abort', end);
    if (stopping?.aborted) end();
    const [code, problem] = await Promise.all([exit, buffer(child.stderr!)]);
    stopping?.removeEventListener('abort', end);
    stopping?.throwIfAborted();
    if (code !== 0)
      throw new Error(`PostgreSQL could not make its database: ${problem.toString()}`);
  } finally {
    await password.close();
    await reachable.close();
  }
}

/** The superuser of the embedded database, which owns everything in it. */
export const ownerName = 'hamla_owner';

/** The server's environment, without variables of this process that could change its behaviour. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * A path by which `account` can open `folder`. Root's data may lie in a private home that the account cannot enter; an
 * open handle passed as descriptor 3 leads there.
 */
export async function reachableFolder(
  folder: string,
  account: Account | undefined,
): Promise<{ path: string; fd: number | undefined; close(): Promise<void> }> {
  const plain = { path: folder, fd: undefined, close: () => Promise.resolve() };
  if (!account || canEnter(folder, account)) return plain;
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: '/proc/self/fd/3', fd: handle.fd, close: () => handle.close() };
}

/**
 * The folder of the server's socket: `DATA_DIR`, or the temporary folder when the path exceeds the limit of a socket's
 * name (107 bytes) or the server's account cannot reach it.
 */
export async function socketFolder(dataDir: string, account: Account | undefined): Promise<string> {
  const near = join(dataDir, 'socket');
  if (Buffer.byteLength(near) <= 80 && (!account || canEnter(dataDir, account))) {
    return ownFolder(near, account);
  }
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const far = join(tmpdir().length < 60 ? tmpdir() : '/tmp', `hamla-${name}`);
  return ownFolder(far, account).catch(async () => {
    // Another user has the name: any other works.
    const other = await mkdtemp(`${far}-`);
    if (account) await chown(other, account.uid, account.gid);
    return other;
  });
}

async function ownFolder(folder: string, account: Account | undefined): Promise<string> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
  if (made && account) await chown(folder, account.uid, account.gid);
  const { uid, mode } = await lstat(folder);
  if (uid !== (account?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0) {
    throw new Error(`${folder} belongs to somebody else`);
  }
  return folder;
}

/** Bytes from which the server's log is set aside, and how many old ones stay. */
const LOG_BYTES = 10_000_000;
const OLD_LOGS = 3;

/** Sets a log that has grown aside as `….1`, the one before as `….2`, and empties it under the server that appends to it. */
export async function rotateLog(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found || found.size < LOG_BYTES) return;
  for (let age = OLD_LOGS; age > 1; age -= 1)
    await rename(`${file}.${age - 1}`, `${file}.${age}`).catch(() => {});
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** Contents of `postmaster.pid`. */
interface PidFile {
  pid: number;
  /** The folder of its socket. */
  socket: string | undefined;
}

/** The pid file of a running server; undefined without one, or when its process has ended. */
export function findRunningServer(data: DataFolder): PidFile | undefined {
  const file = readPidFile(join(data.path, 'postmaster.pid'));
  return file && isServerOf(data, file.pid) ? file : undefined;
}

/**
 * Removes the pid files of the server and its socket when their process id belongs to another program, or to a zombie:
 * PostgreSQL would take any living id for a server. PostgreSQL itself removes those of ended processes, after it has
 * checked what they left running.
 */
export async function removeStaleFiles(data: DataFolder, socket: string): Promise<void> {
  for (const file of [join(data.path, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]) {
    const pid = readPidFile(file)?.pid;
    if (!pid || !isAlive(pid) || isServerOf(data, pid)) continue;
    if (readPidFile(file)?.pid === pid) await rm(file, { force: true });
  }
}

function readPidFile(file: string): PidFile | undefined {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
    return pid ? { pid, socket: lines[4] || undefined } : undefined;
  } catch {
    return undefined;
  }
}

/** Marks the server's command line with its data folder, so that the process can be identified. */
export const processMark = (data: DataFolder) => `hamla.data_folder=${data.path}`;

function isServerOf(data: DataFolder, pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(processMark(data));
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  return stdout.includes(processMark(data));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes files of interrupted first starts that are older than an hour. */
export async function sweepDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith('postgres.new-')) continue;
    const path = join(dataDir, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > 3_600_000)
      await rm(path, { recursive: true, force: true });
  }
}
