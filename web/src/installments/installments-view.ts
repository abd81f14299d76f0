import type { ReactNode } from 'react';
import type { TimelineDay } from '#domain/installments/timeline.ts';
import { restOf } from '#domain/installments/owed.ts';
import { decimalFromHalalas, halalasFromDecimal, type Halalas } from '#domain/money.ts';
import type { Installment } from '#api/installments.ts';

/**
 * An installment as the timeline counts it: by what is left to pay or, once it is paid, by the whole. `counted_sar` is
 * shown; `amount_halalas` is the same for the rules of #domain/installments.
 */
export type InstallmentView = Omit<Installment, 'amount_sar'> & {
  counted_sar: string;
  amount_halalas: Halalas;
};

/** One dot of the timeline. */
export type InstallmentDay = TimelineDay<InstallmentView>;

export function installmentViews(installments: readonly Installment[]): InstallmentView[] {
  return installments.map(({ amount_sar, ...one }) => {
    const amount = halalasFromDecimal(amount_sar);
    const amount_halalas =
      one.status === 'Paid'
        ? amount
        : restOf({ amount_halalas: amount, paid_halalas: halalasFromDecimal(one.paid_amount) });
    return { ...one, counted_sar: decimalFromHalalas(amount_halalas), amount_halalas };
  });
}

/** Whether nothing is owed for it yet: its agency has not been paid (domain/installments/position.ts). */
export const isPlanned = ({ ticket, status }: InstallmentView) =>
  ticket.status === 'Approved' && status !== 'Paid';

/** How the number of a ticket is drawn as a link to its page, which a later capability knows. */
export type TicketLinkTo = (ticketNumber: string) => ReactNode;
