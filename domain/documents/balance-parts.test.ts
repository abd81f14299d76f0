import { expect, test } from 'vitest';
import { balanceParts } from './balance-parts.ts';

const position = {
  overdue_sar: '100.00',
  due_soon_sar: '0.00',
  later_sar: '250.00',
  in_default_sar: '40.00',
  refund_due_sar: '10.00',
};

test('a balance that a company owes has the parts overdue, due later, in default and refund to give back', () => {
  expect(balanceParts(position, '400.00')).toEqual([
    { part: 'overdue', amount_sar: '100.00' },
    { part: 'later', amount_sar: '250.00' },
    { part: 'in_default', amount_sar: '40.00' },
    { part: 'refund_due', amount_sar: '10.00' },
  ]);
});

test('a company that owes nothing, or has credit, reads no parts', () => {
  expect(balanceParts(position, '0.00')).toEqual([]);
  expect(balanceParts(position, '-5.00')).toEqual([]);
});
