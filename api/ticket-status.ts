import { z } from 'zod';
import { ticketStatuses } from '#domain/tickets/ticket.ts';

/** SPEC section 4. Beside the tickets' own schemas, because their installments and payouts carry it too. */
export const ticketStatus = z.enum(ticketStatuses).meta({ id: 'TicketStatus' });
