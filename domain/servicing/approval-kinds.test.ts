import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalMove, approvalOutcomes } from './approval-kinds.ts';

const waits_until = new Date('2026-03-02T09:00:00Z');
const expires_at = new Date('2026-03-08T09:00:00Z');

test('a request can be decided until it expires and not a moment longer', () => {
  const other = { is_own: false, outcome: null, waits_until, expires_at };
  expect(approvalMove(other, new Date('2026-03-08T08:59:59.999Z'))).toBe('decide');
  expect(approvalMove(other, expires_at)).toBeNull();
});

test('a request that has to wait can be declined at once, and approved not a moment too early', () => {
  const other = { is_own: false, outcome: null, waits_until, expires_at };
  expect(approvalMove(other, new Date('2026-03-02T08:59:59.999Z'))).toBe('decline');
  expect(approvalMove(other, waits_until)).toBe('decide');
});

test('nobody ever decides what they asked for themselves, and what has ended is not decided again', () => {
  const outcome = fc.constantFrom(null, ...approvalOutcomes);
  const moment = fc.date({ noInvalidDate: true });
  fc.assert(
    fc.property(fc.boolean(), outcome, moment, (is_own, ended, now) => {
      const move = approvalMove({ is_own, outcome: ended, waits_until, expires_at }, now);
      const waits = ended === null && now < expires_at;
      const others = now < waits_until ? 'decline' : 'decide';
      expect(move).toBe(waits ? (is_own ? 'withdraw' : others) : null);
    }),
  );
});
