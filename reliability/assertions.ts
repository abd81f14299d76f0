import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { checkRestored } from '#server/backup/check-restored.ts';
import { openStoredObjects } from '#server/files/object-store.ts';
import { requestTicket } from '#server/product-client/financing.ts';
import { brokenInvariants } from '../server/testing/invariants.ts';
import { testSecrets } from '../server/testing/secrets.ts';
import type { Acknowledged } from './load.ts';
import { signUpCompany, type People } from './people.ts';
import { processesOn, type Rig } from './rig.ts';
import type { Outcome } from './scenario.ts';

/** What every scenario asserts when its fault is over: liveness, what is stored, a clean stop; and its negative controls. */

/** Milliseconds from the end of a fault until a fresh job, mail and event have arrived. */
const LIVE_MS = 10_000;
/** What may take longer is no promise: the jobs that the load has left. */
const SETTLED_MS = 120_000;

/** Sentences of one kind that are printed. */
const MOST = 10;

/** Liveness, then everything stored, then a clean stop of all servers. @returns figures of it. */
export async function expectSound(
  rig: Rig,
  people: People,
  acknowledged: Acknowledged,
  outcome: Outcome,
): Promise<string> {
  const live_s = await expectLive(rig, people, acknowledged, outcome);
  await settle(rig, outcome);
  const client = await rig.owner();
  outcome.expectNone(await breachesOf(client, acknowledged));
  outcome.expectNone(await brokenFiles(rig, client));
  outcome.expectNone(await brokenPages(client));
  await noticeInjected(client, acknowledged, outcome);
  await expectCleanStop(rig, outcome);
  return `live after ${live_s} s`;
}

/** A fresh event, mail and job. @returns the seconds until the last had come. */
async function expectLive(
  rig: Rig,
  { agency, agency_id, companies }: People,
  acknowledged: Acknowledged,
  outcome: Outcome,
): Promise<string> {
  const from = performance.now();
  const fresh = await signUpCompany(rig);
  const within = async (what: string, arrives: Promise<unknown>) => {
    const late = pause(LIVE_MS, 'late', { ref: false });
    if ((await Promise.race([arrives, late])) === 'late')
      outcome.expect(false, `No fresh ${what} arrived within ${LIVE_MS / 1000} s.`);
  };
  const until = async (sql: string, values: unknown[]) => {
    while ((await rig.rows(sql, values)).length === 0) await pause(50);
  };
  const stream = await agency.listen();
  const heard = stream.hears('create_ticket_with_installments');
  heard.catch(() => {});
  const ticket = await requestTicket({ company: companies[0]!, agency_id }, '10.00', 1);
  acknowledged.tickets.set(ticket.id, ticket.status);
  await Promise.all([
    within('event', heard),
    within(
      'mail',
      until(`select from mails where ticket_id = $1 and kind = 'new_ticket' and outcome = 'Sent'`, [
        ticket.id,
      ]),
    ),
    within(
      'job',
      until(
        `select from credit_assessments a join companies c on c.id = a.company_id where c.user_id = $1`,
        [fresh.user_id],
      ),
    ),
  ]);
  await stream.close().catch(() => {});
  return ((performance.now() - from) / 1000).toFixed(1);
}

/** No job and no mail waits: what the load has begun has had all its effects. */
async function settle(rig: Rig, outcome: Outcome): Promise<void> {
  const limit = performance.now() + SETTLED_MS;
  const left = () =>
    rig.rows(
      `select task_identifier as what from graphile_worker.jobs where run_at <= now()
       union all select kind from mails where settled_at is null and due_at <= now()`,
    );
  while ((await left()).length > 0) {
    if (performance.now() > limit)
      return outcome.expect(false, `Jobs and mails wait: ${JSON.stringify(await left())}.`);
    await pause(100);
  }
}

/** What is not stored as it was acknowledged, and the invariants that are broken. */
export async function breachesOf(client: Client, acknowledged: Acknowledged): Promise<string[]> {
  const breaches: string[] = [];
  const { tickets, payments } = acknowledged;
  const stored = await client.query<{ id: string; status: string }>(
    'select id, status from tickets',
  );
  const paid = await client.query<{ id: string; is_reversed: boolean }>(
    'select id, reversed_at is not null as is_reversed from payments',
  );
  const compare = <T>(what: string, told: Map<string, T>, found: [string, T][]) => {
    const byId = new Map(found);
    for (const [id, state] of told)
      if (!byId.has(id)) breaches.push(`Lost: the ${what} ${id}.`);
      else if (byId.get(id) !== state)
        breaches.push(`The ${what} ${id} is ${String(byId.get(id))} instead of ${String(state)}.`);
    for (const id of byId.keys())
      if (!told.has(id)) breaches.push(`Nobody was told of the ${what} ${id}.`);
  };
  compare(
    'ticket',
    tickets,
    stored.rows.map(({ id, status }) => [id, status]),
  );
  compare(
    'payment',
    payments,
    paid.rows.map(({ id, is_reversed }) => [id, is_reversed]),
  );
  for (const rule of await brokenInvariants(client, [...tickets.keys()]))
    breaches.push(`This is not so: ${rule}.`);
  return breaches.slice(0, MOST);
}

/** As `npm run verify-restore`: ledger and files, each by its digest. */
async function brokenFiles(rig: Rig, client: Client): Promise<string[]> {
  const store = await openStoredObjects({ dataDir: rig.dataDir, s3: rig.s3 });
  const { problems } = await checkRestored(client, {
    secrets: testSecrets,
    readObject: (key) => store.get(key),
    tell: () => {},
  });
  return problems.slice(0, MOST);
}

/** amcheck: every heap, every B-tree against its heap. */
export async function brokenPages(client: Client): Promise<string[]> {
  await client.query('create extension if not exists amcheck');
  const heaps = await client.query<{ found: string }>(
    `select format('%s, block %s: %s', c.oid::regclass, v.blkno, v.msg) as found
       from pg_class c, lateral verify_heapam(c.oid) v
      where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p' limit 5`,
  );
  const indexes = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      where m.amname = 'btree' and i.indisvalid and c.relpersistence = 'p'`,
  );
  const breaches = heaps.rows.map(({ found }) => `amcheck: ${found}`);
  for (const { name } of indexes.rows)
    await client
      .query('select bt_index_check($1::regclass, true)', [name])
      .catch((error: Error) => breaches.push(`amcheck: ${error.message}`));
  return breaches;
}

/** One row lost, one too many and one half: each must be found. */
async function noticeInjected(
  client: Client,
  acknowledged: Acknowledged,
  outcome: Outcome,
): Promise<void> {
  const [id] = acknowledged.tickets.keys();
  if (!id) return;
  const injected = {
    'one lost row': `delete from tickets where id = '${id}'`,
    'one extra row': `insert into tickets (company_id, agency_id, amount_sar, repayment_term, invoice_url, status,
        available_budget_before, created_at, created_local_date, updated_at)
      select company_id, agency_id, amount_sar, repayment_term, '${randomUUID()}', status, available_budget_before,
             created_at, created_local_date, updated_at from tickets where id = '${id}'`,
    'one partial row': `delete from ticket_installments where ticket_id = '${id}' and seq = 1`,
  };
  for (const [what, sql] of Object.entries(injected)) {
    await client.query(`begin; set local session_replication_role = replica; ${sql}`);
    outcome.expectNoticed(what, await breachesOf(client, acknowledged));
    await client.query('rollback');
  }
}

/** Every server stops within ten seconds and leaves nothing running. */
async function expectCleanStop(rig: Rig, outcome: Outcome): Promise<void> {
  const stopped = await Promise.all(rig.servers.map((server) => server.stop()));
  outcome.expectNone(stopped.flat());
  const left = processesOn(rig.dataDir).filter(({ pid }) => existsSync(join('/proc', String(pid))));
  outcome.expect(left.length === 0, `Still running: ${JSON.stringify(left)}.`);
}
