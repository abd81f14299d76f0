import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { AccountLayout } from './account-layout.tsx';
import { toast } from '../ui/toaster.tsx';
import { useFailureMessage } from './failure-message.ts';
import { postToAccounts } from './post-to-accounts.ts';

/** Sends the link's token. @returns whether it was still valid. @throws Error as postToAccounts does. */
async function keepFactor(token: string): Promise<boolean> {
  try {
    await postToAccounts('/factor_removals/withdraw', { body: { token } });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'otp_expired') return false;
    throw error;
  }
}

/** Where the mail about a removal of the second factor leads. A button sends it: mail scanners open links. */
export default function WithdrawFactorRemoval() {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'kept' | 'refused' | null>(null);
  const messageOf = useFailureMessage();
  const keep = useMutation({
    mutationFn: () => keepFactor(location.hash.slice(1)),
    onSuccess: (isKept) => setOutcome(isKept ? 'kept' : 'refused'),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <>
      <DocumentTitle name={t`Two-step verification`} />
      {outcome === 'kept' ? (
        <AccountLayout
          title={<Trans>Two-step verification stays on</Trans>}
          lead={
            <Trans>
              The removal is withdrawn. If you did not ask for it, somebody may know your password:
              choose a new one.
            </Trans>
          }
        >
          <ButtonLink to="/forgot-password">
            <Trans>Choose a new password</Trans>
          </ButtonLink>
        </AccountLayout>
      ) : outcome === 'refused' ? (
        <AccountLayout
          title={<Trans>This link does not work</Trans>}
          lead={
            <Trans>
              The link is not complete, or two-step verification has already been removed. If you
              did not ask for the removal, somebody may know your password: choose a new one.
            </Trans>
          }
        >
          <ButtonLink to="/forgot-password">
            <Trans>Choose a new password</Trans>
          </ButtonLink>
        </AccountLayout>
      ) : (
        <AccountLayout
          title={<Trans>Keep two-step verification?</Trans>}
          lead={
            <Trans>
              Somebody told us that they have lost access to two-step verification on your account.
              If it was not you, keep it: the removal will be withdrawn.
            </Trans>
          }
        >
          <div className="grid gap-5">
            <FormError message={keep.error ? messageOf(keep.error) : null} />
            <Button
              isPending={keep.isPending}
              onPress={() => keep.mutate()}
              className="justify-self-start"
            >
              <Trans>Keep two-step verification</Trans>
            </Button>
          </div>
        </AccountLayout>
      )}
    </>
  );
}
