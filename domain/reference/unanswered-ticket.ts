import { daysBetween, type IsoDate } from '../calendar.ts';
import { DAYS_TO_ANSWER } from '../tickets/ticket.ts';

/** Whether a waiting ticket is still unanswered when `day` ends: its last day to answer, or a later one. */
export function isUnanswered(created_local_date: IsoDate, day: IsoDate): boolean {
  return daysBetween(created_local_date, day) >= DAYS_TO_ANSWER;
}
