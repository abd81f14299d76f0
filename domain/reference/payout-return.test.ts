import { expect, test } from 'vitest';
import { ticketStatuses } from '../tickets/ticket.ts';
import { reversedByReturn } from './payout-return.ts';

test('a returned payout reverses the financing of an Active ticket, and only the sending of a Completed or Closed one', () => {
  const undone = ticketStatuses.map((one) => `${one}: ${reversedByReturn(one)}`);
  expect(undone.filter((one) => one.endsWith('financing'))).toEqual(['Active: financing']);
  expect(undone).toContain('Completed: sending');
  expect(undone).toContain('Closed: sending');
});
