import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Ticket } from '#api/tickets.ts';
import { CR_NUMBER_MAX_LENGTH, normalCrNumber } from '#domain/profiles/cr-number.ts';
import { messageOf } from '../api/api-error.ts';
import { call, newIdempotencyKey } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextField } from '../ui/text-field.tsx';

/** The one thing that the documents still need: once it is kept in the profile they are prepared. */
export function GiveCrNumber({ ticket }: { ticket: Ticket }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [wasAsked, setAsked] = useState(false);
  const cr_number = normalCrNumber(typed);
  // What was refused may be mended and sent again: each number is an intention of its own.
  const give = useMutation({
    mutationFn: (number: string) =>
      call('renew_documents', {
        params: { id: ticket.id },
        body: { cr_number: number },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (cr_number !== null) give.mutate(cr_number);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 md:w-80">
      <TextField
        label={t`Commercial registration number`}
        hint={t`10 digits. It is kept in your profile.`}
        inputMode="numeric"
        maxLength={CR_NUMBER_MAX_LENGTH}
        ltr
        value={typed}
        onChange={setTyped}
        error={
          wasAsked && cr_number === null
            ? t`Enter the 10 digits of the commercial registration.`
            : undefined
        }
      />
      <FormError message={give.error ? messageOf(give.error) : null} />
      <Button type="submit" isPending={give.isPending} className="justify-self-start">
        <Trans>Save and prepare documents</Trans>
      </Button>
    </form>
  );
}
