import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ReplyOf } from '#api/contract.ts';
import type { JournalFilters } from '../ledger/journal-filters.ts';

export type Portfolio = ReplyOf<'read_portfolio'>;
export type Flow = keyof Portfolio['all_time'];

/** Each figure of a period: its name, and the lines of the journal that it is the sum of. */
export const flowFigures: Record<Flow, { name: MessageDescriptor; lines: JournalFilters }> = {
  financed: {
    name: msg`Financed`,
    lines: { account: 'receivable', event: 'ticket_financed' },
  },
  collected: {
    name: msg`Collected`,
    lines: { account: 'receivable', event: 'payment_allocated' },
  },
  fee_income: { name: msg`Fee income, net of VAT`, lines: { account: 'fee_income' } },
  vat: { name: msg`VAT on fees`, lines: { account: 'vat_payable' } },
  written_off: {
    name: msg({ context: 'of an amount', message: 'Written off' }),
    lines: { account: 'receivable', event: 'written_off' },
  },
  refunds_written_off: {
    name: msg`Refunds written off`,
    lines: { account: 'refunds_receivable', event: 'refund_written_off' },
  },
};

export const flows = Object.keys(flowFigures) as Flow[];

/** What was owed when a day ended, or is owed now; with `due`, what of it had fallen due until that day. */
export function outstandingLines(of: Pick<JournalFilters, 'to' | 'due'> = {}): JournalFilters {
  return { account: 'receivable', ...of };
}
