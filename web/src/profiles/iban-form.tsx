import { Trans } from '@lingui/react/macro';
import { compactIban, groupedIban, isSaudiIban } from '#domain/iban.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Form, FormTextField } from '../ui/forms/form.tsx';
import { useCheckedForm, type Refusal } from '../ui/forms/use-checked-form.ts';
import { useUnreadableIbanWords } from './use-unreadable-iban-words.ts';

/** Asks for an IBAN by itself, outside of a profile. */
export function IbanForm({
  label,
  hint,
  asking,
  ask,
}: {
  label: string;
  hint: string;
  /** The mutation that asks for it. */
  asking: Refusal & { isSending: boolean };
  ask: (iban: string) => Promise<unknown>;
}) {
  const unreadable = useUnreadableIbanWords();
  const form = useCheckedForm({
    defaultValues: { iban: '' },
    check: ({ iban }) => ({
      iban: isSaudiIban(compactIban(iban)) ? undefined : unreadable,
    }),
    onValid: ({ iban }) => ask(compactIban(iban)),
    refusal: asking,
  });
  return (
    <Form form={form} className="grid max-w-lg gap-4">
      <FormTextField
        name="iban"
        label={label}
        hint={hint}
        placeholder="SA00 0000 0000 0000 0000 0000"
        autoComplete="off"
        spellCheck="false"
        maxLength={100}
        ltr
        tidy={groupedIban}
      />
      <FormError message={form.problem} />
      <Button
        type="submit"
        tone="secondary"
        isPending={asking.isSending}
        className="justify-self-start"
      >
        <Trans>Send the IBAN</Trans>
      </Button>
    </Form>
  );
}
