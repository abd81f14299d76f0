/**
 * Every code by which the product refuses a request, holds a payment or lowers a budget or a grade, and whom it concerns:
 * for each of these the screens have a sentence in both languages. An agency is told nothing of its company's affairs: of
 * those it reads `payment_in_review`. What staff may not do in the console is refused by codes of domain/error-codes.ts.
 */

/** refusal: a request is not taken. hold: a payment to an agency waits. reduction: a budget is less. limit: a grade is less. */
type ReasonKind = 'refusal' | 'hold' | 'reduction' | 'limit';

type ReasonAudience = 'company' | 'agency' | 'staff';

interface ReasonOf {
  kinds: readonly ReasonKind[];
  concerns: readonly ReasonAudience[];
}

const reasonCodes = {
  // refusals of a request: codes of domain/error-codes.ts
  agency_required: { kinds: ['refusal'], concerns: ['company'] },
  amount_below_minimum: { kinds: ['refusal'], concerns: ['company'] },
  amount_above_maximum: { kinds: ['refusal'], concerns: ['company'] },
  invoice_required: { kinds: ['refusal'], concerns: ['company'] },
  invoice_not_found: { kinds: ['refusal'], concerns: ['company'] },
  not_enough_available_budget: { kinds: ['refusal'], concerns: ['company'] },
  term_above_limit: { kinds: ['refusal'], concerns: ['company'] },
  installments_overdue: { kinds: ['refusal'], concerns: ['company'] },
  payment_being_verified: { kinds: ['refusal'], concerns: ['company'] },
  /** The agency is suspended, or there is none: the company is not told which. */
  agency_not_found: { kinds: ['refusal'], concerns: ['company'] },
  quota_reached: { kinds: ['refusal'], concerns: ['company'] },
  invoice_already_financed: { kinds: ['refusal'], concerns: ['company'] },
  /** Asked about: it can be sent anyway. */
  invoice_code_differs: { kinds: ['refusal'], concerns: ['company'] },
  // reductions of a budget
  loss_not_recovered: { kinds: ['reduction'], concerns: ['company', 'staff'] },
  // limits of a grade: codes of domain/credit/reasons.ts
  long_overdue: { kinds: ['limit'], concerns: ['company', 'staff'] },
  promise_broken: { kinds: ['limit'], concerns: ['company', 'staff'] },
  too_few_paid_on_time: { kinds: ['limit'], concerns: ['company', 'staff'] },
  // holds of the payment to an agency
  agency_suspended: { kinds: ['hold'], concerns: ['agency', 'staff'] },
  iban_missing: { kinds: ['hold'], concerns: ['agency', 'staff'] },
  iban_invalid: { kinds: ['hold'], concerns: ['agency', 'staff'] },
  iban_pending: { kinds: ['hold'], concerns: ['agency', 'staff'] },
  /** The run's line was prepared with another IBAN. */
  iban_changed: { kinds: ['hold'], concerns: ['staff'] },
  budget_suspended: { kinds: ['refusal', 'hold'], concerns: ['company', 'staff'] },
  budget_not_set: { kinds: ['hold'], concerns: ['company', 'staff'] },
  budget_not_confirmed: { kinds: ['hold'], concerns: ['company', 'staff'] },
  /** A line of a statement that names an earlier attempt is open. */
  bank_line_open: { kinds: ['hold'], concerns: ['staff'] },
  company_overdue: { kinds: ['hold'], concerns: ['company', 'staff'] },
  unset_budget_above_limit: { kinds: ['hold'], concerns: ['company', 'staff'] },
  /** Another company's ticket has the same invoice: neither company learns of it. */
  invoice_of_other_company: { kinds: ['hold'], concerns: ['staff'] },
  company_share: { kinds: ['hold'], concerns: ['company', 'staff'] },
  agency_share: { kinds: ['hold'], concerns: ['company', 'staff'] },
  documents_not_accepted: { kinds: ['hold'], concerns: ['company', 'agency', 'staff'] },
  acceptance_expired: { kinds: ['hold'], concerns: ['company', 'agency', 'staff'] },
  /** What an agency reads of everything that is its company's affair or ours, and a company of what is another company's. */
  payment_in_review: { kinds: ['hold'], concerns: ['company', 'agency'] },
} as const satisfies Record<string, ReasonOf>;

export type ReasonCode = keyof typeof reasonCodes;

/** The codes of one kind. */
type CodeOfKind<Kind extends ReasonKind> = CodeOf<Kind, ReasonAudience>;

/** The codes of one kind that concern somebody. */
export type CodeOf<Kind extends ReasonKind, Audience extends ReasonAudience> = {
  [Code in ReasonCode]: Kind extends (typeof reasonCodes)[Code]['kinds'][number]
    ? Audience & (typeof reasonCodes)[Code]['concerns'][number] extends never
      ? never
      : Code
    : never;
}[ReasonCode];

const codes = Object.keys(reasonCodes) as ReasonCode[];

/** Those of one kind, in the list's order. */
export const codesOfKind = <Kind extends ReasonKind>(kind: Kind): CodeOfKind<Kind>[] =>
  codes.filter((code): code is CodeOfKind<Kind> =>
    (reasonCodes[code].kinds as readonly ReasonKind[]).includes(kind),
  );
