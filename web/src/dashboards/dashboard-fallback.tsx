import type { ReactNode } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { Waiting } from '../ui/skeleton.tsx';
import type { LoadedDashboard } from './use-dashboard.ts';

/** In place of a dashboard that is not there: its shape while it is loading, or why it could not be loaded. */
export function DashboardFallback({
  dashboard: { failure, retry },
  skeleton,
}: {
  dashboard: LoadedDashboard<unknown>;
  skeleton: ReactNode;
}) {
  if (failure === null) {
    // As high as the window, so that the footer is below it from the start.
    return (
      <div className="min-h-dvh">
        <Waiting>{skeleton}</Waiting>
      </div>
    );
  }
  return <ErrorState message={failure} onRetry={retry} />;
}
