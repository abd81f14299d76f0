import { expect, test } from 'vitest';
import { allowedFailures, frequencies } from './ten-times-frequencies.ts';

test('a test may fail in two of ten runs, not in three', () => {
  expect(allowedFailures(10)).toBe(2);
  expect([1, 2, 3, 4, 7, 20, 30].map(allowedFailures)).toEqual([0, 0, 0, 1, 2, 5, 8]);
});

test('what failed is named with the number of its runs, the most frequent first', () => {
  expect(frequencies([['b', 'a', 'a'], [], ['c', 'b']])).toEqual([
    { name: 'b', count: 2 },
    { name: 'a', count: 1 },
    { name: 'c', count: 1 },
  ]);
});
