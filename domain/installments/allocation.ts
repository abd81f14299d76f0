import type { IsoDate } from '../calendar.ts';
import type { Halalas } from '../money.ts';
import { assertHalalas } from '../money.ts';

/** An installment that is not paid in full. `open_halalas` is what is left of it, above 0. */
export type OpenInstallment = {
  due_date: IsoDate;
  ticket_number: string;
  seq: number;
  open_halalas: Halalas;
};

export type Allocation<Open extends OpenInstallment> = {
  parts: { installment: Open; amount_halalas: Halalas }[];
  /** What nothing takes, because nothing more is owed: the company's credit. */
  credit_halalas: Halalas;
};

/**
 * What a payment pays: the ticket that the payer named first, then whatever else the company owes, so that no money of a
 * company ever lies beside something that it owes. The installment that has been due longest first, then the earlier
 * ticket, then the earlier installment; the last one it reaches in part. Throws RangeError on no amount.
 */
export function allocate<Open extends OpenInstallment>(
  amount_halalas: Halalas,
  open: readonly Open[],
  named_ticket: string | null = null,
): Allocation<Open> {
  assertHalalas(amount_halalas);
  let credit_halalas = amount_halalas;
  const parts: Allocation<Open>['parts'] = [];
  const isNamed = ({ ticket_number }: OpenInstallment) => Number(ticket_number === named_ticket);
  const order = (a: Open, b: Open) => isNamed(b) - isNamed(a) || oldestFirst(a, b);
  for (const installment of open.toSorted(order)) {
    const part = Math.min(credit_halalas, installment.open_halalas);
    if (part === 0) break;
    parts.push({ installment, amount_halalas: part });
    credit_halalas -= part;
  }
  return { parts, credit_halalas };
}

function oldestFirst(a: OpenInstallment, b: OpenInstallment): number {
  return (
    compare(a.due_date, b.due_date) ||
    // HM-999999 was before HM-1000000.
    a.ticket_number.length - b.ticket_number.length ||
    compare(a.ticket_number, b.ticket_number) ||
    a.seq - b.seq
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
