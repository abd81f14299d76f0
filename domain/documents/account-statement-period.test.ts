import { expect, test } from 'vitest';
import { periodOf } from './account-statement-period.ts';

test.each([
  ['this_month', '2026-11-21', '2026-11-01', '2026-11-21'],
  ['last_month', '2026-11-21', '2026-10-01', '2026-10-31'],
  ['last_month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last_month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['this_year', '2026-11-21', '2026-01-01', '2026-11-21'],
  ['last_year', '2026-02-28', '2025-01-01', '2025-12-31'],
] as const)('%s of %s is from %s to %s', (name, today, from, to) => {
  expect(periodOf(name, today)).toEqual({ from, to });
});
