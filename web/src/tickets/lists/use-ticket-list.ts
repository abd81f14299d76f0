import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import type { TicketList, Ticket } from '#api/tickets.ts';
import type { Page } from '#api/wire.ts';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';

export type TicketPage = Page<Ticket>;
type Cursor = string | undefined;

/** How many tickets of a list a dashboard shows at first, so that it stays short: on a phone the lists stand in one column. */
const shownAtFirst = () => (matchMedia('(width < 40rem)').matches ? 2 : 3);

/** Lists that were expanded: they stay expanded when the screen is opened again. */
const opened = new Set<TicketList>();

/**
 * A list of tickets that the screen already holds the first page of, and "Show more": first the rest of that page. Once
 * further ones are asked for, the list is read whole, page by page, so that a live change moves tickets without losing or
 * doubling one.
 */
export function useTicketList(list: TicketList, first: TicketPage) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(opened.has(list));
  const [expanded, setExpanded] = useState(false);
  const [shownFirst] = useState(shownAtFirst);
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
  const isCut = !isOpen && first.items.length > shownFirst;
  const showMore = () => {
    opened.add(list);
    setOpen(true);
    if (isCut) return;
    if (!expanded) {
      queryClient.setQueryData<InfiniteData<TicketPage, Cursor>>(queryKey, {
        pages: [first],
        pageParams: [undefined],
      });
      setExpanded(true);
    }
    void pages.fetchNextPage();
  };
  const tickets = shown.flatMap((page) => page.items);
  return {
    tickets: isCut ? tickets.slice(0, shownFirst) : tickets,
    count: first.count,
    hasMore: isCut || (shown.at(-1)?.next_cursor ?? null) !== null,
    isLoadingMore: pages.isFetchingNextPage,
    /** Why more could not be loaded. */
    error: pages.isFetchNextPageError ? pages.error : null,
    showMore,
  };
}
