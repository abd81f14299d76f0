import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';

/**
 * Runs a file's SQL as psql does: `:name` stands for a value, `:'name'` for a value in quotes. Statements between empty lines
 * are one transaction.
 */
export async function runSqlFile(
  client: Client,
  path: string,
  values: Record<string, string | number> = {},
): Promise<void> {
  const text = await readFile(path, 'utf8');
  const filled = text.replaceAll(
    /(?<!:):('?)([a-z_]+)\1/g,
    (written, quote: string, name: string) =>
      name in values ? `${quote}${values[name]}${quote}` : written,
  );
  for (const statements of filled.split('\n\n')) await client.query(statements);
}
