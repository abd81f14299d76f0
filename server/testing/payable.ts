import type pg from 'pg';
import type { Ticket } from '#api/tickets.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { decideTicket } from '#server/tickets/decide-ticket.ts';
import { createTicket } from '#server/tickets/create-ticket.ts';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import type { CallContext, Caller } from '#server/platform/http/operations.ts';
import { acceptInDatabase } from './accepted.ts';
import type { TestDatabase } from './database.ts';
import { addInvoice, asOwner, callOf, type Person } from './people.ts';

/**
 * What stands between an approved ticket and its payout besides its agency's IBAN, as makePayable does it, by the functions
 * of the database where a test has no server.
 */
export async function makePayableInDatabase(
  pools: { staff: pg.Pool; app: pg.Pool; jobs: pg.Pool },
  by: { staff: CallContext; company: CallContext },
  ticket_id: string,
): Promise<void> {
  await acceptInDatabase(pools, by.company, ticket_id);
  await callIdempotent(pools.staff, 'review_ticket', by.staff, {
    ticket_id,
    accepted_version: null,
  });
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

/** What a ticket is requested for: 3,000.00 over three months unless a test says otherwise. */
interface Requested {
  amount?: string;
  months?: TermMonths;
}

/** A ticket that the company has requested, where a test has no server. */
export async function addTicket(
  database: TestDatabase,
  { company, agency }: { company: Person; agency: Person },
  now: Date,
  { amount = '3000.00', months = 3 }: Requested = {},
): Promise<Ticket> {
  const reply = await createTicket(database.pools.app, callOf(company, now), {
    p_agency_id: agency.id,
    p_amount_sar: amount,
    p_term_months: months,
    p_invoice_url: await addInvoice(database, company, now),
  });
  return JSON.parse(reply) as Ticket;
}

/** A ticket that can be paid out, where a test has no server. */
export async function addPayableTicket(
  database: TestDatabase,
  parties: { staff: Caller; company: Person; agency: Person },
  now: Date,
  requested?: Requested,
): Promise<Ticket> {
  const by = (caller: Caller) => callOf(caller, now);
  const { staff, company, agency } = parties;
  const ticket = await addTicket(database, parties, now, requested);
  await decideTicket(database.pools.app, by(agency), 'approve', ticket.id);
  await makePayableInDatabase(
    database.pools,
    { staff: by(staff), company: by(company) },
    ticket.id,
  );
  return ticket;
}
