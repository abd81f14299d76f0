import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks once more before something binds or cannot be undone: one way out, one way on, and nothing else while it is sent. */
export function ConfirmDialog({
  title,
  lead,
  children,
  cancel,
  confirm,
  isDanger = false,
  isSending,
  onConfirm,
  onClose,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
  /** The words of the button that leaves everything as it is. */
  cancel: ReactNode;
  /** The words of the button that does it. */
  confirm: ReactNode;
  isDanger?: boolean;
  isSending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      width="small"
      isBusy={isSending}
      title={title}
      lead={lead}
      actions={
        <>
          <Button tone="secondary" onPress={onClose} isDisabled={isSending}>
            {cancel}
          </Button>
          <Button tone={isDanger ? 'danger' : 'primary'} isPending={isSending} onPress={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
