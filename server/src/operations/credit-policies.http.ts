import type pg from 'pg';
import type { CreditPolicyRow, ProposedPolicy } from '#api/credit-policies.ts';
import { riyadhDate } from '#domain/calendar.ts';
import { limitsOutOfBounds, policyLimitFields } from '#domain/credit/policy.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { limitsFromTheWire, policyOfVersion } from '../credit/policy-that-counts.ts';
import { AppError } from '../platform/app-error.ts';
import {
  callFunctionAs,
  callIdempotent,
  callParsedAs,
} from '../platform/database/call-function.ts';
import type { CallContext, RegisterOperation } from '../platform/http/operations.ts';
import { backTestPolicy } from './back-test-policy.ts';

/** How many policies that are past the console shows. */
const PAST = 20;

/** The credit policy that counts, what another one would do, and its proposal. */
export function registerCreditPolicies(route: RegisterOperation, { pool }: { pool: pg.Pool }) {
  route('read_credit_policies', (call) =>
    callFunctionAs(pool, 'read_credit_policies', call, {
      today: riyadhDate(call.now),
      limit: PAST,
    }),
  );
  route('back_test_credit_policy', async (call) => {
    refuseOutOfBounds(call.body);
    return JSON.stringify(await backTest(pool, call, call.body));
  });
  route('propose_credit_policy', async (call) => {
    const { reason, applies_from, ...policy } = call.body;
    refuseOutOfBounds(policy);
    if (applies_from <= riyadhDate(call.now))
      throw refusedField('applies_from', 'must be a day to come');
    const back_test = await backTest(pool, call, policy);
    return callIdempotent(pool, 'propose_credit_policy', call, {
      policy: { ...policy, applies_from, back_test },
      reason,
    });
  });
  route('cancel_credit_policy', (call) =>
    callIdempotent(pool, 'cancel_credit_policy', call, {
      policy_id: call.params.id,
      reason: call.body.reason,
    }),
  );
}

async function backTest(
  pool: pg.Pool,
  call: Pick<CallContext, 'caller' | 'now'>,
  proposed: ProposedPolicy,
) {
  const { counts }: { counts: { policy: CreditPolicyRow } } = await callParsedAs(
    pool,
    'read_credit_policies',
    call,
    { today: riyadhDate(call.now), limit: 0 },
  );
  return backTestPolicy(pool, call, counts.policy, proposed);
}

const refusedField = (field: string, message: string) =>
  new AppError('validation_failed', {
    words: `${field}: ${message}`,
    fields: [{ field, message }],
  });

/** @throws AppError that names the first limit outside of its version's bounds. */
function refuseOutOfBounds({ model_version, ...limits }: ProposedPolicy): void {
  const policy = policyOfVersion(model_version);
  const [name] = limitsOutOfBounds(limitsFromTheWire(limits), policy);
  if (!name) return;
  const { min, max } = policy.limits[name];
  const [least, most] = name.endsWith('_halalas')
    ? [decimalFromHalalas(min), decimalFromHalalas(max)]
    : [min, max];
  throw refusedField(policyLimitFields[name], `must be from ${least} to ${most}`);
}
