import { expect, test } from 'vitest';
import { bannerIsShown, bannerStorageKey } from './dismissed-banner.ts';

test.each([
  [0, false, true],
  [99, false, true],
  [100, false, false],
  [101, false, false],
  [50, true, false],
  [100, true, false],
])('at %i%%, dismissed: %j, the banner is shown: %j', (percent, dismissed, shown) => {
  expect(bannerIsShown({ percent, dismissed })).toBe(shown);
});

test('a dismissal is remembered per role', () => {
  expect(bannerStorageKey('company')).not.toBe(bannerStorageKey('agency'));
});
