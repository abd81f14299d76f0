import { addDays } from '#domain/calendar.ts';
import { PAYMENT_REQUEST_DAYS } from '#domain/servicing/payment-request.ts';
import type { Books, ModelCompany, ModelPaymentRequest, Verdict } from './books.ts';
import { leftOfRequest, openItems } from './payments.ts';

const isOpen = (books: Books, request: ModelPaymentRequest): boolean =>
  request.withdrawn_on === null &&
  request.expires_on >= books.today &&
  leftOfRequest(books, request).size > 0;

/** What of a company's open items no open request has. */
export function freeItems(books: Books, company: ModelCompany) {
  const taken = new Set(
    books.requests
      .filter((one) => one.company === company && isOpen(books, one))
      .flatMap((one) => [...leftOfRequest(books, one).keys()]),
  );
  return openItems(books, company).filter(({ key }) => !taken.has(key));
}

/** `chosen` is free and begins with the first open installment of each of its tickets. */
export function create(
  books: Books,
  company: ModelCompany,
  chosen: ReadonlyMap<string, number>,
): Verdict {
  const expires_on = addDays(books.today, PAYMENT_REQUEST_DAYS);
  books.requests.push({ id: '', number: '', company, chosen, expires_on, withdrawn_on: null });
  return 'accepted';
}

export function withdraw(books: Books, request: ModelPaymentRequest): Verdict {
  if (!isOpen(books, request)) return 'payment_request_ended';
  request.withdrawn_on = books.today;
  return 'accepted';
}
