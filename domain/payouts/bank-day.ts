import { addDays, type IsoDate } from '../calendar.ts';

/** Holidays of the same date each year on which Saudi banks are closed, "MM-DD": the Founding Day and the National Day. */
const yearlyHolidays: ReadonlySet<string> = new Set(['02-22', '09-23']);

const FRIDAY = 5;
const SATURDAY = 6;

/** Whether banks in Saudi Arabia work on a day. `holidays`: further days on which they do not, such as those of an Eid. */
export function isBankDay(day: IsoDate, holidays: readonly IsoDate[]): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === FRIDAY || weekday === SATURDAY) return false;
  return !yearlyHolidays.has(day.slice(5)) && !holidays.includes(day);
}

/** The first day from this one on, this one included, on which banks work. Throws RangeError where a year has none. */
export function firstBankDayFrom(day: IsoDate, holidays: readonly IsoDate[]): IsoDate {
  for (let n = 0; n < 366; n += 1) {
    const one = addDays(day, n);
    if (isBankDay(one, holidays)) return one;
  }
  throw new RangeError('a whole year of holidays');
}

/** The latest day after which, up to `day` and with it, `count` bank days have come. @throws RangeError where a year has too few. */
export function bankDaysBefore(day: IsoDate, count: number, holidays: readonly IsoDate[]): IsoDate {
  let left = count;
  for (let n = 0; n < 366; n += 1) {
    const one = addDays(day, -n);
    if (left === 0) return one;
    if (isBankDay(one, holidays)) left -= 1;
  }
  throw new RangeError('a whole year of holidays');
}
