import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import { listOrCsv } from '../platform/http/csv.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { approvalRequestsFile } from './lists-csv.ts';

/** What takes two people of staff (approvals.sql). */
export function registerApprovals(
  route: RegisterOperation,
  { pool, onErasure }: { pool: pg.Pool; onErasure: () => void },
): void {
  route('list_approval_requests', (call) =>
    listOrCsv(
      call,
      (cursor, limit) =>
        callFunctionAs(pool, 'list_approval_requests', call, {
          list: call.query.list,
          cursor,
          limit,
        }),
      approvalRequestsFile,
    ),
  );
  route('approve_request', async (call) => {
    const reply = await callIdempotent(pool, 'approve_request', call, {
      today: riyadhDate(call.now),
      request_id: call.params.id,
    });
    if ((JSON.parse(reply) as { kind: string }).kind === 'erase_person') onErasure();
    return reply;
  });
  route('decline_request', (call) =>
    callIdempotent(pool, 'end_request', call, {
      request_id: call.params.id,
      reason: call.body.reason,
    }),
  );
  route('withdraw_request', (call) =>
    callIdempotent(pool, 'end_request', call, { request_id: call.params.id, reason: null }),
  );
}
