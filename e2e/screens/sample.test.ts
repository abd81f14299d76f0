import { expect, test } from '../product.ts';
import { showIn, withScreen, type Look, type Theme } from './matrix.ts';
import { problemsOf } from './problems.ts';
import { screens } from './screens.ts';
import { startScreensFixture } from './screens-fixture.ts';

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

let running: Awaited<ReturnType<typeof startScreensFixture>>;
test.beforeAll(async () => {
  running = await startScreensFixture(false);
});
test.afterAll(() => running.stop());

for (const [name, language, theme, width] of sample) {
  test(`${name} in ${language}-${theme}-${width} meets WCAG 2.2 AA and cuts nothing off`, async ({
    browser,
  }) => {
    const screen = screens.find((one) => one.name === name)!;
    const look = { language, width };
    await withScreen(browser, running.fixture, screen, look, async (page, errors) => {
      await showIn(page, theme);
      expect([...(await problemsOf(page, screen, look)), ...errors]).toEqual([]);
    });
  });
}
