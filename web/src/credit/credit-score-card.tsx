import { Trans } from '@lingui/react/macro';
import { Card } from '../ui/card.tsx';

/** SPEC section 2: a card that says that it will be available soon, until a bureau's score exists. */
export function CreditScoreCard() {
  return (
    <Card title={<Trans>Credit Score</Trans>} look="plain">
      <p className="font-medium">
        <Trans>Your credit score will be available soon.</Trans>
      </p>
      <p className="mt-1 text-sm text-ink-soft">
        <Trans>Until then your budget rests on your profile and on how you repay.</Trans>
      </p>
    </Card>
  );
}
