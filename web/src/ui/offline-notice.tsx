import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { OfflineIcon } from './icons.tsx';

function subscribe(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** A line at the top of the application while the device has no connection. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output>
      {online ? null : (
        <span className="flex items-center justify-center gap-2 bg-forest px-4 py-2 text-sm text-on-forest">
          <OfflineIcon />
          <Trans>
            You are offline. What you see may be out of date; nothing can be sent until you are
            back.
          </Trans>
        </span>
      )}
    </output>
  );
}
