import type pg from 'pg';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { ibanChangesFile } from './iban-changes-csv.ts';

/** The IBANs that agencies and companies ask for: they withdraw their own, staff approve and reject (iban-changes.sql). */
export function registerIbanChanges(
  route: RegisterOperation,
  { pool, staffPool }: { pool: pg.Pool; staffPool: pg.Pool },
): void {
  route('withdraw_iban_change', (call) => callIdempotent(pool, 'withdraw_iban_change', call));
  route('read_refund_account', (call) => callFunctionAs(pool, 'read_refund_account', call));
  route('ask_for_refund_iban', (call) =>
    callIdempotent(pool, 'ask_for_refund_iban', call, { iban: call.body.iban }),
  );
  route('withdraw_refund_iban', (call) =>
    callIdempotent(pool, 'ask_for_refund_iban', call, { iban: null }),
  );
  route('list_iban_changes', (call) =>
    listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(staffPool, 'list_iban_changes', call, {
          list: call.query.list,
          cursor,
          limit,
        }),
      ibanChangesFile,
    ),
  );
  route('approve_iban_change', (call) =>
    callIdempotent(staffPool, 'decide_iban_change', call, { id: call.params.id, reason: null }),
  );
  route('reject_iban_change', (call) =>
    callIdempotent(staffPool, 'decide_iban_change', call, {
      id: call.params.id,
      reason: call.body.reason,
    }),
  );
}
