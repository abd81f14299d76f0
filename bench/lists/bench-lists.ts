import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { openPools } from '#server/platform/postgres/pools.ts';
import { secretsFromKey } from '#server/platform/secrets.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { costOfCall, type Cost } from './cost-of-call.ts';
import {
  deskLists,
  fillDesk,
  readPage,
  type DeskList,
} from '#server/operations/fill-desk.testing.ts';

/**
 * `npm run bench:lists`: what the first page and a late page of every list of the desk touch of the database at ten thousand
 * tickets and at a million, in pages of 8 KB by PostgreSQL's own count, which does not depend on what else the machine does;
 * the median time stands beside it. The limit is twice the pages. docs/performance.md holds the figures.
 */

const FEW = Number(process.env['FEW'] ?? 10_000);
const MANY = Number(process.env['MANY'] ?? 1_000_000);
const ROUNDS = 9;
const LATE_PAGE = 40;
const LIMIT = 2;

const say = (text: string) => process.stdout.write(`${text}\n`);
const log = pino({ level: 'error' });
const secrets = secretsFromKey(Buffer.alloc(32, 'bench'));

/** The first and a late page of every list of a desk with so many tickets; of a screen, the same twice. */
async function measure(tickets: number): Promise<Map<string, { first: Cost; late: Cost }>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, secrets, log, disposable: true });
  try {
    await migrate({ owner: postgres.owner, secrets, log });
    const client = new Client(postgres.owner);
    await client.connect();
    const pools = openPools({ owner: postgres.owner, secrets, log });
    const staff = await addStaff(client);
    const started = performance.now();
    const desk = await fillDesk(client, tickets, staff);
    const seconds = Math.round((performance.now() - started) / 1000);
    process.stderr.write(`${tickets} tickets stand after ${seconds} s\n`);
    const costs = new Map<string, { first: Cost; late: Cost }>();
    for (const list of deskLists(desk, staff)) {
      costs.set(list.list, await costOf(pools.staff, staff, list));
    }
    const today = '2026-11-21';
    for (const [calls, args] of [
      ['operations_overview', [today]],
      ['read_portfolio', [today, 12]],
    ] as const) {
      const cost = await usualCost(pools.staff, staff, calls, [...args]);
      costs.set(calls, { first: cost, late: cost });
    }
    await pools.close();
    await client.end();
    return costs;
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function addStaff(client: Client): Promise<Caller> {
  const staff = { user_id: randomUUID(), session_id: randomUUID() };
  const at = '2026-01-01';
  await client.query(
    'insert into auth.users (id, email, created_at, updated_at) values ($1, $2, $3, $3)',
    [staff.user_id, 'staff@desk.example', at],
  );
  await client.query(
    `insert into auth.sessions (id, user_id, amr, aal, created_at, refreshed_at, not_after)
     values ($1, $2, '[]', 'aal2', $3, $3, '2036-01-01')`,
    [staff.session_id, staff.user_id, at],
  );
  await client.query(`insert into staff (user_id, name, added_at) values ($1, 'Maha', $2)`, [
    staff.user_id,
    at,
  ]);
  return staff;
}

async function costOf(pool: Pool, staff: Caller, list: DeskList) {
  let cursor: string | null = null;
  // The last page that is full: a page of a few rows would be no measure.
  let late: string | null = null;
  for (let page = 0; page < LATE_PAGE; page += 1) {
    const { page: shown } = await readPage(pool, staff, list, cursor);
    if (shown.next_cursor === null) break;
    late = cursor;
    cursor = shown.next_cursor;
  }
  const cost = (from: string | null) =>
    usualCost(pool, staff, list.calls, [...list.args, from, 20]);
  return { first: await cost(null), late: await cost(late) };
}

async function usualCost(pool: Pool, staff: Caller, calls: string, args: unknown[]): Promise<Cost> {
  const values = [staff.user_id, staff.session_id, '2026-11-21T09:00:00Z', ...args];
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) costs.push(await costOfCall(pool, calls, values));
  // The first rounds warm the caches of the connection.
  return {
    pages: Math.min(...costs.map(({ pages }) => pages)),
    ms: costs.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!,
  };
}

const few = await measure(FEW);
const many = await measure(MANY);
const said = ({ pages, ms }: Cost) => `${pages} pages, ${ms.toFixed(1)} ms`;
say(
  `| List | First page, ${FEW} tickets | ${MANY} tickets | Late page, ${FEW} tickets | ${MANY} tickets |`,
);
say('| --- | --- | --- | --- | --- |');
for (const [list, small] of few) {
  const large = many.get(list)!;
  const isScreen = list.includes('_');
  const isOver = (['first', 'late'] as const).some(
    (page) => large[page].pages > LIMIT * small[page].pages,
  );
  const cells = [small.first, large.first, small.late, large.late].map(said);
  say(`| ${list} | ${cells.join(' | ')} |${isOver && !isScreen ? ' over the limit' : ''}`);
  if (isOver && !isScreen) process.exitCode = 1;
}
