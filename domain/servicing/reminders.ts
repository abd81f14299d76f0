import { addDays } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';

/** When a company is reminded of an installment: days from its due date, before it negative. */
export const reminderDays = [-3, 0, 1, 7, 14] as const;

/** For how many days the last reminder can be made up for; every other one until the next one's day. */
export const LAST_REMINDER_HOLDS_DAYS = 7;

/** The due dates of which a reminder holds on a day. */
export function remindedDueDates(day: IsoDate): { earliest: IsoDate; latest: IsoDate } {
  return {
    earliest: addDays(day, 1 - LAST_REMINDER_HOLDS_DAYS - reminderDays.at(-1)!),
    latest: addDays(day, -reminderDays[0]),
  };
}
