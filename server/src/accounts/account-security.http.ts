import type pg from 'pg';
import { callFunctionAs, callIdempotent } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { readSender } from './sender.ts';

const PAGE = 20;

/**
 * Lists sessions and security events: the caller's own (`pool`, role hamla_app), or any account's for staff
 * (`staffPool`).
 */
export function registerAccountSecurity(
  route: RegisterOperation,
  { pool, staffPool }: { pool: pg.Pool; staffPool: pg.Pool },
): void {
  route('list_sessions', (call) => callFunctionAs(pool, 'list_sessions', call));
  route('list_security_events', (call) =>
    callFunctionAs(pool, 'list_security_events', call, { cursor: call.query.cursor, limit: PAGE }),
  );
  route('end_session', (call) =>
    callFunctionAs(pool, 'end_session', call, {
      ended_id: call.params.id,
      sender: readSender(call.request).note,
    }),
  );
  route('inspect_account', (call) =>
    callFunctionAs(staffPool, 'inspect_account', call, {
      account_id: call.params.id,
      cursor: call.body.cursor,
      limit: PAGE,
    }),
  );
  route('read_account_standing', (call) =>
    callFunctionAs(staffPool, 'read_account_standing', call, { account_id: call.params.id }),
  );
  route('take_account_measure', (call) =>
    callIdempotent(staffPool, 'take_account_measure', call, {
      account_id: call.params.id,
      measure: call.body.measure,
      reason: call.body.reason,
    }),
  );
  route('confirm_account_measure', (call) =>
    callIdempotent(staffPool, 'decide_account_measure', call, {
      measure_id: call.params.id,
      confirms: true,
    }),
  );
  route('withdraw_account_measure', (call) =>
    callIdempotent(staffPool, 'decide_account_measure', call, {
      measure_id: call.params.id,
      confirms: false,
    }),
  );
  route('ask_factor_removal', (call) =>
    callIdempotent(staffPool, 'ask_factor_removal', call, {
      account_id: call.params.id,
      reason: call.body.reason,
    }),
  );
  route('confirm_factor_removal', (call) =>
    callIdempotent(staffPool, 'decide_factor_removal', call, {
      removal_id: call.params.id,
      confirms: true,
    }),
  );
  route('withdraw_factor_removal', (call) =>
    callIdempotent(staffPool, 'decide_factor_removal', call, {
      removal_id: call.params.id,
      confirms: false,
    }),
  );
  route('list_staff', (call) => callFunctionAs(staffPool, 'list_staff', call));
}
