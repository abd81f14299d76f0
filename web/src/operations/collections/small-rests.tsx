import { Trans, useLingui } from '@lingui/react/macro';
import type { SmallRest } from '#api/operations-tickets.ts';
import { call } from '../../api/call.ts';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Column } from '../../ui/table.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { ticketWithPartiesColumns } from '../tickets/ticket-link.tsx';

/** Tickets of which only small rests are left: each keeps its whole amount committed until they are paid or settled. */
export default function SmallRests() {
  const { t } = useLingui();
  const pages = useConsoleList(['small rests'], (cursor, signal) =>
    call('list_small_rests', { query: { cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Small rests`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Small rests</Trans>}
        lead={
          <Trans>
            Nothing more is left of these tickets than a bank may have kept. It stops nothing and is
            paid by the company’s next transfer; until then the whole amount of the ticket is
            committed. Settle it as bank charges on the ticket’s page.
          </Trans>
        }
      />
      <DataTable
        pages={pages}
        label={t`Small rests`}
        rowKey={({ ticket }) => ticket.id}
        empty={<EmptyState title={<Trans>No ticket waits for a small rest.</Trans>} />}
        columns={columns}
      />
    </>
  );
}

const columns: Column<SmallRest>[] = [
  ...ticketWithPartiesColumns,
  {
    id: 'amount',
    header: <Trans>Amount</Trans>,
    figures: true,
    cell: ({ ticket }) => <Money amount={ticket.amount_sar} />,
  },
  {
    id: 'rest',
    header: <Trans>Still owed</Trans>,
    figures: true,
    cell: ({ rest_sar }) => <Money amount={rest_sar} />,
  },
];
