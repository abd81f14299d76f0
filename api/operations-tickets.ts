import { z } from 'zod';
import { approvalRequest } from './approvals.ts';
import { budgetStatuses } from '#domain/budget/budget-decision.ts';
import { installmentStatuses } from '#domain/installments/installment.ts';
import { payoutStatuses } from '#domain/payouts/payout.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { documentSet } from './financing-documents.ts';
import { invoiceCode, invoiceSeller } from './files.ts';
import { loss } from './losses.ts';
import { paymentPromise } from './payment-promises.ts';
import { ticketStatus } from './ticket-status.ts';
import { endBody, payoutHold, ticket } from './tickets.ts';
import { taxInvoice } from './documents.ts';
import { amountSar, cursor, id, listFormat, localDate, timestamp, totalSar } from './wire.ts';

const overdueItem = z.object({
  id,
  ticket_number: z.string(),
  seq: z.number().int(),
  company_id: id,
  company_name: z.string().nullable(),
  company_phone: z.string().nullable(),
  due_date: localDate,
  days_late: z.number().int(),
  /** The unpaid rest. */
  open_amount: amountSar,
  /** What the company has promised since it is late; null: nothing. */
  promise: paymentPromise.nullable(),
  /** The day on which the last reminder of it was sent; null: none was. */
  reminded_on: localDate.nullable(),
});

/** Unpaid installments of Active tickets of one age, the longest due first. */
export const listOverdueInstallments = {
  query: z.strictObject({
    age: z.enum(Object.keys(overdueAges) as [OverdueAge, ...OverdueAge[]]),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({
      items: z.array(overdueItem),
      next_cursor: cursor.nullable(),
    })
    .meta({ id: 'OverduePage' }),
};

/** A ticket as staff read it: what is owed on one side, what is paid on the other. */
export const readFinancedTicket = {
  params: z.object({ ticket_number: z.string().max(40) }),
  reply: z
    .object({
      today: localDate,
      ticket,
      documents_accepted_on: localDate.nullable(),
      /** What the company accepted, and the newest version, newest first. */
      document_sets: z.array(documentSet),
      /** None are prepared before the company gives its commercial registration number. */
      awaits_cr_number: z.boolean(),
      /** The same of its name. */
      awaits_company_name: z.boolean(),
      installments: z.array(
        z.object({
          id,
          seq: z.number().int(),
          due_date: localDate,
          amount_sar: amountSar,
          /** With what was settled as bank charges. */
          paid_amount: amountSar,
          bank_charges: totalSar,
          status: z.enum(installmentStatuses),
        }),
      ),
      payout: z
        .object({
          status: z.enum(payoutStatuses),
          /** The day on which it was sent to the bank; null: it was not. */
          sent_on: localDate.nullable(),
          gross_amount: amountSar,
          fee_amount: amountSar,
          net_amount: amountSar,
          /** Since when the company's lateness stops it; null: not stopped. */
          stopped_on: localDate.nullable(),
          /** The day on which it came back after its ticket was done, until it arrives; else null. */
          returned_on: localDate.nullable(),
          /** The claims on its agency, earliest first: the bank paid it twice. */
          claims: z.array(
            z.object({
              id,
              amount_sar: amountSar,
              settled_amount: amountSar,
              written_off_amount: amountSar,
              rest_amount: amountSar,
              booked_at: timestamp,
              /** Since then nothing is owed back: the other attempt did not arrive. */
              undone_at: timestamp.nullable(),
            }),
          ),
          /** The newest run that it stands in. */
          run_id: id.nullable(),
        })
        .nullable(),
      /** What a write-off would count as lost now. */
      open_amount: amountSar,
      /** The loss; null: none. */
      loss: loss.nullable(),
      /** Opened by its id. */
      invoice: z.object({
        id,
        name: z.string(),
        code: invoiceCode.nullable(),
        seller: invoiceSeller,
        /** Other tickets of the same invoice, earliest first, the first 50: of this company and of others. */
        other_tickets: z.array(
          z.object({
            ticket_number: z.string(),
            status: ticketStatus,
            is_being_verified: z.boolean(),
            amount_sar: amountSar,
            company_id: id,
            company_name: z.string().nullable(),
            is_of_other_company: z.boolean(),
          }),
        ),
      }),
      /** Earliest first. */
      tax_invoices: z.array(taxInvoice),
      /** The day on which the ticket was settled; null: not settled. A settled ticket has a settlement letter. */
      settled_on: localDate.nullable(),
      /** True where everything is paid and a payment is not proven yet: then there is no letter, and no completion. */
      settlement_awaits_proof: z.boolean(),
      /** The small rests that can be settled as bank charges, and whether two people do it; null: none. */
      settleable_rest: z.object({ amount_sar: totalSar, takes_two: z.boolean() }).nullable(),
      budget_status: z.enum(budgetStatuses),
      /** Whether a confirmed budget covers it. */
      is_within_budget: z.boolean(),
      /** When staff answered for it, and who. */
      reviewed_at: timestamp.nullable(),
      reviewed_by: z.string().nullable(),
      /** The second person, where two have answered for it. */
      review_approved_by: z.string().nullable(),
      /** By how many people it has to be reviewed now; null: by nobody. */
      reviewers_needed: z.union([z.literal(1), z.literal(2)]).nullable(),
      /** What holds its payout, the weightiest first. */
      holds: z.array(payoutHold),
      /** The waiting requests. */
      approval_requests: z.array(approvalRequest),
      /** The run must be discarded before the ticket is closed. */
      is_in_open_run: z.boolean(),
      /** One person alone has said that its payout failed or came back: two people end it (`end_returned_payout`). */
      closing_takes_two: z.boolean(),
    })
    .meta({ id: 'FinancedTicket' }),
};

/** By one person. The amount is the one that the person has seen. */
export const settleBankCharges = {
  params: z.object({ id }),
  body: z.strictObject({ amount_sar: amountSar, reason: endBody.shape.reason }),
  reply: ticket,
};

/** Tickets of which only small rests are left, those that were requested first before the others. */
export const listSmallRests = {
  query: z.strictObject({ cursor: cursor.optional() }),
  reply: z
    .object({
      items: z.array(z.object({ ticket, rest_sar: amountSar })),
      next_cursor: cursor.nullable(),
    })
    .meta({ id: 'SmallRests' }),
};

/** At most 20, by name. */
export const findCompanies = {
  query: z.strictObject({ search: z.string().max(200).optional() }),
  reply: z
    .object({ items: z.array(z.object({ id, name: z.string() })) })
    .meta({ id: 'CompanyNames' }),
};

export type SmallRest = z.infer<typeof listSmallRests.reply>['items'][number];
export type FinancedTicket = z.infer<typeof readFinancedTicket.reply>;
export type OverdueItem = z.infer<typeof overdueItem>;
