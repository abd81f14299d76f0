import { daysBetween, type IsoDate } from '../calendar.ts';
import { LAST_REMINDER_HOLDS_DAYS, reminderDays } from '../servicing/reminders.ts';

type ReminderDay = (typeof reminderDays)[number];

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
