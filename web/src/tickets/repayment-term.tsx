import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { termMonths, type RepaymentTerm } from '#domain/tickets/repayment-term.ts';

/** How a repayment term reads: "1 month", "2 months", "3 months". */
export function Term({ term }: { term: RepaymentTerm }) {
  const { t } = useLingui();
  const months = termMonths(term);
  return <>{t`${plural(months, { one: '# month', other: '# months' })}`}</>;
}
