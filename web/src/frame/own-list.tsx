import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { isIsoDate } from '#domain/calendar.ts';
import { listOrders, type ListOrder } from '#domain/own-lists.ts';
import type { Page } from '#api/wire.ts';
import { messageOf } from '../api/api-error.ts';
import { queryKeys } from '../api/queries.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorReference } from '../ui/error-reference.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton, Waiting } from '../ui/skeleton.tsx';
import { Table, type Column, type Groups } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useUrlFilters } from '../ui/use-url-filters.ts';

/** The filters of a list, as its operation takes them. */
export interface OwnListQuery<Status extends string> {
  text: string | undefined;
  status: Status | undefined;
  from: string | undefined;
  to: string | undefined;
  order: ListOrder;
}

type SummedPage<Row> = Page<Row> & { amount_sar: string };

const filterNames = ['text', 'status', 'from', 'to', 'order'] as const;

/** The filters in the address; invalid values are ignored. */
function useNarrowing<Status extends string>(statuses: readonly Status[]) {
  const url = useUrlFilters(filterNames);
  const { text, status, from, to, order } = url.filters;
  const day = (value: string | undefined) => (isIsoDate(value ?? '') ? value : undefined);
  const listQuery: OwnListQuery<Status> = {
    text: text?.slice(0, 200),
    status: statuses.find((one) => one === status),
    from: day(from),
    to: day(to),
    order: listOrders.find((one) => one === order) ?? 'newest',
  };
  // A period that ends before it begins is none.
  if (listQuery.from && listQuery.to && listQuery.from > listQuery.to) listQuery.to = undefined;
  return { ...url, listQuery };
}

interface OwnListProps<Row, Status extends string> {
  title: string;
  lead: ReactNode;
  /** The ways to the lists beside it. */
  tabs?: ReactNode;
  /** In the query's key, and the name of the table. */
  of: 'tickets' | 'payments' | 'payouts' | 'documents';
  searchLabel: string;
  /** The label of `statuses` when they are not statuses. */
  statusLabel?: string;
  /** Where not every order means something. */
  orders?: readonly ListOrder[];
  statuses: readonly { id: Status; label: string }[];
  /** One press chooses a status, where few are what people come for. */
  hasStatusTabs?: boolean;
  read: (
    listQuery: OwnListQuery<Status>,
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<SummedPage<Row>>;
  /** The whole list that is on the screen, as a file. */
  csv: (listQuery: OwnListQuery<Status>) => ReactNode;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  groupsOf?: (listQuery: OwnListQuery<Status>) => Groups<Row>;
  /** How many were found, in words. */
  count: (count: number) => ReactNode;
  /** False where a sum says nothing. */
  hasSum?: boolean;
  /** Where there is nothing at all. */
  empty: ReactNode;
}

/** One of the lists of a company or an agency: searched, narrowed and sorted by its address, with the totals of what it shows. */
export function OwnList<Row, Status extends string>({
  title,
  lead,
  tabs,
  of,
  searchLabel,
  statusLabel,
  orders,
  statuses,
  hasStatusTabs = false,
  read,
  csv,
  columns,
  rowKey,
  groupsOf,
  count,
  hasSum = true,
  empty,
}: OwnListProps<Row, Status>) {
  const { t } = useLingui();
  const url = useNarrowing(statuses.map(({ id }) => id));
  const { listQuery, isFiltered } = url;
  const pages = useInfiniteQuery({
    queryKey: queryKeys.own(of, { ...listQuery }),
    queryFn: ({ pageParam, signal }) => read(listQuery, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const error = useShownError(pages);
  const first = pages.data?.pages[0];
  return (
    <>
      <PageHeader title={title} lead={lead} actions={csv(listQuery)} />
      {tabs}
      {hasStatusTabs ? (
        <Tabs
          label={statusLabel ?? t`Status`}
          current={listQuery.status ?? 'all'}
          tabs={[
            { id: 'all', to: url.address('status', null), name: t`All` },
            ...statuses.map(({ id, label }) => ({
              id,
              to: url.address('status', id),
              name: label,
            })),
          ]}
        />
      ) : null}
      <Filters
        url={url}
        searchLabel={searchLabel}
        statusLabel={statusLabel}
        orders={orders}
        statuses={hasStatusTabs ? null : statuses}
      />
      {first ? (
        <div className="grid" aria-busy={pages.isPlaceholderData || undefined}>
          <p className="mb-3 flex min-h-6 flex-wrap items-baseline gap-x-4" aria-live="polite">
            <span className="font-semibold">{count(first.count)}</span>
            {hasSum && first.count > 0 ? (
              <span className="text-ink-soft">
                <Trans>
                  Total <Money amount={first.amount_sar} className="font-semibold text-ink" />
                </Trans>
              </span>
            ) : null}
            {isFiltered ? (
              <Button tone="quiet" size="small" className="-my-2 ms-auto" onPress={url.clear}>
                <Trans>Show all</Trans>
              </Button>
            ) : null}
          </p>
          <Table
            label={title}
            columns={columns}
            rows={pages.data!.pages.flatMap(({ items }) => items)}
            rowKey={rowKey}
            groups={groupsOf?.(listQuery)}
            empty={
              isFiltered ? (
                <EmptyState title={<Trans>Nothing was found.</Trans>}>
                  <Trans>Try another word, status or period.</Trans>
                </EmptyState>
              ) : (
                empty
              )
            }
          />
          <LoadMore pages={pages} />
        </div>
      ) : error ? (
        <ErrorState
          message={messageOf(error, t`The list could not be loaded.`)}
          onRetry={() => void pages.refetch()}
        >
          <ErrorReference of={error} />
        </ErrorState>
      ) : (
        <Waiting>
          <div className="grid gap-4">
            <Skeleton className="h-6 w-48" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        </Waiting>
      )}
    </>
  );
}

function Filters<Status extends string>({
  url: { listQuery, filters, set },
  searchLabel,
  statusLabel,
  orders: shownOrders = listOrders,
  statuses,
}: {
  url: ReturnType<typeof useNarrowing<Status>>;
  searchLabel: string;
  statusLabel: string | undefined;
  orders: readonly ListOrder[] | undefined;
  /** Null: they are chosen elsewhere. */
  statuses: readonly { id: Status; label: string }[] | null;
}) {
  const { t } = useLingui();
  const orders: Record<ListOrder, string> = {
    newest: t`Newest first`,
    oldest: t`Oldest first`,
    largest: t`Largest amount first`,
    smallest: t`Smallest amount first`,
  };
  const changeDay = (end: 'from' | 'to') => (day: string) =>
    day === '' || isIsoDate(day) ? set(end, day || null) : undefined;
  return (
    <div className="mb-6 grid grid-cols-2 items-end gap-x-3 gap-y-3 sm:grid-cols-4 lg:grid-cols-[minmax(14rem,2fr)_repeat(4,minmax(8rem,1fr))] print:hidden">
      <Search
        key={filters.text ?? ''}
        label={searchLabel}
        asked={filters.text ?? ''}
        onSearch={(text) => set('text', text)}
      />
      {statuses ? (
        <Select
          label={statusLabel ?? t`Status`}
          options={[{ id: 'all', label: t`All` }, ...statuses]}
          value={listQuery.status ?? 'all'}
          onChange={(id) => set('status', id === 'all' ? null : id)}
        />
      ) : null}
      <Select
        label={t`Sorted by`}
        options={shownOrders.map((id) => ({ id, label: orders[id] }))}
        value={listQuery.order}
        onChange={(id) => set('order', id === 'newest' ? null : id)}
      />
      <TextField
        label={t`From`}
        type="date"
        value={filters.from ?? ''}
        onChange={changeDay('from')}
      />
      <TextField label={t`To`} type="date" value={filters.to ?? ''} onChange={changeDay('to')} />
    </div>
  );
}

function Search({
  label,
  asked,
  onSearch,
}: {
  label: string;
  asked: string;
  onSearch: (text: string) => void;
}) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(asked);
  const search = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <search className="col-span-full lg:col-span-1">
      <form onSubmit={search} noValidate className="relative">
        <TextField
          label={t`Search`}
          placeholder={label}
          maxLength={200}
          value={typed}
          onChange={setTyped}
        />
        <IconButton
          type="submit"
          label={t`Find in this list`}
          className="absolute end-0 bottom-0 bg-transparent"
        >
          <SearchIcon className="size-4.5" />
        </IconButton>
      </form>
    </search>
  );
}
