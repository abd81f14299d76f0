import type { IsoDate } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';

type Payable = { due_date: IsoDate; amount_halalas: Halalas; paid_halalas: Halalas };

/** What is left of an installment. */
export function restOf({ amount_halalas, paid_halalas }: Omit<Payable, 'due_date'>): Halalas {
  return amount_halalas - paid_halalas;
}

/**
 * What a company is to pay for a ticket whose agency has been paid: `now` is everything whose day has passed, or else the
 * rest of the next installment; `all` is what pays the ticket off early. `being_checked`: reported transfers that staff have
 * not decided. They count as paid here, the earliest installment first, so that nobody transfers the same money twice; the
 * installments stay owed (position.ts). Both 0 once nothing is left to pay.
 */
export function owed(
  installments: readonly Payable[],
  today: IsoDate,
  being_checked_halalas: Halalas = 0,
): { now_halalas: Halalas; all_halalas: Halalas } {
  const rests = installments.map((one) => ({
    due_date: one.due_date,
    amount_halalas: restOf(one),
  }));
  const toPay = withoutChecked(rests, being_checked_halalas);
  const overdue = toPay.filter(({ due_date }) => due_date < today);
  const now = overdue.length > 0 ? overdue : toPay.slice(0, 1);
  const sum = (parts: typeof toPay) => sumHalalas(parts.map((one) => one.amount_halalas));
  return { now_halalas: sum(now), all_halalas: sum(toPay) };
}

/** What is left to transfer of what is unpaid, the earliest first: reported transfers cover the earliest. */
export function withoutChecked<Rest extends { due_date: IsoDate; amount_halalas: Halalas }>(
  rests: readonly Rest[],
  being_checked_halalas: Halalas,
): Rest[] {
  let checked = being_checked_halalas;
  return rests
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1))
    .map((one) => {
      const amount_halalas = Math.max(0, one.amount_halalas - checked);
      checked = Math.max(0, checked - one.amount_halalas);
      return { ...one, amount_halalas };
    })
    .filter(({ amount_halalas }) => amount_halalas > 0);
}
