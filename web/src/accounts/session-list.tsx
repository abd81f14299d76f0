import { Trans } from '@lingui/react/macro';
import type { AccountSession } from '#api/account-security.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { DeviceName } from './device-name.tsx';

/** The open sessions of an account; the one that asks is marked. */
export function SessionList({
  sessions,
  onEnd,
}: {
  sessions: readonly AccountSession[];
  /** Ends a session other than the one that asks; without it none can be ended. */
  onEnd?: (session: AccountSession) => void;
}) {
  return (
    <ul className="border-t border-line">
      {sessions.map((session) => (
        <li
          key={session.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
        >
          <div className="min-w-0 flex-1 basis-48">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              <span>
                <DeviceName device={session} />
              </span>
              {session.is_current ? (
                <Badge tone="good">
                  <Trans>This device</Trans>
                </Badge>
              ) : null}
            </p>
            <p className="text-sm text-ink-soft">
              <Trans>
                Since <DateTime at={session.began_at} />, last used about{' '}
                <DateTime at={session.refreshed_at} />
              </Trans>
            </p>
          </div>
          {onEnd && !session.is_current ? (
            <Button tone="secondary" onPress={() => onEnd(session)}>
              <Trans>End this session</Trans>
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
