import { z } from 'zod';
import {
  budgetDecisions,
  budgetStatuses,
  DECISION_REASON_MAX_LENGTH,
  type BudgetDecision,
} from '#domain/budget/budget-decision.ts';
import { ticketStatus } from './ticket-status.ts';
import { approvalRequest } from './approvals.ts';
import { budget } from './budget.ts';
import { staffBudgetRequest } from './budget-requests.ts';
import { creditAssessment } from './credit.ts';
import { deskDocument } from './files.ts';
import { creditBureau } from './credit-bureau.ts';
import { companyPosition } from './installments.ts';
import { paymentPromise } from './payment-promises.ts';
import { company } from './profiles.ts';
import { payoutHold, ticket } from './tickets.ts';
import { multiLine } from './typed-text.ts';
import { amountSar, cursor, id, listFormat, localDate, timestamp, totalSar } from './wire.ts';

/** A part of a name or of an email address, or a whole ticket number; one letter or two are the beginning of a name. */
export const consoleSearch = z.string().trim().min(1).max(200);

const deskCompany = z
  .object({
    id,
    name: z.string().nullable(),
    email: z.string().nullable(),
    created_at: timestamp,
    budget,
    /** The result of an analysis after staff's decision. */
    proposed_budget: amountSar.nullable(),
    needs_decision: z.boolean(),
    /** Far below the amount that staff confirmed; decided first. */
    is_proposal_low: z.boolean(),
    /** From the newest analysis. */
    grade: creditAssessment.shape.grade.nullable(),
  })
  .meta({ id: 'DeskCompany' });

/** `to_decide`: an amount that nobody has confirmed, or a proposal. */
export const budgetFilters = ['to_decide', 'late', ...budgetStatuses] as const;

export const listCompanies = {
  query: z.strictObject({
    search: consoleSearch.optional(),
    budget: z.enum(budgetFilters).optional(),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(deskCompany), next_cursor: cursor.nullable() })
    .meta({ id: 'DeskCompanyPage' }),
};

const decided = z.object({
  budget_status: z.enum(budgetStatuses),
  total_approval_budget: amountSar.nullable(),
});

export const readCompanyAssessment = {
  params: z.object({ id }),
  reply: z
    .object({
      company,
      created_at: timestamp,
      budget,
      proposed_budget: amountSar.nullable(),
      needs_decision: z.boolean(),
      is_proposal_low: z.boolean(),
      /** To which it pays, where it has one. */
      virtual_iban: z.string().nullable(),
      /** Its own number, for the payment reference for all that it owes. */
      payer_number: z.string(),
      position: companyPosition,
      /** Refunds of payments that the bank took back later, still owed back. */
      to_recover_amount: totalSar,
      /** What holds the payments of its tickets, the longest waiting 20, by ticket. */
      holds: z.array(payoutHold.extend({ ticket_number: z.string() })),
      /** What it has promised to pay, newest first, the latest 20. */
      promises: z.array(paymentPromise),
      documents: z.array(deskDocument),
      /** The newest assessment; its factors add up to its score. */
      assessment: creditAssessment.nullable(),
      /** null: no bureau is connected. */
      credit_bureau: creditBureau.nullable(),
      /** Newest first, the latest 20. */
      assessments: z.array(
        creditAssessment.pick({
          id: true,
          created_at: true,
          model_version: true,
          grade: true,
          score: true,
          max_score: true,
          total_approval_budget: true,
        }),
      ),
      /** Newest first, the latest 50. */
      decisions: z.array(
        z.object({
          decision: z.enum(Object.keys(budgetDecisions) as [BudgetDecision, ...BudgetDecision[]]),
          decided_at: timestamp,
          decided_by: z.string().nullable(),
          before: decided,
          after: decided,
          reason: z.string().nullable(),
          /** The ticket whose write-off suspended the budget. */
          ticket_number: z.string().nullable(),
          /** Whether the write-off of a refund suspended it. */
          is_refund_loss: z.boolean(),
        }),
      ),
      /** The waiting requests about the company. */
      approval_requests: z.array(approvalRequest),
      /** The latest request for a higher budget. */
      budget_request: staffBudgetRequest.nullable(),
    })
    .meta({ id: 'CompanyAssessment' }),
};

/** Another person lifts it. */
export const liftSuspension = {
  params: z.object({ id }),
  body: z.strictObject({
    reason: multiLine().trim().min(1).max(DECISION_REASON_MAX_LENGTH),
  }),
  reply: approvalRequest,
};

/** Waiting for the agency, or approved: then only the review keeps its payout back. */
export const reviewStatuses = ['Approved', 'PendingAgencyApproval'] as const;

export const listTicketsToReview = {
  query: z.strictObject({
    status: ticketStatus.extract([...reviewStatuses]),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({
      items: z.array(
        z.object({
          ticket,
          /** The company's total budget; null: not set. */
          total_approval_budget: amountSar.nullable(),
        }),
      ),
      next_cursor: cursor.nullable(),
    })
    .meta({ id: 'TicketsToReview' }),
};

/** Payouts of companies that are overdue for too long, those that have been stopped longest first. */
export const listStoppedPayouts = {
  query: z.strictObject({ cursor: cursor.optional(), ...listFormat }),
  reply: z
    .object({
      items: z.array(
        z.object({
          ticket,
          net_amount: amountSar,
          stopped_on: localDate,
          /** Of the company: the earliest day that has passed unpaid, and all that is overdue. */
          overdue_since: localDate.nullable(),
          /** The amounts that unproven payments paid too late. */
          unproven_amount: totalSar,
          overdue_amount: totalSar,
        }),
      ),
      next_cursor: cursor.nullable(),
    })
    .meta({ id: 'StoppedPayouts' }),
};

/** A file of any profile or ticket; the history stores the reader. */
export const openDocument = {
  params: z.object({ id }),
  reply: z.object({ url: z.string(), expires_at: timestamp }),
};

export type DeskCompany = z.infer<typeof deskCompany>;
export type CompanyAssessment = z.infer<typeof readCompanyAssessment.reply>;
export type StoppedPayout = z.infer<typeof listStoppedPayouts.reply>['items'][number];
export type TicketToReview = z.infer<typeof listTicketsToReview.reply>['items'][number];
