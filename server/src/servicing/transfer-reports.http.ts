import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import type { Quotas } from '#domain/quotas.ts';
import { linkToFile } from '../files/open-file.ts';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
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
        callFunctionAs(pool, 'list_transfer_reports', call, call.query.list, cursor, limit),
      transferReportsFile,
    ),
  );
  route('read_transfer_report', (call) =>
    callFunctionAs(pool, 'read_transfer_report', call, call.params.id),
  );
  route('open_transfer_proof', async (call) =>
    linkToFile(
      secrets,
      JSON.parse(await callFunctionAs(pool, 'open_transfer_proof', call, call.params.id)),
      call.now,
    ),
  );
  route('match_transfer_report', (call) =>
    callIdempotent(
      pool,
      'match_transfer_report',
      call,
      call.params.id,
      call.body.payment_id,
      call.body.reason ?? null,
    ),
  );
  route('record_reported_transfer', (call) =>
    callIdempotent(
      pool,
      'record_reported_transfer',
      call,
      riyadhDate(call.now),
      call.params.id,
      call.body.value_date,
      call.body.is_another ?? false,
      call.body.reason ?? null,
    ),
  );
  route('turn_down_transfer_report', (call) =>
    callIdempotent(pool, 'turn_down_transfer_report', call, call.params.id, call.body.reason),
  );
}

function registerReporting(route: RegisterOperation, pool: pg.Pool, quotas: Quotas | null): void {
  route('report_transfer', (call) =>
    callIdempotent(
      pool,
      'report_transfer',
      call,
      riyadhDate(call.now),
      call.params.id,
      call.body.amount_sar,
      call.body.transferred_on,
      call.body.bank_reference ?? null,
      call.body.proof_file,
      quotas?.transfer_reports ?? null,
    ),
  );
  route('withdraw_transfer_report', (call) =>
    callIdempotent(pool, 'withdraw_transfer_report', call, call.params.id),
  );
}
