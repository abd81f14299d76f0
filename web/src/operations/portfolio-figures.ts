import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ReplyOf } from '#api/contract.ts';

export type Portfolio = ReplyOf<'read_portfolio'>;
export type Flow = keyof Portfolio['all_time'];

/** Each figure of a period: its name, and the lines of the journal that it is the sum of. */
export const flowFigures: Record<Flow, { name: MessageDescriptor; lines: string }> = {
  financed: {
    name: msg`Financed`,
    lines: 'account=receivable&event=ticket_financed',
  },
  collected: {
    name: msg`Collected`,
    lines: 'account=receivable&event=payment_allocated',
  },
  fee_income: { name: msg`Fee income, net of VAT`, lines: 'account=fee_income' },
  vat: { name: msg`VAT on fees`, lines: 'account=vat_payable' },
  written_off: {
    name: msg({ context: 'of an amount', message: 'Written off' }),
    lines: 'account=bad_debt',
  },
};

export const flows = Object.keys(flowFigures) as Flow[];

/** The journal's lines of a figure, of a period where there is one. */
export function flowLines(flow: Flow, period?: { from: string; to: string }): string {
  const of = period ? `&from=${period.from}&to=${period.to}` : '';
  return `/operations/journal?${flowFigures[flow].lines}${of}`;
}

/** The journal's lines of what was owed when a day ended. */
export function outstandingLines(until?: string): string {
  return `/operations/journal?account=receivable${until ? `&to=${until}` : ''}`;
}
