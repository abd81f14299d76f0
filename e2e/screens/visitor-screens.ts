import { contentPages } from '#api/content-pages.ts';

import type { Screen } from './screen.ts';

const content: Screen[] = [...contentPages, '/nowhere'].map((path) => {
  const name = { '/': 'home', '/nowhere': 'not-found' }[path] ?? path.slice(1);
  return { name, path, isContent: true };
});

const contentStates: Screen[] = [
  {
    name: 'home-menu',
    path: '/',
    isContent: true,
    width: 360,
    reach: async (page) => page.locator('summary').first().click(),
  },
  {
    name: 'home-calculator-typed',
    path: '/',
    isContent: true,
    reach: async (page, words) => {
      const amount = page.getByLabel(words('Amount in SAR'));
      await amount.scrollIntoViewIfNeeded();
      // Its script loads when it is in view, and first writes the dates.
      await page.locator('#calculator time').first().waitFor();
      await amount.fill('47250.5');
      await page.locator('[data-figure=each]', { hasText: '15,750.16' }).waitFor();
    },
  },
  {
    name: 'about-us-answer',
    path: '/about-us',
    isContent: true,
    reach: async (page) => page.locator('details[name=faq] summary').first().click(),
  },
];

/** The public pages. */
export const visitorScreens: Screen[] = [...content, ...contentStates];
