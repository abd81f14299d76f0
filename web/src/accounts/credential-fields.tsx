import { useLingui } from '@lingui/react/macro';
import type { PasswordOwner } from '#api/weak-password.ts';
import { FormPasswordField, FormTextField } from '../ui/forms/form.tsx';
import { useAuth } from './auth-context.tsx';
import { prepareAdvice, usePasswordAdvice } from './password-advice.ts';

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

/** Says to a password manager of which account a password is changed. Not `hidden`: some managers skip such fields. */
export function AccountName() {
  const { user } = useAuth();
  return (
    <input
      type="text"
      autoComplete="username"
      value={user?.email ?? ''}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
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

/**
 * A password that is being chosen (SPEC section 5), with words for one that is easy to guess. They have parts of it: no
 * translator of the browser may have them.
 */
export function ChosenPassword({
  label,
  owner,
}: {
  label?: string;
  owner: () => PasswordOwner | Promise<PasswordOwner>;
}) {
  const { t } = useLingui();
  const advice = usePasswordAdvice(owner);
  return (
    <div onFocus={prepareAdvice}>
      <FormPasswordField
        name="password"
        label={label ?? t`Password`}
        autoComplete="new-password"
        placeholder={t`At least 6 characters`}
        isRequired
      />
      <output translate="no" className="block text-sm text-ink-soft">
        {advice ? <span className="mt-1.5 block">{advice}</span> : null}
      </output>
    </div>
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
