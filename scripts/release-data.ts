/**
 * `npm run release-data`: stores the data of this release in `server/testing/releases`, for a test that carries it over to every
 * build after it. The data is the demo's: invented people, at a fixed day, under the tests' key.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import type { IsoDate } from '#domain/calendar.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { readCommandLine } from '#server/commands/command-line.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openPools } from '#server/platform/database/pools.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { brokenInvariants } from '../server/testing/invariants.ts';
import { dumpRelease, packRelease } from '../server/testing/release-data.ts';
import { testSecrets } from '../server/testing/secrets.ts';
import { startTestServer } from '../server/testing/server.ts';

readCommandLine({ usage: 'Usage: npm run release-data' });

/** The dump must stay small: only as much data as the demo needs to reach every state. */
const TICKETS = 60;
const TODAY = new Date('2026-11-20T09:00:00Z');
const LIMIT_BYTES = 1_000_000;

const folder = join(repositoryRoot, 'server/testing/releases');
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-release-'));
const log = pino({ level: 'error' });
const postgres = await startEmbeddedPostgres({
  dataDir,
  secrets: testSecrets,
  log,
  disposable: true,
});
try {
  await migrate({ owner: postgres.owner, secrets: testSecrets, log });
  await fill(postgres.owner);
  const client = new Client(postgres.owner);
  await client.connect();
  const broken = await brokenInvariants(client);
  if (broken.length > 0) throw new Error(`the data breaks rules: ${broken.join('; ')}`);
  const data = await dumpRelease(client);
  await client.end();
  const packed = await packRelease(data);
  if (packed.length > LIMIT_BYTES) throw new Error(`${packed.length} bytes are too many`);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${data.release}.json.gz`);
  await writeFile(file, packed);
  process.stdout.write(`${file}: ${packed.length} bytes\n`);
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function fill(owner: ClientConfig): Promise<void> {
  const pools = openPools({ owner, secrets: testSecrets, log });
  let now = TODAY;
  const database = { owner, pools, secrets: testSecrets, log, drop: async () => {} };
  const server = await startTestServer(database, { clock: { now: () => now } });
  const asOwner = async (sql: string, values: unknown[]) => {
    const client = new Client(owner);
    await client.connect();
    await client.query(sql, values);
    await client.end();
  };
  const proveMailbox = (email: string) =>
    asOwner('select api.prove_mailbox(id, $2) from auth.users where email = $1', [email, now]);
  const addStaff = (email: string, name: string) =>
    asOwner('select api.add_staff($1, $2, $3, false)', [email, name, now]);
  try {
    await fillDemo(
      {
        url: server.url,
        setNow: (moment) => {
          now = moment;
        },
        proveMailbox,
        addStaff,
        closeDay: async (day: IsoDate) => {
          await closeDay(pools.jobs, day, now);
        },
      },
      { today: TODAY, tickets: TICKETS },
    );
  } finally {
    // The jobs end with the server, before the pools.
    await server.close();
    await pools.close();
  }
}
