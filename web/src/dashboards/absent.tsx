import type { ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { Waiting } from '../ui/skeleton.tsx';
import type { LoadedDashboard } from './use-dashboard.ts';

/** In place of a dashboard that is not there: its shape while it is on its way, or why it could not be loaded. */
export function Absent({
  dashboard: { failure, retry },
  skeleton,
}: {
  dashboard: LoadedDashboard<unknown>;
  skeleton: ReactNode;
}) {
  if (failure === null) return <Waiting>{skeleton}</Waiting>;
  return <ErrorState message={failure} onRetry={retry} />;
}
