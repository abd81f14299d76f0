import { useLingui } from '@lingui/react/macro';
import type { SecurityEvent } from '#api/account-security.ts';
import { DateTime } from '../ui/date-time.tsx';
import { DeviceName } from './device-name.tsx';
import { securityEventWords } from './security-event-words.ts';

/** What happened to the security of an account, newest first. */
export function SecurityEventList({ events }: { events: readonly SecurityEvent[] }) {
  const { i18n } = useLingui();
  return (
    <ol className="border-t border-line">
      {events.map((event) => (
        <li key={event.id} className="border-b border-line py-3">
          <p className="font-semibold">{i18n._(securityEventWords[event.kind])}</p>
          <p className="text-sm text-ink-soft">
            <DateTime at={event.occurred_at} />
            {event.browser || event.system || event.address ? (
              <>
                {' · '}
                <DeviceName device={event} />
              </>
            ) : null}
          </p>
        </li>
      ))}
    </ol>
  );
}
