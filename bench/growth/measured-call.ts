import { Client, type ClientConfig } from 'pg';
import { columnTypes, type Role } from '#server/platform/database/pools.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { FILE_ROWS, STATEMENT_ROWS } from '#server/platform/http/csv.ts';
import { loginOf } from '../tools/database.ts';
import { processorMs } from '../tools/processes.ts';
import { now } from './growth-data-set.ts';

/** What a call costs the database, and what it gives for that. */
export interface ResponseCost {
  /** Of 8 KB, touched in memory or on disk, by PostgreSQL's own count. */
  pages: number;
  /** The processor's time of its connection, so that other work on the machine does not count. */
  ms: number;
  /** How much it gave: letters of JSON; of the day's close installments. */
  response: number;
}

/** Something that is measured in every data set. */
export interface MeasuredCall {
  name: string;
  group: 'Dashboards and screens' | 'Lists' | 'Searches' | 'Exports' | "The day's close";
  /** Once; `turn` says who asks. */
  measure: (turn: number) => Promise<ResponseCost>;
}

/** A connection and the process that serves it. */
export interface Connection extends AsyncDisposable {
  client: Client;
  pid: number;
}

/** Connects as one of the product's logins. */
export async function connect(role: Role, owner: ClientConfig): Promise<Connection> {
  const client = new Client({ ...loginOf(role, owner), types: columnTypes });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, pid: rows[0]!.pid, [Symbol.asyncDispose]: () => client.end() };
}

/** A call of a SQL function as it stands in a statement: "api.read_payment($1, $2)". */
const callOf = (name: string, values: readonly unknown[]): string =>
  `api.${name}(${values.map((_, n) => `$${n + 1}`).join(', ')})`;

/** Calls a SQL function once. */
export async function costOf(
  { client, pid }: Connection,
  name: string,
  values: unknown[],
): Promise<Omit<ResponseCost, 'response'>> {
  const before = await processorMs(pid);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) select ${callOf(name, values)}`,
    values,
  );
  const ms = (await processorMs(pid)) - before;
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
  return { pages: plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!, ms };
}

/**
 * Called first for its response, so that what it costs does not tell who looks for the first time since the database was opened;
 * of what changes nothing, or is taken back.
 */
export async function measureResponse(
  on: Connection,
  name: string,
  values: unknown[],
): Promise<ResponseCost> {
  const { rows } = await on.client.query<{ size: number | null }>(
    `select length(${callOf(name, values)}::text) as size`,
    values,
  );
  return { ...(await costOf(on, name, values)), response: rows[0]!.size ?? 0 };
}

/** The days of a statement: a season on a screen, and all that the account has lived through. */
const season = ['2026-08-01', '2026-11-20'];
export const always = ['2025-01-01', '2026-11-20'];

/** What a call takes first: who asks, and when. */
export const callerOf = ({ user_id, session_id }: Caller) => [user_id, session_id, now];

/** What a call takes after the caller: the same always, or by who asks. */
type Arguments<Person> = unknown[] | ((person: Person) => unknown[] | Promise<unknown[]>);

/** Makes calls of SQL functions by these people, one after the other. */
export function callsBy<Person extends Caller>(people: readonly Person[], on: Connection) {
  const call = (
    group: MeasuredCall['group'],
    name: string,
    calls: string,
    args: Arguments<Person>,
  ): MeasuredCall => ({
    name,
    group,
    measure: async (turn) => {
      const person = people[turn % people.length]!;
      const further = Array.isArray(args) ? args : await args(person);
      return measureResponse(on, calls, [...callerOf(person), ...further]);
    },
  });
  /** The first page of a list, of so many rows where it has no number of its own, and a late page. */
  const pages = (name: string, calls: string, list: unknown[], ...rows: number[]) => [
    call('Lists', name, calls, [...list, null, ...rows]),
    call('Lists', `${name}, late page`, calls, async (person) => {
      const page = (cursor: string | null) => [...list, cursor, ...rows];
      return page(await lateCursor(on, calls, (cursor) => [...callerOf(person), ...page(cursor)]));
    }),
  ];
  /** The pages of a statement of these days, and the part that is read at once of the file of all days. */
  const statement = (name: string, calls: string, whose: unknown[], days = season) => [
    ...pages(name, calls, [...whose, ...days], STATEMENT_ROWS),
    call('Exports', name, calls, [...whose, ...always, null, FILE_ROWS]),
  ];
  return { call, pages, statement };
}

/** Where a page ends, null for the last one; a statement's page stands within its response. */
async function cursorAfter({ client }: Connection, name: string, values: unknown[]) {
  const { rows } = await client.query<{ cursor: string | null }>(
    `select coalesce(a ->> 'next_cursor', a -> 'statement' ->> 'next_cursor') as cursor from ${callOf(name, values)} a`,
    values,
  );
  return rows[0]!.cursor;
}

/** A page far down a list begins after so many rows, where there are so many. */
const DEEP = 10_000;

/**
 * Where pages of so many rows begin that are far down a list and full, one for each: after `DEEP` rows, or as far before the end
 * as the page is long; null where the list is no longer than the page.
 */
export async function deepCursors(
  on: Connection,
  name: string,
  list: unknown[],
  ...pages: number[]
): Promise<(string | null)[]> {
  const asked = [...list, null, DEEP + Math.max(...pages)];
  const { rows } = await on.client.query<{ count: number }>(
    `select json_array_length(a -> 'items') as count from ${callOf(name, asked)} a`,
    asked,
  );
  const before = pages.map((page) => Math.min(DEEP, rows[0]!.count - page));
  return Promise.all(
    before.map(async (some) => (some > 0 ? cursorAfter(on, name, [...list, null, some]) : null)),
  );
}

/** Where the last page but one begins, which is full; of a list of two pages the second one, of one page null. */
async function lateCursor(
  on: Connection,
  name: string,
  values: (cursor: string | null) => unknown[],
): Promise<string | null> {
  let before: string | null = null;
  for (let cursor: string | null = null; ;) {
    const next = await cursorAfter(on, name, values(cursor));
    if (next === null) return before ?? cursor;
    before = cursor;
    cursor = next;
  }
}
