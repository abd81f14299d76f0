import { z } from 'zod';
import {
  DESCRIPTION_MAX_LENGTH,
  REJECTION_REASON_MAX_LENGTH,
  ticketStatuses,
} from '#domain/tickets/ticket.ts';
import { repaymentTerms } from '#domain/tickets/repayment-term.ts';
import { amountSar, cursor, id, localDate, page, timestamp } from './wire.ts';

export const ticketStatus = z.enum(ticketStatuses).meta({ id: 'TicketStatus' });

/** SPEC section 3, Ticket. */
export const ticket = z
  .object({
    id,
    ticket_number: z.string(),
    company_id: id,
    agency_id: id,
    status: ticketStatus,
    amount_sar: amountSar,
    repayment_term: z.enum(repaymentTerms),
    description: z.string().nullable(),
    invoice_url: z.string(),
    rejection_reason: z.string().nullable(),
    created_at: timestamp,
    created_local_date: localDate,
    agency_name: z.string().nullable(),
    company_name: z.string().nullable(),
  })
  .meta({ id: 'Ticket' });

export const ticketPage = page(ticket).meta({ id: 'TicketPage' });

/** The company's three lists and the agency's three columns (SPEC section 2). */
export const ticketList = z.enum(['current', 'waiting', 'old', 'approved', 'history']);

export const listTickets = {
  query: z.strictObject({ list: ticketList, cursor: cursor.optional() }),
  reply: ticketPage,
};

const ticketParams = z.object({ id });

/**
 * SPEC section 7. The first three are loose on purpose: a missing agency, amount or invoice is answered with
 * SPEC section 5's own words and order, not with a schema's.
 */
export const createTicketWithInstallments = {
  body: z.strictObject({
    p_agency_id: id.nullish(),
    p_amount_sar: z
      .string()
      .max(40)
      .regex(
        /^-?\d+(\.\d{1,2})?$/,
        'must be an amount in SAR with at most two decimals, such as "1500.00"',
      )
      .nullish(),
    p_term_months: z.literal([1, 2, 3], 'must be 1, 2 or 3'),
    p_description: z.string().max(DESCRIPTION_MAX_LENGTH).nullish(),
    p_invoice_url: z.string().max(400).nullish(),
  }),
  reply: ticket,
};

export const approveTicket = { params: ticketParams, reply: ticket };
export const cancelTicket = { params: ticketParams, reply: ticket };
export const rejectTicket = {
  params: ticketParams,
  body: z.strictObject({ rejection_reason: z.string().max(REJECTION_REASON_MAX_LENGTH).nullish() }),
  reply: ticket,
};

export type Ticket = z.infer<typeof ticket>;
export type TicketList = z.infer<typeof ticketList>;
