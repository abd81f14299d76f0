import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { SumList } from '../ui/sum-list.tsx';
import { Money } from '../ui/money.tsx';

const CAMPAIGN_HALALAS = 3_000_000;

/** A paper slip, torn at its foot: the product's own figures as illustration. */
function Slip({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <figure className="w-full max-w-md">
      <div className="border border-b-0 border-line bg-raised px-6 pt-5 pb-4">
        <figcaption className="eyebrow">{title}</figcaption>
        {children}
      </div>
      <svg
        viewBox="0 0 400 10"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-2.5 w-full fill-raised stroke-line"
      >
        <path
          vectorEffect="non-scaling-stroke"
          d={`M0.5 0${Array.from({ length: 20 }, (_, i) => `L${i * 20 + 10} 9L${(i + 1) * 20} 0`).join('')}`}
        />
      </svg>
    </figure>
  );
}

/** What a company repays for a campaign, by the schedule the product itself would make. */
export function RepaymentSlip() {
  const schedule = installmentSchedule({
    amount_halalas: CAMPAIGN_HALALAS,
    term_months: 3,
    start: '2025-01-01',
  });
  const months = [
    <Trans key="1">In one month</Trans>,
    <Trans key="2">In two months</Trans>,
    <Trans key="3">In three months</Trans>,
  ];
  return (
    <Slip title={<Trans>An example: a campaign over three months</Trans>}>
      <p className="mt-4 mb-3 flex items-baseline justify-between gap-4 border-s-4 border-saffron py-1.5 ps-4">
        <span className="font-medium">
          <Trans>The invoice</Trans>
        </span>
        <Money
          amount={decimalFromHalalas(CAMPAIGN_HALALAS)}
          className="text-xl font-semibold sm:text-2xl"
        />
      </p>
      <SumList
        rows={[
          { id: 'today', label: <Trans>You pay today</Trans>, amount: decimalFromHalalas(0) },
          ...schedule.map(({ seq, amount_halalas }, index) => ({
            id: seq,
            label: (
              <>
                <span
                  aria-hidden="true"
                  className="me-3 inline-block size-2.5 rounded-full bg-due"
                />
                {months[index]}
              </>
            ),
            amount: decimalFromHalalas(amount_halalas),
          })),
          { id: 'fees', label: <Trans>Interest and fees</Trans>, amount: decimalFromHalalas(0) },
          {
            id: 'all',
            label: <Trans>Total you repay</Trans>,
            amount: decimalFromHalalas(CAMPAIGN_HALALAS),
            total: true,
          },
        ]}
      />
    </Slip>
  );
}

/** What an agency receives for the same campaign. */
export function PayoutSlip() {
  const fee = serviceFee(CAMPAIGN_HALALAS);
  return (
    <Slip title={<Trans>An example: one approved ticket</Trans>}>
      <SumList
        className="mt-4"
        rows={[
          {
            id: 'gross',
            label: <Trans>Your invoice</Trans>,
            amount: decimalFromHalalas(fee.gross_halalas),
          },
          {
            id: 'fee',
            label: <Trans>Service fee, 5%</Trans>,
            amount: decimalFromHalalas(fee.fee_halalas),
            minus: true,
          },
          {
            id: 'net',
            label: <Trans>Paid to you</Trans>,
            amount: decimalFromHalalas(fee.net_halalas),
            total: true,
          },
        ]}
      />
      <p className="mt-3 text-sm text-ink-soft">
        <Trans>Within about one week of the ticket.</Trans>
      </p>
    </Slip>
  );
}
