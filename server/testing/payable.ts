import type pg from 'pg';
import { callOnceAs } from '#server/platform/call-as.ts';
import type { CallContext } from '#server/platform/http/operations.ts';
import type { Actor } from './product.ts';

/**
 * What stands between a ticket and its payout besides the agency's approval and its IBAN, done through the public API:
 * staff review the ticket, which a company without a confirmed budget needs.
 */
export async function makePayable(
  { staff }: { staff: Pick<Actor, 'call'>; company: Pick<Actor, 'call'> },
  ticket: { id: string },
): Promise<void> {
  await staff.call('review_ticket', { params: { id: ticket.id } });
}

/** The same by the functions of the database, where a test has no server. */
export async function makePayableInDatabase(
  { staff }: { staff: pg.Pool },
  by: { staff: CallContext },
  ticket_id: string,
): Promise<void> {
  await callOnceAs(staff, 'review_ticket', by.staff, ticket_id);
}
