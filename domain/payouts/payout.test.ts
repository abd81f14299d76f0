import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canMove } from '../moves.ts';
import { payoutMoves, payoutStatuses } from './payout.ts';
import type { PayoutMove, PayoutStatus } from './payout.ts';

test('a payout is sent, then confirmed or failed; a failed one waits again; one that waits can be cancelled', () => {
  const table = Object.values(payoutMoves).map(
    ({ from, to, actor }) => `${actor}: ${from.join()} → ${to}`,
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
        if (!canMove<PayoutStatus>(payoutMoves[move], status)) continue;
        expect(status).not.toBe('Confirmed');
        status = payoutMoves[move].to;
        if (move === 'confirm') confirmed += 1;
      }
      expect(confirmed).toBeLessThanOrEqual(1);
    }),
  );
});
