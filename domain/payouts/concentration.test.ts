import { expect, test } from 'vitest';
import { shareLimit } from './concentration.ts';

test('a share is a whole amount of halalas and never more than its percent', () => {
  expect(shareLimit(100_000_000, 20)).toBe(20_000_000);
  expect(shareLimit(99, 50)).toBe(49);
  expect(shareLimit(12_345, 100)).toBe(12_345);
});
