import { expect, test } from 'vitest';
import { ticketStatuses } from '../tickets/ticket.ts';
import { undoneByReturn } from './payout-return.ts';

test('while the company still pays, a payout that comes back undoes the financing; afterwards the sending alone', () => {
  const undone = ticketStatuses.map((one) => `${one}: ${undoneByReturn(one)}`);
  expect(undone.filter((one) => one.endsWith('financing'))).toEqual(['Active: financing']);
  expect(undone).toContain('Completed: sending');
  expect(undone).toContain('Closed: sending');
});
