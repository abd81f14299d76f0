import type { Client } from 'pg';

/** A PostgreSQL that may forget what it has acknowledged is refused: money stands on it. */

const remedy =
  'Rows that were acknowledged could be lost. Set it to on, or set DATABASE_MAY_LOSE_WRITES=true if that is meant.';

/**
 * Looks at the settings in effect on this connection.
 * @param whose connection it is, for the words: `the owner`, `the login hamla_app`.
 * @throws Error in words that name the setting.
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

/** @param setting `synchronous_commit` in effect on a connection; undefined where it could not be asked. */
export function assertWaitsForDisk(setting: string | undefined, whose: string): void {
  if (setting === 'off')
    throw new Error(`PostgreSQL runs with synchronous_commit=off for ${whose}. ${remedy}`);
}
