import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';

/** The read of a dashboard. The profile that it brings along is the frame's too (profiles/use-own-profile.ts). */
export type DashboardQuery<Data> = (queryClient: QueryClient) => {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
};

export const companyDashboardQuery = (queryClient: QueryClient) => ({
  queryKey: queryKeys.companyDashboard,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const dashboard = await call('company_dashboard', { signal });
    queryClient.setQueryData(queryKeys.company, dashboard.company);
    return dashboard;
  },
});

export const agencyDashboardQuery = (queryClient: QueryClient) => ({
  queryKey: queryKeys.agencyDashboard,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const dashboard = await call('agency_dashboard', { signal });
    queryClient.setQueryData(queryKeys.agency, dashboard.agency);
    return dashboard;
  },
});
