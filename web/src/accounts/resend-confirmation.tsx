import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toaster.tsx';
import { accountClient } from './account-client.ts';
import { useFailureMessage } from './failure-message.ts';

/** Sends the confirmation link again; does not reveal whether the address is known. */
export function ResendConfirmation({ email }: { email: string }) {
  const { t } = useLingui();
  const messageOf = useFailureMessage();
  const [pending, setPending] = useState(false);
  const resend = async () => {
    setPending(true);
    const auth = await accountClient();
    const { error } = await auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${location.origin}/auth/resolve` },
    });
    setPending(false);
    if (error) toast.error(messageOf(error));
    else toast.success(t`We have sent the link again`);
  };
  return (
    <Button
      tone="secondary"
      isPending={pending}
      onPress={() => void resend()}
      className="justify-self-start"
    >
      <Trans>Send the confirmation link again</Trans>
    </Button>
  );
}
