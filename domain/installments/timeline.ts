import { addDays, daysBetween } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';
import { sumHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';
import type { InstallmentStatus } from './installment.ts';

/** SPEC section 9. */
const AXIS_MIN_DAYS = 7;
const NEXT_PAYMENTS = 3;

type TimelineInstallment = {
  due_date: IsoDate;
  amount_halalas: Halalas;
  status: InstallmentStatus;
};

/** One dot of the timeline, and what its popover lists. */
export type TimelineDay<Installment extends TimelineInstallment> = {
  due_date: IsoDate;
  total_halalas: Halalas;
  count: number;
  status: InstallmentStatus;
  items: Installment[];
};

/** The installments by due date, earliest first (SPEC section 2, Payment Timeline). Within a day they keep their order. */
export function timelineDays<Installment extends TimelineInstallment>(
  installments: readonly Installment[],
): TimelineDay<Installment>[] {
  const byDate = Map.groupBy(installments, (one) => one.due_date);
  const days = Array.from(byDate, ([due_date, items]) => ({
    due_date,
    total_halalas: sumHalalas(items.map((one) => one.amount_halalas)),
    count: items.length,
    status: dotStatus(items),
    items,
  }));
  return days.sort(byDueDate);
}

/** Overdue if any item is overdue, else Paid if any is paid, else Due (SPEC section 2). */
function dotStatus(items: readonly TimelineInstallment[]): InstallmentStatus {
  const precedence: readonly InstallmentStatus[] = ['Overdue', 'Paid'];
  return precedence.find((status) => items.some((one) => one.status === status)) ?? 'Due';
}

export type TimelineAxis = { start: IsoDate; end: IsoDate };

/** The line from today to the last date, at least AXIS_MIN_DAYS long. */
export function timelineAxis(today: IsoDate, dates: readonly IsoDate[]): TimelineAxis {
  const shortest = addDays(today, AXIS_MIN_DAYS);
  const end = dates.reduce((latest, date) => (date > latest ? date : latest), shortest);
  return { start: today, end };
}

/** A date's position on the axis: 0 at its start, 1 at its end. A date outside is at the nearer end. */
export function positionOnAxis(axis: TimelineAxis, date: IsoDate): number {
  const share = daysBetween(axis.start, date) / daysBetween(axis.start, axis.end);
  return Math.min(1, Math.max(0, share));
}

/** The Next Payments list: the first NEXT_PAYMENTS installments that are not paid, earliest first. */
export function nextPayments<Installment extends TimelineInstallment>(
  installments: readonly Installment[],
): Installment[] {
  const open = installments.filter((one) => one.status !== 'Paid');
  return open.sort(byDueDate).slice(0, NEXT_PAYMENTS);
}

function byDueDate(a: { due_date: IsoDate }, b: { due_date: IsoDate }): number {
  return daysBetween(b.due_date, a.due_date);
}
