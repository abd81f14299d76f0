import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { actOnTicket } from './act-on-ticket.ts';
import { createTicket } from './create-ticket.ts';
import * as tickets from './ticket-store.ts';

/** Translates between HTTP and the ticket use cases. */
export function registerTickets(route: RegisterOperation, { pool }: { pool: pg.Pool }): void {
  route('create_ticket_with_installments', (call) => createTicket(pool, call, call.body));
  route('list_tickets', (call) =>
    tickets.page(pool, call, call.query.list, call.query.cursor ?? null),
  );
  route('read_ticket', (call) =>
    tickets.read(pool, call, riyadhDate(call.now), call.params.ticket_number),
  );
  route('approve_ticket', (call) => actOnTicket(pool, call, 'approve', call.params.id));
  route('cancel_ticket', (call) => actOnTicket(pool, call, 'cancel', call.params.id));
  route('reject_ticket', (call) =>
    actOnTicket(pool, call, 'reject', call.params.id, call.body.rejection_reason ?? null),
  );
}
