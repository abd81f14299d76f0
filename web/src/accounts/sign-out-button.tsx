import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toaster.tsx';
import { useAuth } from './auth-context.tsx';
import { useFailureMessage } from './failure-message.ts';

/** Ends the session of this device. */
export function SignOutButton() {
  const { signOut } = useAuth();
  const messageOf = useFailureMessage();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    signOut().catch((error: unknown) => {
      setLeaving(false);
      toast.error(messageOf(error));
    });
  };
  return (
    <Button
      tone="quiet"
      size="small"
      className="whitespace-nowrap"
      isPending={leaving}
      onPress={leave}
    >
      <Trans>Sign Out</Trans>
    </Button>
  );
}
