import type { ClientBase, Pool } from 'pg';

/** The last backup that was tried, of one place or of all. */
interface LastBackup {
  started_at: string;
  /** Null: it failed. */
  finished_at: string | null;
  /** The write-ahead log of the place reaches to here; null: there is none (an external PostgreSQL). */
  reaches_to: string | null;
  /** When a copy restored from it was found sound; null: it was not, or not yet. */
  verified_at: string | null;
  /** What went wrong, of the backup or its verification. */
  problem: string | null;
}

/** Null: none was ever made. The connection is the owner's or that of `hamla_jobs`. */
export async function readLastBackup(
  client: ClientBase | Pool,
  place?: string,
): Promise<LastBackup | null> {
  const { rows } = await client.query<{ last: LastBackup }>(
    `select json_build_object('started_at', started_at, 'finished_at', finished_at,
            'reaches_to', max(reaches_to) over (), 'verified_at', verified_at, 'problem', problem) as last
       from backups where place = coalesce($1, place) order by started_at desc limit 1`,
    [place],
  );
  return rows[0]?.last ?? null;
}
