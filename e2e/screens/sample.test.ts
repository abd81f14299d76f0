import { expect, test as base } from '@playwright/test';

import { showIn, withScreen, type Look, type Theme } from './matrix.ts';
import { problemsOf } from './problems.ts';
import { screens } from './screens.ts';
import { startScreensFixture, type ScreensFixture } from './screens-fixture.ts';

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
  ['tickets-company', 'ar', 'dark', 360],
  ['help-company', 'en', 'light', 1440],
];

const test = base.extend<Record<never, never>, { fixture: ScreensFixture }>({
  fixture: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const running = await startScreensFixture(false);
      await use(running.fixture);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

for (const [name, language, theme, width] of sample) {
  test(`${name} in ${language}-${theme}-${width} meets WCAG 2.2 AA and cuts nothing off`, async ({
    browser,
    fixture,
  }) => {
    const screen = screens.find((one) => one.name === name)!;
    const look = { language, width };
    await withScreen(browser, fixture, screen, look, async (page, errors) => {
      await showIn(page, theme);
      expect([...(await problemsOf(page, screen, look)), ...errors]).toEqual([]);
    });
  });
}
