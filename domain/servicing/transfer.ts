import { addDays, isIsoDate, type IsoDate } from '../calendar.ts';
import { MAX_AMOUNT_HALALAS, type Halalas } from '../money.ts';

/** Whether a company can have transferred so much; null: not readable as an amount. */
export const isTransferAmount = (amount: Halalas | null): boolean =>
  amount !== null && amount > 0 && amount <= MAX_AMOUNT_HALALAS;

/** Whether a transfer can have reached an account on a day, as it is typed; not after `today`, the Riyadh date. */
export const isTransferDay = (day: string, today: IsoDate): boolean =>
  isIsoDate(day) && day <= today;

/** How many days back the day of a transfer that a company reports may lie; add_transfer_report holds it too. */
const REPORTED_DAYS = 400;

/** Whether a company can report a transfer of a day, as it is typed: of today or of the last 400 days. */
export const isReportedDay = (day: string, today: IsoDate): boolean =>
  isTransferDay(day, today) && day >= addDays(today, -REPORTED_DAYS);
