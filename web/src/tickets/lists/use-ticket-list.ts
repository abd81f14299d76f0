import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import type { TicketList, Ticket } from '#api/tickets.ts';
import type { Page } from '#api/wire.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';

export type TicketPage = Page<Ticket>;
type Cursor = string | undefined;

/**
 * A list of tickets that the screen already holds the first page of, and "Show more". Once more is asked for, the list
 * is read whole, page by page, so that a live change moves tickets without losing or doubling one.
 */
export function useTicketList(list: TicketList, first: TicketPage) {
  const queryClient = useQueryClient();
  const [expanded, setExpanded] = useState(false);
  const queryKey = queryKeys.tickets({ list });
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call('list_tickets', { query: { list, cursor: pageParam }, signal }),
    initialPageParam: undefined as Cursor,
    getNextPageParam: (last: TicketPage) => last.next_cursor ?? undefined,
    enabled: expanded,
  });
  const shown = expanded && pages.data ? pages.data.pages : [first];
  const showMore = () => {
    if (!expanded) {
      queryClient.setQueryData<InfiniteData<TicketPage, Cursor>>(queryKey, {
        pages: [first],
        pageParams: [undefined],
      });
      setExpanded(true);
    }
    void pages.fetchNextPage();
  };
  return {
    tickets: shown.flatMap((page) => page.items),
    count: first.count,
    hasMore: (shown.at(-1)?.next_cursor ?? null) !== null,
    isLoadingMore: pages.isFetchingNextPage,
    /** Why more could not be loaded. */
    error: pages.isFetchNextPageError ? pages.error : null,
    showMore,
  };
}
