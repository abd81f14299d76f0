import { useLingui } from '@lingui/react/macro';
import { FormPasswordField, FormTextField } from '../ui/forms/form.tsx';

/** The account's address, as browsers and password managers know it. */
export function AccountEmail() {
  const { t } = useLingui();
  return (
    <FormTextField
      name="email"
      label={t`Email`}
      type="email"
      autoComplete="username"
      ltr
      isRequired
    />
  );
}

/** The password that the account has. */
export function KnownPassword() {
  const { t } = useLingui();
  return (
    <FormPasswordField
      name="password"
      label={t`Password`}
      autoComplete="current-password"
      isRequired
    />
  );
}

/** A password that is being chosen (SPEC section 5). */
export function ChosenPassword({ label }: { label?: string }) {
  const { t } = useLingui();
  return (
    <FormPasswordField
      name="password"
      label={label ?? t`Password`}
      autoComplete="new-password"
      placeholder={t`At least 6 characters`}
      isRequired
    />
  );
}

/** The present password, beside the one that takes its place. */
export function PresentPassword() {
  const { t } = useLingui();
  return (
    <FormPasswordField
      name="current"
      label={t`Current password`}
      autoComplete="current-password"
      isRequired
    />
  );
}
