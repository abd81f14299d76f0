import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { stoppedDays, type Stop } from './stopped-days.ts';

describe('days on which the payout was stopped', () => {
  test('do not count in the age of an acceptance, however many stops there were on one day', () => {
    const stops = [
      { stopped_on: '2026-02-03', ended_on: '2026-02-06' },
      { stopped_on: '2026-02-05', ended_on: '2026-02-09' },
      { stopped_on: '2026-02-12', ended_on: null },
    ];
    expect(stoppedDays(stops, '2026-02-01', '2026-02-10')).toBe(6);
    expect(stoppedDays(stops, '2026-02-04', '2026-02-07')).toBe(3);
    expect(stoppedDays(stops, '2026-02-01', '2026-02-20')).toBe(14);
  });

  test('a stop that begins and ends on one day counts none, and one that began before the acceptance counts from then on', () => {
    const stop = { stopped_on: '2026-02-05', ended_on: '2026-02-05' };
    expect(stoppedDays([stop], '2026-02-01', '2026-02-10')).toBe(0);
    expect(
      stoppedDays(
        [{ stopped_on: '2026-01-01', ended_on: '2026-02-02' }],
        '2026-02-01',
        '2026-02-10',
      ),
    ).toBe(1);
  });

  test('equal a count day by day', () => {
    const day = fc.nat({ max: 60 }).map((days) => addDays('2026-01-01', days));
    const stop = fc.tuple(day, fc.option(fc.nat({ max: 30 }))).map(([stopped_on, days]): Stop => ({
      stopped_on,
      ended_on: days === null ? null : addDays(stopped_on, days),
    }));
    fc.assert(
      fc.property(fc.array(stop, { maxLength: 6 }), day, fc.nat({ max: 60 }), (stops, from, to) => {
        const days = Array.from({ length: to }, (_, n) => addDays(from, n));
        const stopped = days.filter((one) =>
          stops.some((s) => s.stopped_on <= one && (s.ended_on === null || one < s.ended_on)),
        );
        expect(stoppedDays(stops, from, addDays(from, to))).toBe(stopped.length);
      }),
    );
  });
});
