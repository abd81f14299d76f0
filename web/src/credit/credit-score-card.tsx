import { Trans } from '@lingui/react/macro';
import type { CreditBureau } from '#api/credit-bureau.ts';
import { Card } from '../ui/card.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const soon = (
  <p>
    <Trans>Your credit score will be available soon.</Trans>
  </p>
);

// Few companies have a bureau, and a dashboard's first view is counted in bytes.
const BureauPart = lazyPart(() => import('./bureau-part.tsx'), { fallback: soon });

/**
 * SPEC section 2: a card that says that it will be available soon, until a bureau's score exists. `bureau`: null while none is
 * connected.
 */
export function CreditScoreCard({
  bureau,
  hasCrNumber,
}: {
  bureau: CreditBureau | null;
  hasCrNumber: boolean;
}) {
  return (
    <Card title={<Trans>Credit Score</Trans>} look="plain" small>
      {bureau ? (
        <BureauPart bureau={bureau} hasCrNumber={hasCrNumber} soon={soon} />
      ) : (
        <>
          {soon}
          <p className="mt-1 text-sm text-ink-soft max-sm:hidden">
            <Trans>Until then your budget rests on your profile and on how you repay.</Trans>
          </p>
        </>
      )}
    </Card>
  );
}
