import type { Fault } from '../fault.ts';

/** The days of money. */
export const valueDates: Fault[] = [
  {
    id: 'line-ahead-certain',
    file: 'domain/servicing/bank-statement-matching.ts',
    search: "line.value_date > known.today ? doubted(found, 'value_date_ahead') : found",
    replace: 'found',
    test: 'domain/servicing/bank-statement-matching.test.ts',
    breaks: 'A line of tomorrow is confirmed with the certain ones.',
  },
  {
    id: 'moment-in-its-own-zone',
    file: 'domain/servicing/bank-statement-line.ts',
    search: 'const date = dayOfMoment(said) ?? day;',
    replace: 'const date = day;',
    test: 'domain/servicing/bank-statement-line.test.ts',
    breaks: 'Money of the night is booked a day early.',
  },
];
