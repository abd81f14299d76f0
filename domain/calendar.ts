/** A day of the Gregorian calendar, 'YYYY-MM-DD', years 0000 to 9999. Two of them compare as strings. */
export type IsoDate = string;

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Riyadh is three hours ahead of UTC all year: Saudi Arabia keeps no summer time. */
const RIYADH_OFFSET_MS = 3 * 60 * 60 * 1000;

/** The day it is in Riyadh at this instant (SPEC section 9). */
export function riyadhDate(instant: Date): IsoDate {
  return dateOf(instant.getTime() + RIYADH_OFFSET_MS);
}

/** Day and time in Riyadh at this instant, 'YYYY-MM-DD HH:MM:SS'. */
export function riyadhTime(instant: Date): string {
  const shifted = new Date(instant.getTime() + RIYADH_OFFSET_MS);
  return shifted.toISOString().slice(0, 19).replace('T', ' ');
}

/** Whether the text names a day that exists, in the form 'YYYY-MM-DD'. */
export function isIsoDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number);
  if (!parts) return false;
  const [year, month, day] = parts as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** The day `days` later; earlier if negative. Throws RangeError on no date and outside the calendar's years. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOf(midnightUtc(date) + days * DAY_MS);
}

/** Days from one date to another: 7 from the 1st to the 8th, negative backwards. Throws RangeError on no date. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return (midnightUtc(to) - midnightUtc(from)) / DAY_MS;
}

/**
 * The same day `months` later, or the last day of a shorter month (SPEC section 9): 31 January → 28 February.
 * Throws RangeError on no date and outside the calendar's years.
 */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = partsOf(date);
  const count = year * 12 + (month - 1) + months;
  const toYear = Math.floor(count / 12);
  const toMonth = count - toYear * 12 + 1;
  const toDay = Math.min(day, daysInMonth(toYear, toMonth));
  return assertDate(`${padded(toYear, 4)}-${padded(toMonth, 2)}-${padded(toDay, 2)}`);
}

/** How many months of revenue a company gives (SPEC section 9). */
export const REVENUE_MONTHS = 6;

/** The last six full months before today's, 'YYYY-MM', oldest first: the labels of the revenue inputs. */
export function revenueMonths(today: IsoDate): string[] {
  return Array.from({ length: REVENUE_MONTHS }, (_, index) =>
    addMonths(today, index - REVENUE_MONTHS).slice(0, 7),
  );
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    return leap ? 29 : 28;
  }
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function partsOf(date: IsoDate): { year: number; month: number; day: number } {
  const [year, month, day] = assertDate(date).split('-').map(Number) as [number, number, number];
  return { year, month, day };
}

function midnightUtc(date: IsoDate): number {
  return Date.parse(`${assertDate(date)}T00:00:00Z`);
}

function dateOf(time_ms: number): IsoDate {
  return assertDate(new Date(time_ms).toISOString().slice(0, 10));
}

function assertDate(date: IsoDate): IsoDate {
  if (!isIsoDate(date)) throw new RangeError(`not a date: ${date}`);
  return date;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
