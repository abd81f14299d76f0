import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { publicFirstPaint } from './src/first-paint.ts';

/** Where the script of a public page leads whoever has chosen a language on this device; null: the page stays. */
function ledTo(
  address: string,
  chosen: 'en' | 'ar' | null,
  browser = 'en-US',
  { type = 'navigate', referrer = '' } = {},
): string | null {
  const { origin, pathname, search, hash } = new URL(address, 'https://hamla.test');
  let target: string | null = null;
  runInNewContext(publicFirstPaint, {
    document: {
      referrer,
      documentElement: { lang: /^\/ar(\/|$)/.test(pathname) ? 'ar' : 'en', dataset: {} },
    },
    localStorage: { getItem: (key: string) => (key === 'hamla.language' ? chosen : null) },
    location: { origin, pathname, search, hash, replace: (to: string) => void (target = to) },
    navigator: { language: browser },
    performance: { getEntriesByType: () => [{ type }] },
  });
  return target;
}

test.each([
  ['/', 'ar', '/ar'],
  ['/terms?from=mail#fees', 'ar', '/ar/terms?from=mail#fees'],
  ['/ar', 'en', '/'],
  ['/ar/terms', 'en', '/terms'],
  ['/ar/terms', 'ar', null],
  ['/terms', 'en', null],
  ['/terms', null, null],
] as const)('%s is read in %s at %s', (address, chosen, expected) => {
  expect(ledTo(address, chosen)).toBe(expected);
});

test('a first visit to the home page with an Arabic browser is led to Arabic, to another page not', () => {
  expect(ledTo('/', null, 'ar-SA')).toBe('/ar');
  expect(ledTo('/terms', null, 'ar-SA')).toBeNull();
});

test('going back shows the earlier page in its language', () => {
  expect(ledTo('/terms', 'ar', 'en-US', { type: 'back_forward' })).toBeNull();
});

test('a link from one of our pages decides the language, whatever the device remembered', () => {
  const from = (referrer: string) => ledTo('/ar/terms', 'en', 'en-US', { referrer });
  expect(from('https://hamla.test/terms')).toBeNull();
  expect(from('https://hamla.test.evil.example/')).toBe('/terms');
  expect(from('https://search.example/')).toBe('/terms');
});

test.each(['/ar//evil.example', '/ar///evil.example/x', '/ar/\\evil.example', '//hamla.test//ar'])(
  'the address %s leads to no other host',
  (address) => {
    for (const chosen of ['en', 'ar'] as const) {
      const target = ledTo(`https://hamla.test${address}`, chosen);
      expect(new URL(target ?? '/', 'https://hamla.test').host).toBe('hamla.test');
    }
  },
);
