import type { ClientBase, Pool } from 'pg';

/** What a call costs the database. */
export interface Cost {
  /** Of 8 KB, touched in memory or on disk, by PostgreSQL's own count. */
  pages: number;
  /** Inside PostgreSQL. */
  ms: number;
}

/** "$1, $2, $3": where a call's values stand in its statement. */
export const placesOf = (values: readonly unknown[]): string =>
  values.map((_, n) => `$${n + 1}`).join(', ');

/** Calls a SQL function once. */
export async function costOfCall(
  database: Pool | ClientBase,
  calls: string,
  values: readonly unknown[],
): Promise<Cost> {
  const { rows } = await database.query<{ 'QUERY PLAN': [Explained] }>(
    `explain (analyze, buffers, format json) select ${calls}(${placesOf(values)})`,
    [...values],
  );
  const [{ Plan: plan, 'Execution Time': ms }] = rows[0]!['QUERY PLAN'];
  return { pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], ms };
}

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
  'Execution Time': number;
}
