import type { ProposedPolicy } from '#api/credit-policies.ts';
import { defaultLimits, newestPolicy } from '#domain/credit/policy.ts';
import { limitsOnTheWire } from '#server/credit/policy-that-counts.ts';
import type { Actor } from './product.ts';

/** What a new database begins with, where the environment sets nothing. */
export const usualPolicy: ProposedPolicy = {
  model_version: newestPolicy.version,
  ...limitsOnTheWire(defaultLimits(newestPolicy)),
};

/** Two of staff activate the usual policy with a change from a day on. */
export async function planPolicy(
  [asker, approver]: readonly [Actor, Actor],
  change: Partial<ProposedPolicy>,
  applies_from: string,
): Promise<void> {
  const { id } = await asker.call('propose_credit_policy', {
    body: { ...usualPolicy, ...change, applies_from, reason: 'Careful' },
  });
  await approver.call('approve_request', { params: { id } });
}
