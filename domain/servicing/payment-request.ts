import { halalasFromDecimal, type Halalas } from '../money.ts';
import type { IsoDate } from '../calendar.ts';

/** How many Riyadh days after its day a payment request ends: the last value date that counts for its choice. */
export const PAYMENT_REQUEST_DAYS = 14;

/** The most items of one request: what a person still looks through. */
export const MOST_REQUEST_ITEMS = 300;

/** The most open requests of one company. */
export const MOST_OPEN_REQUESTS = 20;

/**
 * What a company can choose to pay: an installment of a ticket that has been financed, what is in default of a ticket, a
 * refund that is owed back, what was written off of such a refund.
 */
export const payableKinds = ['installment', 'loss', 'refund', 'refund_loss'] as const;
export type PayableKind = (typeof payableKinds)[number];

/**
 * Open: its choice counts for transfers with its reference. Paid: nothing of the choice is open any more. Expired, withdrawn:
 * a transfer of a later value date pays as any other does.
 */
export const paymentRequestStatuses = ['Open', 'Paid', 'Expired', 'Withdrawn'] as const;

/** What of an item this rule reads; `open_sar` and `being_checked_sar` as on the wire. */
export interface Payable {
  kind: PayableKind;
  id: string;
  ticket_number: string | null;
  due_date: IsoDate;
  open_sar: string;
  being_checked_sar: string;
  request_number: string | null;
}

/** What is to be paid of an item: what nobody has reported as transferred. */
export const toPay = ({ open_sar, being_checked_sar }: Payable): Halalas =>
  halalasFromDecimal(open_sar) - halalasFromDecimal(being_checked_sar);

/** Whether an item can be chosen: something of it is to be paid, and no open request has it. */
export const isChoosable = (item: Payable): boolean =>
  item.request_number === null && toPay(item) > 0;

/** What can be chosen of what is due on `until` or before; in default and owed back counts as due. */
export const dueUntil = <Item extends Payable>(items: readonly Item[], until: IsoDate): Item[] =>
  items.filter((item) => isChoosable(item) && item.due_date <= until);

/**
 * A choice with the earlier installments of its tickets: a later installment of a ticket is not paid before an earlier one.
 * In the order of `items`.
 */
export function withEarlierInstallments<Item extends Payable>(
  items: readonly Item[],
  isChosen: (item: Item) => boolean,
): Item[] {
  const last = new Map<string, IsoDate>();
  for (const item of items) {
    if (item.kind !== 'installment' || item.ticket_number === null || !isChosen(item)) continue;
    const before = last.get(item.ticket_number);
    if (before === undefined || before < item.due_date) last.set(item.ticket_number, item.due_date);
  }
  const comesBefore = (item: Item) =>
    item.kind === 'installment' &&
    item.ticket_number !== null &&
    item.due_date <= (last.get(item.ticket_number) ?? '');
  return items.filter((item) => isChoosable(item) && (isChosen(item) || comesBefore(item)));
}
