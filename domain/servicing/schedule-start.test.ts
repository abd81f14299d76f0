import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { installmentSchedule } from '../installments/schedule.ts';
import { scheduleStart } from './schedule-start.ts';

test('a payout within seven days leaves the schedule, a later one begins it again', () => {
  expect(scheduleStart('2026-02-01', '2026-02-08')).toBe('2026-02-01');
  expect(scheduleStart('2026-02-01', '2026-02-09')).toBe('2026-02-09');
});

test('no installment is due before or within three weeks of the payout', () => {
  const date = fc.nat({ max: 800 }).map((days) => addDays('2026-01-01', days));
  fc.assert(
    fc.property(date, fc.nat({ max: 400 }), (start, days) => {
      const released_on = addDays(start, days);
      const [first] = installmentSchedule({
        amount_halalas: 100,
        term_months: 1,
        start: scheduleStart(start, released_on),
      });
      expect(first!.due_date >= addDays(released_on, 21)).toBe(true);
    }),
  );
});
