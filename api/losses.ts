import { z } from 'zod';
import { amountSar, localDate, totalSar } from './wire.ts';

/** What was written off of a ticket. */
export const loss = z
  .object({
    written_off_amount: amountSar,
    /** What of it has come back. */
    recovered_amount: totalSar,
    /** What is in default: the rest. */
    unrecovered_amount: totalSar,
    written_off_on: localDate,
  })
  .meta({ id: 'Loss' });

/** All that a company has in default, the earliest first; `items` are the first 20. One without a ticket is a refund. */
export const inDefault = z
  .object({
    amount_sar: amountSar,
    count: z.number().int().positive(),
    items: z.array(
      z.object({
        ticket_number: z.string().nullable(),
        amount_sar: amountSar,
        written_off_on: localDate,
      }),
    ),
  })
  .meta({ id: 'InDefault' });

export type Loss = z.infer<typeof loss>;
export type InDefault = z.infer<typeof inDefault>;
