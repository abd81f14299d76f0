import type { Ticket } from '#api/tickets.ts';
import { riyadhDate } from '#domain/calendar.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';
import { financeTicket, requestPayable } from '#server/product-client/financing.ts';
import { recordProven } from './approvals.ts';
import type { StaffedProduct } from './parties.ts';

/** Whom a test is about at this moment. */
type Parties = Parameters<typeof financeTicket>[1];

/** What a test does with the money of tickets, and how that has moved the accounts. */
export function ticketMoney({ product, maha, faisal }: StaffedProduct, parties: () => Parties) {
  let before: Record<string, number> = {};

  /**
   * Every account that is not at zero, in halalas: debit above 0, credit below. What the allowance paid of a write-off counts
   * with what it did not: loss-allowance.test.ts is about the allowance.
   */
  async function balances(): Promise<Record<string, number>> {
    const rows = await product.rows<{ account: string; halalas: number }>(
      `select case l.account when 'loss_allowance' then 'bad_debt' else l.account end as account,
              (sum(l.amount_sar) * 100)::int as halalas
         from journal_lines l join journal_entries e on e.id = l.entry_id and e.event <> 'allowance_adjusted'
        group by 1`,
    );
    return Object.fromEntries(rows.map(({ account, halalas }) => [account, halalas]));
  }

  const today = () => riyadhDate(product.clock.now());

  return {
    today,
    /** What the accounts hold by now counts as not moved. */
    startOfMoves: async (): Promise<void> => {
      before = await balances();
    },
    /** How the accounts have moved since, in SAR; those that have not are left out. */
    moved: async (): Promise<Record<string, number>> => {
      const now = await balances();
      const moves = Object.keys({ ...before, ...now }).map(
        (account) => [account, ((now[account] ?? 0) - (before[account] ?? 0)) / 100] as const,
      );
      return Object.fromEntries(moves.filter(([, amount]) => amount !== 0));
    },
    approved: (amount: string, months: TermMonths): Promise<Ticket> =>
      requestPayable(maha, parties(), amount, months),
    financed: (amount: string, months: TermMonths): Promise<Ticket> =>
      financeTicket([maha, faisal], parties(), amount, months),
    /** A proven payment of today, for a ticket or of an unknown payer. */
    pay: (amount_sar: string, ticket?: Pick<Ticket, 'ticket_number'>) =>
      recordProven([maha, faisal], {
        amount_sar,
        value_date: today(),
        ticket_number: ticket?.ticket_number,
        is_another: true,
        reason: 'One of several',
      }),
  };
}
