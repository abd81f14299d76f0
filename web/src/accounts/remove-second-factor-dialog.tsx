import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { toast } from '../ui/toaster.tsx';
import { auth } from './auth-client.client.ts';
import { useAuth } from './auth-context.tsx';
import { useFailureMessage } from './failure-message.ts';
import { useProof } from './use-proof.tsx';

/** Asks before the second factor goes, and its recovery codes with it. */
export default function RemoveSecondFactorDialog({
  factorId,
  onClose,
}: {
  factorId: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { refresh } = useAuth();
  const messageOf = useFailureMessage();
  const { withProof, proofDialog } = useProof();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const takeAway = async () => {
    setPending(true);
    try {
      await withProof(async () => {
        const { error } = await auth.mfa.unenroll({ factorId });
        if (error) throw error;
      });
      await refresh();
      toast.success(t`Two-step verification has been turned off`);
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
      setProblem(messageOf(error));
      setPending(false);
    }
  };
  return (
    <ConfirmDialog
      title={<Trans>Turn off two-step verification?</Trans>}
      cancel={<Trans>Cancel</Trans>}
      confirm={<Trans>Turn off</Trans>}
      isDanger
      isSending={pending}
      onConfirm={() => void takeAway()}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p>
          <Trans>
            Then your password alone signs you in, and your recovery codes stop working.
          </Trans>
        </p>
        <FormError message={problem} />
        {proofDialog}
      </div>
    </ConfirmDialog>
  );
}
