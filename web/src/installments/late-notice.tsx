import { Trans } from '@lingui/react/macro';
import type { CompanyDashboard } from '#api/dashboards.ts';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import type { TicketLinkTo } from './installments-view.ts';
import { arePayoutsStopped, requestStateOf } from './lateness.ts';

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
  if (overdue_owed === null || requests.state === 'open') return null;
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
      {payouts}
    </Notice>
  );
}
