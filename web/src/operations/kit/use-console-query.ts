import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/queries.ts';
import { useShownError } from '../../api/use-shown-error.ts';
import { useRecentUse } from './recent-use.ts';

/** Another member of staff works beside one: what is on the screen is asked for again, in milliseconds. */
const REFRESH_MS = 30_000;
/** Pages of a list that are. */
const MOST_REFRESHED = 5;

/**
 * What a screen of the desk shows, in one call. `what` names it among the desk's reads: another one's figures and buttons
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

/** A list of the desk, page by page. */
export function useConsoleList<Item>(
  what: unknown[],
  load: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ items: Item[]; next_cursor: string | null }>,
) {
  const isInUse = useRecentUse();
  const pages = useInfiniteQuery({
    queryKey: queryKeys.operations(...what),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    // Page after page: a list that somebody has walked far is read again after what they do, not all the time.
    refetchInterval: ({ state }) =>
      isInUse && (state.data?.pages.length ?? 0) <= MOST_REFRESHED && REFRESH_MS,
  });
  return {
    ...pages,
    error: useShownError(pages),
    items: pages.data?.pages.flatMap(({ items }) => items),
  };
}
