import type { IsoDate } from '../calendar.ts';
import type { PromiseStatus } from '../installments/payment-promise.ts';
import type { Halalas } from '../money.ts';

/** A promise, and what has been paid of it until now. */
type PromiseFacts = {
  status: PromiseStatus;
  /** The last value date that keeps it. */
  promised_for: IsoDate;
  /** What is still owed of what was promised. */
  rest_halalas: Halalas;
  /** Whether something of it was paid after that day, or written off. */
  is_missed: boolean;
  /** Transfers of the company that are being checked. */
  reported_halalas: Halalas;
};

/**
 * What becomes of a promise: kept once all of it was paid by its day, broken when the day is over and it was not. Who has
 * reported transfers of as much as is missing is told nothing before they have been checked; a payment that is recorded
 * later with a value date in time keeps a promise that was broken, and one that is reversed undoes a kept one.
 */
export function promiseStatus(
  { status, promised_for, rest_halalas, is_missed, reported_halalas }: PromiseFacts,
  today: IsoDate,
): PromiseStatus {
  if (!is_missed && rest_halalas === 0) return 'Kept';
  if (today <= promised_for) return 'Open';
  const isBeingChecked = !is_missed && reported_halalas >= rest_halalas;
  return isBeingChecked && status !== 'Broken' ? 'Open' : 'Broken';
}
