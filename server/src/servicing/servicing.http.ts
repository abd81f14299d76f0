import type pg from 'pg';
import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import type { ApprovalKind } from '#domain/servicing/approval-kinds.ts';
import { unprovenUntil } from '#domain/servicing/unproven-payment.ts';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { paymentsFile, payoutRunsFile } from './lists-csv.ts';
import type { BankFileSettings } from './bank-file.ts';
import { makePayoutFile, payoutFileContent } from './payout-files.ts';
import { registerRefunds } from './refunds.http.ts';

/** What takes two people and needs no more than a reason (approvals.sql). */
const requested = [
  'write_off_ticket',
  'write_off_refund',
  'send_back_payment',
  'pay_without_budget',
  'pay_stopped_payout',
  'end_stopped_ticket',
  'end_returned_payout',
  'set_aside_own_transfer_line',
  'settle_further_bank_charges',
  'settle_return_charges',
  'reject_bank_statement',
  'accept_bank_statement',
  'lift_suspension',
] as const satisfies readonly ApprovalKind[];

/** The moves of money, for staff: payout runs, payments, and how a ticket ends otherwise. */
export function registerServicing(
  route: RegisterOperation,
  { pool, bankFiles }: { pool: pg.Pool; bankFiles: BankFileSettings },
): void {
  registerPayoutRuns(route, pool, bankFiles);
  registerPayments(route, pool, bankFiles.bankHolidays);
  registerRefunds(route, { pool, bankFiles });
  route('review_ticket', (call) =>
    callIdempotent(pool, 'review_ticket', call, {
      ticket_id: call.params.id,
      accepted_version: call.body?.accepted_version ?? null,
    }),
  );
  for (const kind of requested)
    route(kind, (call) =>
      callIdempotent(pool, 'request_approval', call, {
        kind,
        subject_id: call.params.id,
        details: {},
        ...ending(call.body),
      }),
    );
  route('close_ticket', (call) =>
    callIdempotent(pool, 'close_ticket', call, { ticket_id: call.params.id, ...ending(call.body) }),
  );
  route('settle_bank_charges', (call) =>
    callIdempotent(pool, 'settle_bank_charges', call, {
      ticket_id: call.params.id,
      amount_sar: call.body.amount_sar,
      reason: call.body.reason,
    }),
  );
  route('list_small_rests', (call) =>
    callFunctionAs(pool, 'list_small_rests', call, { cursor: call.query.cursor, limit: 20 }),
  );
  route('confirm_doubtful_payout', (call) =>
    callIdempotent(pool, 'confirm_doubtful_payout', call, {
      run_id: call.params.id,
      payout_id: call.params.payout_id,
      reason: call.body.reason,
    }),
  );
  route('settle_agency_claim', (call) =>
    callIdempotent(pool, 'settle_agency_claim', call, {
      claim_id: call.params.id,
      amount_sar: call.body.paid_back?.amount_sar,
      bank_reference: call.body.paid_back?.bank_reference,
      reason: call.body.reason,
    }),
  );
}

/** Why a ticket ends or money is sent back, and whether it does although a reported transfer is being checked. */
const ending = ({
  reason,
  despite_report = false,
}: {
  reason: string;
  despite_report?: boolean | undefined;
}) => ({ reason, despite_report });

function registerPayoutRuns(
  route: RegisterOperation,
  pool: pg.Pool,
  bankFiles: BankFileSettings,
): void {
  route('prepare_payout_run', (call) =>
    callIdempotent(pool, 'prepare_payout_run', call, { today: riyadhDate(call.now) }),
  );
  route('preview_payout_run', (call) =>
    callFunctionAs(pool, 'preview_payout_run', call, { today: riyadhDate(call.now) }),
  );
  route('list_payout_runs', (call) =>
    listOrCsv(
      call,
      (cursor, limit) => callFunctionAs(pool, 'list_payout_runs', call, { cursor, limit }),
      payoutRunsFile,
    ),
  );
  route('read_payout_run', (call) =>
    callFunctionAs(pool, 'read_payout_run', call, { run_id: call.params.id }),
  );
  route('make_payout_file', (call) => makePayoutFile(pool, call, bankFiles, call.params.id));
  route('download_payout_file', (call) =>
    payoutFileContent(pool, call, call.params.id, call.params.file_no, call.query.format),
  );
  route('correct_latin_name', (call) =>
    callIdempotent(pool, 'correct_latin_name', call, {
      run_id: call.params.id,
      payout_id: call.params.payout_id,
      latin_name: call.body.latin_name,
    }),
  );
  route('release_payout_run', (call) =>
    callIdempotent(pool, 'release_payout_run', call, {
      today: riyadhDate(call.now),
      run_id: call.params.id,
    }),
  );
  route('discard_payout_run', (call) =>
    callIdempotent(pool, 'discard_payout_run', call, { run_id: call.params.id }),
  );
  route('confirm_payout_line', (call) =>
    callIdempotent(pool, 'decide_payout_line', call, {
      today: riyadhDate(call.now),
      run_id: call.params.id,
      payout_id: call.params.payout_id,
      reason: null,
    }),
  );
  route('fail_payout_line', (call) =>
    callIdempotent(pool, 'decide_payout_line', call, {
      today: riyadhDate(call.now),
      run_id: call.params.id,
      payout_id: call.params.payout_id,
      reason: call.body.reason,
    }),
  );
  route('return_payout_line', (call) =>
    callIdempotent(pool, 'return_payout_line', call, {
      today: riyadhDate(call.now),
      run_id: call.params.id,
      payout_id: call.params.payout_id,
      reason: call.body.reason,
    }),
  );
}

function registerPayments(
  route: RegisterOperation,
  pool: pg.Pool,
  bankHolidays: readonly IsoDate[],
): void {
  route('record_payment', (call) =>
    callIdempotent(pool, 'record_payment', call, {
      today: riyadhDate(call.now),
      amount_sar: call.body.amount_sar,
      value_date: call.body.value_date,
      bank_reference: call.body.bank_reference,
      company_id: call.body.company_id,
      ticket_number: call.body.ticket_number,
      request_number: call.body.request_number,
      is_another: call.body.is_another ?? false,
      reason: call.body.reason,
    }),
  );
  route('list_payments', (call) => {
    const { list, company_id = null } = call.query;
    const until = unprovenUntil(riyadhDate(call.now), bankHolidays);
    return listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_payments', call, {
          list,
          unproven_until: until,
          company_id,
          cursor,
          limit,
        }),
      paymentsFile,
    );
  });
  route('read_payment', (call) =>
    callFunctionAs(pool, 'read_payment', call, { payment_id: call.params.id }),
  );
  route('confirm_payment', (call) =>
    callIdempotent(pool, 'confirm_payment', call, { payment_id: call.params.id }),
  );
  route('identify_payment', (call) =>
    callIdempotent(pool, 'identify_payment', call, {
      payment_id: call.params.id,
      company_id: call.body.company_id,
      ticket_number: call.body.ticket_number,
      request_number: call.body.request_number,
      reason: call.body.reason,
    }),
  );
  route('refund_credit', (call) =>
    callIdempotent(pool, 'refund_credit', call, {
      payment_id: call.params.id,
      amount_sar: call.body.amount_sar,
      to: call.body.to,
      ...ending(call.body),
    }),
  );
  route('move_payment', (call) =>
    callIdempotent(pool, 'move_payment', call, {
      today: riyadhDate(call.now),
      payment_id: call.params.id,
      company_id: call.body.company_id,
      ticket_number: call.body.ticket_number,
      request_number: call.body.request_number,
      is_another: call.body.is_another ?? false,
      reason: call.body.reason,
    }),
  );
  route('find_payment_request', (call) =>
    callFunctionAs(pool, 'find_payment_request', call, {
      today: riyadhDate(call.now),
      request_number: call.params.request_number,
    }),
  );
  route('reverse_payment', (call) =>
    callIdempotent(pool, 'reverse_payment', call, {
      today: riyadhDate(call.now),
      payment_id: call.params.id,
      reason: call.body.reason,
    }),
  );
}
