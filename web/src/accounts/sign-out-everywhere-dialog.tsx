import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks before all sessions end, this one included. */
export default function SignOutEverywhereDialog({
  isPending,
  onClose,
  onConfirm,
}: {
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <ConfirmDialog
      title={<Trans>Sign out everywhere?</Trans>}
      cancel={<Trans>Cancel</Trans>}
      confirm={<Trans>Sign out everywhere</Trans>}
      isDanger
      isSending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <Trans>Every device, this one too, has to log in again. Nothing is lost.</Trans>
      </p>
    </ConfirmDialog>
  );
}
