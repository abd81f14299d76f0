import type pg from 'pg';
import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { unprovenUntil } from '#domain/servicing/unproven-payment.ts';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { paymentsFile, payoutRunsFile } from './lists-csv.ts';
import type { BankFileSettings } from './bank-file.ts';
import { makePayoutFile, payoutFileContent } from './payout-files.ts';
import { registerRefunds } from './refunds.http.ts';

/** The moves of money, for staff: payout runs, payments, and how a ticket ends otherwise. */
export function registerServicing(
  route: RegisterOperation,
  { pool, bankFiles }: { pool: pg.Pool; bankFiles: BankFileSettings },
): void {
  registerPayoutRuns(route, pool, bankFiles);
  registerPayments(route, pool, bankFiles.bankHolidays);
  registerRefunds(route, { pool, bankFiles });
  route('review_ticket', (call) => callIdempotent(pool, 'review_ticket', call, call.params.id));
  route('close_ticket', (call) =>
    callIdempotent(pool, 'close_ticket', call, call.params.id, ...ending(call.body)),
  );
  route('write_off_ticket', (call) =>
    callIdempotent(pool, 'write_off_ticket', call, call.params.id, ...ending(call.body)),
  );
  route('pay_stopped_payout', (call) =>
    callIdempotent(pool, 'pay_stopped_payout', call, call.params.id, call.body.reason),
  );
  route('end_stopped_ticket', (call) =>
    callIdempotent(pool, 'end_stopped_ticket', call, call.params.id, ...ending(call.body)),
  );
  route('end_returned_payout', (call) =>
    callIdempotent(pool, 'end_returned_payout', call, call.params.id, ...ending(call.body)),
  );
  route('confirm_doubtful_payout', (call) =>
    callIdempotent(
      pool,
      'confirm_doubtful_payout',
      call,
      call.params.id,
      call.params.payout_id,
      call.body.reason,
    ),
  );
  route('lift_suspension', (call) =>
    callIdempotent(pool, 'lift_suspension', call, call.params.id, call.body.reason),
  );
}

/** Why a ticket ends or money is sent back, and whether it does although a reported transfer is being checked. */
const ending = ({
  reason,
  despite_report = false,
}: {
  reason: string;
  despite_report?: boolean | undefined;
}) => [reason, despite_report] as const;

function registerPayoutRuns(
  route: RegisterOperation,
  pool: pg.Pool,
  bankFiles: BankFileSettings,
): void {
  route('prepare_payout_run', (call) =>
    callIdempotent(pool, 'prepare_payout_run', call, riyadhDate(call.now)),
  );
  route('list_payout_runs', (call) =>
    listOrCsv(
      call,
      (cursor, limit) => callFunctionAs(pool, 'list_payout_runs', call, cursor, limit),
      payoutRunsFile,
    ),
  );
  route('read_payout_run', (call) => callFunctionAs(pool, 'read_payout_run', call, call.params.id));
  route('make_payout_file', (call) => makePayoutFile(pool, call, bankFiles, call.params.id));
  route('download_payout_file', (call) =>
    payoutFileContent(pool, call, call.params.id, call.params.file_no, call.query.format),
  );
  route('correct_latin_name', (call) =>
    callIdempotent(
      pool,
      'correct_latin_name',
      call,
      call.params.id,
      call.params.payout_id,
      call.body.latin_name,
    ),
  );
  route('release_payout_run', (call) =>
    callIdempotent(pool, 'release_payout_run', call, riyadhDate(call.now), call.params.id),
  );
  route('discard_payout_run', (call) =>
    callIdempotent(pool, 'discard_payout_run', call, call.params.id),
  );
  route('confirm_payout_line', (call) =>
    callIdempotent(
      pool,
      'decide_payout_line',
      call,
      riyadhDate(call.now),
      call.params.id,
      call.params.payout_id,
      null,
    ),
  );
  route('fail_payout_line', (call) =>
    callIdempotent(
      pool,
      'decide_payout_line',
      call,
      riyadhDate(call.now),
      call.params.id,
      call.params.payout_id,
      call.body.reason,
    ),
  );
  route('return_payout_line', (call) =>
    callIdempotent(
      pool,
      'return_payout_line',
      call,
      riyadhDate(call.now),
      call.params.id,
      call.params.payout_id,
      call.body.reason,
    ),
  );
}

function registerPayments(
  route: RegisterOperation,
  pool: pg.Pool,
  bankHolidays: readonly IsoDate[],
): void {
  route('record_payment', (call) =>
    callIdempotent(
      pool,
      'record_payment',
      call,
      riyadhDate(call.now),
      call.body.amount_sar,
      call.body.value_date,
      call.body.bank_reference ?? null,
      call.body.company_id ?? null,
      call.body.ticket_number ?? null,
      call.body.is_another ?? false,
      call.body.reason ?? null,
    ),
  );
  route('list_payments', (call) => {
    const { list, company_id = null } = call.query;
    const until = unprovenUntil(riyadhDate(call.now), bankHolidays);
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_payments', call, list, until, company_id, cursor, limit),
      paymentsFile,
    );
  });
  route('read_payment', (call) => callFunctionAs(pool, 'read_payment', call, call.params.id));
  route('confirm_payment', (call) => callIdempotent(pool, 'confirm_payment', call, call.params.id));
  route('identify_payment', (call) =>
    callIdempotent(
      pool,
      'identify_payment',
      call,
      call.params.id,
      call.body.company_id ?? null,
      call.body.ticket_number ?? null,
      call.body.reason ?? null,
    ),
  );
  route('refund_credit', (call) =>
    callIdempotent(
      pool,
      'refund_credit',
      call,
      call.params.id,
      call.body.amount_sar,
      call.body.to,
      ...ending(call.body),
    ),
  );
  route('write_off_refund', (call) =>
    callIdempotent(
      pool,
      'write_off_refund',
      call,
      call.params.id,
      call.body.reason,
      call.body.despite_report ?? false,
    ),
  );
  route('send_back_payment', (call) =>
    callIdempotent(pool, 'send_back_payment', call, call.params.id, call.body.reason),
  );
  route('move_payment', (call) =>
    callIdempotent(
      pool,
      'move_payment',
      call,
      riyadhDate(call.now),
      call.params.id,
      call.body.company_id ?? null,
      call.body.ticket_number ?? null,
      call.body.reason,
    ),
  );
  route('reverse_payment', (call) =>
    callIdempotent(
      pool,
      'reverse_payment',
      call,
      riyadhDate(call.now),
      call.params.id,
      call.body.reason,
    ),
  );
}
