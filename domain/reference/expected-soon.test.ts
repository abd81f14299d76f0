import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, riyadhDate } from '../calendar.ts';
import { expectedPaymentDate } from '../payouts/expected-payment.ts';
import { expectedSince, isExpectedSoon } from './expected-soon.ts';

const now = new Date('2026-11-20T09:30:00.000Z');

test('the expected payment looks back 168 hours', () => {
  expect(expectedSince(now).toISOString()).toBe('2026-11-13T09:30:00.000Z');
});

test('a ticket created exactly 7 days ago still counts, one a millisecond older does not', () => {
  expect(isExpectedSoon(new Date('2026-11-13T09:30:00.000Z'), now)).toBe(true);
  expect(isExpectedSoon(new Date('2026-11-13T09:29:59.999Z'), now)).toBe(false);
  expect(isExpectedSoon(now, now)).toBe(true);
});

test('a payout that is no longer expected soon never becomes so again', () => {
  const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(2 ** 42) });
  fc.assert(
    fc.property(instant, instant, fc.nat(), (created, at, later_ms) => {
      const later = new Date(at.getTime() + later_ms);
      expect(!isExpectedSoon(created, at) && isExpectedSoon(created, later)).toBe(false);
    }),
  );
});

test('until the day before its expected payment a payout counts as expected soon, from the day after it no more', () => {
  const created = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(2 ** 42) });
  const midnight = (date: string) => new Date(`${date}T00:00:00+03:00`);
  fc.assert(
    fc.property(created, (at) => {
      const expected = expectedPaymentDate(riyadhDate(at));
      expect(isExpectedSoon(at, new Date(midnight(expected).getTime() - 1))).toBe(true);
      expect(isExpectedSoon(at, midnight(addDays(expected, 1)))).toBe(false);
    }),
  );
});
