import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canMovePayout, isSaudiIban, mod97, payoutMoves, payoutStatuses } from './payout.ts';
import type { PayoutMove, PayoutStatus } from './payout.ts';

test('a payout is sent, then confirmed or failed; a failed one waits again; one that waits can be cancelled', () => {
  const table = Object.values(payoutMoves).map(
    ({ from, to, actor }) => `${actor}: ${from} → ${to}`,
  );
  expect(table).toEqual([
    'staff: Pending → Sent',
    'staff: Sent → Confirmed',
    'staff: Sent → Failed',
    'system: Failed → Pending',
    'staff: Pending → Cancelled',
  ]);
});

test('whatever happens, an agency is never paid twice: nothing follows a confirmation', () => {
  const moves = fc.array(fc.constantFrom(...(Object.keys(payoutMoves) as PayoutMove[])));
  fc.assert(
    fc.property(fc.constantFrom(...payoutStatuses), moves, (start, all) => {
      let status: PayoutStatus = start;
      let confirmed = 0;
      for (const move of all) {
        if (!canMovePayout(move, status)) continue;
        expect(status).not.toBe('Confirmed');
        status = payoutMoves[move].to;
        if (move === 'confirm') confirmed += 1;
      }
      expect(confirmed).toBeLessThanOrEqual(1);
    }),
  );
});

test.each([
  ['SA0380000000608010167519', true],
  ['SA4420000001234567891234', true],
  ['SA2380ABC000608010167519', true],
  ['SA2480ABC000608010167519', false],
  ['SA038A000000608010167519', false],
  ['SA0480000000608010167519', false],
  ['SA0380000000608010167591', false],
  ['SA03 8000 0000 6080 1016 7519', false],
  ['sa0380000000608010167519', false],
  ['SA038000000060801016751', false],
  ['GB82WEST12345698765432', false],
  ['', false],
])('%j is a Saudi IBAN: %j', (iban, valid) => {
  expect(isSaudiIban(iban)).toBe(valid);
});

test('of the hundred check digits of an account exactly those that fit make it an IBAN', () => {
  const account = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(fc.array(account, { minLength: 20, maxLength: 20 }), (digits) => {
      const checks = Array.from({ length: 97 }, (_, n) => String(n + 2).padStart(2, '0'));
      const fitting = checks.filter((check) => isSaudiIban(`SA${check}${digits.join('')}`));
      expect(fitting).toEqual([String(98 - mod97(`${digits.join('')}SA00`)).padStart(2, '0')]);
    }),
  );
});
