import type pg from 'pg';
import { ticketMoves, type PartyMove } from '#domain/tickets/ticket.ts';
import type { CallContext } from '../platform/http/operations.ts';
import * as tickets from './ticket-store.ts';

/**
 * Approves, rejects or cancels a pending ticket (SPEC section 4). The move's actor and status are checked on the locked
 * row, so that of several people acting at once exactly one wins; the others are refused with `ticket_not_pending`.
 * Approving makes the agency's payout pending.
 * @returns the ticket's JSON.
 */
export function actOnTicket(
  pool: pg.Pool,
  call: CallContext,
  move: PartyMove,
  ticket_id: string,
  rejection_reason: string | null = null,
): Promise<string> {
  return tickets.act(pool, call, {
    move,
    role: ticketMoves[move].actor,
    ticket_id,
    rejection_reason,
  });
}
