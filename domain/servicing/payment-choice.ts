import { addDays, addMonths, type IsoDate } from '../calendar.ts';
import { DUE_SOON_DAYS } from '../installments/position.ts';
import { dueUntil, isChoosable, withEarlierInstallments, type Payable } from './payment-request.ts';

/** Names an item among those that a company can pay: a refund and what was written off of it have one id. */
export const keyOfPayable = ({ kind, id }: Pick<Payable, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Whether an item should have been paid before today: an installment whose day has passed, and all that is no installment. */
export const isLate = ({ kind, due_date }: Payable, today: IsoDate): boolean =>
  kind !== 'installment' || due_date < today;

/** What can be chosen of what is overdue, in default or owed back. */
export const lateItems = <Item extends Payable>(items: readonly Item[], today: IsoDate): Item[] =>
  items.filter((item) => isChoosable(item) && isLate(item, today));

/** What can be chosen of what is due until the end of today's month. */
export const dueThisMonth = <Item extends Payable>(
  items: readonly Item[],
  today: IsoDate,
): Item[] => dueUntil(items, addDays(addMonths(`${today.slice(0, 7)}-01`, 1), -1));

/** What is chosen before anybody has chosen: what is late, or else what is due soon. */
export function chosenAtFirst<Item extends Payable>(
  items: readonly Item[],
  today: IsoDate,
): Item[] {
  const late = lateItems(items, today);
  return late.length > 0 ? late : dueUntil(items, addDays(today, DUE_SOON_DAYS));
}

/** The installments of a ticket that can be chosen. */
export const ofTicket = <Item extends Payable>(
  items: readonly Item[],
  ticket_number: string,
): Item[] =>
  items.filter(
    (item) =>
      item.kind === 'installment' && item.ticket_number === ticket_number && isChoosable(item),
  );

/** A choice and these items, with the earlier installments of their tickets. In the order of `items`. */
export function choose<Item extends Payable>(
  items: readonly Item[],
  chosen: readonly Item[],
  more: readonly Item[],
): Item[] {
  const keys = new Set([...chosen, ...more].map(keyOfPayable));
  return withEarlierInstallments(items, (item) => keys.has(keyOfPayable(item)));
}

/** A choice without these items: later installments of their tickets go too, because they are not paid before them. */
export function unchoose<Item extends Payable>(
  chosen: readonly Item[],
  less: readonly Item[],
): Item[] {
  const keys = new Set(less.map(keyOfPayable));
  const goes = (item: Item) =>
    keys.has(keyOfPayable(item)) ||
    less.some(
      (one) =>
        one.kind === 'installment' &&
        item.kind === 'installment' &&
        one.ticket_number === item.ticket_number &&
        one.due_date < item.due_date,
    );
  return chosen.filter((item) => !goes(item));
}
