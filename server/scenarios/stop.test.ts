/** @module-tag proof/reliability */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, patientFetch } from '#server/product-client/product-client.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { usePreparedData } from '../testing/prepared-data.ts';
import {
  descendantsOf,
  environmentOf,
  ownerOf,
  runningProcesses,
  sourceOf,
  startServerProcess,
  type ServerProcess,
} from '../testing/server-process.ts';

/** How processes end: real ones, each with its own PostgreSQL, stopped by real signals. */

let folder: string;
let servers: ServerProcess[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hamla-stop-'));
  servers = [];
  await usePreparedData(folder);
});
afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
  for (const { pid } of left()) process.kill(pid, 'SIGKILL');
  await vi.waitUntil(() => left().length === 0, 20_000);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

function start(env?: Record<string, string>, command?: readonly [string, ...string[]]) {
  const server = startServerProcess(folder, env, command);
  servers.push(server);
  return server;
}

/** What still runs on the folder. */
const left = () => runningProcesses().filter(({ commandLine }) => commandLine.includes(folder));

/** Sends the signals; gives how the server ended and what it left running. What takes 15 s is cut off and exits with 1. */
async function stop(server: ServerProcess, ...signals: NodeJS.Signals[]) {
  const children = new Set(descendantsOf(server.child.pid!).map(({ pid }) => pid));
  for (const signal of signals) server.child.kill(signal);
  const end = await server.ended;
  const remaining = runningProcesses().filter(({ pid }) => children.has(pid));
  return { ...end, remaining: [...remaining, ...left()] };
}

const clean = { code: 0, signal: null, err: '', remaining: [] };

test('an idle server stops, although connections to it are kept open', async () => {
  const server = start();
  const url = new URL(await server.open);
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get(url, { agent }), 'response');
  response.resume();
  await once(response, 'end');
  // On this connection nothing is ever asked.
  const silent = connect(Number(url.port), url.hostname).on('error', () => {});
  await once(silent, 'connect');
  const end = await stop(server, 'SIGTERM');
  agent.destroy();
  expect(end).toMatchObject(clean);
});

test('a server whose npm is killed stops, and its PostgreSQL with it', async () => {
  // As npm shows itself among the processes.
  const script = `process.title = 'npm start';
    require('child_process').spawn(process.execPath, ['${sourceOf('main')}'], { stdio: 'inherit' })`;
  const npm = spawn(process.execPath, ['--eval', script], {
    cwd: repositoryRoot,
    env: environmentOf(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(npm.stdout, 'data');
  const below = new Set(descendantsOf(npm.pid!).map(({ pid }) => pid));
  expect(left().filter(({ pid }) => below.has(pid))).not.toEqual([]);
  npm.kill('SIGKILL');
  try {
    await vi.waitUntil(() => runningProcesses().every(({ pid }) => !below.has(pid)), 20_000);
  } finally {
    for (const { pid } of runningProcesses()) if (below.has(pid)) process.kill(pid, 'SIGKILL');
  }
  expect(left()).toEqual([]);
});

test('a busy server stops, and a second signal changes nothing', async () => {
  const server = start();
  const url = await server.open;
  const { hostname, port } = new URL(url);
  const token = await signUp(url);
  const stream = await listen(url, token);
  const owner = new Client(ownerOf(folder));
  owner.on('error', () => {});
  await owner.connect();
  await owner.query('begin; lock table auth.sessions in access exclusive mode');
  // A job and a request that wait for the database, an upload that never ends, a client that never reads. A request waits
  // for four seconds at most, so it is the last to ask the database.
  const second = new Client(ownerOf(folder));
  second.on('error', () => {});
  await second.connect();
  await second.query(`select graphile_worker.add_job('sweep_accounts')`);
  await expect.poll(() => waitingForLock(second)).toContain('api.delete_expired_auth_rows(');
  const waiting = fetch(`${url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  const cut = waiting.catch(() => 'cut off');
  await expect.poll(() => waitingForLock(second)).toContain('api.read_user(');
  const slow = connect(Number(port), hostname).on('error', () => {});
  slow.write(
    `POST /api/files/invoice?index=0 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: multipart/form-data; boundary=x\r\ncontent-length: 90000\r\n\r\n--x\r\n',
  );
  const unread = connect(Number(port), hostname).on('error', () => {});
  unread.pause();
  unread.write(`GET /api/openapi.json HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`.repeat(200));
  const end = await stop(server, 'SIGTERM', 'SIGINT', 'SIGTERM');
  expect(end).toMatchObject({ ...clean, err: expect.any(String) });
  await cut;
  await stream.close().catch(() => {});
  for (const socket of [slow, unread]) socket.destroy();

  // Nothing was harmed: the next start serves the same data.
  const again = start();
  expect(await signIn(await again.open)).toBe(200);
  expect(await stop(again, 'SIGINT')).toMatchObject(clean);
});

/** The account functions that wait for a lock, as their statements name them. */
async function waitingForLock(client: Client): Promise<string> {
  const { rows } = await client.query<{ query: string }>(
    `select query from pg_stat_activity where wait_event_type = 'Lock'`,
  );
  return rows.map(({ query }) => query).join();
}

test('a response that has begun when the server is asked to stop is sent in full and closes its connection', async () => {
  // On a busy machine the request may wait long for its lock, and must not be given up before.
  const server = start({ DATABASE_TIMEOUT_SECONDS: '60' });
  const url = await server.open;
  const token = await signUp(url);
  const owner = new Client(ownerOf(folder));
  owner.on('error', () => {});
  await owner.connect();
  const looking = new Client(ownerOf(folder));
  looking.on('error', () => {});
  await looking.connect();
  await owner.query('begin; lock table auth.sessions in access exclusive mode');
  // A server whose machine is starved refuses calls for a moment.
  const asked = patientFetch(`${url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await expect.poll(() => waitingForLock(looking)).toContain('api.read_user(');
  server.child.kill('SIGTERM');
  // The server refuses new requests from the moment that it stops.
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .not.toBe(200);
  await owner.query('rollback');
  await owner.end();
  await looking.end();
  const response = await asked;
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  await response.json();
  expect(await server.ended).toEqual({ code: 0, signal: null, err: '' });
  expect(left()).toEqual([]);
});

test('a server that is told to stop as soon as its PostgreSQL runs leaves nothing running', async () => {
  for (const file of ['postmaster.pid', 'postmaster.opts']) {
    const server = start();
    await rm(join(folder, 'postgres', file), { force: true });
    await expect.poll(() => readdir(join(folder, 'postgres')), { interval: 5 }).toContain(file);
    expect(await stop(server, 'SIGTERM')).toMatchObject(clean);
  }
});

test('a first start that is told to stop while it makes the database leaves nothing running, and the next one serves', async () => {
  await rm(join(folder, 'postgres'), { recursive: true });
  const server = start();
  await expect
    .poll(async () => (await readdir(folder)).join(), { interval: 5 })
    .toContain('postgres.new-');
  expect(await stop(server, 'SIGTERM')).toMatchObject(clean);
  expect((await readdir(folder)).filter((name) => name.includes('.new-'))).toEqual([]);
  const again = start();
  await again.open;
  expect(await stop(again, 'SIGTERM')).toMatchObject(clean);
});

test('a start with another secret key fails, and leaves no PostgreSQL running', async () => {
  const server = start({ SECRET_KEY: Buffer.alloc(32, 'another').toString('base64') });
  const { code, err } = await server.ended;
  expect([code, err]).toEqual([1, expect.stringContaining('secret key is not the one')]);
  expect(left()).toEqual([]);
});

/**
 * Leaves a PostgreSQL on the folder whose process was killed: whoever starts next takes it over, and waits there for what this
 * holds. Tells whether somebody waits.
 */
async function holdUp(): Promise<() => Promise<boolean>> {
  const script = join(repositoryRoot, 'server/testing/embedded-process.ts');
  const child = spawn(process.execPath, [script, folder], { cwd: repositoryRoot });
  await once(child.stdout, 'data');
  const [holding, looking] = [new Client(ownerOf(folder)), new Client(ownerOf(folder))];
  for (const client of [holding, looking]) {
    client.on('error', () => {});
    await client.connect();
  }
  await holding.query('begin; lock table secret_key_proof in access exclusive mode');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return async () => (await looking.query('select from pg_locks where not granted')).rowCount !== 0;
}

test.each([
  ['migrate', []],
  ['verify-ledger', []],
  ['close-day', ['--date', '2026-03-01']],
] as const)(
  '%s that is told to stop reports it, exits with 143 and leaves nothing running',
  async (command, args) => {
    const isWaiting = await holdUp();
    const server = start({}, [command, ...args]);
    await expect.poll(isWaiting).toBe(true);
    expect(await stop(server, 'SIGTERM')).toMatchObject({
      code: 143,
      err: 'Stopped by SIGTERM.\n',
      remaining: [],
    });
  },
);

/** The errors in a process's log that are of no request: those of its libraries, such as the queue of jobs. */
function errorsOf({ child }: ServerProcess): string[] {
  const errors: string[] = [];
  createInterface(child.stdout!).on('line', (line) => {
    if (/^\{"level":[56]0/.test(line) && !line.includes('"request_id"')) errors.push(line);
  });
  return errors;
}

test('a demo that is told to stop while it is filled reports no error, and the next start fills it anew', async () => {
  const server = start({}, ['demo']);
  const errors = errorsOf(server);
  const said = once(server.child.stdout!, 'data');
  expect(String(await said)).toContain('Filling');
  // Its first tickets are being requested.
  const client = new Client(await vi.waitFor(() => ownerOf(folder), 20_000));
  await client.connect();
  const tickets = () =>
    client.query('select from tickets limit 1').then(
      ({ rowCount }) => rowCount,
      () => 0,
    );
  await expect.poll(tickets, { timeout: 120_000 }).toBe(1);
  await client.end();
  expect(await stop(server, 'SIGTERM')).toMatchObject(clean);
  expect(errors).toEqual([]);

  const again = start({ DEMO_TICKETS: '12' }, ['server/testing/demo-process.ts']);
  const errorsAgain = errorsOf(again);
  await again.open;
  const filled = new Client(ownerOf(folder));
  await filled.connect();
  expect((await filled.query('select from tickets')).rowCount).toBe(12);
  await filled.end();
  expect(await stop(again, 'SIGTERM')).toMatchObject(clean);
  expect(errorsAgain).toEqual([]);
}, 600_000);

const person = { email: 'maha@stop.example', password: 'Riyadh-2026-campaign' };

async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, data: { role: 'company' } }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function signIn(url: string): Promise<number> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  return response.status;
}
