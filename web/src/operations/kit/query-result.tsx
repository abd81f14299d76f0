import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';

/** An address that no row can have names nothing either. */
const namesNothing = new Set(['not_found', 'validation_failed']);

interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** What was read; until then its shape, or why it could not be read. `missing` is said where there is no such thing. */
export function QueryResult<Data>({
  answer: { data, error, refetch },
  missing,
  children,
}: {
  answer: Answer<Data>;
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
      />
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
