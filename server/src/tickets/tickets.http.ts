import type pg from 'pg';
import type { Quotas } from '#domain/quotas.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import type { Payee } from '../platform/config/settings.ts';
import { decideTicket } from './decide-ticket.ts';
import { ticketCreation } from './create-ticket.ts';
import { readTicket } from './read-ticket.ts';
import * as tickets from './ticket-store.ts';

/** Translates between HTTP and the ticket use cases. */
export function registerTickets(
  route: RegisterOperation,
  { pool, payee, quotas }: { pool: pg.Pool; payee: Payee | undefined; quotas: Quotas | null },
): void {
  const createTicket = ticketCreation(pool, quotas);
  const actOnTicket = decideTicket(pool);
  route('create_ticket_with_installments', (call) => createTicket(call, call.body));
  route('list_tickets', (call) =>
    tickets.page(pool, call, call.query.list, call.query.cursor ?? null),
  );
  route('read_ticket', (call) => readTicket(pool, call, payee, call.params.ticket_number));
  route('approve_ticket', (call) => actOnTicket(call, 'approve', call.params.id));
  route('cancel_ticket', (call) => actOnTicket(call, 'cancel', call.params.id));
  route('reject_ticket', (call) =>
    actOnTicket(call, 'reject', call.params.id, call.body.rejection_reason ?? null),
  );
}
