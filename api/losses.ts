import { z } from 'zod';
import { amountSar, localDate, totalSar } from './wire.ts';

/** A ticket's loss. */
export const loss = z
  .object({
    written_off_amount: amountSar,
    /** The recovered part. */
    recovered_amount: totalSar,
    /** The rest, which is in default. */
    unrecovered_amount: totalSar,
    written_off_on: localDate,
  })
  .meta({ id: 'Loss' });

/** A company's losses in default, the earliest first; `items` are the first 20. An item without a ticket is a refund. */
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
