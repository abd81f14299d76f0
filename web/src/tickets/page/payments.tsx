import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CrossIcon } from '../../ui/icons.tsx';
import { DueDate, IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';

type Payment = NonNullable<TicketDetails['payments']>[number];

/** The company's transfers for this ticket; one that the bank took back is struck through. */
export function TicketPayments({ payments }: { payments: readonly Payment[] }) {
  const { t } = useLingui();
  return (
    <Card title={<Trans>Payments</Trans>}>
      <Table label={t`Payments`} columns={useColumns()} rows={payments} rowKey={({ id }) => id} />
    </Card>
  );
}

function useColumns(): Column<Payment>[] {
  const { t } = useLingui();
  return [
    { id: 'day', header: t`Received on`, cell: ({ value_date }) => <DueDate date={value_date} /> },
    { id: 'note', header: t`Transfer`, cell: (payment) => <Transfer payment={payment} /> },
    {
      id: 'paid',
      header: t`For this ticket`,
      figures: true,
      cell: ({ paid_amount, reversed_at }) =>
        reversed_at ? (
          <s className="text-ink-soft">
            <Money amount={paid_amount} />
          </s>
        ) : (
          <Money amount={paid_amount} />
        ),
    },
  ];
}

/** Of how much the ticket's part is, and whether it still stands. */
function Transfer({ payment: { amount_sar, paid_amount, reversed_at } }: { payment: Payment }) {
  if (reversed_at) {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 cards:justify-end">
        <Badge tone="bad" icon={CrossIcon}>
          <Trans>Reversed by the bank</Trans>
        </Badge>
        <span className="text-sm text-ink-soft">
          <Trans>
            The bank reversed it on <IsoDate date={reversed_at} />
          </Trans>
        </span>
      </span>
    );
  }
  return (
    <span className="text-sm text-ink-soft">
      {paid_amount === amount_sar ? (
        <Trans>In full</Trans>
      ) : (
        <Trans>
          Part of <Money amount={amount_sar} />; the rest is for your other tickets or kept as your
          credit
        </Trans>
      )}
    </span>
  );
}
