import { randomBytes } from 'node:crypto';

import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';

import type { Log } from '#server/platform/database/embedded.ts';
import { openPools, roles, type Pools } from '#server/platform/database/pools.ts';
import type { Secrets } from '#server/platform/config/secrets.ts';

import { testSecrets } from './secrets.ts';

export interface TestDatabase {
  /** The owner's connection: for arranging what no use case can, and for looking behind row-level security. */
  owner: ClientConfig;
  pools: Pools;
  secrets: Secrets;
  log: Log;
  /** Closes the pools and removes the database. */
  drop(): Promise<void>;
}

/** A database of its own, migrated and empty, for one test file: make it in `beforeAll`, drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('template');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(
    `create database ${name} template ${template.database} strategy file_copy`,
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${roles.join(', ')}`,
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
  const client = new Client({ ...inject('template'), database: 'postgres' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
