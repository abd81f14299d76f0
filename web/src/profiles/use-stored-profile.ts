import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useShownError } from '../api/use-shown-error.ts';

/**
 * What the wizard starts from: the stored profile, or null where there is none. SPEC section 8: no row (PGRST116) is
 * ignored, any other failure is logged only; the empty form is safe then, because blank fields keep what is stored.
 */
export function useStoredProfile<Profile>(
  queryKey: readonly string[],
  read: () => Promise<Profile>,
): { isLoading: boolean; profile: Profile | null } {
  const query = useQuery({ queryKey, queryFn: read });
  const { data } = query;
  const error = useShownError(query);
  useEffect(() => {
    if (error && !(error instanceof ApiError && error.code === 'PGRST116')) {
      // oxlint-disable-next-line no-console
      console.error('The profile could not be loaded.', error);
    }
  }, [error]);
  return { isLoading: data === undefined && error === null, profile: data ?? null };
}
