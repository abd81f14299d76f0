import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { IsoDate } from '#domain/calendar.ts';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { decimalFromHalalas, type Halalas } from '#domain/money.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { DueDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { PaymentSpread } from './payment-spread.tsx';

/** Decimal points are aligned in both directions: figures end at the right of a column as wide as they are. */
const figures = 'w-px whitespace-nowrap text-right';

/**
 * The installments this request would have if it were submitted today; dates stand before an amount does. Three narrow
 * columns fit a phone, so it stays a table there.
 */
export function PaymentPreview({
  amount,
  term,
  today,
}: {
  amount: Halalas | null;
  term: TermMonths;
  today: IsoDate;
}) {
  const id = useId();
  const rows = installmentSchedule({
    amount_halalas: amount ?? 0,
    term_months: term,
    start: today,
  });
  return (
    <section>
      <h3 id={id} className="text-base font-semibold">
        <Trans>Payment Preview</Trans>
      </h3>
      <PaymentSpread term={term} />
      <table
        aria-labelledby={id}
        className="mt-1 w-full border-collapse max-sm:text-sm max-[22rem]:text-xs"
      >
        <PreviewHead />
        <tbody>
          {rows.map((row) => (
            <tr key={row.seq} className="border-b border-line">
              <th
                scope="row"
                className="py-2.5 pe-2 text-start font-semibold max-[22rem]:*:whitespace-normal"
              >
                <DueDate date={row.due_date} stacked />
              </th>
              <td className="pe-2">
                <StatusBadge status={row.status} />
              </td>
              <td className={figures}>
                <Amount halalas={amount === null ? null : row.amount_halalas} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-ink font-semibold">
            <th scope="row" colSpan={2} className="py-2.5 pe-3 text-start">
              <Trans>Total, 0% interest</Trans>
            </th>
            <td className={figures}>
              <Amount halalas={amount} />
            </td>
          </tr>
        </tfoot>
      </table>
      <p className="mt-2 text-sm text-ink-soft">
        <Trans>The dates move to the day on which you accept the documents.</Trans>
      </p>
    </section>
  );
}

function PreviewHead() {
  return (
    <thead className="border-b border-ink">
      <tr>
        <th scope="col" className="eyebrow py-1.5 text-start">
          <Trans>Due date</Trans>
        </th>
        <th scope="col" className="eyebrow text-start">
          <Trans>Status</Trans>
        </th>
        <th scope="col" className={`eyebrow ${figures}`}>
          <Trans>Amount</Trans>
        </th>
      </tr>
    </thead>
  );
}

function Amount({ halalas }: { halalas: Halalas | null }) {
  const { t } = useLingui();
  if (halalas !== null) return <Money amount={decimalFromHalalas(halalas)} />;
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{t`No amount yet`}</span>
    </>
  );
}
