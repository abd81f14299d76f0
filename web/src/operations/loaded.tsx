import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { messageOf } from '../api/api-error.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton, Waiting } from '../ui/skeleton.tsx';

interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}

/** What was read; until then its shape, or why it could not be read. */
export function Loaded<Data>({
  answer: { data, error, refetch },
  children,
}: {
  answer: Answer<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useLingui();
  if (data !== undefined) return <>{children(data)}</>;
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
