import type pg from 'pg';
import { callFunctionOn } from '../platform/database/call-function.ts';

/** Keeps how many days an installment may be overdue before its company's new requests stop (lateness.sql). */
export async function setRequestGrace(pool: pg.Pool, days: number): Promise<void> {
  await callFunctionOn(pool, 'set_request_grace', { days });
}
