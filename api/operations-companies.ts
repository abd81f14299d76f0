import { z } from 'zod';
import {
  budgetDecisions,
  budgetStatuses,
  DECISION_REASON_MAX_LENGTH,
  type BudgetDecision,
} from '#domain/budget/budget-decision.ts';
import { fileKinds } from '#domain/files/file-rules.ts';
import { ticketStatus } from './ticket-status.ts';
import { approvalRequest } from './approvals.ts';
import { budget } from './budget.ts';
import { creditAssessment } from './credit.ts';
import { companyPosition } from './installments.ts';
import { company } from './profiles.ts';
import { ticket } from './tickets.ts';
import { multiLine } from './typed-text.ts';
import { amountSar, cursor, id, listFormat, localDate, timestamp, totalSar } from './wire.ts';

/** A part of a name or of an e-mail address, or a whole ticket number; one letter or two are the beginning of a name. */
export const deskSearch = z.string().trim().min(1).max(200);

/** A document of a profile, or an invoice; opened by its id. */
export const deskDocument = z
  .object({
    id,
    kind: z.enum(fileKinds),
    name: z.string(),
    content_type: z.string(),
    size_bytes: z.number().int(),
    attached_at: timestamp,
  })
  .meta({ id: 'DeskDocument' });

const deskCompany = z
  .object({
    id,
    name: z.string().nullable(),
    email: z.string().nullable(),
    created_at: timestamp,
    budget,
    /** What a newer analysis found after staff had decided. */
    proposed_budget: amountSar.nullable(),
    needs_decision: z.boolean(),
    /** Of the newest analysis. */
    grade: creditAssessment.shape.grade.nullable(),
  })
  .meta({ id: 'DeskCompany' });

/** `to_decide`: an amount that nobody has confirmed, or a proposal. */
export const budgetFilters = ['to_decide', ...budgetStatuses] as const;

export const listCompanies = {
  query: z.strictObject({
    search: deskSearch.optional(),
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
      position: companyPosition,
      /** What was refunded of payments that the bank took back afterwards, and has not come back yet. */
      to_recover_amount: totalSar,
      documents: z.array(deskDocument),
      /** The newest, with factors that add up to its score. */
      assessment: creditAssessment.nullable(),
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
          /** Whose write-off it followed from. */
          ticket_number: z.string().nullable(),
          /** Whether it followed from the write-off of a refund that was owed back. */
          is_refund_loss: z.boolean(),
        }),
      ),
      /** Those about the company that wait. */
      approval_requests: z.array(approvalRequest),
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
          /** Of the company; null: not set. */
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
          /** What payments that nothing has proven yet have paid too late. */
          unproven_amount: totalSar,
          overdue_amount: totalSar,
        }),
      ),
      next_cursor: cursor.nullable(),
    })
    .meta({ id: 'StoppedPayouts' }),
};

/** Of any profile or ticket; the history keeps who opened it. */
export const openDocument = {
  params: z.object({ id }),
  reply: z.object({ url: z.string(), expires_at: timestamp }),
};

export type DeskCompany = z.infer<typeof deskCompany>;
export type DeskDocument = z.infer<typeof deskDocument>;
export type CompanyAssessment = z.infer<typeof readCompanyAssessment.reply>;
export type StoppedPayout = z.infer<typeof listStoppedPayouts.reply>['items'][number];
export type TicketToReview = z.infer<typeof listTicketsToReview.reply>['items'][number];
