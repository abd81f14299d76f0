import { DAY_MS } from '../calendar.ts';

const DAYS_TO_APPROVE = 7;

/** The moment from which on a request is not approved any more. */
export function approvalExpiresAt(requested_at: Date): Date {
  return new Date(requested_at.getTime() + DAYS_TO_APPROVE * DAY_MS);
}
