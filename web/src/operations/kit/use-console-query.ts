import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/queries.ts';
import { useShownError } from '../../api/use-shown-error.ts';
import { useRecentUse } from './recent-use.ts';

/** Milliseconds after which a screen refetches, because other staff change the same data. */
const REFRESH_MS = 30_000;
/** Longer lists are not refetched automatically. */
const MOST_REFRESHED = 5;

/**
 * What a screen of the console shows, in one call. `what` names it among the console's reads: another one's figures and buttons
 * never stand in for it while it loads.
 */
export function useConsoleQuery<Data>(
  what: unknown[],
  load: (signal: AbortSignal) => Promise<Data>,
) {
  const isInUse = useRecentUse();
  const query = useQuery({
    queryKey: queryKeys.operations(...what),
    queryFn: ({ signal }) => load(signal),
    refetchInterval: isInUse && REFRESH_MS,
  });
  return { ...query, error: useShownError(query) };
}

/** A list of the console, page by page; a page may say more than its items. */
export function useConsoleList<Item, More = unknown>(
  what: unknown[],
  load: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ items: Item[]; next_cursor: string | null } & More>,
) {
  const isInUse = useRecentUse();
  const pages = useInfiniteQuery({
    queryKey: queryKeys.operations(...what),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    // A refetch reads all pages: long lists are refetched only after a mutation.
    refetchInterval: ({ state }) =>
      isInUse && (state.data?.pages.length ?? 0) <= MOST_REFRESHED && REFRESH_MS,
  });
  return {
    ...pages,
    error: useShownError(pages),
    items: pages.data?.pages.flatMap(({ items }) => items),
  };
}
