import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { shownPayoutStatus } from '#domain/payouts/payout.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { agencyColumnOf } from '#domain/tickets/ticket.ts';
import { ReviewWords } from '../../payouts/review-words.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Card } from '../../ui/card.tsx';
import { DueDate, IsoDate } from '../../ui/iso-date.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SumList } from '../../ui/sum-list.tsx';
import { TicketLines } from './journal-links.tsx';

const PayoutIban = lazyPart(() => import('../../payouts/payout-iban.tsx'), {
  fallback: <Skeleton className="h-24" />,
});

/** What the agency is paid for a ticket; before its answer, what it would be. */
export function TicketPayout({ details }: { details: TicketDetails }) {
  const { t } = useLingui();
  const { ticket, payout } = details;
  if (!payout && agencyColumnOf(ticket.status) !== 'waiting') return null;
  const fee = serviceFee(halalasFromDecimal(ticket.amount_sar));
  return (
    <Card
      title={payout ? <Trans>Your payment</Trans> : <Trans>If you approve</Trans>}
      aside={payout ? <StatusBadge status={shownPayoutStatus(payout)} /> : undefined}
    >
      <SumList
        rows={[
          {
            id: 'gross',
            label: t`Amount of the ticket`,
            amount: payout?.gross_amount ?? ticket.amount_sar,
          },
          {
            id: 'fee',
            label: t`Service fee (5%)`,
            amount: payout?.fee_amount ?? decimalFromHalalas(fee.fee_halalas),
            minus: true,
          },
          {
            id: 'net',
            label: t`You receive (95%)`,
            amount: payout?.net_amount ?? decimalFromHalalas(fee.net_halalas),
            total: true,
          },
        ]}
      />
      {payout?.status === 'Pending' && payout.returned_on ? (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>
            The bank returned it on <IsoDate date={payout.returned_on} />. We will send it again:
            check the IBAN in your profile.
          </Trans>
        </p>
      ) : null}
      {payout?.iban_obstacle ? (
        <div className="mt-4">
          <PayoutIban isApproved />
        </div>
      ) : null}
      {payout?.status === 'Pending' && !payout.iban_obstacle && !payout.returned_on ? (
        <p className="mt-2 text-sm text-ink-soft">
          {details.review ? (
            <ReviewWords review={details.review} />
          ) : payout.expected_date ? (
            <Trans>
              Expected by <DueDate date={payout.expected_date} />
            </Trans>
          ) : null}
        </p>
      ) : null}
      {payout && shownPayoutStatus(payout) === 'Released' ? (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>Released. It goes to the bank with the next file.</Trans>
        </p>
      ) : null}
      {payout?.sent_on ? (
        <p className="mt-2 text-sm text-ink-soft">
          <Trans>
            Sent on <DueDate date={payout.sent_on} />
          </Trans>
        </p>
      ) : null}
      {payout?.confirmed_on ? (
        <p className="mt-1 text-sm text-ink-soft">
          <Trans>
            Received on <DueDate date={payout.confirmed_on} />
          </Trans>
        </p>
      ) : null}
      <TicketLines details={details} />
    </Card>
  );
}
