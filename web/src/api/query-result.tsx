import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorReference } from '../ui/error-reference.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton, Waiting } from '../ui/skeleton.tsx';
import { ApiError, messageOf } from './api-error.ts';

/** An address that no row can have is refused as invalid; it names nothing either. */
const namesNothing = new Set(['not_found', 'validation_failed']);

interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  /** `paused`: the device has no connection. */
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => unknown;
}

/** Shows a query's data; a skeleton until it is read, or why it could not be read. `missing`: shown when the row does not exist. */
export function QueryResult<Data>({
  query: { data, error, fetchStatus, refetch },
  missing,
  children,
}: {
  query: Query<Data>;
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useLingui();
  if (data !== undefined) return <>{children(data)}</>;
  if (missing && error instanceof ApiError && namesNothing.has(error.code)) return <>{missing}</>;
  if (error) {
    return (
      <ErrorState
        message={messageOf(error, t`This could not be loaded.`)}
        onRetry={() => void refetch()}
      >
        <ErrorReference of={error} />
      </ErrorState>
    );
  }
  if (fetchStatus === 'paused') {
    return (
      <EmptyState title={<Trans>You appear to be offline.</Trans>}>
        <Trans>It appears here once the connection is back.</Trans>
      </EmptyState>
    );
  }
  return (
    <Waiting>
      <div className="grid gap-4">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    </Waiting>
  );
}
