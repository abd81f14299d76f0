import { Trans, useLingui } from '@lingui/react/macro';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { isLatinName } from '#domain/payouts/latin-name.ts';
import { latinName } from '#domain/payouts/transliteration.ts';
import { Button } from '../../ui/button.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { lazyDialog } from '../kit/lazy-dialog.tsx';
import type CorrectLatinNameDialog from './correct-latin-name-dialog.tsx';

type Line = PayoutRunDetails['lines'][number];

/** A file may still be made of the line: it is in none, and not answered. */
const isOpen = ({ file_no, outcome }: Line) => file_no === null && outcome === null;

/**
 * The agency of a line, and the name under which the bank is told to pay it. One that is only transliterated says so; until a file
 * carries it, it can be corrected.
 */
export function BeneficiaryName({ line, onCorrect }: { line: Line; onCorrect: () => void }) {
  const { t } = useLingui();
  const { beneficiary, ticket_number } = line;
  const name = line.latin_name ?? (isOpen(line) ? latinName(beneficiary) : null);
  const isProposal = line.latin_name === null && name !== beneficiary && name !== '';
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      <UserText text={beneficiary} />
      {name !== null && name !== beneficiary ? (
        <bdi dir="ltr" className="text-sm wrap-anywhere text-ink-soft">
          {name || '—'}
        </bdi>
      ) : null}
      {isOpen(line) ? (
        <>
          <LatinNameMissing name={name} />
          {isProposal ? (
            <span className="text-sm text-ink-soft">
              <Trans>Transliterated: compare it with the account.</Trans>
            </span>
          ) : null}
          <Button
            tone="secondary"
            size="small"
            aria-label={t`Correct the name for the bank: ${ticket_number}`}
            onPress={onCorrect}
          >
            <Trans>Correct the name</Trans>
          </Button>
        </>
      ) : null}
    </span>
  );
}

/** Of a payment that waits for a file: that its name keeps the file from being made. */
export function LatinNameMissing({ name }: { name: string | null }) {
  if (isLatinName(name ?? '')) return null;
  return (
    <span className="text-sm text-overdue">
      <Trans>There is no file before it has a name in Latin letters.</Trans>
    </span>
  );
}

/** Asks for the name under which the bank knows the account. */
export const CorrectLatinName = lazyDialog(
  () => import('./correct-latin-name-dialog.tsx'),
) as typeof CorrectLatinNameDialog;
