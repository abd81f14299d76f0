import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { messageOf } from '../api/api-error.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { toast } from '../ui/toaster.tsx';
import type { DashboardQuery } from './dashboard-query.ts';

/** A dashboard that is loading, shown, or refused in words. */
export interface LoadedDashboard<Data> {
  /** The data of the last load; kept during a refetch, and when it fails. */
  data: Data | undefined;
  /** Why there is nothing to show; null while it is loading, and where something is shown. */
  failure: string | null;
  retry: () => void;
}

/**
 * Everything a dashboard shows, in one call. A failure is a toast in the server's words (SPEC section 8), each time it
 * happens; where nothing was shown before it also stands on the screen, in `failure`.
 */
export function useDashboard<Data>(queryOf: DashboardQuery<Data>): LoadedDashboard<Data> {
  const { t } = useLingui();
  const query = useQuery({ ...queryOf(useQueryClient()), placeholderData: keepPreviousData });
  const { data, refetch } = query;
  const error = useShownError(query);
  const otherwise = t`The dashboard could not be loaded.`;
  useEffect(() => {
    if (error) toast.error(messageOf(error, otherwise), { id: 'dashboard', cause: error });
    else toast.dismiss('dashboard');
  }, [error, otherwise]);
  const failure = error && data === undefined ? messageOf(error, otherwise) : null;
  // Rendered in slices, so that a slow phone responds to a press between them.
  return { data: useDeferredValue(data), failure, retry: () => void refetch() };
}
