import { expect, test } from 'vitest';
import { approvalExpiresAt } from './approval-expiry.ts';

test('a request can be approved for seven days', () => {
  expect(approvalExpiresAt(new Date('2026-03-01T09:00:00Z'))).toEqual(
    new Date('2026-03-08T09:00:00Z'),
  );
});
