import { addDays, type IsoDate } from '../calendar.ts';
import type { Halalas } from '../money.ts';
import { assertHalalas } from '../money.ts';

/**
 * Something that a company owes: an installment that is not paid in full, a refund of a payment that the bank took back
 * (of no ticket; due on the day of the reversal; `seq` in the order of the payments), or what was written off of a ticket
 * or of such a refund and has not come back (`is_loss`; due on the day of the write-off). `open_halalas` is what is left of it, above 0.
 */
export type OpenItem = {
  due_date: IsoDate;
  ticket_number: string | null;
  seq: number;
  open_halalas: Halalas;
  is_loss?: boolean;
};

/** The ticket that the payer named, the value date of the payment, and the day on which it is allocated. */
type AllocationTerms = {
  named_ticket: string | null;
  value_date: IsoDate;
  today: IsoDate;
};

type Allocation<Open extends OpenItem> = {
  parts: { item: Open; amount_halalas: Halalas }[];
  /** What nothing takes, because nothing more is owed: the company's credit. */
  credit_halalas: Halalas;
};

/** Of a company with a loss, what falls due until so many days after the payment counts as meant by the ticket it names. */
const DAYS_AHEAD_BESIDE_A_LOSS = 7;

/**
 * What a payment pays: the ticket that the payer named first, then whatever else the company owes, so that no money of a
 * company ever lies beside something that it owes. While the company has a loss: first what is named and due by seven days after
 * the value date (a ticket that was written off, named, means its loss), then what is due or overdue, then the loss, and
 * only then what is due later. Within each what has been due longest first, then the earlier ticket, then the earlier
 * installment, of one day a refund that is owed back last; the last one it reaches in part. Throws RangeError on no amount.
 */
export function allocate<Open extends OpenItem>(
  amount_halalas: Halalas,
  open: readonly Open[],
  terms: AllocationTerms,
): Allocation<Open> {
  assertHalalas(amount_halalas);
  let credit_halalas = amount_halalas;
  const parts: Allocation<Open>['parts'] = [];
  const hasLoss = open.some(isLoss);
  const order = (a: Open, b: Open) =>
    turnOf(a, terms, hasLoss) - turnOf(b, terms, hasLoss) || oldestFirst(a, b);
  for (const item of open.toSorted(order)) {
    const part = Math.min(credit_halalas, item.open_halalas);
    if (part === 0) break;
    parts.push({ item, amount_halalas: part });
    credit_halalas -= part;
  }
  return { parts, credit_halalas };
}

/** The lower, the sooner it is paid; the twin of allocation_turn in payments.sql. */
export function turnOf(item: OpenItem, terms: AllocationTerms, hasLoss: boolean): number {
  const isNamed = item.ticket_number !== null && item.ticket_number === terms.named_ticket;
  if (!hasLoss) return isNamed ? 0 : 1;
  const isMeant =
    isLoss(item) || item.due_date <= addDays(terms.value_date, DAYS_AHEAD_BESIDE_A_LOSS);
  if (isNamed && isMeant) return 0;
  if (isLoss(item)) return 2;
  if (item.due_date <= terms.today) return 1;
  return isNamed ? 3 : 4;
}

const isLoss = ({ is_loss }: OpenItem) => is_loss === true;

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
