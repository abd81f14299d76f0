import { expect, test } from 'vitest';
import { creditChanges } from './changes.ts';

const factors = (repayment_history: number) => [
  { factor: 'documents', points: 18 },
  { factor: 'repayment_history', points: repayment_history },
];
const before = {
  grade: 'B',
  total_approval_budget: '40000.00',
  are_requests_stopped: false,
  factors: factors(6),
};

test('changes list how an analysis differs from the previous one: grade, budget, stop and each factor', () => {
  const late = {
    grade: 'D',
    total_approval_budget: '20000.00',
    are_requests_stopped: true,
    factors: factors(0),
  };
  expect(creditChanges(before, late)).toEqual({
    grade: { before: 'B', after: 'D' },
    budget: { before: '40000.00', after: '20000.00' },
    stop: 'began',
    factors: [{ factor: 'repayment_history', before: 6, after: 0 }],
  });
  expect(creditChanges(late, before).stop).toBe('ended');
});

test('equal analyses have no changes, and an unknown earlier stop is no change', () => {
  const none = { grade: null, budget: null, stop: null, factors: [] };
  expect(creditChanges(before, before)).toEqual(none);
  const unknown = { ...before, are_requests_stopped: null };
  expect(creditChanges(unknown, { ...before, are_requests_stopped: true })).toEqual(none);
});
