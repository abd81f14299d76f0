import { useState } from 'react';

/** What this module needs of a query of the query client. */
interface Read {
  data: unknown;
  error: Error | null;
  /** How often this read has failed since it was first made. */
  errorUpdateCount: number;
  /** What stands in for data that has never come. */
  isPlaceholderData?: boolean;
}

/**
 * Why a read that has never succeeded failed last. The query client forgets that while the read is made again; a screen
 * must not: otherwise its message gives way to a skeleton each time the live connection asks again.
 */
export function useShownError({
  data,
  error,
  errorUpdateCount,
  isPlaceholderData = false,
}: Read): Error | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  if (error !== null) return error;
  const isMissing = data === undefined || isPlaceholderData;
  return isMissing && errorUpdateCount > 0 ? last : null;
}
