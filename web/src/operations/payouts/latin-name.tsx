import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { LATIN_NAME_MAX_LENGTH, isLatinName, latinName } from '#domain/payouts/latin-name.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmDialog, type Fact } from '../kit/confirm-dialog.tsx';
import { useMoneyMutation } from '../kit/use-money-mutation.ts';

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
  const isProposal = line.latin_name === null && name !== beneficiary;
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

/** Asks for the name under which the bank knows the account. `sends`: what is named, as plain data. */
export function CorrectLatinName({
  of,
  sends,
  post,
  facts,
  onClose,
}: {
  of: { latin_name: string | null; beneficiary: string };
  sends: unknown;
  post: (latin_name: string, idempotencyKey: string) => Promise<object>;
  facts: readonly Fact[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const action = useMoneyMutation();
  const [name, setName] = useState(of.latin_name ?? latinName(of.beneficiary));
  const [isWrong, setWrong] = useState(false);
  const latin_name = name.trim();
  const send = async () => {
    setWrong(!isLatinName(latin_name));
    if (!isLatinName(latin_name)) return;
    const reply = await action.send([sends, latin_name], (idempotencyKey) =>
      post(latin_name, idempotencyKey),
    );
    if (reply === null) return;
    toast.success(t`The bank will be told this name.`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={<Trans>Under which name does the bank know this account?</Trans>}
      facts={facts}
      confirm={<Trans>Save the name</Trans>}
      action={action}
      onConfirm={send}
      onClose={onClose}
    >
      <TextField
        label={t`Name in Latin letters`}
        hint={t`It stands in the payment file. Letters, digits and / - ? : ( ) . , ' +`}
        isRequired
        ltr
        maxLength={LATIN_NAME_MAX_LENGTH}
        value={name}
        onChange={(next) => {
          setName(next);
          setWrong(false);
          action.forget();
        }}
        error={
          isWrong
            ? t`Use Latin letters, digits and / - ? : ( ) . , ' + alone.`
            : action.at('latin_name')
        }
      />
    </ConfirmDialog>
  );
}
