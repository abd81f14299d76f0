import { useLingui } from '@lingui/react/macro';
import { FormTextField } from '../ui/forms/form.tsx';

/** Field for a code of the authenticator; `recovery`: also takes a recovery code. */
export function CodeField({ recovery = false }: { recovery?: boolean }) {
  const { t } = useLingui();
  return (
    <FormTextField
      name="code"
      label={t`Code`}
      hint={
        recovery
          ? t`The six digits that your authenticator shows now, or one of your recovery codes.`
          : t`The six digits that your authenticator shows now.`
      }
      autoComplete="one-time-code"
      inputMode={recovery ? 'text' : 'numeric'}
      spellCheck="false"
      autoCorrect="off"
      ltr
      isRequired
    />
  );
}
