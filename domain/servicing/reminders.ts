import { addDays, daysBetween } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';

/** When a company is reminded of an installment: days from its due date, before it negative. */
export const reminderDays = [-3, 0, 1, 7, 14] as const;

export type ReminderDay = (typeof reminderDays)[number];

/** For how many days the last reminder can be made up for; every other one until the next one's day. */
const LAST_REMINDER_HOLDS_DAYS = 7;

/**
 * The reminder of a due date that holds on a day, or null: the latest whose day has come. One that was not queued on its
 * own day, because nobody closed the day before or a transfer was being checked, is queued while it holds; once the
 * next one's day has come it is never sent. So nobody gets two reminders of an installment on one day.
 */
export function reminderOn(due_date: IsoDate, day: IsoDate): ReminderDay | null {
  const days = daysBetween(due_date, day);
  if (days >= reminderDays.at(-1)! + LAST_REMINDER_HOLDS_DAYS) return null;
  return reminderDays.findLast((one) => one <= days) ?? null;
}

/** The due dates of which a reminder holds on a day. */
export function remindedDueDates(day: IsoDate): { earliest: IsoDate; latest: IsoDate } {
  return {
    earliest: addDays(day, 1 - LAST_REMINDER_HOLDS_DAYS - reminderDays.at(-1)!),
    latest: addDays(day, -reminderDays[0]),
  };
}
