import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { ACCEPTANCE_VALID_DAYS, acceptanceObstacle, documentsState } from './acceptance.ts';

describe('the acceptance of the documents', () => {
  test('is missing before the first', () => {
    expect(acceptanceObstacle(null, 0, '2026-02-01')).toBe('documents_not_accepted');
  });

  test('is valid on its day and for seven more, and expires on the eighth', () => {
    expect(acceptanceObstacle('2026-02-01', 0, '2026-02-01')).toBeNull();
    expect(acceptanceObstacle('2026-02-01', 0, '2026-02-08')).toBeNull();
    expect(acceptanceObstacle('2026-02-01', 0, '2026-02-09')).toBe('acceptance_expired');
  });

  test('does not age on the days on which its payout was stopped', () => {
    expect(acceptanceObstacle('2026-02-01', 6, '2026-02-14')).toBeNull();
    expect(acceptanceObstacle('2026-02-01', 6, '2026-02-15')).toBe('acceptance_expired');
  });

  test('expires on the day of the first installment, however long its payout was stopped', () => {
    expect(acceptanceObstacle('2026-01-31', 28, '2026-02-27')).toBeNull();
    expect(acceptanceObstacle('2026-01-31', 28, '2026-02-28')).toBe('acceptance_expired');
  });

  test('is an obstacle exactly when it is more than seven days old', () => {
    fc.assert(
      fc.property(fc.nat({ max: 400 }), (days) => {
        const obstacle = acceptanceObstacle('2026-02-01', 0, addDays('2026-02-01', days));
        expect(obstacle === null).toBe(days <= ACCEPTANCE_VALID_DAYS);
      }),
    );
  });
});

describe('the documents of an approved ticket', () => {
  const issued_at = '2026-02-01T09:00:00Z';
  const none = { accepted_on: null, stopped_days: 0 };
  const given = { accepted_on: '2026-02-01', stopped_days: 0 };
  const ready = { schedule_start: '2026-02-01', issued_at, accepted_at: null };

  test('are being prepared, then ready on the day whose dates they carry', () => {
    expect(documentsState(none, { ...ready, issued_at: null }, '2026-02-01')).toBe('preparing');
    expect(documentsState(none, ready, '2026-02-01')).toBe('ready');
  });

  test('are outdated past midnight, read or not, and where there are none', () => {
    expect(documentsState(none, ready, '2026-02-02')).toBe('outdated');
    expect(documentsState(none, { ...ready, issued_at: null }, '2026-02-02')).toBe('outdated');
    expect(documentsState(none, undefined, '2026-02-01')).toBe('outdated');
  });

  test("wait for the commercial registration number, unless today's version is there without it", () => {
    expect(documentsState(none, undefined, '2026-02-01', true)).toBe('details_missing');
    expect(documentsState(none, ready, '2026-02-02', true)).toBe('details_missing');
    expect(documentsState(none, ready, '2026-02-01', true)).toBe('ready');
    expect(documentsState(given, undefined, '2026-02-02', true)).toBe('accepted');
  });

  test('are accepted until the acceptance is too old, and are then prepared again', () => {
    const accepted = { ...ready, accepted_at: issued_at };
    expect(documentsState(given, accepted, '2026-02-08')).toBe('accepted');
    expect(documentsState(given, accepted, '2026-02-09')).toBe('outdated');
    const again = { ...ready, schedule_start: '2026-02-09' };
    expect(documentsState(given, again, '2026-02-09')).toBe('ready');
  });
});
