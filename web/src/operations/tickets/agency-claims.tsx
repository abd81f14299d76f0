import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FinancedTicket } from '#api/operations-tickets.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { linesPath } from '../ledger/journal-filters.ts';

const ClaimPaidBackDialog = lazyPart(() => import('./claim-paid-back-dialog.tsx'));

export type AgencyClaim = NonNullable<FinancedTicket['payout']>['claims'][number];

/** What the agency of a ticket owes back: the bank paid it twice. */
export function AgencyClaims({
  details: { ticket, payout, approval_requests },
}: {
  details: FinancedTicket;
}) {
  if (!payout || payout.claims.length === 0) return null;
  const isAsked = approval_requests.some(({ kind }) => kind === 'settle_agency_claim');
  return (
    <Card
      look="plain"
      title={<Trans>Paid to the agency twice</Trans>}
      aside={
        <Link to={linesPath({ account: 'agency_receivable', ticket: ticket.ticket_number })}>
          <Trans>Journal entries</Trans>
        </Link>
      }
    >
      {payout.claims.map((claim) => (
        <Claim key={claim.id} claim={claim} isAsked={isAsked} />
      ))}
    </Card>
  );
}

function Claim({ claim, isAsked }: { claim: AgencyClaim; isAsked: boolean }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<'paid_back' | 'write_off' | null>(null);
  const onClose = () => setAsking(null);
  const rest = {
    id: 'rest',
    label: <Trans>The agency still owes</Trans>,
    value: <Money amount={claim.rest_amount} />,
  };
  return (
    <div className="grid gap-5">
      <DescriptionList
        facts={[
          { id: 'booked', label: <Trans>Since</Trans>, value: <IsoDate date={claim.booked_at} /> },
          {
            id: 'claimed',
            label: <Trans>Paid once more</Trans>,
            value: <Money amount={claim.amount_sar} />,
          },
          {
            id: 'settled',
            label: <Trans>Paid back</Trans>,
            value: <Money amount={claim.settled_amount} />,
          },
          {
            id: 'written-off',
            label: <Trans>Written off</Trans>,
            value: <Money amount={claim.written_off_amount} />,
          },
          rest,
        ]}
      />
      {claim.undone_at ? (
        <p className="text-ink-soft">
          <Trans>The other payment did not arrive or was returned: nothing is owed back.</Trans>
        </p>
      ) : null}
      {claim.undone_at === null && claim.settled_amount !== claim.amount_sar ? (
        <div className="flex flex-wrap gap-3">
          <Button isDisabled={isAsked} onPress={() => setAsking('paid_back')}>
            <Trans>Ask to book what was paid back</Trans>
          </Button>
          {claim.rest_amount === '0.00' ? null : (
            <Button tone="danger" isDisabled={isAsked} onPress={() => setAsking('write_off')}>
              <Trans>Ask to write the claim off</Trans>
            </Button>
          )}
        </div>
      ) : null}
      {asking === 'paid_back' ? <ClaimPaidBackDialog claim={claim} onClose={onClose} /> : null}
      {asking === 'write_off' ? (
        <ReasonDialog
          title={<Trans>Ask to write this claim off?</Trans>}
          lead={
            <Trans>
              Once another person has approved it, what the agency still owes is counted as lost.
            </Trans>
          }
          facts={[rest]}
          confirm={<Trans>Ask to write the claim off</Trans>}
          operation="settle_agency_claim"
          input={({ reason }) => ({ params: { id: claim.id }, body: { reason } })}
          done={t`Another person is asked to approve it`}
          onClose={onClose}
        />
      ) : null}
    </div>
  );
}
