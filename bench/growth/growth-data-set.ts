import { join } from 'node:path';
import { insertStaff } from '#server/accounts/people.testing.ts';
import {
  seedLargeConsole,
  type LargeConsole,
} from '#server/operations/seed-large-console.testing.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { holdJobs, scales, type Scale } from '../data-set/data-set.ts';
import { openDatabase, type Database } from '../tools/database.ts';
import { runSqlFile } from '../tools/sql-file.ts';

/** The moment of every call. */
export const now = '2026-11-21T09:00:00Z';
export const today = '2026-11-21';

/** A part of every company's and every agency's name. */
export const ALL_NAMES = 'console.example';
/** What no name begins with. */
export const RARE_LETTERS = 'zq';

/** A party that calls. */
export interface Person extends Caller {
  id: string;
  /** What nobody else's name has. */
  name_part: string;
  /** The number of its oldest active ticket, and of its oldest completed one. */
  ticket_number: string;
  completed_number: string;
  /** Of an agency: the tax invoice of one of its payouts. */
  invoice_id: string | null;
}

/** A party with 5,000 lines on its statement of account, in each data set. */
type LargeParty = Caller & Pick<Person, 'id'>;

/**
 * A database with so many tickets of the last 400 days: 100 a company, 500 an agency, whatever the size, so that what one
 * of them sees stays the same. As many companies and agencies call in each: all that the smallest one has.
 */
export interface GrowthDataSet extends Database {
  scale: Scale;
  largeConsole: LargeConsole;
  /** Ids of rows that the console looks at, as many lines long in each data set: of the newest run, else of old ones. */
  rows: Record<
    'run_id' | 'statement_id' | 'payment_id' | 'installment_id' | 'report_id' | 'event_subject_id',
    string
  >;
  staff: Caller;
  companies: Person[];
  agencies: Person[];
  grown: Record<'company' | 'agency', LargeParty>;
  /** Its size: "23.7 GB". */
  size: string;
}

export async function openGrowthDataSet(scale: Scale): Promise<GrowthDataSet> {
  const database = await openDatabase();
  const { client } = database;
  const { tickets } = scales[scale];
  const staff = await insertStaff(client, new Date('2026-01-01'));
  const largeConsole = await seedLargeConsole(client, tickets, staff, {
    agencies: Math.max(20, tickets / 500),
    minutes: (400 * 24 * 60) / tickets,
  });
  await runSqlFile(client, join(import.meta.dirname, 'growth-data-set.sql'), { now, today });
  // A server that is measured would close days and roll balances up.
  await holdJobs(database);
  await client.query('vacuum (analyze)');
  const people = async <Who extends Caller>(kind: string) =>
    (await client.query<Who>('select * from growth_people where kind = $1', [kind])).rows;
  const [company] = await people<LargeParty>('grown-company');
  const [agency] = await people<LargeParty>('grown-agency');
  const { rows: found } = await client.query<GrowthDataSet['rows'] & { bytes: string }>(
    `select (select id from payout_runs order by id desc limit 1) as run_id,
            (select id from bank_statements order by id offset 1 limit 1) as statement_id, a.payment_id, a.installment_id,
            (select id from transfer_reports where status = 'Checking' order by id limit 1) as report_id,
            (select subject_id from events order by id limit 1) as event_subject_id,
            pg_database_size(current_database()) as bytes
       from payment_allocations a order by a.id limit 1`,
  );
  const { bytes, ...rows } = found[0]!;
  return {
    ...database,
    scale,
    largeConsole,
    staff,
    rows,
    companies: await people('company'),
    agencies: await people('agency'),
    grown: { company: company!, agency: agency! },
    size: `${(Number(bytes) / 2 ** 30).toFixed(1)} GB`,
  };
}
