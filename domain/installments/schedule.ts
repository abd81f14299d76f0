import { addMonths } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';
import { assertHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';
import type { TermMonths } from '../tickets/repayment-term.ts';

type ScheduledInstallment = {
  /** 1 for the first. */
  seq: number;
  due_date: IsoDate;
  amount_halalas: Halalas;
  status: 'Due';
};

/**
 * The installments of a financing (SPEC section 9): one a month, the first one month after `start`, 0% interest.
 * Each is the amount divided by the term, rounded down to the halala; the last absorbs the remainder.
 * The day is clamped from the day of `start` each time: 31 January, 28 February, 31 March.
 * Throws RangeError on no date and on no amount.
 */
export function installmentSchedule(financing: {
  amount_halalas: Halalas;
  term_months: TermMonths;
  start: IsoDate;
}): ScheduledInstallment[] {
  const { amount_halalas, term_months, start } = financing;
  assertHalalas(amount_halalas);
  const remainder = amount_halalas % term_months;
  const each = (amount_halalas - remainder) / term_months;
  return Array.from({ length: term_months }, (_, index) => ({
    seq: index + 1,
    due_date: addMonths(start, index + 1),
    amount_halalas: index + 1 === term_months ? each + remainder : each,
    status: 'Due' as const,
  }));
}
