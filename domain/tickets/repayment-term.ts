/** How long a company takes to repay, as tickets store it (SPEC sections 3 and 9). */
export const repaymentTerms = ['OneMonth', 'TwoMonths', 'ThreeMonths'] as const;

export type RepaymentTerm = (typeof repaymentTerms)[number];

/** The same as the number of monthly installments: what p_term_months carries (SPEC section 7). */
export type TermMonths = 1 | 2 | 3;

const monthsOf = {
  OneMonth: 1,
  TwoMonths: 2,
  ThreeMonths: 3,
} as const satisfies Record<RepaymentTerm, TermMonths>;

/** OneMonth → 1. */
export function termMonths(term: RepaymentTerm): TermMonths {
  return monthsOf[term];
}

/** The terms of at most so many months; null: all. */
export const termsUpTo = (months: number | null): RepaymentTerm[] =>
  repaymentTerms.filter((term) => months === null || termMonths(term) <= months);

/** 1 → OneMonth. */
export function termFromMonths(months: TermMonths): RepaymentTerm {
  return repaymentTerms[(months - 1) as 0 | 1 | 2];
}
