import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedSince, isExpectedSoon } from './expected-payment.ts';

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
