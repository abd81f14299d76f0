import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ParamsOf } from '#api/contract.ts';
import { LATIN_NAME_MAX_LENGTH, isLatinName } from '#domain/payouts/latin-name.ts';
import { latinName } from '#domain/payouts/transliteration.ts';
import { useIdempotentMutation, type MutationInput } from '../../api/use-idempotent-mutation.ts';
import { FormFields, FormTextField } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { toast } from '../../ui/toaster.tsx';
import { ConfirmFactsDialog, type Fact } from '../kit/confirm-facts-dialog.tsx';

/** Asks for the name under which the bank knows the account. */
export default function CorrectLatinNameDialog<
  Id extends 'correct_latin_name' | 'correct_refund_name',
>({
  of,
  operation,
  params,
  lead,
  facts,
  onClose,
}: {
  of: { latin_name: string | null; beneficiary: string };
  operation: Id;
  params: ParamsOf<Id>;
  /** The other payments for which the name holds. */
  lead?: ReactNode;
  facts: readonly Fact[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation(operation, {
    onSuccess: () => {
      toast.success(t`The bank will be given this name`);
      onClose();
    },
  });
  const proposed = of.latin_name ?? latinName(of.beneficiary);
  const form = useCheckedForm({
    defaultValues: { latin_name: isLatinName(proposed) ? proposed : '' },
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
      lead={lead}
      facts={facts}
      confirm={<Trans>Use this name</Trans>}
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <FormTextField
          name="latin_name"
          label={t`Name in Latin letters`}
          hint={t`It appears in the payment file. Letters, digits and / - ? : ( ) . , ' +`}
          isRequired
          ltr
          maxLength={LATIN_NAME_MAX_LENGTH}
        />
      </FormFields>
    </ConfirmFactsDialog>
  );
}
