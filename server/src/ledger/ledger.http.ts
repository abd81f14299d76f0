import type pg from 'pg';
import { callFunctionAs } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { journalFile } from './journal-csv.ts';

/** The journal, for staff. */
export function registerLedger(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('list_journal_entries', (call) => {
    const { query } = call;
    const filters = {
      account: query.account,
      event: query.event,
      company_id: query.company_id,
      agency_id: query.agency_id,
      ticket_number: query.ticket_number,
      payment_id: query.payment_id,
      installment_id: query.installment_id,
      from: query.from,
      to: query.to,
      due_to: query.due_to,
    };
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_journal_entries', call, { ...filters, before: cursor, limit }),
      journalFile,
    );
  });
}
