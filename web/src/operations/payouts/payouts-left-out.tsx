import { Trans } from '@lingui/react/macro';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import type { ApiError } from '../../api/api-error.ts';
import { listLimits } from '#api/list-limits.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { CutShort } from '../kit/cut-short.tsx';
import { HoldFigures } from '../kit/hold-figures.tsx';
import { useKeptObstacleWord, useObstacleWord } from '../kit/labels.ts';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';

type LeftOutPayouts = PayoutRunDetails['left_out'];

/** Passed from preparing a run to its page: the left-out payouts are known only then. */
export interface FromPreparing {
  leftOut: LeftOutPayouts;
}

/** What a new run could not take up, and why. */
export function PayoutsLeftOut({ payouts }: { payouts: LeftOutPayouts }) {
  const obstacleWord = useObstacleWord();
  if (payouts.length === 0) return null;
  return (
    <Notice tone="warn" title={<Trans>Not included in this run</Trans>}>
      <ul className="mt-1 grid gap-1">
        {payouts.map(({ payout_id, ticket_number, agency_name, amount_sar, reason, figures }) => (
          <li key={payout_id} className="flex flex-wrap gap-x-3">
            <ConsoleTicketLink number={ticket_number} />
            <UserText text={agency_name ?? '—'} />
            <Money amount={amount_sar} />
            <span className="text-ink-soft">
              {obstacleWord(reason)} <HoldFigures figures={figures} />
            </span>
          </li>
        ))}
      </ul>
      <CutShort shown={payouts.length} atMost={listLimits.left_out}>
        <Trans>
          The first {listLimits.left_out} are listed. There may be more: a later run lists them,
          once these can be paid.
        </Trans>
      </CutShort>
    </Notice>
  );
}

/** The payouts that a refusal names, and why each cannot be paid. */
export function HeldPayouts({ payouts }: { payouts: ApiError['holds'] }) {
  const obstacleWord = useKeptObstacleWord();
  if (payouts.length === 0) return null;
  return (
    <Notice tone="warn" title={<Trans>Cannot be paid now</Trans>}>
      <ul className="mt-1 grid gap-1">
        {payouts.map(({ ticket_number, code, figures }) => (
          <li key={ticket_number} className="flex flex-wrap gap-x-3">
            <ConsoleTicketLink number={ticket_number} />
            <span className="text-ink-soft">
              {obstacleWord(code)} <HoldFigures figures={figures} />
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
