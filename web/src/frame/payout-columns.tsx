import { useLingui } from '@lingui/react/macro';
import { ticketNumberLink } from '../tickets/ticket-link.tsx';
import { Money } from '../ui/money.tsx';
import type { Column } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';

/** A payout, as far as each list of payouts shows it. */
interface PayoutRow {
  ticket_number: string;
  company_name: string | null;
  gross_amount: string;
  fee_amount: string;
  net_amount: string;
}

/** The columns that the lists of an agency's payouts have in common. */
export function usePayoutColumns<Row extends PayoutRow>(): Record<
  'ticket' | 'company' | 'gross' | 'fee' | 'net',
  Column<Row>
> {
  const { t } = useLingui();
  return {
    ticket: {
      id: 'ticket',
      header: t`Ticket`,
      cell: ({ ticket_number }) => ticketNumberLink(ticket_number),
    },
    company: {
      id: 'company',
      header: t`Company`,
      cell: ({ company_name }) => <UserText text={company_name ?? '—'} />,
    },
    gross: {
      id: 'gross',
      header: t`Gross`,
      figures: true,
      cell: ({ gross_amount }) => <Money amount={gross_amount} />,
    },
    fee: {
      id: 'fee',
      header: t`Fee (5%)`,
      figures: true,
      cell: ({ fee_amount }) => <Money amount={fee_amount} />,
    },
    net: {
      id: 'net',
      header: t`Net (95%)`,
      figures: true,
      cell: ({ net_amount }) => <Money amount={net_amount} />,
    },
  };
}
