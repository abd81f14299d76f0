import type { ReactNode } from 'react';
import type { TimelineDay } from '#domain/installments/timeline.ts';
import { restOf } from '#domain/installments/owed.ts';
import { decimalFromHalalas, halalasFromDecimal, type Halalas } from '#domain/money.ts';
import type { Installment } from '#api/installments.ts';

/**
 * An installment with its amount as a number, which the rules of #domain/installments reckon with. Of one that is not
 * paid, both amounts are what is left to pay.
 */
export type InstallmentView = Installment & { amount_halalas: Halalas };

/** One dot of the timeline. */
export type InstallmentDay = TimelineDay<InstallmentView>;

export function installmentViews(installments: readonly Installment[]): InstallmentView[] {
  return installments.map((one) => {
    const amount = halalasFromDecimal(one.amount_sar);
    const amount_halalas =
      one.status === 'Paid'
        ? amount
        : restOf({ amount_halalas: amount, paid_halalas: halalasFromDecimal(one.paid_amount) });
    return { ...one, amount_sar: decimalFromHalalas(amount_halalas), amount_halalas };
  });
}

/** How the number of a ticket is drawn as a link to its page, which a later capability knows. */
export type TicketLinkTo = (ticketNumber: string) => ReactNode;
