import type { Client } from 'pg';

/** Refuses a PostgreSQL that may lose committed rows, because they are records of money. */

const remedy =
  'Rows that were acknowledged could be lost. Set it to on, or set DATABASE_MAY_LOSE_WRITES=true if that is meant.';

/**
 * Checks the settings in effect on this connection.
 * @param whose connection it is, for the message: `the owner`, `the login hamla_app`.
 * @throws Error with a message that names the setting.
 */
export async function assertKeepsRows(client: Client, whose: string): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`,
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const off = ['fsync', 'full_page_writes'].filter((name) => settings.get(name) === 'off');
  if (off.length > 0)
    throw new Error(
      `PostgreSQL runs with ${off.map((name) => `${name}=off`).join(' and ')}. ${remedy}`,
    );
  assertWaitsForDisk(settings.get('synchronous_commit'), whose);
}

/** @param setting `synchronous_commit` in effect on a connection; undefined if it could not be read. */
export function assertWaitsForDisk(setting: string | undefined, whose: string): void {
  if (setting === 'off')
    throw new Error(`PostgreSQL runs with synchronous_commit=off for ${whose}. ${remedy}`);
}
