import { useState } from 'react';
import type { PayableItem } from '#api/payment-requests.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { sumHalalas } from '#domain/money.ts';
import { choose, chosenAtFirst, keyOfPayable, unchoose } from '#domain/servicing/payment-choice.ts';
import { toPay, withEarlierInstallments } from '#domain/servicing/payment-request.ts';

export type PaymentChoice = ReturnType<typeof usePaymentChoice>;

/**
 * What of the items is chosen to be paid. Before anybody has chosen it is what is to be paid soonest; what can no longer be
 * chosen leaves the choice when the items are read again.
 */
export function usePaymentChoice(items: readonly PayableItem[], today: IsoDate) {
  const [keys, setKeys] = useState<ReadonlySet<string> | null>(null);
  const chosen =
    keys === null
      ? chosenAtFirst(items, today)
      : withEarlierInstallments(items, (item) => keys.has(keyOfPayable(item)));
  const chosenKeys = new Set(chosen.map(keyOfPayable));
  const set = (next: readonly PayableItem[]) => setKeys(new Set(next.map(keyOfPayable)));
  const has = (item: PayableItem) => chosenKeys.has(keyOfPayable(item));
  return {
    chosen,
    sum_halalas: sumHalalas(chosen.map(toPay)),
    has,
    /** Whether the choice is these items and no others. */
    is: (some: readonly PayableItem[]) => some.length === chosen.length && some.every(has),
    set,
    add: (some: readonly PayableItem[]) => set(choose(items, chosen, some)),
    remove: (some: readonly PayableItem[]) => set(unchoose(chosen, some)),
  };
}
