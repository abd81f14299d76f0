import { z } from 'zod';
import { budgetStatuses, DECISION_REASON_MAX_LENGTH } from '#domain/budget/budget-decision.ts';
import { codesOfKind } from '#domain/credit/reason-codes.ts';
import { amountSar, id, totalSar } from './wire.ts';
import { multiLine } from './typed-text.ts';

/** SPEC section 5, Available budget. Null total: not set. */
export const budget = z
  .object({
    total_approval_budget: amountSar.nullable(),
    held_funds: totalSar,
    committed_funds: totalSar,
    /** 0 while the budget is suspended. */
    available_budget: amountSar.nullable(),
    budget_status: z.enum(budgetStatuses),
    /** The longest term of a new ticket, in months; null: any. */
    max_term_months: z.number().int().nullable(),
    /** The reason that staff gave the company; null unless staff suspended the budget. */
    suspension_reason: z.string().nullable(),
    /** The loss: written off and not recovered. It lowers the total. */
    unrecovered_loss: totalSar,
    /** The loss recovered by payments that are being verified. It lowers the total until they are proven. */
    unproven_recoveries: totalSar,
    /** What lowers the total, each with its amount. */
    reductions: z.array(z.object({ code: z.enum(codesOfKind('reduction')), amount_sar: totalSar })),
    /** The number of the ticket whose write-off suspended the budget; two people lift that. */
    suspended_for_ticket: z.string().nullable(),
    /** The write-off of a refund that was owed back has suspended it; two people lift that too. */
    is_suspended_for_refund: z.boolean(),
  })
  .meta({ id: 'Budget' });

const reason = multiLine().trim().min(1).max(DECISION_REASON_MAX_LENGTH);

/** The amount of a confirmation is the one that the decider has seen: the one that stands, or the proposal. */
export const decideBudget = {
  params: z.object({ id }),
  body: z.discriminatedUnion('decision', [
    z.strictObject({ decision: z.literal('confirm'), total_approval_budget: amountSar }),
    z.strictObject({ decision: z.literal('adjust'), total_approval_budget: amountSar, reason }),
    z.strictObject({ decision: z.literal('suspend'), reason }),
    z.strictObject({ decision: z.literal('lift'), reason }),
  ]),
  reply: budget,
};

export type Budget = z.infer<typeof budget>;
