import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountMeasureTaken, AccountStanding } from '#api/account-security.ts';
import type { AccountMeasure } from '#domain/accounts/account-measures.ts';
import { SecurityEventList } from '../../accounts/security-event-list.tsx';
import { SessionList } from '../../accounts/session-list.tsx';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { listLimits } from '#api/list-limits.ts';
import { CutShortHistory } from '../kit/cut-short.tsx';
import { BlockedBadge } from './blocked-badge.tsx';
import { FactorRemoval } from './factor-removal.tsx';
import { QueryResult } from '../../api/query-result.tsx';
import { OpenRequest } from '../approvals/open-request.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

/** The account of a company, an agency or a member of staff: its sign-ins, and what staff can do about it. */
export function AccountSecurity({ userId, name }: { userId: string; name: string }) {
  const query = useConsoleQuery(['account', userId], (signal) =>
    call('read_account_standing', { params: { id: userId }, signal }),
  );
  return (
    <Card look="plain" title={<Trans>Sign-ins and security</Trans>}>
      <QueryResult query={query}>
        {(standing) => (
          <div className="grid gap-6">
            <Standing standing={standing} name={name} />
            <FactorRemoval standing={standing} name={name} />
            <Measures measures={standing.measures} userId={userId} />
            <SignIns userId={userId} />
          </div>
        )}
      </QueryResult>
    </Card>
  );
}

function Standing({ standing, name }: { standing: AccountStanding; name: string }) {
  const [asking, setAsking] = useState<AccountMeasure | null>(null);
  const { is_blocked, is_own, waiting } = standing;
  return (
    <div className="grid justify-items-start gap-4">
      <BlockedBadge isBlocked={is_blocked} />
      {waiting ? <Waiting measure={waiting} isAbout={is_own} name={name} /> : null}
      {waiting || is_own ? null : (
        <div className="flex flex-wrap gap-3">
          {is_blocked ? (
            <Button onPress={() => setAsking('lift')}>
              <Trans>Lift the block</Trans>
            </Button>
          ) : (
            <>
              <Button tone="danger" onPress={() => setAsking('block')}>
                <Trans>Block the account</Trans>
              </Button>
              <Button tone="secondary" onPress={() => setAsking('end_sessions')}>
                <Trans>End its sessions</Trans>
              </Button>
            </>
          )}
        </div>
      )}
      {asking ? (
        <AskForMeasure
          measure={asking}
          standing={standing}
          name={name}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}

const questions: Record<AccountMeasure, MessageDescriptor> = {
  block: msg`Block this account?`,
  end_sessions: msg`End all sessions of this account?`,
  lift: msg`Lift the block of this account?`,
};
const leads: Record<AccountMeasure, MessageDescriptor> = {
  block: msg`Every session ends at once, and nobody can sign in. Whoever knows the password is told that the account is blocked.`,
  end_sessions: msg`Every device has to log in again. The account stays as it is.`,
  lift: msg`The person can sign in again.`,
};
const confirms: Record<AccountMeasure, MessageDescriptor> = {
  block: msg`Block the account`,
  end_sessions: msg`End its sessions`,
  lift: msg`Lift the block`,
};
const measureNames: Record<AccountMeasure, MessageDescriptor> = {
  block: msg({ context: 'a measure of staff', message: 'Blocked' }),
  end_sessions: msg({ context: 'a measure of staff', message: 'Sessions ended' }),
  lift: msg({ context: 'a measure of staff', message: 'Block lifted' }),
};

function AskForMeasure({
  measure,
  standing: { user_id, is_staff },
  name,
  onClose,
}: {
  measure: AccountMeasure;
  standing: AccountStanding;
  name: string;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  return (
    <ReasonDialog
      title={i18n._(questions[measure])}
      lead={
        is_staff ? (
          <>
            {i18n._(leads[measure])}{' '}
            <Trans>It is an account of staff: another person must confirm it first.</Trans>
          </>
        ) : (
          i18n._(leads[measure])
        )
      }
      facts={[{ id: 'account', label: <Trans>Account</Trans>, value: <UserText text={name} /> }]}
      confirm={is_staff ? <Trans>Ask another person</Trans> : i18n._(confirms[measure])}
      isDanger={measure !== 'lift'}
      operation="take_account_measure"
      input={(said) => ({ params: { id: user_id }, body: { measure, ...said } })}
      done={is_staff ? t`Another person can confirm it now` : t`It is done`}
      onClose={onClose}
    />
  );
}

/** What waits for another person than the one who asked. */
function Waiting({
  measure,
  isAbout,
  name,
}: {
  measure: AccountMeasureTaken;
  /** Whether it is about the reader, who cannot decide it. */
  isAbout: boolean;
  name: string;
}) {
  const { i18n } = useLingui();
  return (
    <Notice tone="warn" title={i18n._(questions[measure.measure])}>
      <p>
        <Trans>
          <UserText text={measure.asked_by ?? '—'} /> requested it on{' '}
          <DateTime at={measure.asked_at} />. Another person must confirm it.
        </Trans>
      </p>
      <p className="mt-1">
        <UserText isProse text={measure.reason} />
      </p>
      {isAbout ? null : (
        <OpenRequest
          kind="account_measure"
          id={measure.id}
          name={name}
          reason={measure.reason}
          confirmation={
            measure.is_own
              ? null
              : {
                  title: i18n._(questions[measure.measure]),
                  lead: i18n._(leads[measure.measure]),
                  button: i18n._(confirms[measure.measure]),
                  isDanger: measure.measure !== 'lift',
                }
          }
        />
      )}
    </Notice>
  );
}

function Measures({
  measures,
  userId,
}: {
  measures: readonly AccountMeasureTaken[];
  userId: string;
}) {
  const { i18n } = useLingui();
  if (measures.length === 0) return null;
  return (
    <div>
      <ul className="border-t border-line">
        {measures.map((measure) => (
          <li key={measure.id} className="border-b border-line py-3">
            <p className="font-semibold">
              {i18n._(measureNames[measure.measure])}
              {measure.is_withdrawn ? (
                <>
                  {' · '}
                  <Trans>withdrawn</Trans>
                </>
              ) : null}
            </p>
            <p>
              <UserText isProse text={measure.reason} />
            </p>
            <p className="text-sm text-ink-soft">
              {measure.decided_at ? <DateTime at={measure.decided_at} /> : null}
              {' · '}
              <UserText text={measure.asked_by ?? '—'} />
              {measure.decided_by && measure.decided_by !== measure.asked_by ? (
                <>
                  {', '}
                  <UserText text={measure.decided_by} />
                </>
              ) : null}
            </p>
          </li>
        ))}
      </ul>
      <CutShortHistory
        subjectId={userId}
        shown={measures.length}
        atMost={listLimits.account_measures}
      />
    </div>
  );
}

/** Personal, so it is shown on request: the history keeps who looked. */
function SignIns({ userId }: { userId: string }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <ShownSignIns userId={userId} />;
  return (
    <div className="grid justify-items-start gap-2">
      <Button tone="secondary" onPress={() => setShown(true)}>
        <Trans>Show sessions and sign-ins</Trans>
      </Button>
      <p className="text-sm text-ink-soft">
        <Trans>The audit log records that you looked.</Trans>
      </p>
    </div>
  );
}

function ShownSignIns({ userId }: { userId: string }) {
  const pages = useInfiniteQuery({
    queryKey: queryKeys.operations('inspect-account', userId),
    queryFn: ({ pageParam, signal }) =>
      call('inspect_account', { params: { id: userId }, body: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ events }) => events.next_cursor ?? undefined,
    // Each read is kept in the history: it is made when somebody asks for it.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return (
    <QueryResult query={{ ...pages, data: pages.data?.pages }}>
      {(read) => {
        const sessions = read[0]?.sessions ?? [];
        return (
          <div className="grid gap-6">
            <div>
              <h3 className="mb-2 font-semibold">
                <Trans>Open sessions</Trans>
              </h3>
              {sessions.length === 0 ? (
                <EmptyState title={<Trans>No session is open.</Trans>} />
              ) : (
                <SessionList sessions={sessions} />
              )}
            </div>
            <div className="grid">
              <h3 className="mb-2 font-semibold">
                <Trans>Activity in the last 90 days</Trans>
              </h3>
              <SecurityEventList events={read.flatMap(({ events }) => events.items)} />
              <LoadMore pages={pages} />
            </div>
          </div>
        );
      }}
    </QueryResult>
  );
}
