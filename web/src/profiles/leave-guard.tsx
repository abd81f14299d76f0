import { Trans } from '@lingui/react/macro';
import { useEffect, type RefObject } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/**
 * Asks before unsaved input is left: inside the application with a dialog, outside it with the browser's own question.
 * Steps of the same page, and /signin after the session's end, do not ask. `saved` allows leaving.
 */
export function LeaveGuard({
  isUnsaved,
  saved,
}: {
  isUnsaved: boolean;
  saved: RefObject<boolean>;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      !saved.current &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== '/signin',
  );
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!saved.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved, saved]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      onClose={stay}
      role="alertdialog"
      width="small"
      title={<Trans>Leave without saving?</Trans>}
      actions={
        <>
          <Button tone="danger" onPress={() => blocker.proceed?.()}>
            <Trans>Leave without saving</Trans>
          </Button>
          <Button onPress={stay}>
            <Trans>Stay on this page</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          What you have typed and the files you have chosen are lost unless they are saved.
        </Trans>
      </p>
    </Dialog>
  );
}
