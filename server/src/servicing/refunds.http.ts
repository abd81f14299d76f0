import type pg from 'pg';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import type { BankFileSettings } from './bank-file.ts';
import { refundsFile } from './lists-csv.ts';
import { makeRefundFile, refundFileContent } from './refund-files.ts';

/** Refunds on their way to the bank and back, for staff (refunds.sql). */
export function registerRefunds(
  route: RegisterOperation,
  { pool, bankFiles }: { pool: pg.Pool; bankFiles: BankFileSettings },
): void {
  route('list_refunds', (call) =>
    listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_refunds', call, { list: call.query.list, cursor, limit }),
      refundsFile,
    ),
  );
  route('confirm_refund', (call) =>
    callIdempotent(pool, 'decide_refund', call, {
      refund_id: call.params.id,
      move: 'confirm',
      reason: null,
    }),
  );
  route('confirm_doubtful_refund', (call) =>
    callIdempotent(pool, 'confirm_doubtful_refund', call, {
      refund_id: call.params.id,
      reason: call.body.reason,
    }),
  );
  route('fail_refund', (call) =>
    callIdempotent(pool, 'decide_refund', call, {
      refund_id: call.params.id,
      move: 'fail',
      reason: call.body.reason,
    }),
  );
  route('return_refund', (call) =>
    callIdempotent(pool, 'return_refund', call, {
      refund_id: call.params.id,
      reason: call.body.reason,
    }),
  );
  route('correct_refund_name', (call) =>
    callIdempotent(pool, 'correct_refund_name', call, {
      refund_id: call.params.id,
      latin_name: call.body.latin_name,
    }),
  );
  route('make_refund_file', (call) => makeRefundFile(pool, call, bankFiles));
  route('list_refund_files', (call) =>
    callFunctionAs(pool, 'list_refund_files', call, { cursor: call.query.cursor, limit: 20 }),
  );
  route('download_refund_file', (call) =>
    refundFileContent(pool, call, call.params.file_no, call.query.format),
  );
}
