import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/text-field.tsx';
import { toast } from '../ui/toaster.tsx';
import { auth } from './auth-client.client.ts';
import { useCredentialChecks } from './credential-checks.ts';
import { FormProblem } from './form-problem.tsx';
import { useAccountForm } from './use-account-form.ts';

/**
 * Sets a new password for the signed-in person. `asksCurrent`: the present one proves that it is still them; a link
 * from their mailbox proves it otherwise.
 */
export function NewPasswordForm({
  asksCurrent = false,
  onChanged,
}: {
  asksCurrent?: boolean;
  onChanged?: () => void;
}) {
  const { t } = useLingui();
  const checks = useCredentialChecks();
  const { form, problems, pending, submit, clear } = useAccountForm();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const check = () => ({
    ...(asksCurrent && checks.currentPassword(current)),
    ...checks.newPassword(password),
  });
  const change = async () => {
    const { error } = await auth.updateUser({
      password,
      ...(asksCurrent && { current_password: current }),
    });
    if (error) throw error;
    setCurrent('');
    setPassword('');
    toast.success(t`Your password has been changed.`);
    onChanged?.();
  };
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(check, change);
      }}
    >
      {asksCurrent ? (
        <PasswordField
          label={t`Current password`}
          name="current"
          autoComplete="current-password"
          isRequired
          value={current}
          onChange={(value) => {
            setCurrent(value);
            clear('current');
          }}
          error={problems.current}
        />
      ) : null}
      <PasswordField
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        placeholder={t`At least 6 characters`}
        isRequired
        value={password}
        onChange={(value) => {
          setPassword(value);
          clear('password');
        }}
        error={problems.password}
      />
      <FormProblem message={problems.form ?? null} />
      <Button type="submit" isPending={pending} className="justify-self-start">
        <Trans>Change password</Trans>
      </Button>
    </form>
  );
}
