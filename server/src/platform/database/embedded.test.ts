/** @module-tag proof/reliability */
import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { repositoryRoot } from '../config/repository-root.ts';
import { secretsFromKey, type Secrets } from '../config/secrets.ts';
import { testSecrets } from '../../../testing/secrets.ts';
import { rotateLog } from './embedded-data.ts';
import { startEmbeddedPostgres, suitableBuffersMb } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const somebody = { uid: 65534, gid: 65534 };
const log = pino({ level: 'silent' });

/** A data folder after a first start and stop, because the first start is slow. */
let used: string;
let folder: string;
let children: ChildProcessWithoutNullStreams[];

beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), 'hamla-embedded-used-'));
  await (await start(used)).stop();
});

afterAll(() => rm(used, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hamla-embedded-'));
  chmodSync(folder, 0o755);
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map(leave));
  await rm(folder, { recursive: true, force: true });
});

test('a second start on the same data finds the rows of the first, with durable settings', async () => {
  const first = await start(folder, { disposable: false });
  await write(first.owner, 'kept');
  expect(await ask(first.owner, 'show fsync')).toBe('on');
  expect(await ask(first.owner, 'show jit')).toBe('off');
  const pagesOf8Kb = `select setting::int from pg_settings where name = 'shared_buffers'`;
  expect(await ask(first.owner, pagesOf8Kb)).toBe(suitableBuffersMb() * 128);
  await first.stop();
  const second = await start(folder, { disposable: false });
  expect(await read(second.owner)).toEqual(['kept']);
  await second.stop();
});

test('the log of PostgreSQL is set aside when it has grown, three old ones stay, and it is written on', async () => {
  beginUsed();
  const logFile = join(folder, 'postgres.log');
  const grow = (text: string) => writeFile(logFile, text.repeat(10_000_000), { flag: 'a' });
  await grow('1');
  const server = await start(folder);
  for (const text of ['2', '3', '4', '5']) {
    await grow(text);
    await rotateLog(logFile);
  }
  const old = [1, 2, 3, 4].map((age) => {
    const file = `${logFile}.${age}`;
    return existsSync(file) ? readFileSync(file, 'utf8').at(-1) : undefined;
  });
  expect(old).toEqual(['5', '4', '3', undefined]);
  expect(statSync(logFile).size).toBe(0);
  await server.stop();
  expect(readFileSync(logFile, 'utf8')).toMatch(/^\d{4}-.*database system is shut down/s);
});

test('the embedded database needs the password and does not listen on the network', async () => {
  beginUsed();
  const server = await start(folder);
  const stranger = new Client({ ...server.owner, password: 'guess' });
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  expect(await ask(server.owner, 'show listen_addresses')).toBe('');
  await server.stop();
});

test('after kill -9 of the server and PostgreSQL all committed rows are there', async () => {
  beginUsed();
  const { child, owner } = await startProcess(folder);
  await write(owner, 'acknowledged');
  const postmaster = pidOf(folder);
  child.kill('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  await once(child, 'exit');
  const server = await start(folder);
  expect(await read(server.owner)).toEqual(['acknowledged']);
  expect(pidOf(folder)).not.toBe(postmaster);
  await server.stop();
});

test('a PostgreSQL that outlived kill -9 of its server is taken over, and stopped at the end', async () => {
  beginUsed();
  const { child, owner } = await startProcess(folder);
  await write(owner, 'kept');
  const orphan = pidOf(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const server = await start(folder);
  expect(pidOf(folder)).toBe(orphan);
  expect(await read(server.owner)).toEqual(['kept']);
  await server.stop();
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('a PostgreSQL that is killed under a running server is started again', async () => {
  beginUsed();
  const server = await start(folder, { disposable: false });
  await write(server.owner, 'kept');
  process.kill(pidOf(folder), 'SIGKILL');
  await expect
    .poll(() => read(server.owner).catch(() => 'away'), { timeout: 60_000, interval: 20 })
    .toEqual(['kept']);
  await server.stop();
});

test('two processes that start at once on new data share one PostgreSQL, and the last to leave stops it', async () => {
  const [one, two] = await Promise.all([startProcess(folder), startProcess(folder)]);
  await write(one.owner, 'shared');
  const postmaster = pidOf(folder);
  await leave(one.child);
  expect(await read(two.owner)).toEqual(['shared']);
  expect(pidOf(folder)).toBe(postmaster);
  await leave(two.child);
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('a pid file that names an unrelated living process does not hinder the start', async () => {
  beginUsed();
  const pidFile = join(folder, 'postgres', 'postmaster.pid');
  await writeFile(pidFile, `${process.ppid}\n${folder}/postgres\n0\n5432\n\n\n`, { mode: 0o600 });
  const { uid, gid } = statSync(join(folder, 'postgres'));
  chownSync(pidFile, uid, gid);
  const server = await start(folder);
  expect(pidOf(folder)).not.toBe(process.ppid);
  await server.stop();
});

test('a data folder whose path is too long for a socket works', async () => {
  const deep = join(folder, 'a-long-name-of-a-folder'.repeat(4), 'and-another'.repeat(4));
  const server = await start(deep);
  expect(await ask(server.owner, 'select 1')).toBe(1);
  await server.stop();
});

test('a start with another secret key is refused with a message', async () => {
  beginUsed();
  const server = await start(folder);
  const other = secretsFromKey(Buffer.alloc(32, 'another key'));
  await expect(start(folder, { secrets: other })).rejects.toThrow(/secret key is not the one/);
  await server.stop();
});

test('the start of a PostgreSQL that cannot run fails with the reason instead of retrying forever', async () => {
  beginUsed();
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9\n');
  await expect(start(folder)).rejects.toThrow(/does not start[^]*incompatible/);
});

test.runIf(isRoot)(
  'root keeps its data in a closed home, out of reach of the account it runs as',
  async () => {
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    const server = await start(join(home, 'data'));
    await write(server.owner, 'kept');
    await server.stop();
    const again = await start(join(home, 'data'));
    expect(await read(again.owner)).toEqual(['kept']);
    await again.stop();
    expect(statSync(home).mode & 0o777).toBe(0o700);
  },
);

test.runIf(isRoot)(
  'as root PostgreSQL runs as an account without rights, on a folder only it can open',
  async () => {
    beginUsed();
    const server = await start(folder);
    const status = readFileSync(`/proc/${pidOf(folder)}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
    expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700);
    await server.stop();
  },
);

test.runIf(isRoot && reachableBy(somebody))(
  'an ordinary user starts it as themselves',
  async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    chownSync(data, somebody.uid, somebody.gid);
    const { child, owner } = await startProcess(data, somebody);
    await write(owner, 'mine');
    expect(statSync(join(data, 'postgres')).uid).toBe(somebody.uid);
    await leave(child);
    const server = await start(data);
    expect(await read(server.owner)).toEqual(['mine']);
    await server.stop();
  },
);

/** Each test begins with a copy of this folder, with its owners. */
function beginUsed(): void {
  spawnSync('cp', ['-a', `${used}/.`, folder]);
}

function start(dataDir: string, options: { disposable?: boolean; secrets?: Secrets } = {}) {
  return startEmbeddedPostgres({
    dataDir,
    secrets: testSecrets,
    log,
    disposable: true,
    ...options,
  });
}

/** Starts it in a new process, which a test can kill. */
async function startProcess(dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const script = join(repositoryRoot, 'server', 'testing', 'embedded-process.ts');
  const child = spawn(process.execPath, [script, dataDir], { ...account, cwd: repositoryRoot });
  children.push(child);
  child.stderr.pipe(process.stderr);
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('the process ended')));
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const [owner] = await Promise.race([line, failed]);
  failed.catch(() => {});
  return { child, owner: JSON.parse(owner) as ClientConfig };
}

/** Makes a process stop its database and end. */
async function leave(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin.end();
  await once(child, 'exit');
}

function pidOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function withClient<T>(
  owner: ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(owner);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function write(owner: ClientConfig, text: string): Promise<unknown> {
  return withClient(owner, async (client) => {
    await client.query('create table if not exists notes (text text)');
    await client.query('insert into notes values ($1)', [text]);
  });
}

function read(owner: ClientConfig): Promise<string[]> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query<{ text: string }>('select text from notes');
    return rows.map((row) => row.text);
  });
}

function ask(owner: ClientConfig, question: string): Promise<unknown> {
  return withClient(owner, async (client) => {
    const { rows } = await client.query({ text: question, rowMode: 'array' });
    return rows[0]![0];
  });
}

/** Whether that account can read this checkout. */
function reachableBy(account: { uid: number; gid: number }): boolean {
  const attempt = spawnSync('/bin/sh', ['-c', 'test -r "$0"', import.meta.filename], {
    ...account,
    cwd: '/',
  });
  return attempt.status === 0;
}
