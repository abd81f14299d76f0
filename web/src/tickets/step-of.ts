import type { TicketDetails } from '#api/tickets.ts';
import { restOf } from '#domain/installments/owed.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { nextStep, type NextStep } from '#domain/tickets/next-step.ts';

/** The next step of a ticket as the domain sees it, from what the page holds; it reckons with what is left to pay. */
export function stepOf(details: TicketDetails): NextStep {
  const installments = (details.installments ?? []).map((one) => ({
    ...one,
    amount_halalas: restOf({
      amount_halalas: halalasFromDecimal(one.amount_sar),
      paid_halalas: halalasFromDecimal(one.paid_amount),
    }),
  }));
  const { ticket, documents_accepted_on, document_sets } = details;
  const of = { ...ticket, documents_accepted_on, documents: document_sets?.[0] };
  return nextStep(of, details.role, details.today, installments);
}
