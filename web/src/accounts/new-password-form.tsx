import { Trans, useLingui } from '@lingui/react/macro';
import { Form } from '../ui/forms/form.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { toast } from '../ui/toaster.tsx';
import { renewSession } from './account-client.ts';
import { useCredentialChecks } from './credential-checks.ts';
import { AccountName, ChosenPassword, PresentPassword } from './credential-fields.tsx';
import { usePasswordOwner } from './password-owner.ts';
import { useAccountForm } from './use-account-form.ts';
import { useProof } from './use-proof.tsx';

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
  const readOwner = usePasswordOwner();
  const { withProof, proofDialog } = useProof();
  const form = useAccountForm({
    defaultValues: { current: '', password: '' },
    check: ({ current, password }) => ({
      ...(asksCurrent && checks.currentPassword(current)),
      ...checks.newPassword(password),
    }),
    send: async ({ current, password }, auth) => {
      await withProof(async () => {
        const { error } = await auth.updateUser({
          password,
          ...(asksCurrent && { current_password: current }),
        });
        if (error) throw error;
      });
      await renewSession();
      form.reset();
      toast.success(t`Your password has been changed`);
      onChanged?.();
    },
  });
  return (
    <>
      {proofDialog}
      <Form form={form} className="grid gap-4">
        <AccountName />
        {asksCurrent ? <PresentPassword /> : null}
        <ChosenPassword label={t`New password`} owner={readOwner} />
        <FormError message={form.problem} />
        <Button
          type="submit"
          isPending={form.formState.isSubmitting}
          className="justify-self-start"
        >
          <Trans>Change password</Trans>
        </Button>
      </Form>
    </>
  );
}
