import { z } from 'zod';
import { DECISION_REASON_MAX_LENGTH } from '#domain/budget/budget-decision.ts';
import {
  budgetConditionNames,
  budgetConditions,
  budgetRequestDecisions,
  budgetRequestStatuses,
  MOST_REQUEST_DOCUMENTS,
} from '#domain/budget/budget-request.ts';
import { budget } from './budget.ts';
import { deskDocument } from './files.ts';
import { positiveAmount } from './payments.ts';
import { multiLine } from './typed-text.ts';
import { amountSar, cursor, id, listFormat, timestamp } from './wire.ts';

const reason = multiLine().trim().min(1).max(DECISION_REASON_MAX_LENGTH);

/** What staff decided about a request, or answered to its appeal. */
const budgetRequestDecision = z
  .object({
    id,
    on_appeal: z.boolean(),
    decided_at: timestamp,
    decision: z.enum(budgetRequestDecisions),
    /** The budget that it grants or offers; null: declined. */
    amount_sar: amountSar.nullable(),
    condition: z.enum(budgetConditionNames).nullable(),
    /** The figure of the condition: installments or months; null: it has none. */
    condition_value: z.number().int().nullable(),
    reason: z.string(),
  })
  .meta({ id: 'BudgetRequestDecision' });

/** A request for a higher budget as its company reads it. */
const budgetRequest = z
  .object({
    id,
    asked_at: timestamp,
    amount_sar: amountSar,
    /** The budget that stood when it was asked for. */
    total_then_sar: amountSar,
    reason: z.string(),
    status: z.enum(budgetRequestStatuses),
    accepted_at: timestamp.nullable(),
    appeal_reason: z.string().nullable(),
    appealed_at: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    documents: z.array(deskDocument.pick({ id: true, kind: true, name: true })),
    /** The bank's file: what came in by month; null: none was added. It is proof once it is proven. */
    statement: z
      .object({
        name: z.string(),
        added_at: timestamp,
        /** When staff had compared it with the PDF. */
        proven_at: timestamp.nullable(),
        /** Six months, oldest first. */
        months: z.array(
          z.object({
            month: z.string().regex(/^\d{4}-\d{2}$/),
            incoming_sar: amountSar,
            /** The revenue of the profile at the same place; null: none is given. */
            typed_sar: amountSar.nullable(),
          }),
        ),
      })
      .nullable(),
    /** Of an accepted offer: the installments paid on time since then. */
    progress: z.number().int().nullable(),
    /** The decision, then the answer to its appeal. */
    decisions: z.array(budgetRequestDecision).max(2),
  })
  .meta({ id: 'BudgetRequest' });

/** The same as staff read it. */
export const staffBudgetRequest = budgetRequest
  .extend({
    company_id: id,
    company_name: z.string().nullable(),
    /** The budget that stands now. */
    total_approval_budget: amountSar.nullable(),
    /** Whether it waits for a decision that the caller may make. */
    may_decide: z.boolean(),
    /** The names of who decided, in the order of the decisions. */
    deciders: z.array(z.string().nullable()),
    documents: z.array(deskDocument),
  })
  .meta({ id: 'StaffBudgetRequest' });

const params = z.object({ id });

export const readBudgetRequests = {
  reply: z
    .object({
      budget,
      /** Why the company cannot ask now; null: it can. */
      obstacle: z
        .enum(['budget_suspended', 'no_budget_to_raise', 'budget_request_open'])
        .nullable(),
      /** What an accepted offer waits for, whatever its condition; null: nothing. */
      waits_for: z.enum(['company_overdue']).nullable(),
      /** The latest ten, newest first. */
      requests: z.array(budgetRequest),
    })
    .meta({ id: 'BudgetRequests' }),
};

export const askForBudget = {
  body: z.strictObject({
    amount_sar: positiveAmount,
    reason,
    /** Paths of uploads: bank statements, financial statements, VAT returns. */
    documents: z.array(z.string().min(1).max(400)).min(1).max(MOST_REQUEST_DOCUMENTS),
  }),
  reply: budgetRequest,
};

export const answerBudgetOffer = {
  params,
  body: z.strictObject({
    /** The offer that was read. */
    decision_id: id,
    accepts: z.boolean(),
  }),
  reply: budgetRequest,
};

export const withdrawBudgetRequest = { params, reply: budgetRequest };

export const appealBudgetDecision = {
  params,
  body: z.strictObject({ reason }),
  reply: budgetRequest,
};

/** One file, CSV or camt.053, in the field `file`. */
export const addBudgetStatement = { params, reply: budgetRequest };

export const proveRevenue = {
  params,
  /** Of the file that was compared. */
  body: z.strictObject({ added_at: timestamp }),
  reply: staffBudgetRequest,
};

export const listBudgetRequests = {
  query: z.strictObject({ cursor: cursor.optional(), ...listFormat }),
  reply: z
    .object({ items: z.array(staffBudgetRequest), next_cursor: cursor.nullable() })
    .meta({ id: 'BudgetRequestPage' }),
};

/** The budget that the decider saw: where it has changed, nothing is raised. */
const seen = { total_approval_budget: amountSar };

const valueOf = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);

const condition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('paid_on_time'),
    installments: valueOf(budgetConditions.paid_on_time),
  }),
  z.strictObject({ kind: z.literal('nothing_overdue') }),
  z.strictObject({ kind: z.literal('max_term'), months: valueOf(budgetConditions.max_term) }),
]);

export const decideBudgetRequest = {
  params,
  body: z.discriminatedUnion('decision', [
    z.strictObject({ decision: z.literal('grant'), reason, ...seen }),
    z.strictObject({
      decision: z.literal('counter'),
      reason,
      ...seen,
      amount_sar: positiveAmount,
      condition: condition.nullish(),
    }),
    z.strictObject({ decision: z.literal('decline'), reason }),
  ]),
  reply: staffBudgetRequest,
};

export type BudgetRequest = z.infer<typeof budgetRequest>;
export type RevenueStatement = NonNullable<BudgetRequest['statement']>;
export type StaffBudgetRequest = z.infer<typeof staffBudgetRequest>;
export type BudgetRequestCondition = z.infer<typeof condition>;
