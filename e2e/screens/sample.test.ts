import { expect, test as base } from '@playwright/test';

import { showIn, withScreen, type Look, type Theme } from './matrix.ts';
import { problemsOf } from './problems.ts';
import { screens } from './screens.ts';
import { startWorld, type World } from './world.ts';

/** A few screens, each in one look, so that every look is seen; `npm run check:screens` sees all of them in all. */
const sample: [screen: string, Look['language'], Theme, Look['width']][] = [
  ['home', 'ar', 'light', 360],
  ['about-us', 'en', 'dark', 1440],
  ['signin-problems', 'ar', 'dark', 360],
  ['company-busy', 'ar', 'light', 1440],
  ['company-profile-2-filled', 'en', 'light', 360],
  ['company-profile-problems', 'ar', 'dark', 360],
  ['company-profile-2-files', 'en', 'light', 1440],
  ['new-ticket-filled', 'en', 'dark', 360],
  ['ticket-company-how-to-pay', 'ar', 'light', 360],
  ['ticket-agency-sent', 'en', 'dark', 1440],
  ['agency-busy', 'en', 'light', 1440],
  ['agency-payment-details', 'ar', 'dark', 1440],
];

const test = base.extend<Record<never, never>, { world: World }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const running = await startWorld();
      await use(running.world);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

for (const [name, language, theme, width] of sample) {
  test(`${name} in ${language}-${theme}-${width} is what WCAG 2.2 AA asks for, and nothing is cut off`, async ({
    browser,
    world,
  }) => {
    const screen = screens.find((one) => one.name === name)!;
    const look = { language, width };
    await withScreen(browser, world, screen, look, async (page, errors) => {
      await showIn(page, theme);
      expect([...(await problemsOf(page, screen, look)), ...errors]).toEqual([]);
    });
  });
}
