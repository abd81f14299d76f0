import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { secrets } from './secrets.ts';

/** A PostgreSQL of the bench's own with the product's schema, which flushes nothing to disk. */
export interface Database {
  owner: ClientConfig;
  /** As the owner. */
  client: Client;
  /** The first process of PostgreSQL; all others are its children. */
  postmaster: number;
  /** `isKept`: its files stay for a next run. */
  close: (isKept?: boolean) => Promise<void>;
}

/** Those that are open: an interrupted process stops and removes them all, since one may be half filled. */
const open = new Set<() => Promise<void>>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(
    signal,
    () => void Promise.all([...open].map((end) => end())).finally(() => process.exit(130)),
  );

/** Opens one in a folder that is kept under `name`, or in a fresh one. It ends with this process, interrupted or not. */
export async function openDatabase(
  options: { name?: string; sharedBuffersMb?: number } = {},
): Promise<Database> {
  const { name, sharedBuffersMb } = options;
  const dataDir = name ? join(tmpdir(), name) : await mkdtemp(join(tmpdir(), 'hamla-bench-'));
  await mkdir(dataDir, { recursive: true });
  const log = pino({ level: 'error' });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    secrets,
    log,
    disposable: true,
    sharedBuffersMb,
  });
  const end = async (isKept = false) => {
    open.delete(end);
    await postgres.stop();
    if (!isKept) await rm(dataDir, { recursive: true, force: true });
  };
  open.add(end);
  await migrate({ owner: postgres.owner, secrets, log });
  const client = new Client(postgres.owner);
  // PostgreSQL ends its connections where it is stopped by an interruption.
  client.on('error', () => {});
  await client.connect();
  // What is measured is vacuumed when it has to be, not beside the measurement.
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    owner: postgres.owner,
    client,
    postmaster: await parentOf(rows[0]!.pid),
    close: async (isKept = false) => {
      await client.end();
      await end(isKept);
    },
  };
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s*(\d+)/m.exec(status)![1]);
}
