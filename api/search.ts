import { z } from 'zod';
import { ticketStatuses } from '#domain/tickets/ticket.ts';
import { amountSar, id, localDate } from './wire.ts';

const named = z.object({ id, name: z.string() });

/** Searches by a part of a name (two letters: its beginning), a number, a reference or an amount. */
export const searchDesk = {
  query: z.strictObject({ text: z.string().trim().min(2).max(200) }),
  reply: z
    .object({
      tickets: z.array(
        z.object({
          ticket_number: z.string(),
          status: z.enum(ticketStatuses),
          is_being_verified: z.boolean(),
          amount_sar: amountSar,
          company_name: z.string().nullable(),
        }),
      ),
      companies: z.array(named),
      agencies: z.array(named),
      payments: z.array(
        z.object({
          id,
          value_date: localDate,
          amount_sar: amountSar,
          bank_reference: z.string().nullable(),
          company_name: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: 'DeskFindings' }),
};
