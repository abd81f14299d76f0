import { Trans } from '@lingui/react/macro';
import type { CreditBureau } from '#api/credit-bureau.ts';
import { documentLanguage } from '../i18n.ts';
import { IsoDate } from '../ui/iso-date.tsx';
import { UserText } from '../ui/user-text.tsx';

/** A bureau's score; an invented one never stands without saying so. */
export function BureauScore({
  bureau,
  score: { score, max_score, is_test, answered_at },
}: {
  bureau: CreditBureau;
  score: NonNullable<CreditBureau['score']>;
}) {
  const name = documentLanguage() === 'ar' ? bureau.name_ar : bureau.name;
  return (
    <>
      <p>
        <Trans>
          <bdi translate="no" className="text-heading font-semibold tabular-nums">
            {score}
          </bdi>{' '}
          of {max_score}
        </Trans>
      </p>
      {is_test ? (
        <p className="text-sm font-semibold text-saffron-ink">
          <Trans>Test score: it is invented and says nothing about the company.</Trans>
        </p>
      ) : null}
      <p className="text-sm text-ink-soft">
        <Trans>
          From <UserText text={name} />, <IsoDate date={answered_at} />. It is shown beside the
          analysis and does not change it.
        </Trans>
      </p>
    </>
  );
}
