import type pg from 'pg';
import { ticketMoves, type PartyMove } from '#domain/tickets/ticket.ts';
import { callIdempotent } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/**
 * Approves, rejects or cancels a pending ticket (SPEC section 4). The move's actor and status are checked on the locked
 * row, so that of several people acting at once exactly one wins; the others are refused with `ticket_not_pending`.
 * Approving makes the agency's payout pending.
 * @returns the ticket's JSON.
 */
export const decideTicket = (
  pool: pg.Pool,
  call: CallContext,
  move: PartyMove,
  ticket_id: string,
  rejection_reason: string | null = null,
): Promise<string> =>
  callIdempotent(pool, 'act_on_ticket', call, {
    move,
    role: ticketMoves[move].actor,
    ticket_id,
    rejection_reason,
  });
