import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RenderFinancing } from '#server/documents/issue-documents.ts';
import { startServer, type RunningServer } from '#server/main.ts';
import { systemClock, type Clock } from '#server/platform/clock.ts';
import { connectionToUrl } from '#server/platform/database/pools.ts';
import { readSettings } from '#server/platform/config/settings.ts';
import { renderSmall } from './accepted.ts';
import type { TestDatabase } from './database.ts';
import { raisedQuotas } from '#server/platform/quotas.testing.ts';
import { testSecretKey } from './secrets.ts';

export interface TestServer extends RunningServer {
  /** Where its outbox and files lie. */
  dataDir: string;
}

/** The whole product on a test database, at a free port, with its files in a temporary folder; quotas are raised. */
export async function startTestServer(
  database: TestDatabase,
  options: { clock?: Clock; env?: Record<string, string>; render?: RenderFinancing } = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-server-'));
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: dataDir,
    SECRET_KEY: testSecretKey.toString('base64'),
    LOG_LEVEL: 'error',
    ...raisedQuotas,
    // A machine that is busy with other tests makes no request fail.
    DATABASE_TIMEOUT_SECONDS: '100',
    // The tests' PostgreSQL flushes nothing to disk.
    DATABASE_MAY_LOSE_WRITES: 'true',
    ...options.env,
  });
  const server = await startServer(
    { ...settings, databaseUrl: connectionToUrl(database.owner) },
    options.clock ?? systemClock,
    options.render ?? renderSmall,
  );
  const close = async () => {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...server, dataDir, close };
}
