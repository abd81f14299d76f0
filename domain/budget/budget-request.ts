import type { Halalas } from '../money.ts';

/** A request of a company for a higher budget. */
export const budgetRequestStatuses = [
  /** Staff decide. */
  'Asked',
  /** The company accepts or declines a counter-offer. */
  'Offered',
  /** The company has accepted; the system grants it once its condition is met. */
  'Accepted',
  /** Another person of staff than the one who decided answers the company's appeal. */
  'Appealed',
  'Granted',
  'Declined',
  'OfferDeclined',
  'Withdrawn',
  /** The budget was decided about otherwise, or reached the offer by itself, before the offer took effect. */
  'Lapsed',
] as const;

export type BudgetRequestStatus = (typeof budgetRequestStatuses)[number];

/** `grant`: the amount that was asked for. `counter`: less, or with a condition. */
export const budgetRequestDecisions = ['grant', 'counter', 'decline'] as const;

export type BudgetRequestDecision = (typeof budgetRequestDecisions)[number];

/**
 * The conditions that a counter-offer may have, each checked by the system, with the bounds of its figure (null: it has
 * none). `paid_on_time`: so many installments paid on time since the acceptance. `nothing_overdue`: no installment is overdue
 * and no loss is open. `max_term`: no ticket runs longer than so many months, from the grant to the next decision about the
 * budget.
 */
export const budgetConditions = {
  paid_on_time: { min: 1, max: 12 },
  nothing_overdue: null,
  max_term: { min: 1, max: 2 },
} as const;

export type BudgetCondition = keyof typeof budgetConditions;

export const budgetConditionNames = Object.keys(budgetConditions) as BudgetCondition[];

/** At most so many documents come with a request. */
export const MOST_REQUEST_DOCUMENTS = 10;

/** What a member of staff decides; amounts in halalas. */
export interface DecisionOnRequest {
  decision: BudgetRequestDecision;
  /** Of a counter-offer. */
  amount_halalas: Halalas | null;
  condition: BudgetCondition | null;
  /** The figure of the condition. */
  value: number | null;
}

/** The wrong field of a decision; null: none. `asked`: the requested budget; `total`: the current one. */
export function wrongFieldOfDecision(
  { decision, amount_halalas, condition, value }: DecisionOnRequest,
  { asked, total }: { asked: Halalas; total: Halalas },
): 'decision' | 'amount_sar' | 'condition' | 'condition_value' | null {
  if (decision === 'decline') return null;
  if (decision === 'grant') return asked > total ? null : 'decision';
  if (amount_halalas === null || amount_halalas <= total || amount_halalas > asked)
    return 'amount_sar';
  if (condition === null) return amount_halalas === asked ? 'condition' : null;
  const bounds = budgetConditions[condition];
  if (bounds === null) return value === null ? null : 'condition_value';
  const isWithin =
    value !== null && Number.isInteger(value) && value >= bounds.min && value <= bounds.max;
  return isWithin ? null : 'condition_value';
}

/** Whether a company may appeal: once, against a refusal or a counter-offer that it has not accepted. */
export const mayAppeal = (request: {
  status: BudgetRequestStatus;
  /** Whether it was appealed before. */
  isAppealed: boolean;
  /** Whether the company has made no later request. */
  isLatest: boolean;
}): boolean =>
  request.isLatest &&
  !request.isAppealed &&
  (['Offered', 'OfferDeclined', 'Declined'] as readonly string[]).includes(request.status);
