import { Trans, useLingui } from '@lingui/react/macro';
import { notificationPath } from '#domain/notifications/notification-path.ts';
import type { Notification } from '#api/notifications.ts';
import { DateTime } from '../ui/date-time.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { UserText } from '../ui/user-text.tsx';
import { sentenceOf } from './notification-words.ts';
import { useFollowNotification } from './notifications-query.ts';

/** One notification: a link to what it is about, which marks it as read. */
export function NotificationItem({
  notification,
  onOpen,
}: {
  notification: Notification;
  onOpen?: () => void;
}) {
  const { i18n } = useLingui();
  const follow = useFollowNotification();
  const { id, ticket_number, amount_sar, name, occurred_at, read_at } = notification;
  const isUnread = read_at === null;
  const open = () => {
    follow(id);
    onOpen?.();
  };
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={notificationPath(notification)}
        onClick={open}
        className="grid min-h-14 grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5 text-ink no-underline hover:bg-sunk"
      >
        <span
          aria-hidden="true"
          className={`mt-2 size-2 rounded-full ${isUnread ? 'bg-palm forced-colors:bg-[Highlight]' : ''}`}
        />
        <span className="grid gap-0.5">
          <span className={isUnread ? 'font-semibold' : ''}>
            {isUnread ? (
              <span className="sr-only">
                <Trans>Unread:</Trans>{' '}
              </span>
            ) : null}
            {i18n._(sentenceOf(notification))}
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
            {ticket_number ? (
              <bdi translate="no" className="tabular-nums">
                {ticket_number}
              </bdi>
            ) : null}
            {name ? <UserText text={name} /> : null}
            {amount_sar ? <Money amount={amount_sar} /> : null}
            <DateTime at={occurred_at} />
          </span>
        </span>
      </Link>
    </li>
  );
}
