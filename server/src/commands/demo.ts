import { Client, type ClientConfig } from 'pg';
import type { IsoDate } from '#domain/calendar.ts';
import { demoPassword, demoPeople } from '../demo/people.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { renderDocument } from '../documents/render-document.ts';
import { startServer, type RunningServer } from '../main.ts';
import { systemClock } from '../platform/clock.ts';
import { readCommandLine } from './command-line.ts';
import { openLog } from '../platform/log.ts';
import { callFunctionOn } from '../platform/database/call-function.ts';
import { openPostgres } from '../platform/database/open-database.ts';
import { connectionToUrl, openPools } from '../platform/database/pools.ts';
import { loadSecrets } from '../platform/config/secrets.ts';
import { readSettings, type Settings } from '../platform/config/settings.ts';
import { explainDatabaseError } from '../platform/config/startup-errors.ts';
import { serveUntilStopped, untilStopped, withinLimit } from '../platform/stop-signals.ts';
import { closeDay } from '../servicing/close-day.ts';

const DEMO_TICKETS = 210;
/** How long the filling may take to end when it is stopped, milliseconds. */
const FILLING_LIMIT_MS = 7_000;

/**
 * `npm run demo`: the product on a database of its own, filled with people and tickets when it is empty, then served
 * with the real clock. It lies in `DATA_DIR` (data/demo) or in an empty `DATABASE_URL`.
 */
async function main(stopping: AbortSignal): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack();
  const settings: Settings = {
    ...readSettings({ DATA_DIR: 'data/demo', LOG_LEVEL: 'warn', ...process.env }),
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
  if (await untilStopped(needsFilling(postgres.owner, settings), stopping)) {
    say('Filling the demo: four months of tickets …');
    const filling = fill(served, postgres.owner, stopping);
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
async function needsFilling(owner: ClientConfig, settings: Settings): Promise<boolean> {
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
    if (ours < demoPeople.length || tickets < DEMO_TICKETS) {
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
async function fill(settings: Settings, owner: ClientConfig, stopping: AbortSignal): Promise<void> {
  const today = new Date();
  let now = today;
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
    await fillDemo(
      { url: server.url, setNow, proveMailbox, addStaff, closeDay: closeTheDay },
      { today, tickets: DEMO_TICKETS },
    );
  } finally {
    await pools.close();
    await server.close();
  }
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
    ({ email, role, name, sees }) =>
      `  ${email.padEnd(width)}  ${(role ?? 'staff').padEnd(7)}  ${name}: ${sees}`,
  );
  return [`Sign in with the password ${demoPassword} as:`, ...lines].join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

if (import.meta.main) {
  readCommandLine({ usage: 'Usage: npm run demo' });
  await serveUntilStopped(main);
}
