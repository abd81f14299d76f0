import type { DatedPolicy } from '#api/credit-policies.ts';
import { addDays, addMonths, DAY_MS, riyadhDate, type IsoDate } from '#domain/calendar.ts';
import type { StaffVisitors, Step } from './money.ts';

/**
 * One planned policy is cancelled. Another one limits what an agency's tickets may owe, far above what any of the demo's
 * owe; it counts with the last close.
 */
export function policySteps(staff: StaffVisitors): Step[] {
  return [
    {
      before_ms: 20 * DAY_MS,
      run: async (now) => {
        const from = addDays(riyadhDate(now), 7);
        await activate(staff, from, { request_grace_days: 1 }, 'Fewer days of grace');
        const { planned } = await staff.faisal().call('read_credit_policies');
        await staff.faisal().call('cancel_credit_policy', {
          params: { id: planned!.policy.id },
          body: { reason: 'A transfer takes two days over a weekend' },
        });
      },
    },
    {
      before_ms: 3 * DAY_MS,
      run: (now) => {
        const from = addDays(riyadhDate(now), 2);
        const limits = { agency_limit_sar: '2000000.00' };
        return activate(staff, from, limits, 'No agency may owe us more than two million');
      },
    },
  ];
}

/** After the last close: from next month on payouts stop earlier. */
export function planNextPolicy(staff: StaffVisitors, today: Date): Promise<void> {
  const from = `${addMonths(riyadhDate(today), 1).slice(0, 8)}01`;
  return activate(staff, from, { payout_grace_days: 10 }, 'Late payers wait too long');
}

/** Proposed by one, approved by the other: the policy that counts, but for `changes`. */
async function activate(
  { maha, faisal }: StaffVisitors,
  applies_from: IsoDate,
  changes: Partial<DatedPolicy>,
  reason: string,
): Promise<void> {
  const { counts } = await maha().call('read_credit_policies');
  const { model_version, request_grace_days, payout_grace_days } = counts.policy;
  const { unset_budget_limit_sar, company_limit_sar, agency_limit_sar } = counts.policy;
  const asked = await maha().call('propose_credit_policy', {
    body: {
      model_version,
      request_grace_days,
      payout_grace_days,
      unset_budget_limit_sar,
      company_limit_sar,
      agency_limit_sar,
      ...changes,
      applies_from,
      reason,
    },
  });
  await faisal().call('approve_request', { params: { id: asked.id } });
}
