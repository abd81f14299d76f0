import { Trans } from '@lingui/react/macro';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { CompanyPosition, InstallmentSum } from '#api/installments.ts';
import { firstDayLate } from '#domain/installments/lateness.ts';
import { IsoDate } from '../ui/iso-date.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import {
  arePayoutsStopped,
  requestStateOf,
  statesOverdueSum,
  verifiedForStop,
} from './lateness.ts';

type Shown = Pick<CompanyDashboard, 'today' | 'overdue_owed' | 'lateness' | 'budget' | 'position'>;

/**
 * What lateness stops, what to pay so that it is open again, and the way to pay it; nothing while
 * nothing is stopped. Beside a suspended budget it promises no open requests: paying does not lift that.
 */
export function LateNotice({ dashboard }: { dashboard: Shown }) {
  const requests = requestStateOf(dashboard);
  const { overdue_owed } = dashboard;
  const verified = verifiedForStop(dashboard);
  if (verified !== null) return <VerifiedNotice dashboard={dashboard} amount={verified} />;
  if (overdue_owed === null || !statesOverdueSum(dashboard)) return null;
  const alsoVerified = dashboard.lateness?.being_verified;
  const payouts = arePayoutsStopped(dashboard) ? (
    <p className="mt-1">
      <Trans>The agencies of your approved tickets are not paid until then either.</Trans>
    </p>
  ) : null;
  const isSuspended = dashboard.budget.budget_status === 'Suspended';
  if (requests.state === 'paused') {
    return (
      <Notice tone="warn" title={<Trans>We are checking the transfers that you reported.</Trans>}>
        <p>
          {isSuspended ? (
            <Trans>
              Until they have arrived <Money amount={overdue_owed.amount_sar} /> is overdue.
            </Trans>
          ) : (
            <Trans>
              New requests stay open until <IsoDate date={requests.until} />. After that they wait
              until <Money amount={overdue_owed.amount_sar} /> that is overdue has arrived.
            </Trans>
          )}
        </p>
        {payouts}
      </Notice>
    );
  }
  return (
    <Notice
      tone="danger"
      title={
        isSuspended ? (
          <Trans>
            <Money amount={overdue_owed.amount_sar} /> is overdue.
          </Trans>
        ) : (
          <Trans>New requests are stopped.</Trans>
        )
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p>
            {isSuspended ? (
              <Trans>
                It has been overdue since <IsoDate date={firstDayLate(overdue_owed.due_date)} />.
                Paying it does not lift the suspension on its own.
              </Trans>
            ) : (
              <WhatToPay overdue={overdue_owed} position={dashboard.position} />
            )}
          </p>
          {alsoVerified && !isSuspended ? (
            <p className="mt-1">
              <Trans>
                They also wait until your payment of <Money amount={alsoVerified.amount_sar} /> is
                verified.
              </Trans>
            </p>
          ) : null}
          {payouts}
        </div>
        <ButtonLink to="/payments">
          <Trans>How to pay</Trans>
        </ButtonLink>
      </div>
    </Notice>
  );
}

/** What opens new requests again; it asks for nothing that the company has reported already. */
function WhatToPay({
  overdue: { amount_sar, due_date },
  position: { being_checked_sar, to_pay_now_sar },
}: {
  overdue: InstallmentSum;
  position: CompanyPosition;
}) {
  if (being_checked_sar === '0.00') {
    return (
      <Trans>
        Pay <Money amount={to_pay_now_sar} />, overdue since{' '}
        <IsoDate date={firstDayLate(due_date)} />: new requests are open again as soon as it has
        arrived.
      </Trans>
    );
  }
  return (
    <>
      <Trans>
        <Money amount={amount_sar} /> has been overdue since{' '}
        <IsoDate date={firstDayLate(due_date)} />: new requests are open again as soon as it has
        arrived.
      </Trans>{' '}
      <StillToPay being_checked_sar={being_checked_sar} to_pay_now_sar={to_pay_now_sar} />
    </>
  );
}

/** What of the sum to be paid now is not reported yet. */
export function StillToPay({
  being_checked_sar,
  to_pay_now_sar,
}: Pick<CompanyPosition, 'being_checked_sar' | 'to_pay_now_sar'>) {
  if (to_pay_now_sar === '0.00') {
    return <Trans>We are checking what you reported: there is nothing to transfer now.</Trans>;
  }
  return (
    <Trans>
      <Money amount={being_checked_sar} /> is being checked: <Money amount={to_pay_now_sar} /> is
      still to be paid now.
    </Trans>
  );
}

/** Nothing is overdue any more: shows which late payment is being verified, and what it stops. */
function VerifiedNotice({ dashboard, amount }: { dashboard: Shown; amount: string }) {
  const requests = requestStateOf(dashboard);
  const isSuspended = dashboard.budget.budget_status === 'Suspended';
  return (
    <Notice
      tone="warn"
      title={
        <Trans>
          Your payment of <Money amount={amount} /> is being verified.
        </Trans>
      }
    >
      {isSuspended ? (
        <p>
          <Trans>You owe nothing more for it.</Trans>
        </p>
      ) : null}
      {requests.state === 'stopped' && !isSuspended ? (
        <p>
          <Trans>You owe nothing more for it. New requests are open again once that is done.</Trans>
        </p>
      ) : null}
      {requests.state === 'paused' && !isSuspended ? (
        <p>
          <Trans>
            New requests stay open until <IsoDate date={requests.until} />. After that they wait
            until that is done.
          </Trans>
        </p>
      ) : null}
      {arePayoutsStopped(dashboard) ? (
        <p className="mt-1">
          <Trans>The agencies of your approved tickets are not paid until then either.</Trans>
        </p>
      ) : null}
    </Notice>
  );
}
