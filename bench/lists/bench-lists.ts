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
import { deskLists, fillDesk, readPage, type DeskList } from '../../server/testing/fill-desk.ts';

/**
 * `npm run bench:lists`: the first page and a late page of every list of the desk at ten thousand tickets and at a million.
 * Its limit is twice the time; docs/performance.md holds the figures. A list that is short is read to its end.
 */

const FEW = Number(process.env['FEW'] ?? 10_000);
const MANY = Number(process.env['MANY'] ?? 1_000_000);
const ROUNDS = 15;
const LATE_PAGE = 40;
const LIMIT = 2;
/** What a clock and a network of one machine make of nothing. */
const NOISE_MS = 1;

const say = (text: string) => process.stdout.write(`${text}\n`);
const log = pino({ level: 'error' });
const secrets = secretsFromKey(Buffer.alloc(32, 'bench'));

interface Cost {
  first: number;
  late: number;
}

/** Median times of every list of a desk with so many tickets. */
async function measure(tickets: number): Promise<Map<string, Cost>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, secrets, log, disposable: true });
  try {
    await migrate({ owner: postgres.owner, secrets, log });
    const client = new Client(postgres.owner);
    await client.connect();
    const pools = openPools({ owner: postgres.owner, secrets, log });
    const staff = await addStaff(client);
    await fillDesk(client, tickets, staff);
    const { rows } = await client.query<{ id: string }>('select id from companies limit 1');
    const costs = new Map<string, Cost>();
    for (const list of deskLists(rows[0]!.id, staff)) {
      costs.set(list.list, await costOf(pools.staff, staff, list));
    }
    for (const calls of ['operations_overview', 'read_portfolio']) {
      costs.set(calls, await costOfScreen(pools.staff, staff, calls));
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

async function costOf(pool: Pool, staff: Caller, list: DeskList): Promise<Cost> {
  let cursor: string | null = null;
  for (let page = 0; page < LATE_PAGE; page += 1) {
    const { page: shown } = await readPage(pool, staff, list, cursor);
    if (shown.next_cursor === null) break;
    cursor = shown.next_cursor;
  }
  const time = async (from: string | null) =>
    median(await repeated(async () => (await readPage(pool, staff, list, from)).ms));
  return { first: await time(null), late: await time(cursor) };
}

async function costOfScreen(pool: Pool, staff: Caller, calls: string): Promise<Cost> {
  const values = [staff.user_id, staff.session_id, '2026-11-21T09:00:00Z', '2026-11-21'];
  if (calls === 'read_portfolio') values.push('12');
  const places = values.map((_, n) => `$${n + 1}`).join(', ');
  const first = median(
    await repeated(async () => {
      const start = performance.now();
      await pool.query(`select ${calls}(${places})`, values);
      return performance.now() - start;
    }),
  );
  return { first, late: first };
}

async function repeated(once: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await once());
  return times;
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

const few = await measure(FEW);
const many = await measure(MANY);
say(
  `| List | First page, ${FEW} tickets | ${MANY} tickets | Late page, ${FEW} tickets | ${MANY} tickets |`,
);
say('| --- | --- | --- | --- | --- |');
for (const [list, small] of few) {
  const large = many.get(list)!;
  const isScreen = /_/.test(list);
  const isOver = (['first', 'late'] as const).some(
    (page) => large[page] > LIMIT * small[page] + NOISE_MS,
  );
  const cells = [small.first, large.first, small.late, large.late].map(
    (ms) => `${ms.toFixed(1)} ms`,
  );
  say(`| ${list} | ${cells.join(' | ')} |${isOver && !isScreen ? ' over the limit' : ''}`);
  if (isOver && !isScreen) process.exitCode = 1;
}
