import type pg from 'pg';
import { callAs } from '../platform/call-as.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** The journal, for staff. */
export function registerLedger(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('list_journal_entries', (call) => {
    const { account, company_id, agency_id, ticket_number, payment_id, cursor } = call.query;
    const filters = [account, company_id, agency_id, ticket_number, payment_id, cursor];
    return callAs(pool, 'list_journal_entries', call, ...filters.map((filter) => filter ?? null));
  });
}
