import type { Client } from 'pg';
import { roles } from '../platform/database/pools.ts';

/**
 * A server holds connections of the product's roles, with an application name. A connection that only checks a password
 * has none.
 * @param consequence the message's last sentence.
 * @throws Error while a server runs on this database.
 */
export async function assertNoServer(client: Client, consequence: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
      where usename = any ($1) and datname = current_database() and application_name <> ''`,
    [roles],
  );
  if (rowCount !== 0)
    throw new Error(`A server runs on this database: stop it first. ${consequence}`);
}
