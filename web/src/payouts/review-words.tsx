import { Trans } from '@lingui/react/macro';
import type { PayoutReview } from '#api/payouts.ts';
import { IsoDate } from '../ui/iso-date.tsx';

/** That we review a payout before we pay it and by which day: the one sentence of every place, and no other date beside it. */
export function ReviewWords({ review: { by, is_late } }: { review: PayoutReview }) {
  if (is_late) return <Trans>We are reviewing this before we pay, later than we said.</Trans>;
  if (by === null) return <Trans>We review this before we pay.</Trans>;
  return (
    <Trans>
      We review this before we pay, by <IsoDate date={by} />.
    </Trans>
  );
}
