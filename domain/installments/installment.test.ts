import { expect, test } from 'vitest';
import { canBecome, installmentStatuses } from './installment.ts';

test('an installment is paid when due or overdue, falls overdue when due, and reopens when its payment is reversed', () => {
  const possible = installmentStatuses.flatMap((from) =>
    installmentStatuses.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(possible.toSorted()).toEqual([
    'Due → Overdue',
    'Due → Paid',
    'Overdue → Paid',
    'Paid → Due',
    'Paid → Overdue',
  ]);
});

test('nothing becomes what it already is', () => {
  for (const status of installmentStatuses) expect(canBecome(status, status)).toBe(false);
});
