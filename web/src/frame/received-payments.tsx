import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ownPaymentStatuses, type OwnPaymentStatus } from '#domain/own-lists.ts';
import type { OwnPayment } from '#api/own-lists.ts';
import { call } from '../api/call.ts';
import { ExportCsvButton } from '../files/export-csv-button.tsx';
import { PaymentsTabs } from '../servicing/payments-tabs.tsx';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { BanIcon, CheckIcon } from '../ui/icons.tsx';
import { IsoDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import type { Column } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';
import { OwnList, type OwnListQuery } from './own-list.tsx';

const csv = (listQuery: OwnListQuery<OwnPaymentStatus>) => (
  <ExportCsvButton of="list_own_payments" input={{ query: { ...listQuery, format: 'csv' } }} />
);
const counted = (count: number) => <Plural value={count} one="# payment" other="# payments" />;

/** What has reached us of a company's transfers. */
export default function ReceivedPayments() {
  const { t } = useLingui();
  const words: Record<OwnPaymentStatus, string> = {
    counted: t`Received`,
    credit: t`With credit left`,
    reversed: t`Reversed by the bank`,
  };
  return (
    <>
      <DocumentTitle name={t`Payments received`} />
      <OwnList
        title={t`Payments`}
        lead={<Trans>Payments we have received from you.</Trans>}
        tabs={<PaymentsTabs current="received" />}
        of="payments"
        searchLabel={t`Number, bank reference or amount`}
        statuses={ownPaymentStatuses.map((id) => ({ id, label: words[id] }))}
        read={(listQuery, cursor, signal) =>
          call('list_own_payments', { query: { ...listQuery, cursor }, signal })
        }
        csv={csv}
        columns={useColumns()}
        rowKey={({ id }) => id}
        count={counted}
        empty={
          <EmptyState title={<Trans>No payments yet</Trans>}>
            <Trans>Your transfers appear here once they have reached our account.</Trans>
          </EmptyState>
        }
      />
    </>
  );
}

function useColumns(): Column<OwnPayment>[] {
  const { t } = useLingui();
  return [
    {
      id: 'day',
      header: t`Value date`,
      cell: ({ value_date }) => <IsoDate date={value_date} />,
    },
    {
      id: 'named',
      header: t`Ticket or payment request`,
      cell: ({ ticket_number, request_number }) =>
        ticket_number ? (
          ticketNumberLink(ticket_number)
        ) : (
          <bdi translate="no">{request_number ?? '—'}</bdi>
        ),
    },
    {
      id: 'reference',
      header: t`Bank reference`,
      cell: ({ bank_reference }) => <UserText text={bank_reference ?? '—'} />,
    },
    {
      id: 'status',
      header: t`Status`,
      cell: ({ reversed_at }) =>
        reversed_at ? (
          <Badge icon={BanIcon}>{t`Reversed by the bank`}</Badge>
        ) : (
          <Badge tone="good" icon={CheckIcon}>{t`Received`}</Badge>
        ),
    },
    {
      id: 'credit',
      header: t`Your credit`,
      figures: true,
      cell: ({ credit_amount }) =>
        credit_amount === '0.00' ? null : <Money amount={credit_amount} />,
    },
    {
      id: 'amount',
      header: t`Amount`,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
    },
  ];
}
