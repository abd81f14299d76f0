import type { ReactNode } from 'react';
import type { TimelineDay } from '#domain/installments/timeline.ts';
import { halalasFromDecimal, type Halalas } from '#domain/money.ts';
import type { Installment } from '#api/installments.ts';

/** An installment with its amount as a number, which the rules of #domain/installments reckon with. */
export type InstallmentView = Installment & { amount_halalas: Halalas };

/** One dot of the timeline. */
export type InstallmentDay = TimelineDay<InstallmentView>;

export function installmentViews(installments: readonly Installment[]): InstallmentView[] {
  return installments.map((one) => ({
    ...one,
    amount_halalas: halalasFromDecimal(one.amount_sar),
  }));
}

/** How the number of a ticket is drawn as a link to its page, which a later capability knows. */
export type TicketLinkTo = (ticketNumber: string) => ReactNode;
