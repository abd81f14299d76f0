import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import type { CreditBureau } from '#api/credit-bureau.ts';
import { withTexts } from '../further-texts.ts';
import { Card } from '../ui/card.tsx';

// Few companies have a bureau, and a dashboard's first view is counted in bytes.
const BureauPart = lazy(() => withTexts(import('./bureau-part.tsx')));

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
  const soon = (
    <p>
      <Trans>Your credit score will be available soon.</Trans>
    </p>
  );
  return (
    <Card title={<Trans>Credit Score</Trans>} look="plain" small>
      {bureau ? (
        <Suspense fallback={soon}>
          <BureauPart bureau={bureau} hasCrNumber={hasCrNumber} soon={soon} />
        </Suspense>
      ) : (
        <>
          {soon}
          <p className="mt-1 text-sm text-ink-soft">
            <Trans>Until then your budget rests on your profile and on how you repay.</Trans>
          </p>
        </>
      )}
    </Card>
  );
}
