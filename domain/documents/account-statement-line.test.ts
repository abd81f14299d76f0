import { expect, test } from 'vitest';
import { accountStatementLineKind } from './account-statement-line.ts';
import { accountStatementLineWords } from './account-statement-words.ts';

test.each([
  ['ticket_financed', null, 'campaign_financed'],
  ['payment_received', null, 'payment'],
  ['payment_identified', null, 'payment'],
  ['payment_reversed', 'payment_received', 'payment_returned'],
  ['payment_allocated', null, 'payment_allocated'],
  ['payment_reversed', 'payment_allocated', 'allocation_undone'],
  ['credit_refunded', null, 'refund'],
  ['refund_came_back', 'credit_refunded', 'refund_undone'],
  ['written_off', null, 'written_off'],
  ['refund_written_off', null, 'written_off'],
  ['loss_recovered', null, 'default_paid'],
  ['bank_charges_settled', null, 'bank_charges'],
  ['bank_charges_undone', 'bank_charges_settled', 'bank_charges_undone'],
  ['payment_reversed', 'loss_recovered', 'default_again'],
  ['payout_failed', 'written_off', 'default_undone'],
  ['refund_came_back', 'refund_written_off', 'default_undone'],
  ['fee_earned', null, 'service_fee'],
  ['payout_sent', null, 'payout'],
  ['payout_failed', 'payout_sent', 'payout_undone'],
  ['payout_returned', 'payout_sent', 'payout_undone'],
  ['ticket_ended', 'ticket_financed', 'financing_undone'],
  ['payout_failed', 'fee_earned', 'fee_undone'],
  ['payout_failed', 'ticket_financed', 'financing_undone'],
] as const)('an entry %s that undoes %s is told as %s', (event, undoes, kind) => {
  expect(accountStatementLineKind(event, undoes)).toBe(kind);
});

test('an event that undoes another is no line without the one that it undoes', () => {
  expect(() => accountStatementLineKind('payment_reversed', null)).toThrow(RangeError);
  expect(() => accountStatementLineKind('payout_failed', 'refund_recalled')).toThrow(RangeError);
});

test('a statement tells that a payout was released, never that it was sent or came back: no file may have carried it', () => {
  const [booked, undone] = [
    accountStatementLineWords({ event: 'payout_sent', undoes: null }),
    accountStatementLineWords({ event: 'payout_failed', undoes: 'payout_sent' }),
  ];
  expect([booked, undone].map(({ en }) => en)).toEqual(['Payout released', 'Payout reversed']);
  expect(booked.ar + undone.ar).not.toMatch(/إرسال|ارتداد/);
});
