import { setTimeout } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { DAY_MS, type IsoDate } from '#domain/calendar.ts';
import { demoPassword, demoPeople, demoSituations } from '../demo/people.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { FIRST_SIGN_UP_DAYS } from '../demo/plan.ts';
import { renderDocument } from '../documents/render-document.ts';
import { startServer, type RunningServer } from '../main.ts';
import { systemClock } from '../platform/clock.ts';
import { readCommandLine } from './command-line.ts';
import { openLog } from '../platform/log.ts';
import { callFunctionOn } from '../platform/database/call-function.ts';
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

/**
 * `npm run demo`: the product on a database of its own, filled with people and tickets when it is empty, then served
 * with the real clock. It lies in `DATA_DIR` (data/demo) or in an empty `DATABASE_URL`. With fewer `tickets` it is no demo of
 * much, but a test of its start.
 */
export async function serveDemo(
  stopping: AbortSignal,
  tickets = DEMO_TICKETS,
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
    say('Filling the demo: four months of tickets …');
    const filling = fill(served, postgres.owner, tickets, stopping);
    opened.defer(() => withinLimit(FILLING_LIMIT_MS, filling));
    await untilStopped(filling, stopping);
  }
  const server = await startServer(served, systemClock, renderDocument, stopping);
  opened.defer(() => server.close());
  say(`Hamla (demo) is open at ${server.url}\n`);
  say(accounts());
  const running = opened.move();
  return { url: server.url, close: () => running.disposeAsync() };
}

/** @throws Error when the database holds something else, or a demo that was cut short while it was being filled. */
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
    await client.end();
  }
}

/** At a private address: while the clock is moved, nobody else is served. */
async function fill(
  settings: Settings,
  owner: ClientConfig,
  tickets: number,
  stopping: AbortSignal,
): Promise<void> {
  const today = new Date();
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
        callFunctionOn(client, 'add_staff', { email, name, now, unproven: false }),
      );
    const closeTheDay = async (day: IsoDate) => {
      await closeDay(pools.jobs, day, now);
    };
    const filled = fillDemo(
      { url: server.url, setNow, proveMailbox, addStaff, closeDay: closeTheDay },
      { today, tickets },
    ).then(() => jobsDone(owner, stopping));
    // A stop closes the server at once, and what is being asked of it fails.
    await untilStopped(filled, stopping);
  } finally {
    await server.close();
    await pools.close();
  }
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
