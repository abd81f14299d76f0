import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { CreditBureau } from '#api/credit-bureau.ts';
import { documentLanguage } from '../i18n.ts';
import { Button } from '../ui/button.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { UserText } from '../ui/user-text.tsx';
import { BureauScore } from './bureau-score.tsx';
import { GiveConsent, WithdrawConsent } from './bureau-consent.tsx';

/** The score of the bureau that is connected, and the company's consent to it. `soon`: stands until there is a score. */
export default function BureauPart({
  bureau,
  hasCrNumber,
  soon,
}: {
  bureau: CreditBureau;
  hasCrNumber: boolean;
  soon: ReactNode;
}) {
  return (
    <>
      {bureau.score ? <BureauScore bureau={bureau} score={bureau.score} /> : soon}
      <Consent bureau={bureau} hasCrNumber={hasCrNumber} />
      {bureau.earlier_consent && bureau.consent === null ? (
        <EarlierConsent {...bureau.earlier_consent} />
      ) : null}
    </>
  );
}

/** Whether the bureau is asked, and how the company decides about it. */
function Consent({ bureau, hasCrNumber }: { bureau: CreditBureau; hasCrNumber: boolean }) {
  const [isDeciding, setDeciding] = useState(false);
  const name = documentLanguage() === 'ar' ? bureau.name_ar : bureau.name;
  const { consent, score, failed_at } = bureau;
  const close = () => setDeciding(false);
  if (consent === null)
    return (
      <div className="mt-1 grid justify-items-start gap-2 text-sm text-ink-soft">
        <p>
          <Trans>
            {name} is asked only with your consent. Without it your analysis goes on; it lacks this
            score.
          </Trans>
        </p>
        {hasCrNumber ? (
          <Button tone="secondary" size="small" onPress={() => setDeciding(true)}>
            <Trans>Read and decide</Trans>
          </Button>
        ) : (
          <p>
            <Link to="/profile/company#cr_number">
              <Trans>Enter your commercial registration number first</Trans>
            </Link>
          </p>
        )}
        {isDeciding ? <GiveConsent bureau={bureau} name={name} onClose={close} /> : null}
      </div>
    );
  return (
    <div className="mt-1 grid justify-items-start gap-2 text-sm text-ink-soft">
      {!bureau.is_connected ? (
        <p>
          <Trans>
            This bureau is not connected any more: nothing is asked, and no score is shown.
          </Trans>
        </p>
      ) : score ? null : failed_at ? (
        <p>
          <Trans>
            <UserText text={name} /> did not answer on <IsoDate date={failed_at} />. We go on asking
            for four days from your consent.
          </Trans>
        </p>
      ) : (
        <p>
          <Trans>We are asking {name}.</Trans>
        </p>
      )}
      <p>
        <Trans>
          You agreed to this on <IsoDate date={consent.given_at} />.
        </Trans>
      </p>
      <Button tone="secondary" size="small" onPress={() => setDeciding(true)}>
        <Trans>Withdraw consent</Trans>
      </Button>
      {isDeciding ? <WithdrawConsent name={name} onClose={close} /> : null}
    </div>
  );
}

/** A consent to a bureau that another one has followed. Both are withdrawn together, so beside the newer one it is not named. */
function EarlierConsent({ bureau, given_at }: NonNullable<CreditBureau['earlier_consent']>) {
  const [isDeciding, setDeciding] = useState(false);
  return (
    <div className="mt-1 grid justify-items-start gap-2 text-sm text-ink-soft">
      <p>
        <Trans>
          You agreed on <IsoDate date={given_at} /> that <UserText text={bureau} /> is asked, which
          is not connected any more.
        </Trans>
      </p>
      <Button tone="secondary" size="small" onPress={() => setDeciding(true)}>
        <Trans>Withdraw consent</Trans>
      </Button>
      {isDeciding ? <WithdrawConsent name={bureau} onClose={() => setDeciding(false)} /> : null}
    </div>
  );
}
