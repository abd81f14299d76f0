import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { suitableBuffersMb } from '#server/platform/database/embedded.ts';
import { openDatabase } from '../tools/database.ts';
import { tokensOf } from '../tools/tokens.ts';

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

/** A filled database. Equal numbers of companies and agencies are signed in, numbered from 1. */
export interface DataSet extends AsyncDisposable {
  people: number;
  owner: ClientConfig;
  /** The first process of PostgreSQL; all others are its children. */
  postmaster: number;
  /** As the owner. */
  query: Client['query'];
  /** Reserves `count` unused call numbers and returns the first, which belongs to person 1. */
  numbers: (count: number) => number;
  /** By number − 1. */
  callers: (kind: 'company' | 'agency') => Caller[];
  /** Access tokens by person's number − 1, for a server at `siteUrl`. */
  tokensFor: (kind: 'company' | 'agency', siteUrl: string) => Promise<string[]>;
}

/** The id of row `number` of a kind, as data set.sql makes it. */
export const idOf = (kind: string, number: number): string =>
  `${kind}000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** The time of the newest rows. */
const now = () => new Date();

/** A fresh PostgreSQL with the product's schema, filled. */
export async function openDataSet(scale: Scale): Promise<DataSet> {
  const database = await openDatabase({ sharedBuffersMb: suitableBuffersMb() });
  const { owner, client, postmaster } = database;
  const people = Math.min(1000, scales[scale].agencies);
  await fill(client, scale, people);
  const callers: DataSet['callers'] = (kind) => {
    const [user, session] = kind === 'company' ? ['0a', '0e'] : ['0b', '0f'];
    return Array.from({ length: people }, (_, index) => ({
      user_id: idOf(user, index + 1),
      session_id: idOf(session, index + 1),
    }));
  };
  let next = 0;
  const numbers = (count: number) => {
    const first = next;
    next += Math.ceil(count / people) * people;
    return first;
  };
  return {
    people,
    numbers,
    owner,
    postmaster,
    query: client.query.bind(client),
    callers,
    tokensFor: (kind, siteUrl) => tokensOf(owner, siteUrl, callers(kind)),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

async function fill(client: Client, scale: Scale, people: number): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'data-set.sql'), 'utf8');
  const values: Record<string, string | number> = {
    ...scales[scale],
    people,
    now: now().toISOString(),
    today: riyadhDate(now()),
    start: '2025-01-01T00:00:00Z',
    password_hash: await hashPassword(password),
  };
  const filled = text.replaceAll(
    /(?<!:):(')?([a-z_]+)(')?/g,
    (whole, quote: string, name: string) =>
      name in values ? (quote ? `'${values[name]}'` : String(values[name])) : whole,
  );
  for (const statement of statementsOf(filled)) await client.query(statement);
  await client.query(holdJobs);
  await client.query(holdMails);
}

/** Postpones all jobs: documents and the day's close must not disturb a measurement. */
export const holdJobs = `
  create function bench_hold_job() returns trigger language plpgsql as
    $$ begin new.run_at := '2099-01-01'; return new; end $$;
  create trigger bench_hold before insert or update on graphile_worker._private_jobs
    for each row execute function bench_hold_job()`;

/** Postpones all mails. */
const holdMails = `
  create function bench_hold_mail() returns trigger language plpgsql as
    $$ begin new.due_at := '2099-01-01'; return new; end $$;
  create trigger bench_hold before insert on mails for each row execute function bench_hold_mail()`;

/** The statements one by one, because VACUUM must be a query of its own. */
const statementsOf = (text: string): string[] =>
  text
    .split(/;\n(?=\n|vacuum|analyze|insert|select setval)/)
    .map((statement) => statement.replaceAll(/^--.*$/gm, '').trim())
    .filter((statement) => statement !== '' && statement !== ';');

/** Adds `count` uploaded invoices that no ticket uses yet, numbered from `from`, to each company in turn. */
export async function addUploads(dataSet: DataSet, from: number, count: number): Promise<void> {
  await dataSet.query(
    `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
       created_at, stored_at)
     select u, 'invoice', 'ticket-invoices', u || '/b' || n || '.pdf', 'invoice.pdf', 1000, 'application/pdf', sha256(n::text::bytea), 'b' || n, $3, $3
       from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n, lateral (select bench_id('0a', 1 + n % $4)) x(u)`,
    [from, count, now(), dataSet.people],
  );
}

/** Adds tickets that wait for agency 1 + n % people, numbered from `from` on, with ids of kind '11'. */
export async function addWaitingTickets(
  dataSet: DataSet,
  from: number,
  count: number,
): Promise<void> {
  await dataSet.query(
    `with made as (
       insert into tickets (id, company_id, agency_id, amount_sar, repayment_term, invoice_url, created_at,
         created_local_date, updated_at)
       select bench_id('11', n), bench_id('0c', 1 + n % $4), bench_id('0d', 1 + n % $4), 1500, 'TwoMonths', 'w' || n,
              $3, $3::timestamptz::date, $3 from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n
       returning id, company_id)
     insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar)
     select m.id, m.company_id, s, $3::timestamptz::date + 30 * s, 750 from made m, generate_series(1, 2) s`,
    [from, count, now(), dataSet.people],
  );
}
