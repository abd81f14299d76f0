import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AccountSession } from '#api/account-security.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorReference } from '../ui/error-reference.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError } from '../ui/form-error.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toaster.tsx';
import { DeviceName } from './device-name.tsx';
import { SecurityEventList } from './security-event-list.tsx';
import { SessionList } from './session-list.tsx';

/** The account's open sessions, each to be ended, and what happened to its security in the last 90 days. */
export function SecuritySection() {
  return (
    <div className="grid gap-8">
      <Sessions />
      <Events />
    </div>
  );
}

/** The list of a new account before it is read, in its shape, so that what stands below hardly moves. */
function Unread({ title, detail = '' }: { title: ReactNode; detail?: string }) {
  return (
    <div aria-busy="true">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <div className="border-y border-line py-3">
        <Skeleton className="h-[1lh]" />
        <Skeleton className={`h-[1lh] text-sm ${detail}`} />
      </div>
    </div>
  );
}

function Sessions() {
  const { t } = useLingui();
  const [ending, setEnding] = useState<AccountSession | null>(null);
  const sessions = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => call('list_sessions', { signal }),
  });
  if (sessions.error && !sessions.data)
    return (
      <ErrorState
        message={messageOf(sessions.error, t`This could not be loaded.`)}
        onRetry={() => void sessions.refetch()}
      >
        <ErrorReference of={sessions.error} />
      </ErrorState>
    );
  const title = <Trans>Open sessions</Trans>;
  if (!sessions.data) return <Unread title={title} detail="max-sm:h-[2lh]" />;
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <SessionList sessions={sessions.data.items} onEnd={setEnding} />
      {ending ? <EndSession session={ending} onClose={() => setEnding(null)} /> : null}
    </div>
  );
}

function EndSession({ session, onClose }: { session: AccountSession; onClose: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const end = async () => {
    setSending(true);
    setProblem(null);
    try {
      const left = await call('end_session', { params: { id: session.id } }).catch(
        async (error: unknown) => {
          // It may have ended anyway: read the open sessions again.
          const open = await call('list_sessions').catch(() => null);
          if (!open || open.items.some(({ id }) => id === session.id)) throw error;
          return open;
        },
      );
      queryClient.setQueryData(queryKeys.sessions, left);
      void queryClient.invalidateQueries({ queryKey: queryKeys.securityEvents });
      toast.success(t`The session has ended`);
      onClose();
    } catch (error) {
      setProblem(messageOf(error, t`An error occurred`));
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
    } finally {
      setSending(false);
    }
  };
  return (
    <ConfirmDialog
      title={<Trans>End this session?</Trans>}
      lead={<Trans>That device has to log in again. Nothing is lost.</Trans>}
      cancel={<Trans>Cancel</Trans>}
      confirm={<Trans>End this session</Trans>}
      isDanger
      isSending={isSending}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p className="font-semibold">
        <DeviceName device={session} />
      </p>
      <FormError message={problem} />
    </ConfirmDialog>
  );
}

function Events() {
  const { t } = useLingui();
  const pages = useInfiniteQuery({
    queryKey: queryKeys.securityEvents,
    queryFn: ({ pageParam, signal }) =>
      call('list_security_events', { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  if (pages.error && !pages.data)
    return (
      <ErrorState
        message={messageOf(pages.error, t`This could not be loaded.`)}
        onRetry={() => void pages.refetch()}
      >
        <ErrorReference of={pages.error} />
      </ErrorState>
    );
  const title = <Trans>Activity in the last 90 days</Trans>;
  if (!pages.data) return <Unread title={title} />;
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <SecurityEventList events={pages.data.pages.flatMap(({ items }) => items)} />
      <LoadMore pages={pages} />
    </div>
  );
}
