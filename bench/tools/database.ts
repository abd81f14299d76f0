import { readFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { secretsFromKey } from '#server/platform/config/secrets.ts';
import { startEmbeddedPostgres, suitableBuffersMb } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { connectionOf, rolePassword, type Role } from '#server/platform/database/pools.ts';
import { watchStopSignals, type StoppedError } from '#server/platform/stop-signals.ts';

/** One key for every run: nothing here is secret. */
export const secretKey = Buffer.alloc(32, 'bench');
export const secrets = secretsFromKey(secretKey);
const log = pino({ level: 'error' });

/** A PostgreSQL of the bench's own with the product's schema, which flushes nothing to disk. */
export interface Database extends AsyncDisposable {
  owner: ClientConfig;
  /** As the owner. */
  client: Client;
  /** The first process of PostgreSQL; all others are its children. */
  postmaster: number;
}

/** As PostgreSQL would outlive this process, one that is interrupted or fails ends them all first. */
const open = new Set<() => Promise<void>>();
const stopping = watchStopSignals();
stopping.addEventListener('abort', () => {
  void Promise.allSettled([...open].map((end) => end())).then(() =>
    process.exit((stopping.reason as StoppedError).exitCode),
  );
});

/** Opens a fresh one, with the memory that the product would give it. */
export async function openDatabase(): Promise<Database> {
  const opened = new AsyncDisposableStack();
  let ended: Promise<void> | undefined;
  const close = () => (ended ??= opened.disposeAsync());
  open.add(close);
  opened.defer(() => void open.delete(close));
  try {
    const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'hamla-bench-')));
    const dataDir = folder.path;
    const sharedBuffersMb = suitableBuffersMb();
    const settings = { dataDir, secrets, log, disposable: true, sharedBuffersMb, stopping };
    const postgres = await startEmbeddedPostgres(settings);
    opened.defer(() => postgres.stop());
    const { owner } = postgres;
    await migrate({ owner, secrets, log });
    const client = new Client(owner);
    // PostgreSQL ends its connections where it is stopped by an interruption.
    client.on('error', () => {});
    await client.connect();
    opened.defer(() => client.end());
    // What is measured is vacuumed when it has to be, not beside the measurement.
    await client.query('alter system set autovacuum = off');
    await client.query('select pg_reload_conf()');
    const [pid] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
    return { owner, client, postmaster: Number(pid), [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** How one of the product's logins connects. The password is a string: it is sent to other processes. */
export const loginOf = (role: Role, owner: ClientConfig): ClientConfig => ({
  ...connectionOf(role, owner, secrets),
  password: rolePassword(role, secrets),
});
