import { Client, type ClientConfig } from 'pg';
import { columnTypes } from '#server/platform/postgres/pools.ts';
import { deskLists } from '#server/operations/fill-desk.testing.ts';
import { costOfCall, placesOf, type Cost } from '../lists/cost-of-call.ts';
import { processorMs } from '../tools/processes.ts';
import { now, today, type GrowthWorld, type Person } from './growth-world.ts';

/** How a call may grow with the tickets: not at all beside its answer, or with the work that is open. */
export type Growth = 'flat' | 'with open work';

/** What a call costs, and what it gives for that. */
export interface AnswerCost extends Cost {
  /** How much it gave: letters of JSON; of the day's close installments. */
  answer: number;
}

/** Something that is measured in every world. */
export interface GrownCall {
  name: string;
  group: 'Dashboards and screens' | 'Lists' | 'Searches' | 'Exports' | "The day's close";
  growth: Growth;
  /** Once; `turn` says who asks. */
  measure: (turn: number) => Promise<AnswerCost>;
}

/** Of a file 500 rows are read at once. */
const FILE_ROWS = 500;

/** A connection and the process that serves it. */
export interface Connected {
  client: Client;
  pid: number;
}

/** As one of the product's logins. */
export async function connect(connection: ClientConfig): Promise<Connected> {
  const client = new Client({ ...connection, types: columnTypes });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, pid: rows[0]!.pid };
}

/** Its time is the processor's, so that other work on the machine does not count. */
async function costOf({ client, pid }: Connected, calls: string, values: unknown[]): Promise<Cost> {
  const before = await processorMs(pid);
  const { pages } = await costOfCall(client, calls, values);
  return { pages, ms: (await processorMs(pid)) - before };
}

/**
 * Called first for its answer, only of what changes nothing: what it costs does not tell who looks for the first time since
 * the database was opened.
 */
async function cost(on: Connected, calls: string, values: unknown[]): Promise<AnswerCost> {
  const { rows } = await on.client.query<{ answer: number | null }>(
    `select length(${calls}(${placesOf(values)})::text) as answer`,
    values,
  );
  const { pages, ms } = await costOf(on, calls, values);
  return { pages, ms, answer: rows[0]!.answer ?? 0 };
}

/** Every dashboard, list, search and export, and the day's close, of one world. */
export async function grownCalls(
  world: GrowthWorld,
  { app, staff, jobs }: Record<'app' | 'staff' | 'jobs', Connected>,
): Promise<GrownCall[]> {
  return [
    ...partiesCalls(world, app),
    ...deskScreens(world, staff),
    ...(await deskListCalls(world, staff)),
    {
      name: "the day's close, 2,000 installments",
      group: "The day's close",
      growth: 'flat',
      measure: () => closeOnce(jobs),
    },
  ];
}

function partiesCalls({ companies, agencies }: GrowthWorld, on: Connected): GrownCall[] {
  const by =
    (people: Person[], calls: string, args: (person: Person) => unknown[]) => (turn: number) => {
      const person = people[turn % people.length]!;
      return cost(on, calls, [person.user_id, person.session_id, now, ...args(person)]);
    };
  const company = (calls: string, args: (person: Person) => unknown[]) =>
    by(companies, calls, args);
  const agency = (calls: string, args: (person: Person) => unknown[]) => by(agencies, calls, args);
  const screen = (name: string, measure: GrownCall['measure']): GrownCall => ({
    name,
    group: 'Dashboards and screens',
    growth: 'flat',
    measure,
  });
  const of = (group: GrownCall['group'], name: string, measure: GrownCall['measure']) => ({
    ...screen(name, measure),
    group,
  });
  const ticketPage = (person: Person) => [today, person.ticket_number];
  const period = [null, '2026-08-01', '2026-11-20', null];
  return [
    screen(
      'company dashboard',
      company('company_dashboard', () => [today]),
    ),
    screen(
      'agency dashboard',
      agency('agency_dashboard', () => [today]),
    ),
    screen("a ticket's page, company", company('read_ticket', ticketPage)),
    screen("a ticket's page, agency", agency('read_ticket', ticketPage)),
    of(
      'Lists',
      "a company's tickets, late page",
      company('list_tickets', (p) => ['old', p.oldest_id]),
    ),
    of(
      'Lists',
      "an agency's tickets, late page",
      agency('list_tickets', (p) => ['history', p.oldest_id]),
    ),
    of(
      'Lists',
      "an agency's late payouts",
      agency('list_agency_payouts', () => ['late', null]),
    ),
    of(
      'Lists',
      "a company's statement",
      company('company_statement', () => [...period, 20]),
    ),
    of(
      'Lists',
      "an agency's statement",
      agency('agency_statement', () => [...period, 20]),
    ),
    of(
      'Exports',
      "a company's statement",
      company('company_statement', () => [...period, FILE_ROWS]),
    ),
    of(
      'Exports',
      "an agency's statement",
      agency('agency_statement', () => [...period, FILE_ROWS]),
    ),
    of(
      'Searches',
      'agencies to choose from',
      company('list_agencies', () => [null]),
    ),
    of(
      'Searches',
      'an agency by part of its name',
      company('list_agencies', () => ['p1002@']),
    ),
  ];
}

function deskScreens({ staff, companies }: GrowthWorld, on: Connected): GrownCall[] {
  const by = (calls: string, args: unknown[]) => () =>
    cost(on, calls, [staff.user_id, staff.session_id, now, ...args]);
  const ticket = companies[0]!.ticket_number;
  const search = (name: string, ...args: unknown[]): GrownCall => ({
    name,
    group: 'Searches',
    growth: 'flat',
    measure: by('search_desk', args),
  });
  const screen = (
    name: string,
    calls: string,
    args: unknown[],
    growth: Growth = 'flat',
  ): GrownCall => ({
    name,
    group: 'Dashboards and screens',
    growth,
    measure: by(calls, args),
  });
  return [
    screen("the desk's today", 'operations_overview', [today], 'with open work'),
    screen('the portfolio', 'read_portfolio', [today, 12]),
    screen('a ticket at the desk', 'read_financed_ticket', [today, ticket]),
    search('the desk: a ticket by its number', ticket, ticket, null),
    search('the desk: a payment by its reference', 'FT1009', null, null),
    search('the desk: a company by its name', 'p57@', null, null),
    {
      name: 'the desk: a payer by part of the name',
      group: 'Searches',
      growth: 'flat',
      measure: by('find_companies', ['p57@']),
    },
  ];
}

/** Each list of the desk: its first page, one after 400 rows, and the part of its file that is read at once from there. */
async function deskListCalls({ desk, staff }: GrowthWorld, on: Connected): Promise<GrownCall[]> {
  const calls: GrownCall[] = [];
  for (const list of deskLists(desk, staff)) {
    const asks = [staff.user_id, staff.session_id, now, ...list.args];
    const values = (cursor: string | null, rows: number) => [...asks, cursor, rows];
    const late = await cursorAfter(on, list.calls, values(null, 400));
    const page = (cursor: string | null, rows: number) => () =>
      cost(on, list.calls, values(cursor, rows));
    const named = { name: list.list, growth: 'flat' as const };
    calls.push(
      { ...named, group: 'Lists', measure: page(null, 20) },
      { ...named, name: `${list.list}, late page`, group: 'Lists', measure: page(late, 20) },
      { ...named, group: 'Exports', measure: page(late, FILE_ROWS) },
    );
  }
  return calls;
}

/** Null of a list that is shorter. */
async function cursorAfter(
  { client }: Connected,
  calls: string,
  values: unknown[],
): Promise<string | null> {
  const { rows } = await client.query<{ cursor: string | null }>(
    `select ${calls}(${placesOf(values)}) ->> 'next_cursor' as cursor`,
    values,
  );
  return rows[0]!.cursor;
}

/** All that closing the day does, in a transaction that is taken back. */
async function closeOnce(on: Connected): Promise<AnswerCost> {
  const closing = '2026-11-21T21:05:00Z';
  const tomorrow = '2026-11-22';
  const nil = '00000000-0000-0000-0000-000000000000';
  const { client } = on;
  const total: AnswerCost = { pages: 0, ms: 0, answer: 2_000 };
  const add = async (calls: string, ...values: unknown[]) => {
    const { pages, ms } = await costOf(on, calls, values);
    total.pages += pages;
    total.ms += ms;
  };
  try {
    await client.query('begin');
    await add('mark_overdue_batch', closing, today, tomorrow, '-infinity', nil, 20_000);
    await add('expire_batch', closing, today, 20_000);
    await add('queue_reminders_batch', closing, tomorrow, '2026-11-08', nil, '2026-11-20', 20_000);
    await add('queue_reminders_batch', closing, tomorrow, tomorrow, nil, '2026-11-25', 20_000);
    await add('make_mails_due', `${tomorrow}T05:00:00Z`, 20_000);
    await add('finish_close', today, closing, 2_000, 0, 2_000);
  } finally {
    await client.query('rollback');
  }
  return total;
}
