import { z } from 'zod';
import { creditAssessment } from './credit.ts';
import { creditBureau } from './credit-bureau.ts';
import { companyPosition, installmentList, installmentSum } from './installments.ts';
import { inDefault } from './losses.ts';
import { paymentPromise } from './payment-promises.ts';
import { agencyPayoutPage } from './payouts.ts';
import { agency, company } from './profiles.ts';
import { ticket, ticketPage } from './tickets.ts';
import { budget } from './budget.ts';
import { localDate, timestamp, totalSar } from './wire.ts';

export const companyDashboard = {
  reply: z
    .object({
      today: localDate,
      company,
      budget,
      credit_assessment: creditAssessment.nullable(),
      /** null: no bureau is connected. */
      credit_bureau: creditBureau.nullable(),
      current_tickets: ticketPage,
      waiting_tickets: ticketPage,
      /** The oldest waiting ticket of all pages. */
      oldest_waiting_ticket: ticket.nullable(),
      old_tickets: ticketPage,
      /** Approved tickets whose documents are not accepted yet, and the oldest of them. */
      documents_to_accept: z.number().int().nonnegative(),
      oldest_to_accept: ticket.nullable(),
      position: companyPosition,
      /** Installments of Approved and Active tickets, due today or later (SPEC section 7). */
      upcoming_installments: installmentList,
      /** Unpaid installments of the same tickets, due before today; SPEC's filter leaves them out. */
      overdue_installments: installmentList,
      /** The unpaid installments of the next due date, today's included. */
      next_due: installmentSum.nullable(),
      /** The same for Active tickets only: before the agency is paid nothing is owed. */
      next_owed: installmentSum.nullable(),
      /** The unpaid installments of Active tickets, due before today. */
      overdue_owed: installmentSum.nullable(),
      /** Further input of domain/installments/lateness.ts; null while nothing is overdue and nothing is under verification. */
      lateness: z
        .object({
          /** How many days an installment may be overdue before new requests stop. */
          request_grace_days: z.number().int().nonnegative(),
          /** The same before payouts of its tickets stop. */
          payout_grace_days: z.number().int().nonnegative(),
          /** The earliest due date of `overdue_owed`, but for rests that are too small to count; null: none. */
          overdue_since: localDate.nullable(),
          /** The first day of the pause by reported transfers; null: none. */
          paused_from: localDate.nullable(),
          /** Whether the transfers under check cover all that is overdue. */
          are_reports_enough: z.boolean(),
          /**
           * Late payments that are not proven yet. For a stop the installments that they paid count as unpaid, from the
           * due date given for that stop; null: none.
           */
          being_verified: z
            .object({
              amount_sar: totalSar,
              requests_since: localDate.nullable(),
              payouts_since: localDate.nullable(),
            })
            .nullable(),
          /** The promise made since the company is late; null: none. */
          promise: paymentPromise.nullable(),
        })
        .nullable(),
      /** The company's loss; null: none. */
      in_default: inDefault.nullable(),
    })
    .meta({ id: 'CompanyDashboard' }),
};

export const agencyDashboard = {
  reply: z
    .object({
      today: localDate,
      agency,
      /** Since when and why staff suspended the agency: it gets no new tickets and no payment. */
      suspension: z.object({ suspended_at: timestamp, reason: z.string().nullable() }).nullable(),
      /** Its name looks like a verified agency's: nobody chooses it until staff have looked. */
      is_name_held: z.boolean(),
      waiting_tickets: ticketPage,
      /** The oldest waiting ticket of all pages, to decide first. */
      oldest_waiting_ticket: ticket.nullable(),
      approved_tickets: ticketPage,
      ticket_history: ticketPage,
      expected_payouts: agencyPayoutPage,
      late_payouts: agencyPayoutPage,
      /** Net amounts that are released, and go to the bank with the next file. */
      released_payouts: z.object({ count: z.number().int().nonnegative(), amount_sar: totalSar }),
    })
    .meta({ id: 'AgencyDashboard' }),
};

export type CompanyDashboard = z.infer<typeof companyDashboard.reply>;
export type AgencyDashboard = z.infer<typeof agencyDashboard.reply>;
