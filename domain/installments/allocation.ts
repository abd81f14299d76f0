import type { IsoDate } from '../calendar.ts';
import type { Halalas } from '../money.ts';
import { assertHalalas } from '../money.ts';

/**
 * Something that a company owes: an installment that is not paid in full, or a refund of a payment that the bank took back
 * (of no ticket; due on the day of the reversal; `seq` in the order of the payments). `open_halalas` is what is left of
 * it, above 0.
 */
export type OpenItem = {
  due_date: IsoDate;
  ticket_number: string | null;
  seq: number;
  open_halalas: Halalas;
};

export type Allocation<Open extends OpenItem> = {
  parts: { item: Open; amount_halalas: Halalas }[];
  /** What nothing takes, because nothing more is owed: the company's credit. */
  credit_halalas: Halalas;
};

/**
 * What a payment pays: the ticket that the payer named first, then whatever else the company owes, so that no money of a
 * company ever lies beside something that it owes. What has been due longest first, then the earlier ticket, then
 * the earlier installment, of one day a refund that is owed back last; the last one it reaches in part. Throws RangeError on no amount.
 */
export function allocate<Open extends OpenItem>(
  amount_halalas: Halalas,
  open: readonly Open[],
  named_ticket: string | null = null,
): Allocation<Open> {
  assertHalalas(amount_halalas);
  let credit_halalas = amount_halalas;
  const parts: Allocation<Open>['parts'] = [];
  const isNamed = ({ ticket_number }: OpenItem) =>
    Number(ticket_number !== null && ticket_number === named_ticket);
  const order = (a: Open, b: Open) => isNamed(b) - isNamed(a) || oldestFirst(a, b);
  for (const item of open.toSorted(order)) {
    const part = Math.min(credit_halalas, item.open_halalas);
    if (part === 0) break;
    parts.push({ item, amount_halalas: part });
    credit_halalas -= part;
  }
  return { parts, credit_halalas };
}

function oldestFirst(a: OpenItem, b: OpenItem): number {
  return (
    compare(a.due_date, b.due_date) ||
    Number(a.ticket_number === null) - Number(b.ticket_number === null) ||
    compareNumbers(a.ticket_number ?? '', b.ticket_number ?? '') ||
    a.seq - b.seq
  );
}

/** HM-999999 was before HM-1000000. */
const compareNumbers = (a: string, b: string) => a.length - b.length || compare(a, b);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
