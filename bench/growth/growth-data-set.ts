import type { Client, ClientConfig } from 'pg';
import { insertStaff } from '#server/accounts/people.testing.ts';
import {
  seedLargeConsole,
  type LargeConsole,
} from '#server/operations/seed-large-console.testing.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { openDatabase } from '../tools/database.ts';
import { holdJobs, scales, type Scale } from '../data-set/data-set.ts';
import { preparations } from './prepare-growth-data.ts';

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
export interface LargeParty extends Caller {
  id: string;
}

/** Rows that the console looks at, as many lines long in each data set: the newest run, which is looked at most, else old ones. */
interface LongListRows {
  run_id: string;
  statement_id: string;
  payment_id: string;
  /** Of that payment. */
  installment_id: string;
  report_id: string;
  event_subject_id: string;
}

/**
 * A database with so many tickets of the last 400 days: 100 a company, 500 an agency, whatever the size, so that what one
 * of them sees stays the same. As many companies and agencies call in each: all that the smallest one has.
 */
export interface GrowthDataSet {
  scale: Scale;
  owner: ClientConfig;
  client: Client;
  largeConsole: LargeConsole;
  rows: LongListRows;
  staff: Caller;
  companies: Person[];
  agencies: Person[];
  grown: Record<'company' | 'agency', LargeParty>;
  /** Of the database. */
  bytes: number;
  close: (isKept: boolean) => Promise<void>;
}

/** Opens a data set, filled by an earlier run that was told to keep it, or filled now. */
export async function openGrowthDataSet(
  scale: Scale,
  sharedBuffersMb: number,
): Promise<GrowthDataSet> {
  const database = await openDatabase({ name: `hamla-growth-${scale}`, sharedBuffersMb });
  const { client, owner, close } = database;
  // As long as nobody knows, it may be whole.
  let isWhole = true;
  try {
    const { rows } = await client.query<{ is_whole: boolean; is_begun: boolean }>(
      `select to_regclass('growth_data_set') is not null as is_whole, exists (select from staff) as is_begun`,
    );
    isWhole = rows[0]!.is_whole;
    if (isWhole || !rows[0]!.is_begun) {
      // What its last run has left behind would count for growth.
      if (isWhole) await client.query('vacuum (analyze)');
      else await fill(client, scales[scale].tickets);
      return { scale, owner, client, ...(await contentOf(client)), close };
    }
  } catch (error) {
    // Half a data set is nobody's.
    await close(isWhole);
    throw error;
  }
  // A run that was killed has left half of it.
  await close(false);
  return openGrowthDataSet(scale, sharedBuffersMb);
}

async function contentOf(client: Client) {
  const one = async <T>(sql: string) => (await client.query(sql)).rows[0] as T;
  const people = async (kind: string) =>
    (await client.query<Person>('select * from growth_people where kind = $1', [kind])).rows;
  const grown = async (kind: string): Promise<LargeParty> => (await people(`grown ${kind}`))[0]!;
  const { bytes } = await one<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return {
    ...(await one<{ largeConsole: LargeConsole; staff: Caller }>('select * from growth_data_set')),
    rows: await one<LongListRows>(
      `select (select id from payout_runs order by id desc limit 1) as run_id,
              (select id from bank_statements order by id offset 1 limit 1) as statement_id, a.payment_id, a.installment_id,
              (select id from transfer_reports where status = 'Checking' order by id limit 1) as report_id,
              (select subject_id from events order by id limit 1) as event_subject_id
         from payment_allocations a order by a.id limit 1`,
    ),
    companies: await people('company'),
    agencies: await people('agency'),
    grown: { company: await grown('company'), agency: await grown('agency') },
    bytes: Number(bytes),
  };
}

async function fill(client: Client, tickets: number): Promise<void> {
  const staff = await insertStaff(client, new Date('2026-01-01'));
  const largeConsole = await seedLargeConsole(client, tickets, staff, {
    agencies: Math.max(20, tickets / 500),
    minutes: (400 * 24 * 60) / tickets,
  });
  for (const statement of preparations) await client.query(statement);
  // A server that is measured would close days and roll balances up.
  await client.query(holdJobs);
  await client.query(
    'create table growth_data_set as select $1::jsonb as "largeConsole", $2::jsonb as staff',
    [largeConsole, staff],
  );
  await client.query('vacuum (analyze)');
}
