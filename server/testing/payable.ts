import type pg from 'pg';
import { callOnceAs } from '#server/platform/call-as.ts';
import type { CallContext } from '#server/platform/http/operations.ts';
import { acceptTicketDocuments } from '#server/demo/acceptance.ts';
import { acceptInDatabase } from './accepted.ts';
import type { Actor } from './product.ts';

/**
 * What stands between an approved ticket and its payout besides its agency's IBAN, done through the public API: staff
 * review the ticket, which a company without a confirmed budget needs, and the company accepts its documents.
 */
export async function makePayable(
  { staff, company }: { staff: Pick<Actor, 'call'>; company: Pick<Actor, 'call'> },
  ticket: { id: string; ticket_number: string },
): Promise<void> {
  await staff.call('review_ticket', { params: { id: ticket.id } });
  await acceptTicketDocuments(company, ticket);
}

/** The same by the functions of the database, where a test has no server. */
export async function makePayableInDatabase(
  pools: { staff: pg.Pool; app: pg.Pool; jobs: pg.Pool },
  by: { staff: CallContext; company: CallContext },
  ticket_id: string,
): Promise<void> {
  await callOnceAs(pools.staff, 'review_ticket', by.staff, ticket_id);
  await acceptInDatabase(pools, by.company, ticket_id);
}
