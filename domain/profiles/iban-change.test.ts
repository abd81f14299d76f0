import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canApproveIban, ibanChangeStatuses, ibanPauseEnds, maskedIban } from './iban-change.ts';

const requested_at = new Date('2026-02-01T06:00:00Z');
const valid = 'SA0380000000608010167519';

test.each([
  ['Pending', '2026-02-02T05:59:59.999Z', false],
  ['Pending', '2026-02-02T06:00:00Z', true],
  ['Pending', '2026-05-01T06:00:00Z', true],
  ['Approved', '2026-05-01T06:00:00Z', false],
  ['Rejected', '2026-05-01T06:00:00Z', false],
  ['Withdrawn', '2026-05-01T06:00:00Z', false],
  ['Replaced', '2026-05-01T06:00:00Z', false],
] as const)('a %s change that is looked at on %s can be approved: %s', (status, now, can) => {
  expect(canApproveIban({ status, requested_at }, new Date(now))).toBe(can);
});

test('whenever the clock stands, a change can be approved exactly when it waits and 24 hours have passed', () => {
  const moment = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2027-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: -90_000_000, max: 90_000_000 }),
      fc.constantFrom(...ibanChangeStatuses),
      (asked, around_ms, status) => {
        const now = new Date(asked.getTime() + 86_400_000 + around_ms);
        expect(canApproveIban({ status, requested_at: asked }, now)).toBe(
          status === 'Pending' && around_ms >= 0,
        );
        expect(ibanPauseEnds(asked).getTime() - asked.getTime()).toBe(86_400_000);
      },
    ),
  );
});

test('a masked IBAN shows its first four and its last four characters', () => {
  expect(maskedIban(valid)).toBe('SA03 … 7519');
});
