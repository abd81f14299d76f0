import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useAuth } from '../accounts/auth-context.tsx';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';

/** The person's notifications, the newest first. The bell and the page read the same. */
export function useNotifications({
  unread = false,
  isEnabled = true,
}: { unread?: boolean; isEnabled?: boolean } = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.notificationList({ unread }),
    queryFn: ({ pageParam, signal }) =>
      call('list_notifications', {
        query: { cursor: pageParam, unread: unread ? 'true' : undefined },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    enabled: isEnabled,
  });
}

/**
 * Called when a notification's link is pressed: marks it as read, and refetches the screens' data.
 * The link does not wait for it; a failure only leaves the notification unread.
 */
export function useFollowNotification(): (id: string) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (id) => {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => !isOfNotifications(queryKey),
      });
      void call('mark_notification_read', { params: { id } }).then(
        () => queryClient.invalidateQueries({ queryKey: queryKeys.notifications }),
        () => {},
      );
    },
    [queryClient],
  );
}

const isOfNotifications = ([of]: readonly unknown[]) => of === queryKeys.notifications[0];

/** The address of the whole list in the person's frame. */
export function useListAddress(): string {
  return useAuth().isStaff ? '/operations/notifications' : '/notifications';
}
