import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Payment } from '#api/payments.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AlertIcon, BanIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { CompanyPicker, type CompanyName } from '../customers/company-picker.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleQuery, useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';
import { PartyLink } from '../kit/party-link.tsx';

const RecordPayment = lazyPart(() => import('./record-payment.tsx'));

const lists = ['all', 'unidentified', 'credit', 'owed_back', 'unproven', 'unproven_long'] as const;

/** `?record=new`: the open dialog names no ticket yet. */
const withoutReference = 'new';

/** Payments, newest first; the filters and the open dialog are in the address. */
export default function Payments() {
  const { t } = useLingui();
  const { filters, set, address } = useUrlFilters(['list', 'company', 'record']);
  const list = lists.find((one) => one === filters.list) ?? 'all';
  const company_id = filters.company;
  const pages = useConsoleList(['payments', list, company_id], (cursor, signal) =>
    call('list_payments', { query: { list, company_id, cursor }, signal }),
  );
  const overview = useConsoleQuery(['overview'], (signal) =>
    call('operations_overview', { signal }),
  ).data;
  return (
    <>
      <DocumentTitle name={`${t`Payments`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Payments</Trans>}
        lead={<Trans>What companies have transferred to us.</Trans>}
        actions={
          <>
            <ExportCsvButton
              of="list_payments"
              input={{ query: { list, company_id, format: 'csv' } }}
            />
            <Button isDisabled={!overview} onPress={() => set('record', withoutReference)}>
              <Trans>Record a payment</Trans>
            </Button>
          </>
        }
      />
      <Tabs
        label={t`Filter payments`}
        current={list}
        tabs={[
          { id: 'all', to: address('list', null), name: <Trans>All</Trans> },
          {
            id: 'unidentified',
            to: address('list', 'unidentified'),
            name: <Trans>Unidentified</Trans>,
          },
          { id: 'credit', to: address('list', 'credit'), name: <Trans>With credit</Trans> },
          {
            id: 'owed_back',
            to: address('list', 'owed_back'),
            name: <Trans>Refunds owed back</Trans>,
          },
          {
            id: 'unproven',
            to: address('list', 'unproven'),
            name: <Trans>Not proven yet</Trans>,
          },
          {
            id: 'unproven_long',
            to: address('list', 'unproven_long'),
            name: <Trans>Unproven for five working days</Trans>,
          },
          {
            id: 'reported',
            to: '/operations/transfer-reports',
            name: <Trans>Reported by companies</Trans>,
          },
        ]}
      />
      <CompanyFilter
        key={company_id ?? ''}
        id={company_id}
        name={pages.items?.[0]?.company_name ?? null}
        onChange={(id) => set('company', id)}
      />
      <DataTable
        pages={pages}
        label={t`Payments`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No payments here.</Trans>} />}
        columns={paymentColumns}
      />
      {filters.record && overview ? (
        <RecordPayment
          today={overview.today}
          reference={filters.record === withoutReference ? '' : filters.record}
          onClose={() => set('record', null)}
        />
      ) : null}
    </>
  );
}

function CompanyFilter({
  id,
  name,
  onChange,
}: {
  id: string | undefined;
  name: string | null;
  onChange: (id: string | null) => void;
}) {
  const [chosen, setChosen] = useState<CompanyName | null>(null);
  if (id) {
    return (
      <p className="mb-5 flex flex-wrap items-center gap-x-4">
        <Link to={`/operations/companies/${id}`}>
          {name ? (
            <Trans>
              Of <UserText text={name} className="font-semibold" />
            </Trans>
          ) : (
            <Trans>One company</Trans>
          )}
        </Link>
        <Button tone="quiet" size="small" className="-ms-3" onPress={() => onChange(null)}>
          <Trans>Show all companies</Trans>
        </Button>
      </p>
    );
  }
  return (
    <CompanyPicker
      className="mb-5 max-w-sm"
      value={chosen}
      onChange={(company) => {
        setChosen(company);
        if (company) onChange(company.id);
      }}
    />
  );
}

/** The company of a payment; that it was reversed, or has no payer yet, in its place. */
export function PayerName({ payment }: { payment: Payment }) {
  if (payment.reversed_at) {
    return (
      <span className="inline-flex flex-wrap items-center gap-2 max-sm:justify-end cards:justify-end">
        <PayingCompany payment={payment} />
        <Badge icon={BanIcon}>
          <Trans>Reversed</Trans>
        </Badge>
      </span>
    );
  }
  if (payment.company_id) return <PayingCompany payment={payment} />;
  return (
    <Badge tone="now" icon={AlertIcon}>
      <Trans>Not known yet</Trans>
    </Badge>
  );
}

function PayingCompany({ payment: { company_id, company_name } }: { payment: Payment }) {
  if (!company_id) return null;
  return <PartyLink kind="companies" id={company_id} name={company_name} />;
}

/** Columns that identify a payment: its page, its payer and the bank's reference. */
export const paymentIdentityColumns: Column<Payment>[] = [
  {
    id: 'date',
    header: <Trans>Value date</Trans>,
    cell: ({ id, value_date }) => (
      <Link to={`/operations/payments/${id}`}>
        <IsoDate date={value_date} />
      </Link>
    ),
  },
  {
    id: 'company',
    header: <Trans>Company</Trans>,
    cell: (payment) => <PayerName payment={payment} />,
  },
  {
    id: 'bank',
    header: <Trans>Bank reference</Trans>,
    cell: ({ bank_reference }) => <UserText text={bank_reference ?? '—'} />,
  },
];

export const paidAmount: Column<Payment> = {
  id: 'amount',
  header: <Trans>Amount</Trans>,
  figures: true,
  cell: ({ amount_sar }) => <Money amount={amount_sar} />,
};

const paymentColumns: Column<Payment>[] = [
  ...paymentIdentityColumns,
  paidAmount,
  {
    id: 'allocated',
    header: <Trans>Allocated</Trans>,
    figures: true,
    cell: ({ allocated_amount }) => <Money amount={allocated_amount} />,
  },
  {
    id: 'credit',
    header: <Trans>Credit</Trans>,
    figures: true,
    cell: ({ credit_amount }) => <Money amount={credit_amount} />,
  },
];
