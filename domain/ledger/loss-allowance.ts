import type { CreditPolicy } from '../credit/policy.ts';
import type { Halalas } from '../money.ts';
import { sumHalalas } from '../money.ts';

/**
 * The stages of expected credit loss, by how late a receivable is: to 30 days, to 90, and more. Rates by age alone are the
 * practical expedient of IFRS 9.
 */
export const lossStages = ['stage_1', 'stage_2', 'stage_3'] as const;

export type LossStage = (typeof lossStages)[number];

/** What companies owe, by stage. */
export type StageAmounts = Record<LossStage, Halalas>;

const WHOLE = 10_000;

/** The allowance that a receivable needs by a policy's rates: each stage's share, rounded half up to the halala. */
export function requiredAllowance(
  amounts: StageAmounts,
  { loss_rates }: Pick<CreditPolicy, 'loss_rates'>,
): Halalas {
  return sumHalalas(
    lossStages.map((stage) => {
      // In two parts: the product of all of it would pass what a number holds exactly.
      const rest = amounts[stage] % WHOLE;
      const whole = (amounts[stage] - rest) / WHOLE;
      return whole * loss_rates[stage] + Math.floor((rest * loss_rates[stage] + WHOLE / 2) / WHOLE);
    }),
  );
}
