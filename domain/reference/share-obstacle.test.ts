import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareObstacle } from './share-obstacle.ts';

test('a payout is held above the share of its company, and above that of its agency', () => {
  const limits = { company_halalas: 100, agency_halalas: 200 };
  const held = (company_halalas: number, agency_halalas: number) =>
    shareObstacle({ company_halalas, agency_halalas }, limits);
  expect(held(100, 200)).toBeNull();
  expect(held(101, 200)).toBe('company_share');
  expect(held(100, 201)).toBe('agency_share');
  expect(held(101, 201)).toBe('company_share');
  expect(
    shareObstacle(
      { company_halalas: 101, agency_halalas: 201 },
      { company_halalas: null, agency_halalas: null },
    ),
  ).toBeNull();
});

test('whatever payouts are taken one after the other, no company and no agency is above its share', () => {
  const payout = fc.record({
    company: fc.constantFrom('one', 'two', 'three'),
    agency: fc.constantFrom('four', 'five'),
    amount: fc.integer({ min: 1, max: 1_000 }),
  });
  const limit = fc.option(fc.nat({ max: 3_000 }), { nil: null });
  fc.assert(
    fc.property(fc.array(payout), limit, limit, (payouts, company_halalas, agency_halalas) => {
      const unpaid = new Map<string, number>();
      const withIt = (party: string, amount: number) => (unpaid.get(party) ?? 0) + amount;
      for (const { company, agency, amount } of payouts) {
        const sums = [withIt(company, amount), withIt(agency, amount)] as const;
        const obstacle = shareObstacle(
          { company_halalas: sums[0], agency_halalas: sums[1] },
          { company_halalas, agency_halalas },
        );
        if (obstacle !== null) continue;
        unpaid.set(company, sums[0]);
        unpaid.set(agency, sums[1]);
      }
      for (const [party, sum] of unpaid) {
        const most = ['four', 'five'].includes(party) ? agency_halalas : company_halalas;
        expect(sum).toBeLessThanOrEqual(most ?? Infinity);
      }
    }),
  );
});
