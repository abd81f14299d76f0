import type pg from 'pg';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { overdueAges } from '#domain/servicing/overdue-age.ts';
import { callAs } from '../platform/call-as.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { overdueFile } from './overdue-csv.ts';

/** What staff see: what waits for them, what is owed and by whom. */
export function registerOperations(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('operations_overview', (call) =>
    callAs(pool, 'operations_overview', call, riyadhDate(call.now)),
  );
  route('list_overdue_installments', (call) => {
    const today = riyadhDate(call.now);
    const [least, most] = overdueAges[call.query.age];
    const from = most === null ? '-infinity' : addDays(today, -most);
    return listOrCsv(
      call,
      (cursor, limit) =>
        callAs(
          pool,
          'list_overdue_installments',
          call,
          from,
          addDays(today, -least),
          cursor,
          limit,
        ),
      overdueFile,
    );
  });
  route('read_financed_ticket', (call) =>
    callAs(
      pool,
      'read_financed_ticket',
      call,
      riyadhDate(call.now),
      call.params.ticket_number.toUpperCase(),
    ),
  );
  route('find_companies', (call) => callAs(pool, 'find_companies', call, call.query.search ?? ''));
}
