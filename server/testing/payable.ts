import type pg from 'pg';
import { decideTicket } from '#server/tickets/decide-ticket.ts';
import { ticketCreation } from '#server/tickets/create-ticket.ts';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { acceptInDatabase } from './accepted.ts';
import type { TestDatabase } from './database.ts';
import { addInvoice, asOwner, callOf, type Person } from './people.ts';
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
  await callIdempotent(pools.staff, 'review_ticket', by.staff, { ticket_id });
  await acceptInDatabase(pools, by.company, ticket_id);
}

/** Gives an agency an IBAN that staff have approved. */
export async function addPaidIban(database: TestDatabase, agency: Person): Promise<void> {
  await asOwner(database, (client) =>
    client.query('update agencies set iban = $2, paid_iban = $2 where id = $1', [
      agency.id,
      'SA0380000000608010167519',
    ]),
  );
}

/** A ticket of 3,000.00 over three months that can be paid out, where a test has no server; its id. */
export async function addPayableTicket(
  database: TestDatabase,
  { staff, company, agency }: { staff: Caller; company: Person; agency: Person },
  now: Date,
): Promise<string> {
  const by = (caller: Caller) => callOf(caller, now);
  const reply = await ticketCreation(database.pools.app)(by(company), {
    p_agency_id: agency.id,
    p_amount_sar: '3000.00',
    p_term_months: 3,
    p_invoice_url: await addInvoice(database, company, now),
  });
  const { id } = JSON.parse(reply) as { id: string };
  await decideTicket(database.pools.app)(by(agency), 'approve', id);
  await makePayableInDatabase(database.pools, { staff: by(staff), company: by(company) }, id);
  return id;
}
