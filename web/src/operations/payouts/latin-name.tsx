import { Trans, useLingui } from '@lingui/react/macro';
import { isLatinName } from '#domain/payouts/latin-name.ts';
import { latinName, needsTransliteration } from '#domain/payouts/transliteration.ts';
import { Button } from '../../ui/button.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type CorrectLatinNameDialog from './correct-latin-name-dialog.tsx';

/**
 * A beneficiary, and the name under which the bank is told to pay it. `isOpen`: no file carries it yet, so that the name can be
 * corrected. A name with Arabic letters has to be confirmed in Latin ones first.
 */
export function BeneficiaryName({
  beneficiary,
  latin_name,
  isOpen,
  subject,
  onCorrect,
}: {
  beneficiary: string;
  latin_name: string | null;
  isOpen: boolean;
  /** What the payment is called in the name of the button. */
  subject: string;
  onCorrect: () => void;
}) {
  const { t } = useLingui();
  const name = latin_name ?? (isOpen ? latinName(beneficiary) : null);
  const isConfirmed =
    isLatinName(name ?? '') && (latin_name !== null || !needsTransliteration(beneficiary));
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      <UserText text={beneficiary} />
      {name !== null && name !== beneficiary ? (
        <bdi translate="no" dir="ltr" className="text-sm wrap-anywhere text-ink-soft">
          {name || '—'}
        </bdi>
      ) : null}
      {isOpen ? (
        <>
          {isConfirmed ? null : (
            <span className="text-sm text-overdue">
              <Trans>There is no file before its name in Latin letters is confirmed.</Trans>
            </span>
          )}
          <Button
            tone="secondary"
            size="small"
            aria-label={
              isConfirmed
                ? t`Correct the name for the bank: ${subject}`
                : t`Confirm the name for the bank: ${subject}`
            }
            onPress={onCorrect}
          >
            {isConfirmed ? <Trans>Correct the name</Trans> : <Trans>Confirm the name</Trans>}
          </Button>
        </>
      ) : null}
    </span>
  );
}

/** Asks for the name under which the bank knows the account. */
export const CorrectLatinName = lazyPart(
  () => import('./correct-latin-name-dialog.tsx'),
) as typeof CorrectLatinNameDialog;
