import { useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import type { Agency, Company } from '#api/profiles.ts';
import { messageOf } from '../api/api-error.ts';
import { queryKeys } from '../api/queries.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { toast } from '../ui/toaster.tsx';

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
 * @param profileOf the profile that the dashboard brings along
 */
export function useDashboard<Data>(
  role: Role,
  load: (signal: AbortSignal) => Promise<Data>,
  profileOf: (dashboard: Data) => Company | Agency,
): LoadedDashboard<Data> {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: queryKeys[`${role}Dashboard`],
    queryFn: async ({ signal }) => {
      const dashboard = await load(signal);
      // The frame shows the profile's name and completion (profiles/use-own-profile.ts).
      queryClient.setQueryData(queryKeys[role], profileOf(dashboard));
      return dashboard;
    },
    placeholderData: keepPreviousData,
  });
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
