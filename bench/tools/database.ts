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
  const interrupted = () => void postgres.stop().finally(() => process.exit(130));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, interrupted);
  await migrate({ owner: postgres.owner, secrets, log });
  const client = new Client(postgres.owner);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    owner: postgres.owner,
    client,
    postmaster: await parentOf(rows[0]!.pid),
    close: async (isKept = false) => {
      for (const signal of signals) process.off(signal, interrupted);
      await client.end();
      await postgres.stop();
      if (!isKept) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s*(\d+)/m.exec(status)![1]);
}
