import type pg from 'pg';
import { callAs, callOnceAs } from '../platform/call-as.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { ibanChangesFile } from './iban-changes-csv.ts';

/** The IBANs that agencies ask for: an agency withdraws its own, staff approve and reject (iban-changes.sql). */
export function registerIbanChanges(
  route: RegisterOperation,
  { pool, staffPool }: { pool: pg.Pool; staffPool: pg.Pool },
): void {
  route('withdraw_iban_change', (call) => callOnceAs(pool, 'withdraw_iban_change', call));
  route('list_iban_changes', (call) =>
    listOrCsv(
      call,
      (cursor, limit) =>
        callAs(staffPool, 'list_iban_changes', call, call.query.list, cursor, limit),
      ibanChangesFile,
    ),
  );
  route('approve_iban_change', (call) =>
    callOnceAs(staffPool, 'decide_iban_change', call, call.params.id, null),
  );
  route('reject_iban_change', (call) =>
    callOnceAs(staffPool, 'decide_iban_change', call, call.params.id, call.body.reason),
  );
}
