import type pg from 'pg';
import type { Role } from '#domain/accounts/roles.ts';
import type { RepaymentTerm } from '#domain/tickets/repayment-term.ts';
import type { PartyMove } from '#domain/tickets/ticket.ts';
import type { TicketDetails, TicketList } from '#api/tickets.ts';
import { callAs, callOnceTogether } from '../platform/call-as.ts';
import type { CallContext } from '../platform/http/operations.ts';

export interface NewTicket {
  /** What domain/tickets/ticket-request.ts found; the function looks the key up first, then refuses with it. */
  refusal: string | null;
  agency_id: string | null;
  amount_sar: string | null;
  repayment_term: RepaymentTerm;
  description: string | null;
  invoice_url: string | null;
  today: string;
  schedule: { seq: number; due_date: string; amount_sar: string }[];
}

export interface TicketAct {
  move: PartyMove;
  role: Role;
  ticket_id: string;
  rejection_reason: string | null;
}

/** Makes new tickets, those that are asked for at a moment in one transaction. */
export const creator = (
  pool: pg.Pool,
): ((call: CallContext, ticket: NewTicket) => Promise<string>) =>
  callOnceTogether(pool, 'create_tickets_with_installments');

/** Moves tickets, those that are moved at a moment in one transaction. */
export const actor = (pool: pg.Pool): ((call: CallContext, act: TicketAct) => Promise<string>) =>
  callOnceTogether(pool, 'act_on_tickets');

/** All of a ticket but how it is paid, which the database does not know. */
export const read = async (
  pool: pg.Pool,
  call: Pick<CallContext, 'caller' | 'now'>,
  today: string,
  ticket_number: string,
): Promise<Omit<TicketDetails, 'how_to_pay'>> =>
  JSON.parse(await callAs(pool, 'read_ticket', call, today, ticket_number));

export const page = (pool: pg.Pool, call: CallContext, list: TicketList, cursor: string | null) =>
  callAs(pool, 'list_tickets', call, list, cursor);
