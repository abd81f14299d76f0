import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { Form } from '../ui/forms/form.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { UserText } from '../ui/user-text.tsx';
import { renewSession } from './account-client.ts';
import { useAuth } from './auth-context.tsx';
import { useCredentialChecks } from './credential-checks.ts';
import { PresentPassword } from './credential-fields.tsx';
import { useAccountForm } from './use-account-form.ts';

/** Before a second factor: the person proves that the account's mailbox is theirs, by a link. */
export function MailboxProof() {
  const { user } = useAuth();
  const [isAsking, setAsking] = useState(false);
  const [isSent, setSent] = useState(false);
  const email = user?.email ?? '';
  return (
    <div className="grid justify-items-start gap-4">
      <output className="block">
        {isSent ? (
          <Trans>
            A link is on its way to <UserText text={email} className="font-semibold" />. Open it in
            this browser.
          </Trans>
        ) : (
          <Trans>First verify your email address: we will send a link to it.</Trans>
        )}
      </output>
      <Button tone="secondary" onPress={() => setAsking(true)}>
        {isSent ? <Trans>Send it again</Trans> : <Trans>Send the link</Trans>}
      </Button>
      {isAsking ? (
        <PasswordDialog
          email={email}
          onSent={() => {
            setSent(true);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** The password in the same step as the link: a session alone may be of a stranger who signed up with this address. */
function PasswordDialog({
  email,
  onSent,
  onClose,
}: {
  email: string;
  onSent: () => void;
  onClose: () => void;
}) {
  const checks = useCredentialChecks();
  const form = useAccountForm({
    defaultValues: { current: '' },
    check: ({ current }) => checks.currentPassword(current),
    send: async ({ current }, auth) => {
      const emailRedirectTo = `${location.origin}/prove-address`;
      const changes = { email, current_password: current };
      const { error } = await auth.updateUser(changes, { emailRedirectTo });
      if (error) throw error;
      await renewSession();
      onSent();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width="small"
      isBusy={form.formState.isSubmitting}
      title={<Trans>Verify your email address</Trans>}
      lead={<Trans>Enter your password, and we will send a link to your address.</Trans>}
    >
      <Form form={form} className="grid gap-5">
        <PresentPassword />
        <Link to="/forgot-password" className="text-link justify-self-start">
          <Trans>Forgot your password?</Trans>
        </Link>
        <FormError message={form.problem} />
        <Button type="submit" isPending={form.formState.isSubmitting}>
          <Trans>Send the link</Trans>
        </Button>
      </Form>
    </Dialog>
  );
}
