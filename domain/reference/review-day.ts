import { addDays, type IsoDate } from '../calendar.ts';
import { decidePayoutBy } from '../installments/lateness.ts';
import { isBankDay } from '../payouts/bank-day.ts';

/** How many bank days after the acceptance of its documents a ticket is reviewed. */
const BANK_DAYS_TO_REVIEW = 2;

/** The day by which a payout is reviewed that was stopped, or whose ticket is reviewed with accepted documents. */
export function reviewDay(
  of: { stopped_on: IsoDate } | { accepted_on: IsoDate },
  holidays: readonly IsoDate[],
): IsoDate {
  if ('stopped_on' in of) return decidePayoutBy(of.stopped_on);
  let day = of.accepted_on;
  for (let left = BANK_DAYS_TO_REVIEW; left > 0;) {
    day = addDays(day, 1);
    if (isBankDay(day, holidays)) left -= 1;
  }
  return day;
}
