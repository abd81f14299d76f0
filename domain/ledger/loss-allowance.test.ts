import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditPolicies } from '../credit/policy.ts';
import { lossStages, requiredAllowance } from './loss-allowance.ts';

describe.each(creditPolicies)('by $version the required allowance', (policy) => {
  test('is each stage’s share', () => {
    expect(
      requiredAllowance({ stage_1: 1_000_000, stage_2: 200_000, stage_3: 50_000 }, policy),
    ).toBe(10_000 + 30_000 + 30_000);
  });

  test('is rounded half up, stage by stage', () => {
    expect(requiredAllowance({ stage_1: 49, stage_2: 0, stage_3: 0 }, policy)).toBe(0);
    expect(requiredAllowance({ stage_1: 50, stage_2: 3, stage_3: 1 }, policy)).toBe(1 + 0 + 1);
  });

  const rates = { stage_1: 100n, stage_2: 1_500n, stage_3: 6_000n };
  const amount = fc.nat({ max: 90_000_000_000_000 });
  const amounts = fc.record({ stage_1: amount, stage_2: amount, stage_3: amount });

  test('is exact, never negative, and never more than what is owed', () => {
    fc.assert(
      fc.property(amounts, (owed) => {
        const exact = lossStages.reduce(
          (sum, stage) => sum + (BigInt(owed[stage]) * rates[stage] + 5_000n) / 10_000n,
          0n,
        );
        const required = requiredAllowance(owed, policy);
        expect(BigInt(required)).toBe(exact);
        expect(required).toBeLessThanOrEqual(owed.stage_1 + owed.stage_2 + owed.stage_3);
      }),
    );
  });

  test('never falls by more than its rounding when an installment becomes later', () => {
    fc.assert(
      fc.property(amounts, fc.nat(), fc.constantFrom(0, 1), (owed, part, from) => {
        const [earlier, later] =
          from === 0 ? (['stage_1', 'stage_2'] as const) : (['stage_2', 'stage_3'] as const);
        const moved = part % (owed[earlier] + 1);
        const after = {
          ...owed,
          [earlier]: owed[earlier] - moved,
          [later]: owed[later] + moved,
        };
        expect(requiredAllowance(after, policy)).toBeGreaterThanOrEqual(
          requiredAllowance(owed, policy) - 1,
        );
      }),
    );
  });
});
