import { useLingui } from '@lingui/react/macro';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import type { AccountForm } from './use-account-form.ts';

/** The account's address, as browsers and password managers know it. */
export function AccountEmail({ form }: { form: AccountForm }) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Email`}
      type="email"
      autoComplete="username"
      ltr
      isRequired
      {...form.fieldProps('email')}
    />
  );
}

/** The password that the account has. */
export function KnownPassword({ form }: { form: AccountForm }) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={t`Password`}
      autoComplete="current-password"
      isRequired
      {...form.fieldProps('password')}
    />
  );
}

/** A password that is being chosen (SPEC section 5). */
export function ChosenPassword({ form, label }: { form: AccountForm; label?: string }) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={label ?? t`Password`}
      autoComplete="new-password"
      placeholder={t`At least 6 characters`}
      isRequired
      {...form.fieldProps('password')}
    />
  );
}

/** The present password, beside the one that takes its place. */
export function PresentPassword({ form }: { form: AccountForm }) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={t`Current password`}
      autoComplete="current-password"
      isRequired
      {...form.fieldProps('current')}
    />
  );
}
