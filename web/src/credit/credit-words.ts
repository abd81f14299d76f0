import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { creditPolicyOf, newestPolicy } from '#domain/credit/policy.ts';
import type { FactorName } from '#domain/credit/factors.ts';
import type {
  ImprovementCode,
  improvementValueNames,
  ReasonCode,
  reasonValueNames,
} from '#domain/credit/reasons.ts';
import type { CreditFactor } from '#api/credit.ts';
import { amountInSentence } from '../ui/money.tsx';

/** The figures of a code as they travel: amounts are decimal strings named `…_sar`, the others whole numbers. */
type WireValues<Names extends readonly string[]> = {
  [
    Name in Names[number] as Name extends `${infer Stem}_halalas` ? `${Stem}_sar` : Name
  ]: Name extends `${string}_halalas` ? string : number;
};

type ReasonWords = {
  [Code in ReasonCode]: (values: WireValues<(typeof reasonValueNames)[Code]>) => string;
};
type ImprovementWords = {
  [Code in ImprovementCode]: (values: WireValues<(typeof improvementValueNames)[Code]>) => string;
};

/**
 * Every code of the credit analysis in words: what a factor is called, why it has its points, what would add some.
 * `version`: of the policy that made it, where a limit of the grade is told.
 */
export function useCreditWords(version: string = newestPolicy.version) {
  const { t } = useLingui();
  // A page that was loaded before the server's release may not know its version yet.
  const policy = creditPolicyOf(version) ?? newestPolicy;

  const names: Record<FactorName, string> = {
    revenue_level: t`Revenue level`,
    revenue_trend: t`Recent revenue`,
    revenue_stability: t`Steady revenue`,
    revenue_months: t`Months with revenue`,
    documents: t`Documents`,
    profile_details: t`Profile details`,
    repayment_history: t`Repayment history`,
  };

  const reasons: ReasonWords = {
    average_monthly_revenue: ({ average_sar }) => {
      const average = amountInSentence(average_sar);
      return t`Your revenue averages ${average} a month.`;
    },
    recent_monthly_revenue: ({ average_sar, months }) => {
      const average = amountInSentence(average_sar);
      return t`The last ${months} months average ${average}.`;
    },
    lowest_monthly_revenue: ({ lowest_sar }) => {
      const lowest = amountInSentence(lowest_sar);
      return t`Your lowest month is ${lowest}.`;
    },
    months_with_revenue: ({ months, of }) => t`${months} of ${of} months have revenue.`,
    documents_present: ({ present, of }) => t`${present} of ${of} documents are uploaded.`,
    details_filled: ({ filled, of }) => t`${filled} of ${of} profile details are filled.`,
    no_repayments_yet: () =>
      t`No installment counts as repaid yet. One counts once all of it is paid and we have checked the payment.`,
    repayments_made: ({ paid_on_time, paid_late }) =>
      t`Installments paid on time: ${paid_on_time}. Paid late: ${paid_late}.`,
    installments_overdue: ({ overdue_now }) =>
      t`${plural(overdue_now, { one: '# installment is overdue now.', other: '# installments are overdue now.' })}`,
    long_overdue: ({ days }) => {
      const { best_grade } = policy.long_overdue;
      return t`While something is more than ${days} days late, no grade is above ${best_grade}.`;
    },
    promise_broken: () => {
      const { best_grade } = policy.broken_promise;
      return t`While something is overdue after a broken promise to pay, no grade is above ${best_grade}.`;
    },
    too_few_paid_on_time: ({ paid_on_time, needed }) => {
      const grade = policy.grades[0]?.grade;
      return t`Grade ${grade} needs ${needed} installments paid on time; so far: ${paid_on_time}.`;
    },
  };

  const improvements: ImprovementWords = {
    every_month_higher: ({ by_sar }) => {
      const by = amountInSentence(by_sar);
      return t`${by} more revenue in every month`;
    },
    recent_months_higher: ({ by_sar, months }) => {
      const by = amountInSentence(by_sar);
      return t`${by} more revenue in each of the last ${months} months`;
    },
    every_month_at_least: ({ at_least_sar }) => {
      const amount = amountInSentence(at_least_sar);
      return t`No month below ${amount}`;
    },
    revenue_in_empty_months: ({ months }) =>
      t`${plural(months, { one: 'Revenue in the month that has none', other: 'Revenue in the # months that have none' })}`,
    documents_added: ({ missing }) =>
      t`${plural(missing, { one: 'Upload the missing document', other: 'Upload the # missing documents' })}`,
    details_completed: ({ missing }) =>
      t`${plural(missing, { one: 'Fill in the missing profile detail', other: 'Fill in the # missing profile details' })}`,
    more_paid_on_time: ({ installments }) =>
      t`${plural(installments, { one: 'Pay # more installment on time', other: 'Pay # more installments on time' })}`,
    overdue_paid: ({ overdue_now }) =>
      t`${plural(overdue_now, { one: 'Pay the overdue installment', other: 'Pay the # overdue installments' })}`,
  };

  return {
    nameOf: (factor: CreditFactor): string => names[factor.factor as FactorName] ?? factor.factor,
    // The contract keeps code and figures apart; that they fit each other is the analysis's own type.
    reasonOf: ({
      reason_code,
      reason_values,
    }: Pick<CreditFactor, 'reason_code' | 'reason_values'>): string =>
      reasons[reason_code](reason_values as never),
    improvementOf: ({
      code,
      values,
    }: Pick<NonNullable<CreditFactor['improvement']>, 'code' | 'values'>): string =>
      improvements[code](values as never),
  };
}
