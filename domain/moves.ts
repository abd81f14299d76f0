import type { Role } from './accounts/roles.ts';

/** Who makes a move: a party of the ticket, staff, or the system. */
type Actor = Role | 'staff' | 'system';

/**
 * One move of a ticket, an installment or a payout: from which statuses, to which, whose it is, and as what the history
 * tells it. Its guard stands beside its use case, under the lock that makes it true.
 */
export interface Move<Status extends string> {
  from: readonly Status[];
  to: Status;
  actor: Actor;
  /** The operation of its event. */
  event: string;
}

/** Whether the status allows the move. Further conditions are checked by each use case. */
export function canMove<Status extends string>(move: Move<Status>, status: Status): boolean {
  return move.from.includes(status);
}
