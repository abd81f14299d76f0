import type pg from 'pg';
import type { Role } from '#domain/accounts/roles.ts';
import type { RepaymentTerm } from '#domain/tickets/repayment-term.ts';
import type { PartyMove } from '#domain/tickets/ticket.ts';
import type { TicketDetails, TicketList } from '#api/tickets.ts';
import {
  batchIdempotentCalls,
  callFunctionAs,
  callParsedAs,
} from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';

/** As create_tickets_with_installments takes it. Amounts are decimal texts of riyals, days YYYY-MM-DD in Riyadh. */
export interface NewTicket {
  /** What domain/tickets/ticket-request.ts found; the function looks the key up first, then refuses with it. */
  refusal: string | null;
  agency_id: string | null;
  /** Null where it is refused. */
  amount_sar: string | null;
  repayment_term: RepaymentTerm;
  description: string | null;
  invoice_url: string | null;
  today: string;
  /** In the order of their `seq`, from 1 on; empty where it is refused. */
  schedule: { seq: number; due_date: string; amount_sar: string }[];
  /** The company's quotas; null: none. */
  tickets_to_agency: number | null;
  tickets: number | null;
}

/** As act_on_tickets takes it. */
export interface TicketToMove {
  move: PartyMove;
  /** Whose move it is. */
  role: Role;
  ticket_id: string;
  rejection_reason: string | null;
}

/** Makes new tickets, those that are asked for at a moment in one transaction. */
export const creating = (
  pool: pg.Pool,
): ((call: CallContext, ticket: NewTicket) => Promise<string>) =>
  batchIdempotentCalls(pool, 'create_tickets_with_installments');

/** Moves tickets, those that are moved at a moment in one transaction. */
export const moving = (
  pool: pg.Pool,
): ((call: CallContext, ticket: TicketToMove) => Promise<string>) =>
  batchIdempotentCalls(pool, 'act_on_tickets');

/** All of a ticket but how it is paid, which the database does not know. */
export const read = async (
  pool: pg.Pool,
  call: Pick<CallContext, 'caller' | 'now'>,
  today: string,
  ticket_number: string,
): Promise<Omit<TicketDetails, 'how_to_pay'>> =>
  await callParsedAs(pool, 'read_ticket', call, { today, ticket_number });

/**
 * A page of one of the caller's lists, as JSON of items and the cursor of the next page; a null `cursor` asks for the first.
 * @throws AppError as list_tickets refuses.
 */
export const page = (pool: pg.Pool, call: CallContext, list: TicketList, cursor: string | null) =>
  callFunctionAs(pool, 'list_tickets', call, { list, cursor });
