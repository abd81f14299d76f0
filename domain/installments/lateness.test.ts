import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import {
  decidePayoutBy,
  firstDayLate,
  isBeyondGrace,
  requestState,
  type Lateness,
} from './lateness.ts';

const due = '2026-05-01';
const late: Lateness = { overdue_since: due, are_reports_enough: false, paused_from: null };
const after = (days: number) => addDays(due, days);

test('an installment is late from the day after its due date on', () => {
  expect(firstDayLate('2026-12-31')).toBe('2027-01-01');
});

describe('new requests', () => {
  test('stop on the fourth day after a due date that has passed unpaid', () => {
    for (const [days, state] of [
      [0, 'open'],
      [3, 'open'],
      [4, 'stopped'],
      [400, 'stopped'],
    ] as const)
      expect([days, requestState(late, after(days), 3)]).toEqual([days, { state }]);
  });

  test('stop on the first day where there is no grace, and later where there is more', () => {
    expect(requestState(late, after(0), 0).state).toBe('open');
    expect(requestState(late, after(1), 0).state).toBe('stopped');
    expect(requestState(late, after(30), 30).state).toBe('open');
    expect(requestState(late, after(31), 30).state).toBe('stopped');
  });

  test('are open at once when nothing is overdue, whatever has been', () => {
    const paid = { ...late, overdue_since: null, paused_from: after(4) };
    expect(requestState(paid, after(50), 3)).toEqual({ state: 'open' });
  });
});

describe('a pause by reported transfers', () => {
  const paused = { ...late, are_reports_enough: true, paused_from: after(6) };

  test('holds three days, and only while the reports pay all that is overdue', () => {
    const until = after(8);
    expect(requestState(paused, after(6), 3)).toEqual({ state: 'paused', until });
    expect(requestState(paused, after(8), 3)).toEqual({ state: 'paused', until });
    expect(requestState(paused, after(9), 3)).toEqual({ state: 'stopped' });
    expect(requestState({ ...paused, are_reports_enough: false }, after(7), 3).state).toBe(
      'stopped',
    );
  });
});

test('payouts stop on the day after their grace, and reported transfers do not change it', () => {
  expect(isBeyondGrace(due, after(14), 14)).toBe(false);
  expect(isBeyondGrace(due, after(15), 14)).toBe(true);
  expect(isBeyondGrace(due, after(15), 15)).toBe(false);
  expect(isBeyondGrace(null, after(99), 14)).toBe(false);
});

test('a payout that is stopped is decided within seven days', () => {
  expect(decidePayoutBy('2026-05-30')).toBe('2026-06-06');
});
