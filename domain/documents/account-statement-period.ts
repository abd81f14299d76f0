import { addDays, addMonths, type IsoDate } from '../calendar.ts';

/** Riyadh days, both included. */
export interface Period {
  from: IsoDate;
  to: IsoDate;
}

export const statementPeriods = ['this_month', 'last_month', 'this_year', 'last_year'] as const;
export type StatementPeriod = (typeof statementPeriods)[number];

/** The periods that a statement is mostly asked for, seen from a day; what has not come yet is left out. */
export function periodOf(name: StatementPeriod, today: IsoDate): Period {
  const month = `${today.slice(0, 7)}-01`;
  const year = `${today.slice(0, 4)}-01-01`;
  switch (name) {
    case 'this_month':
      return { from: month, to: today };
    case 'last_month':
      return { from: addMonths(month, -1), to: addDays(month, -1) };
    case 'this_year':
      return { from: year, to: today };
    case 'last_year':
      return { from: addMonths(year, -12), to: addDays(year, -1) };
  }
}
