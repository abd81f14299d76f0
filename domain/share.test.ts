import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_AMOUNT_HALALAS } from './money.ts';
import { shareOf, shareText } from './share.ts';

test('a share is in tenths of a percent, half up', () => {
  expect(shareOf(1, 3)).toBe(333);
  expect(shareOf(1, 2000)).toBe(1);
  expect(shareOf(1, 2001)).toBe(0);
  expect(shareOf(50_00, 50_00)).toBe(1000);
  expect([shareOf(5, 0), shareOf(-5, 10)]).toEqual([0, 0]);
  expect([shareText(1000), shareText(333), shareText(4)]).toEqual(['100.0%', '33.3%', '0.4%']);
});

test('the shares of two parts of any amount add up to the whole, but for the rounding', () => {
  const amount = fc.integer({ min: 1, max: MAX_AMOUNT_HALALAS });
  fc.assert(
    fc.property(amount, amount, (one, other) => {
      const sum = shareOf(one, one + other) + shareOf(other, one + other);
      expect(Math.abs(sum - 1000)).toBeLessThanOrEqual(1);
    }),
  );
});
