import { Trans } from '@lingui/react/macro';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Asks once more before every session ends, this one too. */
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
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      width="small"
      isBusy={isPending}
      title={<Trans>Sign out everywhere?</Trans>}
      actions={
        <>
          <Button tone="quiet" onPress={onClose} isDisabled={isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="danger" onPress={onConfirm} isPending={isPending}>
            <Trans>Sign out everywhere</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Every device, this one too, has to log in again. Nothing is lost.</Trans>
      </p>
    </Dialog>
  );
}
