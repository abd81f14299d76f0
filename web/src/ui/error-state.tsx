import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { AlertIcon } from './icons.tsx';
import { MessageLines } from './form-error.tsx';
import { TornPoster } from './illustrations.tsx';

/** Something could not be loaded: its message in words and a way to try again. `children`: below the message. */
export function ErrorState({
  message,
  onRetry,
  children,
}: {
  message: string;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 border-s-2 border-overdue py-1 ps-4"
    >
      <div className="flex gap-2 font-medium">
        <AlertIcon className="mt-1 text-overdue" />
        <MessageLines message={message} />
      </div>
      {children}
      {onRetry ? (
        <Button tone="secondary" size="small" onPress={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      ) : null}
    </div>
  );
}

/** A whole screen that failed to draw. What went wrong stays in the browser's console. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { t } = useLingui();
  if (import.meta.env.DEV) throw error;
  return (
    <main className="page grid min-h-dvh content-center gap-6 py-16">
      <TornPoster className="max-w-64" />
      <h1 className="text-title">
        <Trans>This page could not be shown</Trans>
      </h1>
      <ErrorState
        message={t`Something went wrong on our side. Please load the page again.`}
        onRetry={() => location.reload()}
      />
    </main>
  );
}
