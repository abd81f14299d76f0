import { daysBetween, type IsoDate } from '../calendar.ts';

/** From which Riyadh day to which a ticket's payout was stopped; the last one counts already. Null: the stop stands. */
export type Stop = { stopped_on: IsoDate; ended_on: IsoDate | null };

/**
 * On how many days from `from` on, before `today`, a payout was stopped, by one stop or by several at once: its company or
 * its agency was suspended, or its company was too late.
 */
export function stoppedDays(stops: readonly Stop[], from: IsoDate, today: IsoDate): number {
  let days = 0;
  let counted_to = from;
  for (const { stopped_on, ended_on } of stops.toSorted((a, b) => compare(a, b))) {
    const begin = stopped_on > counted_to ? stopped_on : counted_to;
    const end = ended_on === null || ended_on > today ? today : ended_on;
    if (end <= begin) continue;
    days += daysBetween(begin, end);
    counted_to = end;
  }
  return days;
}

const compare = (a: Stop, b: Stop) =>
  a.stopped_on < b.stopped_on ? -1 : a.stopped_on > b.stopped_on ? 1 : 0;
