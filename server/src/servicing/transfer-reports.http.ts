import type pg from 'pg';
import type { z } from 'zod';
import type { reportTransfer } from '#api/transfer-reports.ts';
import { riyadhDate } from '#domain/calendar.ts';
import type { Quotas } from '#domain/quotas.ts';
import { linkToFile } from '../files/open-file.ts';
import {
  callFunctionAs,
  callIdempotent,
  callParsedAs,
} from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import type { Pools } from '../platform/database/pools.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { transferReportsFile } from './lists-csv.ts';

/** Transfers that companies report, and what staff make of them. */
export function registerTransferReports(
  route: RegisterOperation,
  {
    pools,
    secrets,
    quotas,
  }: { pools: Pick<Pools, 'app' | 'staff'>; secrets: Secrets; quotas: Quotas | null },
): void {
  registerReporting(route, pools.app, quotas);
  const pool = pools.staff;
  route('list_transfer_reports', (call) =>
    listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_transfer_reports', call, {
          list: call.query.list,
          cursor,
          limit,
        }),
      transferReportsFile,
    ),
  );
  route('read_transfer_report', (call) =>
    callFunctionAs(pool, 'read_transfer_report', call, { report_id: call.params.id }),
  );
  route('open_transfer_proof', async (call) =>
    linkToFile(
      secrets,
      await callParsedAs(pool, 'open_transfer_proof', call, { report_id: call.params.id }),
      call.now,
    ),
  );
  route('match_transfer_report', (call) =>
    callIdempotent(pool, 'match_transfer_report', call, {
      report_id: call.params.id,
      payment_id: call.body.payment_id,
      reason: call.body.reason,
    }),
  );
  route('record_reported_transfer', (call) =>
    callIdempotent(pool, 'record_reported_transfer', call, {
      today: riyadhDate(call.now),
      report_id: call.params.id,
      value_date: call.body.value_date,
      is_another: call.body.is_another ?? false,
      reason: call.body.reason,
    }),
  );
  route('turn_down_transfer_report', (call) =>
    callIdempotent(pool, 'turn_down_transfer_report', call, {
      report_id: call.params.id,
      reason: call.body.reason,
    }),
  );
}

function registerReporting(route: RegisterOperation, pool: pg.Pool, quotas: Quotas | null): void {
  const said = ({ body, now }: { body: z.infer<typeof reportTransfer.body>; now: Date }) => ({
    today: riyadhDate(now),
    amount_sar: body.amount_sar,
    transferred_on: body.transferred_on,
    bank_reference: body.bank_reference,
    proof_file: body.proof_file,
    quota: quotas?.transfer_reports,
  });
  route('report_transfer', (call) =>
    callIdempotent(pool, 'report_transfer', call, { ...said(call), ticket_id: call.params.id }),
  );
  route('report_request_transfer', (call) =>
    callIdempotent(pool, 'report_request_transfer', call, {
      ...said(call),
      request_id: call.params.id,
    }),
  );
  route('report_company_transfer', (call) =>
    callIdempotent(pool, 'report_company_transfer', call, said(call)),
  );
  route('withdraw_transfer_report', (call) =>
    callIdempotent(pool, 'withdraw_transfer_report', call, { report_id: call.params.id }),
  );
}
