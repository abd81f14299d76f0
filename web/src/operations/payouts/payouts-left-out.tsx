import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { LeftOutPayout } from '#api/payout-runs.ts';
import type { ApiError } from '../../api/api-error.ts';
import { listLimits } from '#api/list-limits.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { CutShort } from '../kit/cut-short.tsx';
import { HoldFigures } from '../kit/hold-figures.tsx';
import { useKeptObstacleWord, useObstacleWord } from '../kit/labels.ts';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';

/** Passed from preparing a run to its page: the left-out payouts are known only then. */
export interface FromPreparing {
  leftOut: readonly LeftOutPayout[];
}

/** What a run does not take up: by reason, then by agency. */
export function PayoutsLeftOut({
  title,
  payouts,
}: {
  title: ReactNode;
  payouts: readonly LeftOutPayout[];
}) {
  const obstacleWord = useObstacleWord();
  if (payouts.length === 0) return null;
  return (
    <Notice tone="warn" title={title}>
      <dl className="mt-1 grid gap-3">
        {[...Map.groupBy(payouts, ({ reason }) => reason)].map(([reason, held]) => (
          <div key={reason}>
            <dt className="text-ink-soft">{obstacleWord(reason)}</dt>
            {[...Map.groupBy(held, ({ agency_id }) => agency_id)].map(([agency_id, ofAgency]) => (
              <dd key={agency_id}>
                <AgencyLeftOut payouts={ofAgency} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <CutShort shown={payouts.length} atMost={listLimits.left_out}>
        <Trans>
          The first {listLimits.left_out} are listed. There may be more: a later run lists them,
          once these can be paid.
        </Trans>
      </CutShort>
    </Notice>
  );
}

/** An agency's payouts that one reason holds: their sum, and each ticket. */
function AgencyLeftOut({ payouts }: { payouts: readonly LeftOutPayout[] }) {
  const sum = sumHalalas(payouts.map(({ amount_sar }) => halalasFromDecimal(amount_sar)));
  return (
    <div className="flex flex-wrap gap-x-3">
      <UserText text={payouts[0]?.agency_name ?? '—'} className="font-semibold" />
      <span>
        <Trans>
          <Plural value={payouts.length} one="# payout" other="# payouts" />,{' '}
          <Money amount={decimalFromHalalas(sum)} />
        </Trans>
      </span>
      {payouts.map(({ payout_id, ticket_number, figures }) => (
        <span key={payout_id}>
          <ConsoleTicketLink number={ticket_number} /> <HoldFigures figures={figures} />
        </span>
      ))}
    </div>
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
