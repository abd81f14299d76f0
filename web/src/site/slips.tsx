import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
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
      <dl>
        <div className="flex items-baseline justify-between gap-4 border-s-4 border-saffron py-1.5 ps-4 mt-4 mb-3">
          <dt className="font-medium">
            <Trans>The invoice</Trans>
          </dt>
          <dd className="text-xl font-semibold sm:text-2xl">
            <Money amount={decimalFromHalalas(CAMPAIGN_HALALAS)} />
          </dd>
        </div>
        <SlipRow label={<Trans>You pay today</Trans>} halalas={0} />
        {schedule.map((installment, index) => (
          <SlipRow
            key={installment.seq}
            label={
              <>
                <span
                  aria-hidden="true"
                  className="me-3 inline-block size-2.5 rounded-full bg-due"
                />
                {months[index]}
              </>
            }
            halalas={installment.amount_halalas}
          />
        ))}
        <SlipRow label={<Trans>Interest and fees</Trans>} halalas={0} />
        <SlipRow label={<Trans>You repay in all</Trans>} halalas={CAMPAIGN_HALALAS} total />
      </dl>
    </Slip>
  );
}

/** What an agency receives for the same campaign. */
export function PayoutSlip() {
  const fee = serviceFee(CAMPAIGN_HALALAS);
  return (
    <Slip title={<Trans>An example: one approved ticket</Trans>}>
      <dl>
        <div className="mt-4" />
        <SlipRow label={<Trans>Your invoice</Trans>} halalas={fee.gross_halalas} />
        <SlipRow label={<Trans>Service fee, 5%</Trans>} halalas={fee.fee_halalas} minus />
        <SlipRow label={<Trans>Paid to you</Trans>} halalas={fee.net_halalas} total />
      </dl>
      <p className="mt-3 text-sm text-ink-soft">
        <Trans>Within about one week of the ticket, whatever the company repays and when.</Trans>
      </p>
    </Slip>
  );
}

function SlipRow({
  label,
  halalas,
  total = false,
  minus = false,
}: {
  label: ReactNode;
  halalas: number;
  total?: boolean;
  minus?: boolean;
}) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 py-2.5 ${total ? 'border-t-2 border-ink font-semibold' : 'border-t border-line first-of-type:border-0'}`}
    >
      <dt>{label}</dt>
      <dd className="flex">
        {minus ? <span aria-hidden="true">−&nbsp;</span> : null}
        <Money amount={decimalFromHalalas(halalas)} />
      </dd>
    </div>
  );
}
