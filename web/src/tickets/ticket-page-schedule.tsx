import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import { companyGroupOf } from '#domain/tickets/ticket.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { DueDate } from '../ui/iso-date.tsx';
import { Money } from '../ui/money.tsx';
import { PrintButton } from '../ui/print-button.tsx';
import { Table, type Column } from '../ui/table.tsx';

type Installment = NonNullable<TicketDetails['installments']>[number];

/** What the company repays and when; a plan until the agency has approved. */
export function TicketSchedule({
  details,
  installments,
}: {
  details: TicketDetails;
  installments: readonly Installment[];
}) {
  const { t } = useLingui();
  const { ticket, story } = details;
  const group = companyGroupOf(ticket.status);
  const neverBegan = group === 'old' && !story.some(({ kind }) => kind === 'paid_out');
  const isPlan = group === 'waiting' || neverBegan;
  return (
    <Card
      title={isPlan ? <Trans>Repayment plan</Trans> : <Trans>Installments</Trans>}
      aside={<PrintButton />}
    >
      <p className="-mt-2 mb-3 text-sm text-ink-soft">
        {neverBegan ? (
          <Trans>This plan did not begin.</Trans>
        ) : isPlan ? (
          <Trans>It begins once the agency has approved and been paid.</Trans>
        ) : (
          <Trans>Gregorian and Umm al-Qura dates, in Riyadh time.</Trans>
        )}
      </p>
      <Table
        label={isPlan ? t`Repayment plan` : t`Installments`}
        columns={useColumns(ticket.amount_sar, isPlan)}
        rows={installments}
        rowKey={({ id }) => id}
        totalsLabel={<Trans>Total, 0% interest</Trans>}
      />
    </Card>
  );
}

function useColumns(total: string, isPlan: boolean): Column<Installment>[] {
  const { t } = useLingui();
  const columns: Column<Installment>[] = [
    { id: 'seq', header: t`Installment`, cell: ({ seq }) => <Trans>Installment {seq}</Trans> },
    {
      id: 'due',
      header: t`Due date`,
      cell: ({ due_date }) => (
        <span className="block max-sm:text-end">
          <DueDate date={due_date} stacked />
        </span>
      ),
    },
    { id: 'status', header: t`Status`, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      id: 'amount',
      header: t`Amount`,
      figures: true,
      cell: ({ amount_sar }) => <Money amount={amount_sar} />,
      // The installments sum to the ticket's amount, to the halala.
      total: <Money amount={total} />,
    },
  ];
  return isPlan ? columns.filter(({ id }) => id !== 'status') : columns;
}
