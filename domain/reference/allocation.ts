import { addDays, type IsoDate } from '../calendar.ts';
import type { Halalas } from '../money.ts';
import { assertHalalas } from '../money.ts';

/**
 * An amount that a company owes:
 * - an installment that is not paid in full;
 * - a refund of a payment that the bank reversed (no ticket; due on the day of the reversal; `seq`: order of the payments);
 * - the unrecovered part of a write-off of a ticket or of such a refund (`is_loss`; due on the day of the write-off).
 *
 * `open_halalas` is the unpaid rest, above 0.
 */
type OpenItem = {
  due_date: IsoDate;
  ticket_number: string | null;
  seq: number;
  open_halalas: Halalas;
  is_loss?: boolean;
};

/** The ticket or request that the payer named, the payment's value date, and the day of the allocation. */
type AllocationTerms<Open extends OpenItem = OpenItem> = {
  named_ticket: string | null;
  /** The part of an item that the named payment request has chosen and that is still unpaid; absent: no request is named. */
  requested?: (item: Open) => Halalas;
  value_date: IsoDate;
  today: IsoDate;
};

type Allocation<Open extends OpenItem> = {
  parts: { item: Open; amount_halalas: Halalas }[];
  /** The rest when nothing more is owed: the company's credit. */
  credit_halalas: Halalas;
};

/** While a company has a loss, a named ticket comes first only with installments due at most so many days after the payment. */
const DAYS_AHEAD_BESIDE_A_LOSS = 7;

/**
 * Splits a payment over what the company owes: first the named ticket, or the unpaid rest of the named payment request;
 * then everything else. The reference of a company itself names nothing of that: it pays what has been due longest. A
 * company has no credit while it owes something.
 *
 * While the company has a loss the order is: named items due within seven days after the value date (a named ticket that
 * was written off means its loss), items due or overdue, the loss, items due later.
 *
 * Within each group: the earliest due date, then the earlier ticket, then the earlier installment; on one day refunds come
 * last. The last item may be paid in part.
 * @throws RangeError when the amount is not above 0
 */
export function allocate<Open extends OpenItem>(
  amount_halalas: Halalas,
  open: readonly Open[],
  terms: AllocationTerms<Open>,
): Allocation<Open> {
  assertHalalas(amount_halalas);
  let credit_halalas = amount_halalas;
  const paid = new Map<Open, Halalas>();
  const hasLoss = open.some(isLoss);
  const pieces = open.flatMap((item) => {
    const requested = Math.min(item.open_halalas, terms.requested?.(item) ?? 0);
    return [
      { item, isRequested: true, amount: requested },
      { item, isRequested: false, amount: item.open_halalas - requested },
    ].map((piece) => ({ ...piece, turn: allocationRank(item, terms, hasLoss, piece.isRequested) }));
  });
  for (const { item, amount } of pieces.toSorted(
    (a, b) => a.turn - b.turn || oldestFirst(a.item, b.item),
  )) {
    const part = Math.min(credit_halalas, amount);
    if (part === 0) continue;
    paid.set(item, (paid.get(item) ?? 0) + part);
    credit_halalas -= part;
  }
  const parts = [...paid].map(([item, part]) => ({ item, amount_halalas: part }));
  return { parts, credit_halalas };
}

/** Items of a lower rank are paid first; `allocation_rank` in payments.sql is the same rule. */
export function allocationRank(
  item: OpenItem,
  terms: Pick<AllocationTerms, 'named_ticket' | 'value_date' | 'today'>,
  hasLoss: boolean,
  isRequested = false,
): number {
  const isNamed =
    isRequested || (item.ticket_number !== null && item.ticket_number === terms.named_ticket);
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

/** HM-999999 comes before HM-1000000. */
const compareNumbers = (a: string, b: string) => a.length - b.length || compare(a, b);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
