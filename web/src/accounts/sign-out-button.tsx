import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, iconOnPhones } from '../ui/button.tsx';
import { SignOutIcon } from '../ui/icons.tsx';
import { toast } from '../ui/toaster.tsx';
import { useAuth } from './auth-context.tsx';
import { useFailureMessage } from './failure-message.ts';

/** Ends the session of this device. */
export function SignOutButton({
  isIconOnPhones = false,
}: {
  /** In a header of one row. */
  isIconOnPhones?: boolean;
}) {
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
      className={`whitespace-nowrap ${isIconOnPhones ? iconOnPhones : ''}`}
      isPending={leaving}
      onPress={leave}
    >
      {isIconOnPhones ? <SignOutIcon className="size-5 sm:hidden" /> : null}
      <span className={isIconOnPhones ? 'max-sm:sr-only' : ''}>
        <Trans>Sign Out</Trans>
      </span>
    </Button>
  );
}
