import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvalMove, approvalOutcomes } from './approval-kinds.ts';

const expires_at = new Date('2026-03-08T09:00:00Z');

test('a request can be decided until it expires and not a moment longer', () => {
  const other = { is_own: false, outcome: null, expires_at };
  expect(approvalMove(other, new Date('2026-03-08T08:59:59.999Z'))).toBe('decide');
  expect(approvalMove(other, expires_at)).toBeNull();
});

test('nobody ever decides what they asked for themselves, and what has ended is not decided again', () => {
  const outcome = fc.constantFrom(null, ...approvalOutcomes);
  const moment = fc.date({ noInvalidDate: true });
  fc.assert(
    fc.property(fc.boolean(), outcome, moment, (is_own, ended, now) => {
      const move = approvalMove({ is_own, outcome: ended, expires_at }, now);
      const waits = ended === null && now < expires_at;
      expect(move).toBe(waits ? (is_own ? 'withdraw' : 'decide') : null);
    }),
  );
});
