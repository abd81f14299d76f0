import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { AgencyDashboard } from '#api/dashboards.ts';
import type { AgencyPayoutPage, PayoutWindow } from '#api/payouts.ts';
import type { PaymentAccount } from '#api/profiles.ts';
import { expectedPaymentDate } from '#domain/payouts/expected-payment.ts';
import { Button } from '../ui/button.tsx';
import { ClockIcon, InfoIcon } from '../ui/icons.tsx';
import { DueDate } from '../ui/iso-date.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { ReviewWords } from './review-words.tsx';

const quietOnForest = '-mx-3 text-on-forest! underline underline-offset-4 hover:bg-on-forest/10!';

const DetailsDialog = lazyPart(() => import('./payout-details-dialog.tsx'));

/**
 * What the agency is paid soon and by when (SPEC sections 2 and 9), and in a line of its own what SPEC's window leaves
 * out: pending payouts of tickets older than 7 days, and released ones that no file for the bank carries yet.
 */
export function ExpectedPayment({
  expected,
  late,
  released,
  payee,
  account,
  today,
  ticketLink,
  notice,
}: {
  expected: AgencyPayoutPage;
  late: AgencyPayoutPage;
  released: AgencyDashboard['released_payouts'];
  /** The agency's name, for its paper. */
  payee: string | null;
  /** Where the money goes. */
  account: PaymentAccount;
  /** The Riyadh date of the figures. */
  today: string;
  ticketLink: (ticketNumber: string) => ReactNode;
  /** What stands in the way of being paid. */
  notice?: ReactNode;
}) {
  const [shown, setShown] = useState<PayoutWindow | null>(null);
  return (
    <>
      <section
        aria-labelledby="expected-payment"
        className="flex flex-col rounded-md border border-t-0 border-line bg-forest text-on-forest [&_:focus-visible]:outline-on-forest"
      >
        <div className="@container grow rounded-t-md border-t-4 border-saffron px-5 pt-5 pb-6 sm:px-8 sm:pt-7">
          <Title />
          <p className="mt-3 text-capacity">
            <Money amount={expected.net_amount} />
          </p>
          <Source expected={expected} />
          <InReview of={expected} />
          <div className="mt-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 border-t border-on-forest/20 pt-4">
            {expected.count > 0 ? <Sums payouts={expected} /> : null}
            <DetailsButton onPress={() => setShown('expected')} />
          </div>
        </div>
        {late.count > 0 ? <LateLine late={late} onDetails={() => setShown('late')} /> : null}
        {released.count > 0 ? <ReleasedLine amount={released.amount_sar} /> : null}
        {notice}
      </section>
      {shown ? (
        <DetailsDialog
          window={shown}
          first={shown === 'expected' ? expected : late}
          payee={payee}
          account={account}
          today={today}
          ticketLink={ticketLink}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  );
}

/** The tooltip's words stand open on phones, where nothing hovers. */
function Title() {
  const { t } = useLingui();
  const about = t`We pay agencies within about 1 week of a ticket's creation. The amount is what remains after our 5% service fee.`;
  return (
    <div>
      <div className="relative flex items-center gap-x-1">
        <h2 id="expected-payment" className="text-heading">
          <Trans>Expected Payment Soon (Net 95%)</Trans>
        </h2>
        <Tooltip
          label={t`About this amount`}
          text={about}
          className="text-on-forest/75 hover:bg-on-forest/10 hover:text-on-forest pointer-coarse:hidden"
        >
          <InfoIcon className="size-4.5" />
        </Tooltip>
      </div>
      <p className="mt-1 hidden text-sm text-on-forest/75 pointer-coarse:block">{about}</p>
    </div>
  );
}

/** Where the amount comes from and by when the first of it is expected that we do not review. */
function Source({ expected: { count, oldest_ticket_date } }: { expected: AgencyPayoutPage }) {
  if (!oldest_ticket_date) {
    return count > 0 ? null : (
      <p className="mt-2 text-on-forest/75">
        <Trans>When you approve a ticket, its expected payment appears here.</Trans>
      </p>
    );
  }
  return (
    <p className="mt-2 [&_time_span]:text-inherit">
      {count === 1 ? (
        <Trans>
          Expected by <DueDate date={expectedPaymentDate(oldest_ticket_date)} />
        </Trans>
      ) : (
        <Trans>
          First payment by <DueDate date={expectedPaymentDate(oldest_ticket_date)} />
        </Trans>
      )}
    </p>
  );
}

function DetailsButton({ onPress, label }: { onPress: () => void; label?: string }) {
  return (
    <Button
      tone="quiet"
      size="small"
      aria-label={label}
      onPress={onPress}
      className={quietOnForest}
    >
      <Trans>View details</Trans>
    </Button>
  );
}

/** How the net comes about, by the server's totals: rows added, never derived again. */
function Sums({ payouts: { count, gross_amount, fee_amount } }: { payouts: AgencyPayoutPage }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 text-sm">
      <Sum label={<Trans>Gross</Trans>}>
        <Money amount={gross_amount} />
      </Sum>
      <Sum label={<Trans>Fee (5%)</Trans>}>
        <Money amount={fee_amount} />
      </Sum>
      <Sum label={<Trans>Tickets of the last 7 days</Trans>}>{count}</Sum>
    </dl>
  );
}

function Sum({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-on-forest/75">{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** What of a sum is reviewed before it is paid, and by when all of it is; why is the company's affair. */
function InReview({ of: { in_review } }: { of: AgencyPayoutPage }) {
  if (!in_review) return null;
  const { count, net_amount } = in_review;
  return (
    <span className="mt-2 block">
      <Trans>
        <Money amount={net_amount} className="font-semibold" /> of it, from{' '}
        <Plural value={count} one="# ticket" other="# tickets" />, is being reviewed.
      </Trans>{' '}
      <ReviewWords review={in_review} />
    </span>
  );
}

function LateLine({ late, onDetails }: { late: AgencyPayoutPage; onDetails: () => void }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-on-forest/20 px-5 py-4 sm:px-8">
      <div className="flex min-w-56 flex-1 items-start gap-2">
        <ClockIcon className="mt-1 size-4 text-saffron" />
        <span>
          <Trans>
            <Money amount={late.net_amount} className="font-semibold" /> more is still pending from{' '}
            <Plural value={late.count} one="# ticket" other="# tickets" /> older than 7 days.
          </Trans>
          <InReview of={late} />
        </span>
      </div>
      <DetailsButton onPress={onDetails} label={t`View details of payments older than 7 days`} />
    </div>
  );
}

function ReleasedLine({ amount }: { amount: string }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 border-t border-on-forest/20 px-5 py-4 sm:px-8">
      <span className="min-w-56 flex-1">
        <Trans>
          <Money amount={amount} className="font-semibold" /> is released. It goes to the bank with
          the next file.
        </Trans>
      </span>
      <ButtonLink
        to="/payouts?status=Released"
        tone="quiet"
        size="small"
        aria-label={t`View details of released payments`}
        className={quietOnForest}
      >
        <Trans>View details</Trans>
      </ButtonLink>
    </div>
  );
}
