import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { riyadhDate } from '#domain/calendar.ts';
import type { Remittance, Remittances } from '#api/documents.ts';
import { ExportCsvButton } from '../files/export-csv-button.tsx';
import { RequireRole } from '../accounts/require-role.tsx';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useShownError } from '../api/use-shown-error.ts';
import { PeriodChoice, usePeriod } from '../documents/account-statement-period.tsx';
import { DownloadDocumentButton } from '../documents/download-document-button.tsx';
import { DownloadInEachLanguage } from '../documents/download-in-each-language.tsx';
import { languageFacts } from '../i18n.ts';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { useLanguage } from '../ui/language-switch.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Money } from '../ui/money.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Stat } from '../ui/stat.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { usePayoutColumns } from './payout-columns.tsx';
import { PayoutsTabs } from './payouts-tabs.tsx';

/** What was sent to an agency over a period that is in the address, for its bookkeeping. */
export default function RemittancesScreen() {
  const { t } = useLingui();
  return (
    <RequireRole only="agency">
      <DocumentTitle name={t`Remittances`} />
      <OfPeriod />
    </RequireRole>
  );
}

function OfPeriod() {
  const { t } = useLingui();
  const [today] = useState(() => riyadhDate(new Date()));
  const [period, setPeriod] = usePeriod(today, 'this_month');
  const language = useLanguage();
  const pages = useInfiniteQuery({
    queryKey: queryKeys.own('remittances', { ...period }),
    queryFn: ({ pageParam, signal }) =>
      call('list_remittances', { query: { ...period, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const error = useShownError(pages);
  const columns = useColumns();
  return (
    <>
      <PageHeader
        title={<Trans>Payouts</Trans>}
        lead={<Trans>What we sent you, with the fee and its VAT, for your bookkeeping.</Trans>}
        actions={
          <>
            <DownloadDocumentButton
              of="list_remittances"
              input={{ query: { ...period, format: 'pdf', language } }}
            >
              <Trans>Download as PDF</Trans>
            </DownloadDocumentButton>
            <ExportCsvButton
              of="list_remittances"
              input={{ query: { ...period, format: 'csv', language } }}
            />
          </>
        }
      />
      <PayoutsTabs current="remittances" />
      <PeriodChoice today={today} period={period} onChange={setPeriod} />
      <QueryResult query={{ ...pages, data: pages.data?.pages, error }}>
        {(shown) => (
          <div className="grid gap-8" aria-busy={pages.isPlaceholderData || undefined}>
            <Totals of={shown[0]!} />
            <div>
              <Table
                label={t`Remittances`}
                columns={columns}
                rows={shown.flatMap(({ items }) => items)}
                rowKey={({ id }) => id}
                empty={
                  <EmptyState title={<Trans>No payouts were sent in this period</Trans>}>
                    <Trans>Choose another one above.</Trans>
                  </EmptyState>
                }
              />
              <LoadMore pages={pages} className="print:hidden" />
            </div>
          </div>
        )}
      </QueryResult>
    </>
  );
}

function Totals({ of: { from, to, totals } }: { of: Remittances }) {
  const figures: [string, ReactNode, string][] = [
    ['gross', <Trans key="gross">Amount of the tickets</Trans>, totals.gross_amount],
    ['fee', <Trans key="fee">Fee (5%)</Trans>, totals.fee_amount],
    ['vat', <Trans key="vat">Of which VAT</Trans>, totals.fee_vat_amount],
    ['net', <Trans key="net">Sent to you</Trans>, totals.net_amount],
  ];
  return (
    <section aria-live="polite">
      <p className="mb-4 font-semibold">
        <Plural value={totals.count} one="# payout" other="# payouts" />
        {' · '}
        <IsoDate date={from} /> – <IsoDate date={to} />
      </p>
      <div className="grid gap-x-8 gap-y-5 border-y border-line py-5 sm:grid-cols-2 lg:grid-cols-4">
        {figures.map(([id, label, amount]) => (
          <Stat key={id} quiet label={label} figure={<Money amount={amount} />} />
        ))}
      </div>
    </section>
  );
}

function useColumns(): Column<Remittance>[] {
  const { t } = useLingui();
  const { ticket, company, gross, fee, net } = usePayoutColumns<Remittance>();
  return [
    { id: 'sent', header: t`Sent on`, cell: ({ sent_on }) => <IsoDate date={sent_on} /> },
    ticket,
    company,
    {
      id: 'invoice',
      header: t`Tax invoice`,
      cell: ({ invoice_number }) => (
        <bdi translate="no" className="whitespace-nowrap">
          {invoice_number}
        </bdi>
      ),
    },
    gross,
    fee,
    net,
    {
      id: 'advice',
      header: t`Advice`,
      cell: ({ ticket_number }) => (
        <DownloadInEachLanguage
          of="remittance_advice"
          inputIn={(language) => ({ params: { ticket_number }, query: { language } })}
          labelIn={(language) =>
            t`Download the remittance advice of ${ticket_number} in ${languageFacts[language].name}`
          }
        />
      ),
    },
  ];
}
