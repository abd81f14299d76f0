import { companiesOfReferences, requestsOfReferences } from './payment-reference.ts';
import { ticketNumberOf, typedNumber } from './ticket-number.ts';

/** What somebody names as what a payment is for: one of the two is null. */
export interface NamedNumber {
  ticket_number: string | null;
  request_number: string | null;
}

/**
 * The ticket or the payment request that somebody typed, by its number ("hm 100001", "HP-100001") or by its payment
 * reference; null for neither.
 */
export function namedNumberOf(typed: string): NamedNumber | null {
  const request_number = requestNumberOf(typed);
  if (request_number !== null) return { ticket_number: null, request_number };
  const ticket_number = ticketNumberOf(typed);
  return ticket_number === null ? null : { ticket_number, request_number: null };
}

const requestNumberOf = (typed: string) =>
  typedNumber(typed, 'HP') ?? only(requestsOfReferences(typed));

/** The company that somebody typed by its own number ("hc 100001") or payment reference; null: neither. */
export const payerNumberOf = (typed: string): string | null =>
  typedNumber(typed, 'HC') ?? only(companiesOfReferences(typed));

const only = (found: readonly string[]) => (found.length === 1 ? found[0]! : null);
