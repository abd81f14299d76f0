import { Trans, useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { QueryResult } from '../api/query-result.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';
import { MarkAllRead } from './mark-all-read.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useListAddress, useNotifications } from './notifications-query.ts';

/** How many stand in the popover. */
const NEWEST = 6;

/** The newest notifications below the bell, and the way to all of them. */
export default function BellPopover({
  trigger,
  onClose,
}: {
  trigger: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const query = useNotifications();
  const address = useListAddress();
  return (
    <Popover
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      triggerRef={trigger}
      placement="bottom end"
      // Below the header, too.
      offset={14}
      className="w-96 max-w-[calc(100vw-2rem)] rounded-md border border-line-strong bg-raised shadow-float entering:animate-[appear_150ms_ease-out]"
    >
      <Dialog
        aria-label={t`Notifications`}
        className="flex max-h-[min(36rem,80dvh)] flex-col outline-none"
      >
        <div className="flex min-h-12 items-center justify-between gap-4 border-b border-line px-4 py-1.5">
          <h2 className="text-base">
            <Trans>Notifications</Trans>
          </h2>
          <MarkAllRead pages={query.data?.pages} />
        </div>
        <div className="overflow-y-auto">
          <QueryResult query={{ ...query, data: query.data?.pages[0] }}>
            {({ items }) =>
              items.length === 0 ? (
                <div className="p-4">
                  <EmptyState title={<Trans>No notifications yet</Trans>} />
                </div>
              ) : (
                <ul>
                  {items.slice(0, NEWEST).map((item) => (
                    <NotificationItem key={item.id} notification={item} onOpen={onClose} />
                  ))}
                </ul>
              )
            }
          </QueryResult>
        </div>
        <div className="border-t border-line px-4 py-1">
          <Link
            to={address}
            onClick={onClose}
            className="text-link inline-flex min-h-11 items-center"
          >
            <Trans>All notifications</Trans>
          </Link>
        </div>
      </Dialog>
    </Popover>
  );
}
