import type { IsoDate } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';

type Payable = { due_date: IsoDate; amount_halalas: Halalas; paid_halalas: Halalas };

/** What is left of an installment. */
export function restOf({ amount_halalas, paid_halalas }: Omit<Payable, 'due_date'>): Halalas {
  return amount_halalas - paid_halalas;
}

/**
 * What a company owes for a ticket whose agency has been paid: `now` is everything whose day has passed, or else the
 * rest of the next installment; `all` is what pays the ticket off early. Both 0 once everything is paid.
 */
export function owed(
  installments: readonly Payable[],
  today: IsoDate,
): { now_halalas: Halalas; all_halalas: Halalas } {
  const unpaid = installments
    .filter((one) => restOf(one) > 0)
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1));
  const overdue = unpaid.filter(({ due_date }) => due_date < today);
  const now = overdue.length > 0 ? overdue : unpaid.slice(0, 1);
  return { now_halalas: sumHalalas(now.map(restOf)), all_halalas: sumHalalas(unpaid.map(restOf)) };
}
