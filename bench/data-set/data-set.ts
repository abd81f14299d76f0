import { join } from 'node:path';
import { riyadhDate } from '#domain/calendar.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { openDatabase, type Database } from '../tools/database.ts';
import { runSqlFile } from '../tools/sql-file.ts';

/**
 * How much the database holds: companies, agencies, tickets; installments are 1.8 a ticket, payouts 0.8. Whatever the scale, a
 * company has 50 tickets and an agency 500.
 */
export const scales = {
  '10k': { companies: 200, agencies: 20, tickets: 10_000 },
  '100k': { companies: 2_000, agencies: 200, tickets: 100_000 },
  '1m': { companies: 20_000, agencies: 2_000, tickets: 1_000_000 },
  '5m': { companies: 100_000, agencies: 10_000, tickets: 5_000_000 },
} as const;
export type Scale = keyof typeof scales;

export const password = 'correct-horse-battery-9';

/** A filled database, in which so many companies and agencies are signed in, numbered from 1. */
export interface DataSet extends Database {
  people: number;
  companies: Caller[];
  agencies: Caller[];
  /** Reserves `count` unused call numbers and returns the first, which belongs to person 1. */
  numbers: (count: number) => number;
}

/** The id of row `number` of a kind, as data-set.sql makes it. */
export const idOf = (kind: string, number: number): string =>
  `${kind}000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** The path of an SQL file of this folder. */
const sqlFile = (name: string) => join(import.meta.dirname, name);

/** Postpones all jobs. */
export const holdJobs = ({ client }: Database) => runSqlFile(client, sqlFile('hold-jobs.sql'));

/** A fresh PostgreSQL with the product's schema, filled. */
export async function openDataSet(scale: Scale): Promise<DataSet> {
  const database = await openDatabase();
  const people = Math.min(1000, scales[scale].agencies);
  const now = new Date();
  await runSqlFile(database.client, sqlFile('data-set.sql'), {
    ...scales[scale],
    people,
    now: now.toISOString(),
    today: riyadhDate(now),
    start: '2025-01-01T00:00:00Z',
    password_hash: await hashPassword(password),
  });
  await holdJobs(database);
  const callers = (user: string, session: string) =>
    Array.from({ length: people }, (_, index) => ({
      user_id: idOf(user, index + 1),
      session_id: idOf(session, index + 1),
    }));
  let next = 0;
  const numbers = (count: number) => {
    const first = next;
    next += Math.ceil(count / people) * people;
    return first;
  };
  return {
    ...database,
    people,
    companies: callers('0a', '0e'),
    agencies: callers('0b', '0f'),
    numbers,
  };
}

/** Inserts rows for `count` calls, the first of number `first`. */
type AddRows = (dataSet: DataSet, first: number, count: number) => Promise<void>;

/** Runs SQL once for calls `n` to come. In it $3 is the number of people and $4 is now. */
const addForCalls =
  (sql: string): AddRows =>
  async ({ client, people }, first, count) => {
    const numbers = 'generate_series($1::bigint, $1::bigint + $2::bigint - 1) n';
    await client.query(sql.replace('calls n', numbers), [first, count, people, new Date()]);
  };

/** Adds uploaded invoices that no ticket uses yet, to each company in turn. */
export const addUploads = addForCalls(`
  insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at,
    stored_at)
  select u, 'invoice', 'ticket-invoices', u || '/b' || n || '.pdf', 'invoice.pdf', 1000, 'application/pdf',
         sha256(n::text::bytea), 'b' || n, $4, $4
    from calls n, lateral (select bench_id('0a', 1 + n % $3)) x(u)`);

/** Adds tickets that wait for each agency in turn, with ids of kind '11'. */
export const addWaitingTickets = addForCalls(`
  with made as (
    insert into tickets (id, company_id, agency_id, amount_sar, repayment_term, invoice_url, created_at, created_local_date,
      updated_at)
    select bench_id('11', n), bench_id('0c', 1 + n % $3), bench_id('0d', 1 + n % $3), 1500, 'TwoMonths', 'w' || n, $4,
           $4::timestamptz::date, $4
      from calls n
    returning id, company_id)
  insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar)
  select m.id, m.company_id, s, $4::timestamptz::date + 30 * s, 750 from made m, generate_series(1, 2) s`);

/** Adds sessions of kind 'a1' to each company in turn. */
export const addSessions = addForCalls(`
  insert into auth.sessions (id, user_id, amr, created_at, refreshed_at, not_after)
  select bench_id('a1', n), bench_id('0a', 1 + n % $3), '[]', $4, $4, '2099-01-01' from calls n`);

/** Deletes what calls have written since a time, so that the next measurement has the same data set. */
export async function cleanUp({ client }: DataSet, since: Date): Promise<void> {
  // Waits at most ten seconds until the server has finished the requests whose clients have disconnected.
  for (let quiet = 0, tries = 0; quiet < 3 && tries < 200; tries += 1) {
    await new Promise((go) => setTimeout(go, 50));
    const { rowCount } = await client.query(
      `select from pg_stat_activity
        where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    quiet = rowCount ? 0 : quiet + 1;
  }
  await runSqlFile(client, sqlFile('clean-up.sql'), { since: since.toISOString() });
}
