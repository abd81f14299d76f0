import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { AgencyPayoutPage, PayoutWindow } from '#api/payouts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ClockIcon, InfoIcon } from '../ui/icons.tsx';
import { Money } from '../ui/money.tsx';
import { Tooltip } from '../ui/popover.tsx';

const DetailsDialog = lazy(() => import('./payout-details-dialog.tsx'));

/**
 * What the agency is paid soon (SPEC sections 2 and 9), and in a line of its own what SPEC's window leaves out: pending
 * payouts of tickets older than 7 days.
 */
export function ExpectedPayment({
  expected,
  late,
  notice,
}: {
  expected: AgencyPayoutPage;
  late: AgencyPayoutPage;
  /** What stands in the way of being paid. */
  notice?: ReactNode;
}) {
  const [shown, setShown] = useState<PayoutWindow | null>(null);
  return (
    <>
      <section
        aria-labelledby="expected-payment"
        className="overflow-hidden rounded-md border border-t-0 border-line bg-forest text-on-forest [&_:focus-visible]:outline-on-forest"
      >
        <div className="border-t-4 border-saffron px-5 pt-5 pb-6 sm:px-8 sm:pt-7">
          <Title />
          <div className="mt-4 grid items-end gap-x-12 gap-y-6 lg:grid-cols-[1fr_minmax(16rem,20rem)]">
            <div>
              <p className={figureSize(expected.net_amount)}>
                <Money amount={expected.net_amount} />
              </p>
              <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 text-on-forest/75">
                <Source count={expected.count} />
                <DetailsButton onPress={() => setShown('expected')} />
              </p>
            </div>
            <Sums payouts={expected} />
          </div>
        </div>
        {late.count > 0 ? <LateLine late={late} onDetails={() => setShown('late')} /> : null}
        {notice}
      </section>
      {shown ? (
        <Suspense>
          <DetailsDialog
            window={shown}
            first={shown === 'expected' ? expected : late}
            onClose={() => setShown(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The one large figure, as large as its digits allow on a narrow screen. */
function figureSize(amount: string): string {
  if (amount.length > 12) return 'text-title max-sm:text-xl';
  return amount.length > 9 ? 'text-display max-sm:text-2xl' : 'text-display max-sm:text-[2.25rem]';
}

/** The tooltip's words stand open on phones, where nothing hovers. */
function Title() {
  const { t } = useLingui();
  const about = t`We pay agencies within about 1 week of a ticket's creation. The amount is what remains after our 5% service fee.`;
  return (
    <div>
      <div className="flex items-center gap-x-1">
        <h2 id="expected-payment" className="text-heading">
          <Trans>Expected Payment Soon (Net 95%)</Trans>
        </h2>
        <Tooltip text={about}>
          <IconButton
            label={t`About this amount`}
            className="size-9 pointer-coarse:hidden text-on-forest/75! hover:bg-on-forest/10! hover:text-on-forest!"
          >
            <InfoIcon className="size-4.5" />
          </IconButton>
        </Tooltip>
      </div>
      <p className="mt-1 hidden text-sm text-on-forest/75 pointer-coarse:block">{about}</p>
    </div>
  );
}

function Source({ count }: { count: number }) {
  if (count === 0) {
    return (
      <span>
        <Trans>Approve a ticket, and its payment is announced here.</Trans>
      </span>
    );
  }
  return (
    <span>
      <Plural
        value={count}
        one="From # ticket of the last 7 days"
        other="From # tickets of the last 7 days"
      />
    </span>
  );
}

function DetailsButton({ onPress, label }: { onPress: () => void; label?: string }) {
  return (
    <Button
      tone="quiet"
      size="small"
      aria-label={label}
      onPress={onPress}
      className="-mx-3 text-on-forest! underline underline-offset-4 hover:bg-on-forest/10!"
    >
      <Trans>View details</Trans>
    </Button>
  );
}

/** The server's totals: rows added, never derived again. */
function Sums({ payouts }: { payouts: AgencyPayoutPage }) {
  return (
    <dl className="text-sm text-on-forest/75">
      <Sum label={<Trans>Gross</Trans>} amount={payouts.gross_amount} />
      <Sum label={<Trans>Fee (5%)</Trans>} amount={payouts.fee_amount} />
      <Sum label={<Trans>Net (95%)</Trans>} amount={payouts.net_amount} strong />
    </dl>
  );
}

function Sum({
  label,
  amount,
  strong = false,
}: {
  label: ReactNode;
  amount: string;
  strong?: boolean;
}) {
  return (
    <div
      className={`flex justify-between gap-4 border-t border-on-forest/20 py-1.5 ${strong ? 'font-semibold text-on-forest' : ''}`}
    >
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}

function LateLine({ late, onDetails }: { late: AgencyPayoutPage; onDetails: () => void }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-on-forest/20 px-5 py-3 sm:px-8">
      <p className="flex items-start gap-2">
        <ClockIcon className="mt-1 size-4 text-saffron" />
        <span>
          <Trans>
            <Money amount={late.net_amount} className="font-semibold" /> more is still pending from{' '}
            <Plural value={late.count} one="# ticket" other="# tickets" /> older than 7 days.
          </Trans>
        </span>
      </p>
      <DetailsButton onPress={onDetails} label={t`View details of payments older than 7 days`} />
    </div>
  );
}
