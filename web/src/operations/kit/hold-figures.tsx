import { Trans } from '@lingui/react/macro';
import { Money } from '../../ui/money.tsx';

/** The amounts of a hold that has some. */
export function HoldFigures({ figures }: { figures: Record<string, string> }) {
  const { open_sar, unpaid_sar, limit_sar } = figures;
  if (limit_sar === undefined) return null;
  if (open_sar !== undefined) {
    return (
      <Trans>
        Open tickets: <Money amount={open_sar} />. Limit: <Money amount={limit_sar} />.
      </Trans>
    );
  }
  return unpaid_sar === undefined ? null : (
    <Trans>
      Unpaid, with this payout: <Money amount={unpaid_sar} />. Limit: <Money amount={limit_sar} />.
    </Trans>
  );
}
