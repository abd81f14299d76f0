import { DAY_MS } from '../calendar.ts';

/** How long a notification is stored after it was read, in days. */
const READ_NOTIFICATION_DAYS = 180;

/** How long a notification is stored that nobody has read, in days: two years. */
const NOTIFICATION_DAYS = 730;

/** Notifications that were read, or that occurred, before these moments are deleted. */
export function notificationRetention(now: Date): { read_before: Date; occurred_before: Date } {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return {
    read_before: before(READ_NOTIFICATION_DAYS),
    occurred_before: before(NOTIFICATION_DAYS),
  };
}
