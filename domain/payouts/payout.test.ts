import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canMove } from '../moves.ts';
import { payoutMoves, payoutStatuses, type PayoutStatus } from './payout.ts';

test('a payout is sent, then confirmed or failed; one that failed or came back waits again; one that waits can be cancelled', () => {
  const table = Object.values(payoutMoves).map(
    ({ from, to, actor }) => `${actor}: ${from.join()} → ${to}`,
  );
  expect(table).toEqual([
    'staff: Pending → Sent',
    'staff: Sent → Confirmed',
    'staff: Sent → Failed',
    'staff: Confirmed → Returned',
    'system: Failed,Returned → Pending',
    'staff: Pending → Cancelled',
  ]);
});

test('whatever happens, an agency is never paid twice: after a confirmation it is sent again only once it came back', () => {
  const moves = fc.array(
    fc.constantFrom(...(Object.keys(payoutMoves) as (keyof typeof payoutMoves)[])),
  );
  fc.assert(
    fc.property(fc.constantFrom(...payoutStatuses), moves, (start, all) => {
      let status: PayoutStatus = start;
      let arrived = start === 'Confirmed' ? 1 : 0;
      for (const move of all) {
        if (!canMove<PayoutStatus>(payoutMoves[move], status)) continue;
        status = payoutMoves[move].to;
        if (move === 'confirm') arrived += 1;
        if (move === 'return') arrived -= 1;
        expect(arrived).toBe(status === 'Confirmed' ? 1 : 0);
      }
    }),
  );
});
