import type pg from 'pg';

/** Keeps how many days an installment may be overdue before its company's new requests stop (lateness.sql). */
export async function setRequestGrace(pool: pg.Pool, days: number): Promise<void> {
  await pool.query('select api.set_request_grace($1)', [days]);
}
