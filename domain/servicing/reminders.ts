import { daysBetween } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';

/** When a company is reminded of an installment: days from its due date, before it negative. */
export const reminderDays = [-3, 0, 1, 7, 14] as const;

export type ReminderDay = (typeof reminderDays)[number];

/** The reminder of a due date that falls on a day, or null. */
export function reminderOf(due_date: IsoDate, day: IsoDate): ReminderDay | null {
  const days = daysBetween(due_date, day);
  return reminderDays.find((one) => one === days) ?? null;
}
