import { Trans } from '@lingui/react/macro';
import type { CompanyDashboard } from '#api/dashboards.ts';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import type { TicketLinkTo } from './installments-view.ts';
import { arePayoutsStopped, requestStateOf, verifiedForStop } from './lateness.ts';

/**
 * What lateness stops, what to pay so that it is open again, and the way to the ticket whose page says how; nothing while
 * nothing is stopped.
 */
export function LateNotice({
  dashboard,
  ticketLink,
}: {
  dashboard: Pick<CompanyDashboard, 'today' | 'overdue_owed' | 'lateness'>;
  ticketLink: TicketLinkTo;
}) {
  const requests = requestStateOf(dashboard);
  const { overdue_owed } = dashboard;
  const verified = verifiedForStop(dashboard);
  if (verified !== null) return <VerifiedNotice dashboard={dashboard} amount={verified} />;
  if (overdue_owed === null || requests.state === 'open') return null;
  const alsoVerified = dashboard.lateness?.being_verified;
  const [first] = overdue_owed.ticket_numbers;
  const payouts = arePayoutsStopped(dashboard) ? (
    <p className="mt-1">
      <Trans>The agencies of your approved tickets are not paid until then either.</Trans>
    </p>
  ) : null;
  if (requests.state === 'paused') {
    return (
      <Notice tone="warn" title={<Trans>We are checking the transfers that you reported.</Trans>}>
        <p>
          <Trans>
            New requests stay open until <IsoDate date={requests.until} />. After that they wait
            until <Money amount={overdue_owed.amount_sar} /> that is overdue has arrived.
          </Trans>
        </p>
        {payouts}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title={<Trans>New requests are stopped.</Trans>}>
      <p>
        <Trans>
          Pay <Money amount={overdue_owed.amount_sar} />, overdue since{' '}
          <IsoDate date={overdue_owed.due_date} />: new requests are open again as soon as it has
          arrived.
        </Trans>{' '}
        {first ? <Trans>How to pay stands on {ticketLink(first)}.</Trans> : null}
      </p>
      {alsoVerified ? (
        <p className="mt-1">
          <Trans>
            They wait besides until your payment of <Money amount={alsoVerified.amount_sar} /> is
            verified.
          </Trans>
        </p>
      ) : null}
      {payouts}
    </Notice>
  );
}

/** Nothing is overdue any more: what was paid too late is being verified, and what that stops. */
function VerifiedNotice({
  dashboard,
  amount,
}: {
  dashboard: Pick<CompanyDashboard, 'today' | 'overdue_owed' | 'lateness'>;
  amount: string;
}) {
  const requests = requestStateOf(dashboard);
  return (
    <Notice
      tone="warn"
      title={
        <Trans>
          Your payment of <Money amount={amount} /> is being verified.
        </Trans>
      }
    >
      {requests.state === 'stopped' ? (
        <p>
          <Trans>You owe nothing more for it. New requests are open again once that is done.</Trans>
        </p>
      ) : null}
      {requests.state === 'paused' ? (
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
