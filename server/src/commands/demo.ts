import { setTimeout } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { DAY_MS, type IsoDate } from '#domain/calendar.ts';
import { demoPassword, demoPeople, demoSituations } from '../demo/people.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { FIRST_SIGN_UP_DAYS } from '../demo/plan.ts';
import { renderDocument } from '../documents/render-document.ts';
import { startServer, type RunningServer } from '../main.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { readCommandLine } from './command-line.ts';
import { openLog } from '../platform/log.ts';
import { advisoryLock } from '../platform/database/advisory-locks.ts';
import { callFunction } from '../platform/database/call-function.ts';
import { openPostgres } from '../platform/database/open-database.ts';
import { connectionToUrl, openPools } from '../platform/database/pools.ts';
import { loadSecrets } from '../platform/config/secrets.ts';
import { mayInventScores, readSettings, type Settings } from '../platform/config/settings.ts';
import { explainDatabaseError } from '../platform/config/startup-errors.ts';
import { serveUntilStopped, untilStopped, withinLimit } from '../platform/stop-signals.ts';
import { closeDay } from '../servicing/close-day.ts';

const DEMO_TICKETS = 210;
/** How long the filling may take to end when it is stopped, milliseconds: longer than its server takes to close. */
const FILLING_LIMIT_MS = 10_000;
/** Milliseconds until it is looked again whether all jobs are done. */
const LOOK_AGAIN_MS = 200;

/** The comment of the embedded database while it is filled. It outlives a process that is killed. */
const BEING_FILLED = 'The demo is being filled';

/**
 * `npm run demo`: the product on a database of its own, filled with people and tickets when it is empty, then served. It lies
 * in `DATA_DIR` (data/demo) or in an empty `DATABASE_URL`. With fewer `tickets` it is no demo of much, but a test of its start.
 */
export async function serveDemo(
  stopping: AbortSignal,
  { tickets = DEMO_TICKETS, clock = systemClock }: { tickets?: number; clock?: Clock } = {},
): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack();
  const given = readSettings({ DATA_DIR: 'data/demo', LOG_LEVEL: 'warn', ...process.env });
  const settings: Settings = {
    ...given,
    creditBureau: mayInventScores(given.siteUrl, given.trustProxy) ? 'sandbox' : 'none',
    // Invented data need no backup.
    backup: { ...given.backup, to: undefined },
    // Nobody reads the mail of the demo's people.
    emailConfirmation: false,
    smtpUrl: undefined,
  };
  // Brought to what this code needs by the server, not before it is known to be ours to fill.
  const postgres = await openPostgres(settings, openLog(settings.logLevel), stopping);
  opened.defer(() => postgres.close());
  const served = {
    ...settings,
    databaseUrl: settings.databaseUrl ?? connectionToUrl(postgres.owner),
  };
  if (await untilStopped(needsFilling(postgres.owner, settings, tickets), stopping)) {
    const filling = asOwner(postgres.owner, async (client) => {
      await lockFilling(client);
      // In a DATABASE_URL nothing is ever removed, so nothing is marked.
      if (!settings.databaseUrl) await setComment(client, BEING_FILLED);
      await fill(served, postgres.owner, { tickets, today: clock.now() }, stopping);
      if (!settings.databaseUrl) await setComment(client, null);
    });
    opened.defer(() => withinLimit(FILLING_LIMIT_MS, filling));
    await untilStopped(filling, stopping);
  }
  const server = await startServer(served, clock, renderDocument, stopping);
  opened.defer(() => server.close());
  say(`Hamla (demo) is open at ${server.url}\n`);
  say(accounts());
  const running = opened.move();
  return { url: server.url, close: () => running.disposeAsync() };
}

/**
 * Whether the database must be filled. A filling that was cut short is begun again: in `DATA_DIR` the database is made anew.
 * @throws Error when the database holds something else, is being filled by another process, or is a `DATABASE_URL` in which a
 *   filling was cut short, where nothing is removed.
 */
async function needsFilling(
  owner: ClientConfig,
  settings: Settings,
  wanted: number,
): Promise<boolean> {
  const client = new Client(owner);
  await client.connect().catch((error: unknown) => {
    throw explainDatabaseError(settings, error);
  });
  try {
    if (!settings.databaseUrl && (await commentOf(client)) === BEING_FILLED) {
      await lockFilling(client);
      // The database goes below this connection.
      client.on('error', () => {});
      await makeAnew(owner);
      return true;
    }
    const tables = await client.query(`select to_regclass('tickets') is null as none`);
    if (tables.rows[0].none) return true;
    const { rows } = await client.query<{ users: number; ours: number; tickets: number }>(
      `select (select count(*)::int from auth.users) as users, (select count(*)::int from tickets) as tickets,
              (select count(*)::int from auth.users where email = any ($1)) as ours`,
      [demoPeople.map(({ email }) => email)],
    );
    const { users, ours, tickets } = rows[0]!;
    if (users === 0) return true;
    if (ours === 0) throw new Error('This database is in use: the demo needs an empty one.');
    if (ours < demoPeople.length || tickets < wanted) {
      const place = settings.databaseUrl ? 'that database' : settings.dataDir;
      throw new Error(
        `The demo was stopped while it was being filled: remove ${place} and start again.`,
      );
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function commentOf(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = current_database()`,
  );
  return rows[0]!.comment;
}

/** Of the embedded database. */
const setComment = (client: Client, comment: typeof BEING_FILLED | null) =>
  client.query(`comment on database hamla is ${comment ? `'${comment}'` : 'null'}`);

/** Holds the right to fill this database until the connection ends. @throws Error when another process holds it. */
async function lockFilling(client: Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(${advisoryLock('demo filling')}) as locked`,
  );
  if (!rows[0]!.locked)
    throw new Error('Another process fills this demo: wait until it has, then start again.');
}

/** Replaces the embedded database by an empty one. Ends each connection to it, the caller's too. */
const makeAnew = (owner: ClientConfig): Promise<void> =>
  asOwner({ ...owner, database: 'postgres' }, async (client) => {
    await client.query('drop database hamla with (force)');
    await client.query('create database hamla template template0');
  });

/** At a private address: while the clock is moved, nobody else is served. */
async function fill(
  settings: Settings,
  owner: ClientConfig,
  { tickets, today }: { tickets: number; today: Date },
  stopping: AbortSignal,
): Promise<void> {
  // The product is set up before anybody signs up.
  let now = new Date(today.getTime() - (FIRST_SIGN_UP_DAYS + 1) * DAY_MS);
  const hidden = {
    ...settings,
    host: '127.0.0.1',
    port: 0,
    metricsPort: undefined,
    siteUrl: undefined,
  };
  const server = await startServer(hidden, { now: () => now }, renderDocument, stopping);
  const log = openLog(settings.logLevel);
  const pools = openPools({ owner, secrets: loadSecrets(settings), log });
  try {
    const setNow = (moment: Date) => {
      stopping.throwIfAborted();
      now = moment;
    };
    const proveMailbox = (email: string) =>
      asOwner(owner, (client) =>
        client.query('select api.prove_mailbox(id, $2) from auth.users where email = $1', [
          email,
          now,
        ]),
      );
    const addStaff = (email: string, name: string) =>
      asOwner(owner, (client) =>
        callFunction(client, 'add_staff', { email, name, now, unproven: false }),
      );
    const closeTheDay = async (day: IsoDate) => {
      await closeDay(pools.jobs, day, now);
    };
    const filled = fillDemo(
      { url: server.url, setNow, proveMailbox, addStaff, closeDay: closeTheDay },
      { today, tickets, progress: sayEachTenth() },
    ).then(() => jobsDone(owner, stopping));
    // A stop closes the server at once, and what is being asked of it fails.
    await untilStopped(filled, stopping);
  } finally {
    await server.close();
    await pools.close();
  }
}

/** Says how far the filling is: it takes a minute or more. */
function sayEachTenth(): (share: number) => void {
  let said = -1;
  return (share) => {
    const tenths = Math.floor(share * 10);
    if (tenths === said) return;
    said = tenths;
    say(`Filling the demo with four months of tickets: ${tenths * 10}%`);
  };
}

/** What was requested last still makes documents: a server that closed would leave them half done to the next one. */
async function jobsDone(owner: ClientConfig, stopping: AbortSignal): Promise<void> {
  await asOwner(owner, async (client) => {
    const due = `select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts limit 1`;
    while ((await client.query(due)).rowCount !== 0)
      await setTimeout(LOOK_AGAIN_MS, undefined, { signal: stopping });
  });
}

async function asOwner(
  owner: ClientConfig,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Who can sign in, and what each sees. */
function accounts(): string {
  const width = Math.max(...demoPeople.map(({ email }) => email.length));
  const lines = demoPeople.map(
    ({ email, role, name, situations }) =>
      `  ${email.padEnd(width)}  ${(role ?? 'staff').padEnd(7)}  ${name}: ${situations.map((situation) => demoSituations[situation]).join('; ')}`,
  );
  return [`Sign in with the password ${demoPassword} as:`, ...lines].join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (import.meta.main) {
  readCommandLine({ usage: 'Usage: npm run demo' });
  await serveUntilStopped(serveDemo);
}
