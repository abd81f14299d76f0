import { Trans } from '@lingui/react/macro';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { listLimits } from '#api/list-limits.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { CutShort } from '../kit/cut-short.tsx';
import { useObstacleWord } from '../kit/labels.ts';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';

type LeftOutPayouts = PayoutRunDetails['left_out'];

/** What the page of a new run is told by the preparing: it is known only then. */
export interface FromPreparing {
  leftOut: LeftOutPayouts;
}

/** What a new run could not take up, and why. */
export function PayoutsLeftOut({ payouts }: { payouts: LeftOutPayouts }) {
  const obstacleWord = useObstacleWord();
  if (payouts.length === 0) return null;
  return (
    <Notice tone="warn" title={<Trans>Left out of this run</Trans>}>
      <ul className="mt-1 grid gap-1">
        {payouts.map(({ payout_id, ticket_number, agency_name, amount_sar, reason }) => (
          <li key={payout_id} className="flex flex-wrap gap-x-3">
            <ConsoleTicketLink number={ticket_number} />
            <UserText text={agency_name ?? '—'} />
            <Money amount={amount_sar} />
            <span className="text-ink-soft">{obstacleWord(reason)}</span>
          </li>
        ))}
      </ul>
      <CutShort shown={payouts.length} atMost={listLimits.left_out}>
        <Trans>
          The first {listLimits.left_out} are named. There may be more: they are named by a later
          run, once these can be paid.
        </Trans>
      </CutShort>
    </Notice>
  );
}
