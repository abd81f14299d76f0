import type pg from 'pg';
import { ticketMoves, type PartyMove } from '#domain/tickets/ticket.ts';
import { batchIdempotentCalls } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

export type DecideTicket = (
  call: CallContext,
  move: PartyMove,
  ticket_id: string,
  rejection_reason?: string | null,
) => Promise<string>;

/**
 * Approves, rejects or cancels a pending ticket (SPEC section 4). The move's actor and status are checked on the locked
 * row, so that of several people acting at once exactly one wins; the others are refused with `ticket_not_pending`.
 * Approving makes the agency's payout pending.
 * @returns what makes one move, and answers with the ticket's JSON.
 */
export function decideTicket(pool: pg.Pool): DecideTicket {
  const moveTicket = batchIdempotentCalls(pool, 'act_on_tickets');
  return (call, move, ticket_id, rejection_reason = null) =>
    moveTicket(call, { move, role: ticketMoves[move].actor, ticket_id, rejection_reason });
}
