import { z } from 'zod';
import { payoutStatuses } from '#domain/payouts/payout.ts';
import { ticketStatus } from './ticket-status.ts';
import { amountSar, cursor, id, localDate, page, timestamp, totalSar } from './wire.ts';

/** A payout is reviewed before it is paid, `by` this Riyadh day (null: none is promised); `is_late`: that day has passed. */
export const payoutReview = z
  .object({ by: localDate.nullable(), is_late: z.boolean() })
  .meta({ id: 'PayoutReview' });

/** SPEC section 3, Agency payout. */
export const agencyPayout = z
  .object({
    id,
    agency_id: id,
    ticket_id: id,
    status: z.enum(payoutStatuses),
    gross_amount: amountSar,
    fee_amount: amountSar,
    net_amount: amountSar,
    created_at: timestamp,
    /** null: it waits for no review. */
    review: payoutReview.nullable(),
    ticket: z.object({
      ticket_number: z.string(),
      created_local_date: localDate,
      status: ticketStatus,
    }),
  })
  .meta({ id: 'AgencyPayout' });

/** A page of payouts with the totals of the whole list: rows added, never re-derived. */
export const agencyPayoutPage = page(agencyPayout)
  .extend({
    gross_amount: totalSar,
    fee_amount: totalSar,
    net_amount: totalSar,
    /** When the oldest ticket of the whole list whose payment waits for no review was created, in Riyadh; null: none. */
    oldest_ticket_date: localDate.nullable(),
    /** The payouts of the whole list under review, by the day that is promised for all of them; null: none. */
    in_review: payoutReview
      .extend({ count: z.number().int().positive(), net_amount: totalSar })
      .nullable(),
  })
  .meta({ id: 'AgencyPayoutPage' });

/** `expected`: tickets created in the last 7 days (SPEC section 9). `late`: older ones still pending. */
const payoutWindow = z.enum(['expected', 'late']);

export const listAgencyPayouts = {
  query: z.strictObject({ window: payoutWindow, cursor: cursor.optional() }),
  reply: agencyPayoutPage,
};

export type AgencyPayout = z.infer<typeof agencyPayout>;
export type AgencyPayoutPage = z.infer<typeof agencyPayoutPage>;
export type PayoutWindow = z.infer<typeof payoutWindow>;

/** `days`: from the approval to the sending, on average of the `count` payouts; null: none. */
const payoutsOfMonth = z
  .object({
    /** The first day of the month. */
    from: localDate,
    /** Net amounts that were sent. */
    paid_sar: totalSar,
    /** Net amounts that are still to be sent. */
    expected_sar: totalSar,
    count: z.number().int().nonnegative(),
    days: z.number().nonnegative().nullable(),
  })
  .meta({ id: 'PayoutsOfMonth' });

export const readPayoutsByMonth = {
  reply: z
    .object({ today: localDate, months: z.array(payoutsOfMonth) })
    .meta({ id: 'PayoutsByMonth' }),
};

export type PayoutReview = z.infer<typeof payoutReview>;
export type PayoutsOfMonth = z.infer<typeof payoutsOfMonth>;
