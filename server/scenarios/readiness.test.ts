import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { usePreparedData } from '../testing/prepared-data.ts';
import {
  ownerOf,
  runningProcesses,
  startServerProcess,
  type ServerProcess,
} from '../testing/server-process.ts';

/** What a balancer and a scraper are told of a server whose database, jobs or mails fail: a real process. */

let server: ServerProcess;
let url: string;
let metricsPort: number;
const clients: Client[] = [];

/** What passes never waits so long. */
const LIMIT_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'hamla-readiness-'));
await usePreparedData(folder);
await start();
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})));
  // A server that has given up says why, and is not waited for by the tests after this one.
  if (server.child.exitCode === null) return;
  const { code, err } = await server.ended;
  await start();
  throw new Error(`the server ended with ${code}: ${err}`);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  const left = runningProcesses().filter(({ commandLine }) => commandLine.includes(folder));
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<void> {
  metricsPort = await freePort();
  server = startServerProcess(folder, { METRICS_PORT: String(metricsPort) });
  url = await server.open;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

async function asOwner(): Promise<Client> {
  const client = new Client(ownerOf(folder));
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

/** Every job has been done. */
async function allDone(): Promise<void> {
  await vi.waitUntil(async () => (await jobsLeft()) === 0, LIMIT_MS);
  await vi.waitUntil(async () => (await ready()).status === 200, LIMIT_MS);
}

/** Of the test's own: at each full minute the schedule adds others. */
async function jobsLeft(): Promise<number> {
  const client = await asOwner();
  const { rows } = await client.query(
    `select count(*)::int as count from graphile_worker.jobs where task_identifier = 'purge_idempotency_keys'`,
  );
  await client.end();
  return rows[0].count;
}

async function ready() {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Ends the holder's transaction. */
async function release(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})));
}

/** Seconds since the oldest of such a moment in these rows. */
async function ageNow(moment: string, rows: string): Promise<number> {
  const client = await asOwner();
  const found = await client.query(
    `select extract(epoch from clock_timestamp() - min(${moment}))::float8 as age from ${rows}`,
  );
  await client.end();
  return found.rows[0].age;
}

/** What a scraper reads of the two ages. */
async function ages() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    job: valueOf('hamla_oldest_due_job_seconds'),
    mail: valueOf('hamla_oldest_unsent_mail_seconds'),
  };
}

test('/readyz is 503 while sign-ups fail because the login of accounts does not get in', async () => {
  const owner = await asOwner();
  await owner.query('alter role hamla_accounts nologin');
  try {
    const status = 'the login hamla_accounts does not work';
    await expect
      .poll(ready, { timeout: LIMIT_MS })
      .toMatchObject({ status: 503, body: { status } });
  } finally {
    await owner.query('alter role hamla_accounts login');
  }
  await expect.poll(ready, { timeout: LIMIT_MS }).toMatchObject({ status: 200 });
  await release();
});

test('/readyz and the metrics report the oldest unsent mail, and nothing once there is none', async () => {
  const owner = await asOwner();
  await owner.query(
    `with person as (
       insert into auth.users (email, created_at, updated_at) values ('late@example.sa', now(), now()) returning id),
     company as (
       insert into companies (user_id, created_at, updated_at) select id, now(), now() from person returning id)
     insert into mails (kind, company_id, day, queued_at, due_at, attempts)
     select 'reminder', id, day::date, queued_at, now() + interval '1 day', 1 from company, (values
       ('2026-03-01', now() - interval '1 hour'), ('2026-03-02', now() - interval '2 hours')) m(day, queued_at)`,
  );
  await vi.waitUntil(
    async () => Number((await ready()).body.oldest_unsent_mail_s) > 3_600,
    LIMIT_MS,
  );
  const told = Number((await ready()).body.oldest_unsent_mail_s);
  expect(told).toBeGreaterThanOrEqual(7_200);
  const { mail } = await ages();
  expect(mail).toBeGreaterThanOrEqual(told);
  expect(mail).toBeLessThanOrEqual(await ageNow('queued_at', 'mails where attempts = 1'));
  await owner.query(`delete from mails where attempts = 1`);
  await vi.waitUntil(async () => (await ready()).body.oldest_unsent_mail_s === null, LIMIT_MS);
  expect((await ages()).mail).toBe(0);
});

test('/readyz and the metrics report the oldest due job, and a server that runs no jobs is not ready', async () => {
  await allDone();
  const ease = {
    status: 'ready',
    degraded: [],
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown,
    oldest_due_job_s: null,
    oldest_unsent_mail_s: null,
  };
  await expect.poll(ready).toEqual({ status: 200, body: ease });
  expect(await ages()).toEqual({ job: 0, mail: 0 });
  const owner = await asOwner();
  await owner.query('alter role hamla_jobs nologin');
  try {
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'hamla_jobs'`,
    );
    await expect
      .poll(ready)
      .toMatchObject({ status: 503, body: { status: 'jobs are not being done' } });
    await owner.query(`select graphile_worker.add_job('purge_idempotency_keys')`);
  } finally {
    await owner.query('alter role hamla_jobs login');
  }
  await allDone();
  await owner.query('begin; lock table idempotency_keys in access exclusive mode');
  const client = await asOwner();
  await client.query(`select graphile_worker.add_job('purge_idempotency_keys')`);
  let answer = await ready();
  await vi.waitUntil(async () => {
    answer = await ready();
    return Number(answer.body.oldest_due_job_s) > 2;
  }, LIMIT_MS);
  expect(answer.status).toBe(200);
  const { job } = await ages();
  expect(job).toBeGreaterThan(2);
  expect(job).toBeLessThanOrEqual(await ageNow('run_at', 'graphile_worker.jobs'));
  await release();
  await allDone();
});
