import { REVENUE_MONTHS } from '../calendar.ts';
import { MAX_AMOUNT_HALALAS, assertHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';
import {
  companyCompletion,
  companyCompletionItems,
  companyFileFields,
  companyTextMaxLengths,
} from '../profiles/company-profile.ts';
import type { CompanyProfile } from '../profiles/company-profile.ts';

/** How a company has repaid us so far, in installments. */
export type RepaymentHistory = {
  paid_on_time: number;
  paid_late: number;
  overdue_now: number;
};

/** All that an assessment is made from; stored with it. */
export type CreditInputs = {
  /** Six months, oldest first. */
  revenue_halalas: readonly Halalas[];
  documents: Record<(typeof companyFileFields)[number], boolean>;
  /**
   * The filled items of the completion share that are neither documents nor revenue, 0 to DETAILS. Those two have
   * factors of their own: counted here again, adding a document would gain more than its improvement says.
   */
  details_filled: number;
  repayments: RepaymentHistory;
};

/** The typed details of a company that its completion counts: neither a document nor the revenue. */
const details = companyCompletionItems.filter(
  (item) => item in companyTextMaxLengths,
) as readonly string[];
export const DETAILS = details.length;

/** The inputs that a company's profile and its repayment history give. */
export function creditInputs(company: CompanyProfile, repayments: RepaymentHistory): CreditInputs {
  const filled = companyCompletion(company)
    .items.filter((one) => one.filled)
    .map((one): string => one.item);
  return {
    revenue_halalas: company.revenue_last_6_months ?? Array<Halalas>(REVENUE_MONTHS).fill(0),
    documents: {
      company_registration_file: filled.includes('company_registration_file'),
      financial_statement_file: filled.includes('financial_statement_file'),
      bank_statement_6m_file: filled.includes('bank_statement_6m_file'),
    },
    details_filled: filled.filter((item) => details.includes(item)).length,
    repayments,
  };
}

/** Throws RangeError on figures that no company can have. */
export function assertCreditInputs(inputs: CreditInputs): void {
  const { revenue_halalas, details_filled, repayments } = inputs;
  if (revenue_halalas.length !== REVENUE_MONTHS) throw new RangeError('revenue has six months');
  for (const month of revenue_halalas) {
    assertHalalas(month);
    if (month > MAX_AMOUNT_HALALAS) throw new RangeError('amount above the maximum');
  }
  for (const count of [details_filled, ...Object.values(repayments)]) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a count: ${count}`);
  }
  if (details_filled > DETAILS) throw new RangeError(`more than ${DETAILS} details`);
}
