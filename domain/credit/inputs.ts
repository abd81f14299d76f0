import { REVENUE_MONTHS } from '../calendar.ts';
import { assertAmount } from '../money.ts';
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
  /** Whether one of these is more than the policy's days late (`long_overdue`), or a loss, which counts as later still. */
  is_long_overdue: boolean;
  /** Whether the company has promised to pay what is overdue now by a day that is over, and has not. */
  is_promise_broken: boolean;
};

/** All that an assessment is made from; stored with it. */
export type CreditInputs = {
  /** Six months, oldest first. */
  revenue_halalas: readonly Halalas[];
  /** For each of these months, the revenue that a bank statement proves; it counts up to the typed revenue. */
  proven_halalas: readonly Halalas[];
  documents: Record<(typeof companyFileFields)[number], boolean>;
  /**
   * The filled items of the completion share that are neither documents nor revenue, 0 to DETAILS. Those two have
   * factors of their own: counted here again, adding a document would gain more than its improvement says.
   */
  details_filled: number;
  repayments: RepaymentHistory;
  /** Whether lateness stops new requests. It changes no points: the stop acts by itself, and people are told of it. */
  are_requests_stopped: boolean;
};

/** The typed details of a company that its completion counts: neither a document nor the revenue. */
const details = companyCompletionItems.filter(
  (item) => item in companyTextMaxLengths,
) as readonly string[];
export const DETAILS = details.length;

/** Of a company that has given nothing and owes nothing. */
export const noInputs: CreditInputs = {
  revenue_halalas: Array<Halalas>(REVENUE_MONTHS).fill(0),
  proven_halalas: Array<Halalas>(REVENUE_MONTHS).fill(0),
  documents: {
    company_registration_file: false,
    financial_statement_file: false,
    bank_statement_6m_file: false,
  },
  details_filled: 0,
  repayments: {
    paid_on_time: 0,
    paid_late: 0,
    overdue_now: 0,
    is_long_overdue: false,
    is_promise_broken: false,
  },
  are_requests_stopped: false,
};

/** The inputs that a company's profile and its repayment history give. */
export function creditInputs(
  company: CompanyProfile,
  repayments: RepaymentHistory,
  are_requests_stopped: boolean,
  proven_halalas: readonly Halalas[] | null = null,
): CreditInputs {
  const filled = companyCompletion(company)
    .items.filter((one) => one.filled)
    .map((one): string => one.item);
  return {
    revenue_halalas: company.revenue_last_6_months ?? noInputs.revenue_halalas,
    proven_halalas: proven_halalas ?? noInputs.proven_halalas,
    documents: {
      company_registration_file: filled.includes('company_registration_file'),
      financial_statement_file: filled.includes('financial_statement_file'),
      bank_statement_6m_file: filled.includes('bank_statement_6m_file'),
    },
    details_filled: filled.filter((item) => details.includes(item)).length,
    repayments,
    are_requests_stopped,
  };
}

/** Throws RangeError on figures that no company can have. */
export function assertCreditInputs(inputs: CreditInputs): void {
  const { revenue_halalas, proven_halalas, details_filled, repayments } = inputs;
  const { paid_on_time, paid_late, overdue_now, is_long_overdue, is_promise_broken } = repayments;
  for (const months of [revenue_halalas, proven_halalas]) {
    if (months.length !== REVENUE_MONTHS) throw new RangeError('revenue has six months');
    for (const month of months) assertAmount(month);
  }
  for (const count of [details_filled, paid_on_time, paid_late, overdue_now]) {
    if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a count: ${count}`);
  }
  if (details_filled > DETAILS) throw new RangeError(`more than ${DETAILS} details`);
  if ((is_long_overdue || is_promise_broken) && overdue_now === 0)
    throw new RangeError('long overdue or promised, and nothing is overdue');
}
