import type pg from 'pg';
import type { Quotas } from '#domain/quotas.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import type { Payee } from '../platform/config/settings.ts';
import { decideTicket } from './decide-ticket.ts';
import { createTicket } from './create-ticket.ts';
import { registerOwnLists } from './own-lists.http.ts';
import { readTicket } from './read-ticket.ts';

/** Translates between HTTP and the ticket use cases. */
export function registerTickets(
  route: RegisterOperation,
  { pool, payee, quotas }: { pool: pg.Pool; payee: Payee | undefined; quotas: Quotas | null },
): void {
  registerOwnLists(route, { pool });
  route('create_ticket_with_installments', (call) => createTicket(pool, call, call.body, quotas));
  route('list_tickets', (call) =>
    callFunctionAs(pool, 'list_tickets', call, {
      list: call.query.list,
      cursor: call.query.cursor,
    }),
  );
  route('read_ticket', (call) => readTicket(pool, call, payee, call.params.ticket_number));
  route('approve_ticket', (call) => decideTicket(pool, call, 'approve', call.params.id));
  route('cancel_ticket', (call) => decideTicket(pool, call, 'cancel', call.params.id));
  route('reject_ticket', (call) =>
    decideTicket(pool, call, 'reject', call.params.id, call.body.rejection_reason ?? null),
  );
}
