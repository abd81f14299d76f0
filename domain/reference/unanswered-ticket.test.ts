import { expect, test } from 'vitest';
import { isUnanswered } from './unanswered-ticket.ts';

test('an agency has fourteen days to answer, the last of them whole', () => {
  expect(isUnanswered('2026-02-01', '2026-02-14')).toBe(false);
  // When 15 February ends, 14 whole days have passed since the day of the request.
  expect(isUnanswered('2026-02-01', '2026-02-15')).toBe(true);
  expect(isUnanswered('2026-02-20', '2026-03-06')).toBe(true);
});
