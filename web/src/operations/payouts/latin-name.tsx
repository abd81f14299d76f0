import { Trans, useLingui } from '@lingui/react/macro';
import type { ParamsOf } from '#api/contract.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { LATIN_NAME_MAX_LENGTH, isLatinName, latinName } from '#domain/payouts/latin-name.ts';
import { useIdempotentMutation, type MutationInput } from '../../api/use-idempotent-mutation.ts';
import { FormFields, FormTextField } from '../../forms/form.tsx';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmFactsDialog, type Fact } from '../kit/confirm-facts-dialog.tsx';

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

/** Asks for the name under which the bank knows the account. */
export function CorrectLatinName<Id extends 'correct_latin_name' | 'correct_refund_name'>({
  of,
  operation,
  params,
  facts,
  onClose,
}: {
  of: { latin_name: string | null; beneficiary: string };
  operation: Id;
  params: ParamsOf<Id>;
  facts: readonly Fact[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation(operation, {
    onSuccess: () => {
      toast.success(t`The bank will be told this name.`);
      onClose();
    },
  });
  const form = useCheckedForm({
    defaultValues: { latin_name: of.latin_name ?? latinName(of.beneficiary) },
    check: ({ latin_name }) => ({
      latin_name: isLatinName(latin_name.trim())
        ? undefined
        : t`Use Latin letters, digits and / - ? : ( ) . , ' + alone.`,
    }),
    onValid: ({ latin_name }) =>
      mutation.send({ params, body: { latin_name: latin_name.trim() } } as MutationInput<Id>),
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Under which name does the bank know this account?</Trans>}
      facts={facts}
      confirm={<Trans>Save the name</Trans>}
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <FormTextField
          name="latin_name"
          label={t`Name in Latin letters`}
          hint={t`It stands in the payment file. Letters, digits and / - ? : ( ) . , ' +`}
          isRequired
          ltr
          maxLength={LATIN_NAME_MAX_LENGTH}
        />
      </FormFields>
    </ConfirmFactsDialog>
  );
}
