import { expect, test } from 'vitest';
import { notificationKinds, notificationKindNames } from './notification-kinds.ts';
import { notificationPath } from './notification-path.ts';

const nothing = { ticket_number: null, subject_id: null };
const ticket_number = 'HM-000123';

test('a notification leads to what it is about, or to the list in which that stands', () => {
  const path = (kind: keyof typeof notificationKinds, of: object = {}) =>
    notificationPath({ kind, side: notificationKinds[kind].sides[0], ...nothing, ...of });
  expect(path('ticket_approved', { ticket_number })).toBe('/tickets/HM-000123');
  expect(path('ticket_approved')).toBe('/tickets');
  expect(path('transfer_not_found', { ticket_number, subject_id: '7' })).toBe('/tickets/HM-000123');
  expect(path('transfer_not_found', { subject_id: '7' })).toBe('/payments/requests/7');
  expect(path('iban_approved', { side: 'agency' })).toBe('/profile/agency');
  expect(path('iban_approved', { side: 'company' })).toBe('/account-statement#refunds');
  expect(path('transfer_reported', { ticket_number, subject_id: '7' })).toBe(
    '/operations/transfer-reports/7',
  );
  expect(path('payout_failed', { ticket_number })).toBe('/operations/tickets/HM-000123');
  expect(path('password_changed')).toBe('/settings');
});

test('a notification of staff leads to the console, and no other does', () => {
  for (const kind of notificationKindNames)
    for (const side of notificationKinds[kind].sides)
      for (const subject of [nothing, { ticket_number, subject_id: '7' }])
        expect([
          kind,
          notificationPath({ kind, side, ...subject }).startsWith('/operations/'),
        ]).toEqual([kind, side === 'staff']);
});
