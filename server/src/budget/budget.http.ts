import type pg from 'pg';
import { callIdempotent } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';

/** What staff decide about a company's budget. */
export function registerBudget(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('decide_budget', (call) => {
    const { body } = call;
    return callIdempotent(pool, 'decide_budget', call, {
      company_id: call.params.id,
      decision: body.decision,
      total: 'total_approval_budget' in body ? body.total_approval_budget : null,
      reason: 'reason' in body ? body.reason : null,
    });
  });
}
