import { randomBytes } from 'node:crypto';

import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';

import type { Log } from '#server/platform/database/embedded.ts';
import { openPools, roles, type Pools } from '#server/platform/database/pools.ts';
import type { Secrets } from '#server/platform/config/secrets.ts';

import { testSecrets } from './secrets.ts';
import { templateOfTests } from './template.ts';

export interface TestDatabase {
  /** The owner's connection: for arranging what no use case can, and for looking behind row-level security. */
  owner: ClientConfig;
  pools: Pools;
  secrets: Secrets;
  log: Log;
  /** Closes the pools and removes the database. */
  drop(): Promise<void>;
}

/**
 * A database of its own, migrated and empty, for one test file: make it in `beforeAll`, drop it in `afterAll`.
 * @param planCacheMode `auto`, as the product has it, for tests of plans. A test does little twice: planning each statement
 *   for its values took a third of its time.
 */
export async function createTestDatabase(
  planCacheMode: 'force_generic_plan' | 'auto' = 'force_generic_plan',
): Promise<TestDatabase> {
  const template = await templateOfTests();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(
    `create database ${name} template ${template.database} strategy file_copy`,
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${roles.join(', ')}`,
    `alter database ${name} set plan_cache_mode = ${planCacheMode}`,
  );
  const owner = { ...template, database: name };
  const log = pino({ level: 'error' });
  const pools = openPools({ owner, secrets: testSecrets, log });
  const drop = async () => {
    await pools.close();
    await asOwner(`drop database ${name} with (force)`);
  };
  return { owner, pools, secrets: testSecrets, log, drop };
}

async function asOwner(...statements: string[]): Promise<void> {
  const client = new Client({ ...(await templateOfTests()), database: 'postgres' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
