import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { usePreparedData } from '../testing/prepared-data.ts';
import {
  ownerOf,
  runningProcesses,
  startServerProcess,
  type ServerProcess,
} from '../testing/server-process.ts';

/** What becomes of jobs when processes are killed under them: real ones, by real signals. */

let folder: string;
let server: ServerProcess;
let url: string;
let metricsPort: number;
const clients: Client[] = [];

/** What passes never waits so long; the 30 seconds of a job's end are the product's own. */
const LIMIT_MS = 60_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hamla-kills-'));
  await usePreparedData(folder);
  await start();
});
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

/** Two jobs under way, each held up inside its statement, and others that wait for them. Their backends. */
async function jobsUnderWay(): Promise<number[]> {
  const holding = await asOwner();
  await holding.query('begin; lock table idempotency_keys in access exclusive mode');
  const client = await asOwner();
  for (let n = 0; n < 6; n += 1)
    await client.query(`select graphile_worker.add_job('purge_idempotency_keys')`);
  return bothHeldUp(client, 'purge_idempotency_keys');
}

/** The backends of two jobs, once each waits for a lock in that call: so many are done side by side. */
async function bothHeldUp(client: Client, call: string): Promise<number[]> {
  let pids: number[] = [];
  await vi.waitUntil(async () => {
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity
        where usename = 'hamla_jobs' and wait_event_type = 'Lock' and query like $1`,
      [`%${call}%`],
    );
    pids = rows.map(({ pid }) => pid);
    return pids.length === 2;
  }, LIMIT_MS);
  return pids;
}

const SETS = 8;

/**
 * Sets of documents of tickets that were just approved, two of them held up while they are stored, the others in the queue.
 * Their tickets are arranged, not reached. The backends of the two.
 */
async function documentsUnderWay(): Promise<number[]> {
  const holding = await asOwner();
  await holding.query('begin; lock table ticket_documents in access exclusive mode');
  const client = await asOwner();
  await client.query(
    `with people as (
       insert into auth.users (email, created_at, updated_at)
       select gen_random_uuid() || '@example.sa', now(), now() from generate_series(1, 2) returning id),
     company as (
       insert into companies (user_id, name, created_at, updated_at)
       select min(id::text)::uuid, 'Najd Coffee Roasters', now(), now() from people returning id),
     agency as (
       insert into agencies (user_id, name, created_at, updated_at)
       select max(id::text)::uuid, 'Sada Creative', now(), now() from people returning id),
     approved as (
       insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
         created_local_date, updated_at)
       select company.id, agency.id, 'Approved', 100, 'OneMonth', gen_random_uuid(), now(), '2026-03-01', now()
         from company, agency, generate_series(1, ${SETS}) returning id, company_id),
     ordered as (
       insert into document_sets (ticket_id, company_id, version, schedule_start, ordered_at)
       select id, company_id, 1, '2026-03-01', now() from approved returning id)
     select enqueue('issue_documents', json_build_object('set_id', id)) from ordered`,
  );
  return bothHeldUp(client, 'issue_documents');
}

/** Every job has been done, within 30 seconds. */
async function allDone(): Promise<void> {
  await vi.waitUntil(async () => (await jobsLeft()) === 0, 30_000);
  await vi.waitUntil(async () => (await ready()).status === 200, LIMIT_MS);
}

/** Of the test's own: at each full minute the schedule adds others. */
async function jobsLeft(): Promise<number> {
  try {
    const client = await asOwner();
    const { rows } = await client.query(
      `select count(*)::int as count from graphile_worker.jobs
        where task_identifier in ('purge_idempotency_keys', 'issue_documents')`,
    );
    await client.end();
    return rows[0].count;
  } catch {
    // The database is coming back.
    return -1;
  }
}

async function ready() {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const postmaster = async () =>
  Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Ends the holder's transaction where its connection has survived. */
async function release(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})));
}

const faults: Record<string, (pids: number[]) => Promise<void>> = {
  'the backend of a job is terminated': async ([pid]) => {
    await (await asOwner()).query('select pg_terminate_backend($1)', [pid]);
    await release();
  },
  'the backend of a job is killed, and PostgreSQL begins again': async ([pid]) => {
    process.kill(pid!, 'SIGKILL');
    await release();
  },
  'PostgreSQL is killed': async () => {
    const pid = await postmaster();
    process.kill(pid, 'SIGKILL');
    await release();
    await vi.waitUntil(async () => (await postmaster().catch(() => pid)) !== pid, 60_000);
  },
  'the server is killed': async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await release();
    await start();
  },
};

test.each(Object.entries(faults))(
  'every job is done within 30 seconds after %s',
  async (_name, fault) => {
    await fault(await jobsUnderWay());
    await allDone();
    expect(await jobsLeft()).toBe(0);
  },
);

test.each([
  'the backend of a job is terminated',
  'the backend of a job is killed, and PostgreSQL begins again',
])(
  'every set of documents is issued within 30 seconds after %s while it stores one',
  async (fault) => {
    const whole = async () => {
      const { rows } = await (
        await asOwner()
      ).query(
        `select count(*)::int as sets, (count(*) filter (where d.count = 4))::int as whole
           from document_sets s, lateral (
             select count(*) from ticket_documents t where t.set_id = s.id and s.issued_at is not null) d`,
      );
      return rows[0];
    };
    const { sets } = await whole();
    await faults[fault]!(await documentsUnderWay());
    await allDone();
    // An agreement and a note, each in two languages.
    expect(await whole()).toEqual({ sets: sets + SETS, whole: sets + SETS });
    // The company is told of each by a mail, which a round may have been sending when the database went away.
    const nothingWaits = { oldest_due_job_s: null, oldest_unsent_mail_s: null };
    await vi.waitUntil(async () => {
      const { body } = await ready();
      return body.oldest_due_job_s === null && body.oldest_unsent_mail_s === null;
    }, LIMIT_MS);
    expect((await ready()).body).toEqual({ status: 'ready', ...nothingWaits });
  },
);

/** What a scraper reads of the two ages. */
async function ages() {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    job: valueOf('hamla_oldest_due_job_seconds'),
    mail: valueOf('hamla_oldest_unsent_mail_seconds'),
  };
}

test('/readyz and the metrics tell the oldest unsent mail, and nothing once there is none', async () => {
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
  expect(told).toBeLessThan(7_800);
  const { mail } = await ages();
  expect(mail).toBeGreaterThanOrEqual(told);
  expect(mail).toBeLessThan(7_800);
  await owner.query(`delete from mails where attempts = 1`);
  await vi.waitUntil(async () => (await ready()).body.oldest_unsent_mail_s === null, LIMIT_MS);
  expect((await ages()).mail).toBe(0);
});

test('/readyz and the metrics tell the oldest due job, and a server that does no jobs is not ready', async () => {
  await allDone();
  const ease = { status: 'ready', oldest_due_job_s: null, oldest_unsent_mail_s: null };
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
  expect(job).toBeLessThan(120);
  await release();
  await allDone();
});
