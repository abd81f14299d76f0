import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { riyadhDate } from '#domain/calendar.ts';
import type { Role } from '#domain/accounts/roles.ts';
import type { Period } from '#domain/documents/account-statement-period.ts';
import type { AccountStatement } from '#api/documents.ts';
import { ExportCsvButton } from '../files/export-csv-button.tsx';
import { useAuth } from '../accounts/auth-context.tsx';
import { RequireRole } from '../accounts/require-role.tsx';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { useLanguage } from '../ui/language-switch.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Skeleton, Waiting } from '../ui/skeleton.tsx';
import { UserText } from '../ui/user-text.tsx';
import { BalanceParts, Lines, Totals } from './account-statement-lines.tsx';
import { PeriodChoice, usePeriod } from './account-statement-period.tsx';
import { RefundsSection } from './refund-account.tsx';
import { DownloadDocumentButton } from './download-document-button.tsx';

/** A company's or an agency's account with the platform, over the period in the address. */
export default function AccountStatementScreen() {
  const { t } = useLingui();
  const { role } = useAuth();
  const side: Role = role === 'agency' ? 'agency' : 'company';
  return (
    <RequireRole only={side}>
      <DocumentTitle name={t`Statement of account`} />
      <Statements role={side} />
    </RequireRole>
  );
}

function Statements({ role }: { role: Role }) {
  const [today] = useState(() => riyadhDate(new Date()));
  const [period, setPeriod] = usePeriod(today);
  const [search] = useSearchParams();
  const ticket_number = search.get('ticket') || undefined;
  const language = useLanguage();
  const of = role === 'company' ? 'company_statement' : 'agency_statement';
  const pages = useInfiniteQuery({
    queryKey: queryKeys.statement(role, { ...period, ticket_number }),
    queryFn: ({ pageParam, signal }) =>
      call(of, { query: { ...period, ticket_number, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title={<Trans>Statement of account</Trans>}
        lead={
          role === 'company' ? (
            <Trans>What was financed for you, what you paid and what you owe.</Trans>
          ) : (
            <Trans>What you earned, what you were charged and what you were paid.</Trans>
          )
        }
        actions={
          <>
            {ticket_number ? null : (
              <DownloadDocumentButton
                of={of}
                input={{ query: { ...period, format: 'pdf', language } }}
              >
                <Trans>Download as PDF</Trans>
              </DownloadDocumentButton>
            )}
            <ExportCsvButton
              of={of}
              input={{ query: { ...period, ticket_number, format: 'csv', language } }}
            />
          </>
        }
      />
      {ticket_number ? <OfTicket number={ticket_number} period={period} /> : null}
      <PeriodChoice today={today} period={period} onChange={setPeriod} />
      <StatementPages role={role} pages={pages} />
      {role === 'company' ? <RefundsSection /> : null}
    </>
  );
}

/** Says that only one ticket's lines are shown, with a link to all lines. */
function OfTicket({ number, period: { from, to } }: { number: string; period: Period }) {
  return (
    <p className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-1">
      <span>
        <Trans>
          Only entries with{' '}
          <Link to={`/tickets/${number}`} className="text-link tabular-nums">
            <UserText text={number} />
          </Link>
        </Trans>
      </span>
      <Link
        to={`?${new URLSearchParams({ from, to })}`}
        replace
        className="text-link inline-flex min-h-9 items-center"
      >
        <Trans>Show the whole account</Trans>
      </Link>
    </p>
  );
}

type Pages = ReturnType<typeof useInfiniteQuery<AccountStatement>>;

function StatementPages({
  role,
  pages,
}: {
  role: Role;
  pages: Pick<
    Pages,
    | 'error'
    | 'errorUpdateCount'
    | 'refetch'
    | 'fetchStatus'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
  > & {
    data: { pages: AccountStatement[] } | undefined;
  };
}) {
  const { t } = useLingui();
  const { data, refetch, fetchStatus } = pages;
  const error = useShownError(pages);
  const [first] = data?.pages ?? [];
  if (!data || !first) {
    if (error) {
      return (
        <ErrorState
          message={messageOf(error, t`The statement could not be loaded.`)}
          onRetry={() => void refetch()}
        />
      );
    }
    if (fetchStatus === 'paused') {
      return (
        <EmptyState title={<Trans>You appear to be offline.</Trans>}>
          <Trans>The statement appears here once the connection is back.</Trans>
        </EmptyState>
      );
    }
    return (
      <Waiting>
        <div className="grid gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      </Waiting>
    );
  }
  return (
    <div className="grid gap-8">
      {/* The period picker is not printed. */}
      <p className="hidden font-semibold print:block">
        <IsoDate date={first.from} /> – <IsoDate date={first.to} />
      </p>
      {first.totals ? <Totals role={role} totals={first.totals} /> : null}
      {first.totals && first.position ? (
        <BalanceParts position={first.position} closing_balance={first.totals.closing_balance} />
      ) : null}
      <Lines role={role} lines={data.pages.flatMap(({ items }) => items)} />
      <LoadMore pages={pages} className="print:hidden" />
    </div>
  );
}
