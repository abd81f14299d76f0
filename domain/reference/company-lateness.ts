import type { IsoDate } from '../calendar.ts';
import { stopsFrom, type Lateness } from '../installments/lateness.ts';
import type { Halalas } from '../money.ts';

/**
 * The part of an installment that an unproven payment has paid, and on which Riyadh day; `isAbsent`: the bank's
 * statements show that it has not come.
 */
type UnprovenPart = { due_date: IsoDate; paid_on: IsoDate; isAbsent?: boolean };

/**
 * The earliest due date of what counts as unpaid for a stop; null: nothing does. That is what is overdue, and what an unproven
 * payment has paid of an installment once the stop had begun: who pays in time is never stopped because we are slow.
 * `stopFrom`: from which day on an installment of a due date stops.
 */
export function lateSince(
  overdue_since: IsoDate | null,
  parts: readonly UnprovenPart[],
  stopFrom: (due_date: IsoDate) => IsoDate,
): IsoDate | null {
  const late = parts.filter(
    ({ due_date, paid_on, isAbsent }) => isAbsent || stopFrom(due_date) <= paid_on,
  );
  const [first = null] = [
    ...late.map(({ due_date }) => due_date),
    ...(overdue_since ? [overdue_since] : []),
  ].toSorted();
  return first;
}

/**
 * The first day of the pause, as it is kept once something has changed: it begins when reported transfers pay all that is
 * overdue, or with the stop where that comes later; there is one until nothing is overdue.
 */
export function pauseKept(
  { overdue_since, are_reports_enough, paused_from }: Lateness,
  today: IsoDate,
  grace_days: number,
): IsoDate | null {
  if (overdue_since === null) return null;
  if (paused_from !== null || !are_reports_enough) return paused_from;
  const stop = stopsFrom(overdue_since, grace_days);
  return stop > today ? stop : today;
}

/** A ticket that is being repaid: what is left of it, what of that is overdue, and what is reported for it. */
type ReportedTicket = {
  rest_halalas: Halalas;
  overdue_halalas: Halalas;
  reported_halalas: Halalas;
};

/**
 * Whether reported transfers pay all that is overdue. A transfer pays the ticket that it is for; only what is more than
 * that ticket's rest pays what is overdue of others.
 */
export function coversOverdue(tickets: readonly ReportedTicket[]): boolean {
  let missing = 0;
  let spare = 0;
  for (const { rest_halalas, overdue_halalas, reported_halalas } of tickets) {
    missing += Math.max(0, overdue_halalas - reported_halalas);
    spare += Math.max(0, reported_halalas - rest_halalas);
  }
  return missing <= spare;
}
