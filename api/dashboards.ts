import { z } from 'zod';
import { creditAssessment } from './credit.ts';
import { companyPosition, installmentList, installmentSum } from './installments.ts';
import { inDefault } from './losses.ts';
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
      current_tickets: ticketPage,
      waiting_tickets: ticketPage,
      /** Of all that wait, not of the page alone. */
      oldest_waiting_ticket: ticket.nullable(),
      old_tickets: ticketPage,
      /** Approved tickets whose documents wait to be accepted, and the oldest of them. */
      documents_to_accept: z.number().int().nonnegative(),
      oldest_to_accept: ticket.nullable(),
      position: companyPosition,
      /** Of Approved and Active tickets, due today or later (SPEC section 7). */
      upcoming_installments: installmentList,
      /** Of the same tickets, due before today and not paid: what SPEC's filter hides. */
      overdue_installments: installmentList,
      /** The unpaid installments of the next due date, today's included. */
      next_due: installmentSum.nullable(),
      /** The same of Active tickets alone: nothing is owed before the agency has been paid. */
      next_owed: installmentSum.nullable(),
      /** All that Active tickets owe since before today. */
      overdue_owed: installmentSum.nullable(),
      /** What the rule of domain/installments/lateness.ts needs beside it; null while nothing is overdue and nothing verified. */
      lateness: z
        .object({
          /** How many days an installment may be overdue before new requests stop. */
          request_grace_days: z.number().int().nonnegative(),
          /** The first day of the pause that reported transfers have given; null: none yet. */
          paused_from: localDate.nullable(),
          /** Whether the transfers that are being checked pay all that is overdue. */
          are_reports_enough: z.boolean(),
          /**
           * Payments that came too late and that nothing has proven yet: what they paid counts as unpaid for a stop, from the
           * due date on that is said for it; null: nothing does.
           */
          being_verified: z
            .object({
              amount_sar: totalSar,
              requests_since: localDate.nullable(),
              payouts_since: localDate.nullable(),
            })
            .nullable(),
        })
        .nullable(),
      /** What was written off of its tickets and has not come back; null for nothing. */
      in_default: inDefault.nullable(),
    })
    .meta({ id: 'CompanyDashboard' }),
};

export const agencyDashboard = {
  reply: z
    .object({
      today: localDate,
      agency,
      /** While staff have suspended it: since when, and why. It is not chosen for new tickets and not paid. */
      suspension: z.object({ suspended_at: timestamp, reason: z.string().nullable() }).nullable(),
      waiting_tickets: ticketPage,
      /** Of all that wait, not of the page alone: the one to decide first. */
      oldest_waiting_ticket: ticket.nullable(),
      approved_tickets: ticketPage,
      ticket_history: ticketPage,
      expected_payouts: agencyPayoutPage,
      late_payouts: agencyPayoutPage,
      /** Of both, what is being reviewed before it is paid, since when the first of it; null for none. */
      payouts_in_review: z
        .object({ count: z.number().int().positive(), net_amount: totalSar, stopped_on: localDate })
        .nullable(),
    })
    .meta({ id: 'AgencyDashboard' }),
};

export type CompanyDashboard = z.infer<typeof companyDashboard.reply>;
export type AgencyDashboard = z.infer<typeof agencyDashboard.reply>;
