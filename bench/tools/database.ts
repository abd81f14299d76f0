import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { secrets } from './secrets.ts';

/** A PostgreSQL of the bench's own with the product's schema, which flushes nothing to disk. */
interface Database {
  owner: ClientConfig;
  /** As the owner. */
  client: Client;
  /** The first process of PostgreSQL; all others are its children. */
  postmaster: number;
  /** `isKept`: its files stay for a next run. */
  close: (isKept?: boolean) => Promise<void>;
}

/**
 * Those that are open or opening: a process that is interrupted, or has failed where nobody expected it, stops and removes them
 * all, since one may be half filled.
 */
const open = new Set<() => Promise<void>>();
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endAll(130));
process.on('uncaughtException', (error) => {
  // What fails while they end has lost its database.
  if (!isEnding) process.stderr.write(`${inspect(error)}\n`);
  endAll(1);
});

function endAll(exitCode: number): void {
  if (isEnding) return;
  isEnding = true;
  void Promise.allSettled([...open].map((end) => end())).then(() => process.exit(exitCode));
}

/**
 * Opens one in a folder that is kept under `name`, or in a fresh one. It ends with this process, interrupted or not. Of an
 * opening that fails nothing stays but the files that were there before.
 */
export async function openDatabase(
  options: { name?: string; sharedBuffersMb?: number } = {},
): Promise<Database> {
  const { name, sharedBuffersMb } = options;
  const dataDir = name ? join(tmpdir(), name) : await mkdtemp(join(tmpdir(), 'hamla-bench-'));
  const wasThere = name !== undefined && existsSync(dataDir);
  await mkdir(dataDir, { recursive: true });
  const log = pino({ level: 'error' });
  const starting = startEmbeddedPostgres({
    dataDir,
    secrets,
    log,
    disposable: true,
    sharedBuffersMb,
  });
  let ended: Promise<void> | undefined;
  const end = (isKept = false) =>
    (ended ??= (async () => {
      // One that does not start has nothing to stop.
      await (await starting.catch(() => null))?.stop();
      if (!isKept) await rm(dataDir, { recursive: true, force: true });
      open.delete(end);
    })());
  open.add(end);
  try {
    const { owner } = await starting;
    await migrate({ owner, secrets, log });
    const client = new Client(owner);
    // PostgreSQL ends its connections where it is stopped by an interruption.
    client.on('error', () => {});
    await client.connect();
    // What is measured is vacuumed when it has to be, not beside the measurement.
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const close = async (isKept = false) => {
      await client.end();
      await end(isKept);
    };
    return { owner, client, postmaster: await parentOf(rows[0]!.pid), close };
  } catch (error) {
    await end(wasThere);
    throw error;
  }
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s*(\d+)/m.exec(status)![1]);
}
