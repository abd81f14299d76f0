import type pg from 'pg';
import { callFunctionAs } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { journalFile } from './journal-csv.ts';

/** The journal, for staff. */
export function registerLedger(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('list_journal_entries', (call) => {
    const { query } = call;
    const filters = [
      query.account,
      query.event,
      query.company_id,
      query.agency_id,
      query.ticket_number,
      query.payment_id,
      query.installment_id,
      query.from,
      query.to,
      query.due_to,
    ];
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(
          pool,
          'list_journal_entries',
          call,
          ...filters.map((filter) => filter ?? null),
          cursor,
          limit,
        ),
      journalFile,
    );
  });
}
