import type { Browser, Page } from '@playwright/test';

import { languages, type Language } from '#domain/languages.ts';

import { keepSession } from '../people.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';
import { wordsIn } from './words.ts';
import type { ScreensFixture } from './screens-fixture.ts';

/** A language and the width of a phone or of a computer, in CSS pixels. Both themes are shown on one page, by `showIn`. */
export interface Look {
  language: Language;
  width: 360 | 1440;
}

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Each language at each width. */
const looks: Look[] = languages.flatMap((language) =>
  ([360, 1440] as const).map((width) => ({ language, width })),
);

/** Every screen in every look in which it exists. */
export const variants: [Screen, Look][] = screens.flatMap((screen) =>
  looks
    .filter(({ width }) => screen.width === undefined || screen.width === width)
    .map((look): [Screen, Look] => [screen, look]),
);

/**
 * Hands over a page that shows the screen in that look, in light and at rest, and closes it afterwards. `translate` begins
 * when the screen has its data, before the steps to its state.
 */
export async function withScreen(
  browser: Browser,
  fixture: ScreensFixture,
  screen: Screen,
  look: Look,
  use: (page: Page, errors: string[]) => Promise<void>,
  translate?: (page: Page) => Promise<void>,
): Promise<void> {
  const { language, width } = look;
  const context = await browser.newContext({
    baseURL: fixture.url,
    viewport: { width, height: width === 360 ? 780 : 900 },
    colorScheme: 'light',
    locale: language === 'ar' ? 'ar-SA' : 'en-GB',
    timezoneId: 'Asia/Riyadh',
    reducedMotion: 'reduce',
  });
  try {
    await context.addInitScript(
      (chosen) => localStorage.setItem('hamla.language', chosen),
      language,
    );
    if (screen.as) await keepSession(context, fixture.people[screen.as].session);
    const page = await context.newPage();
    const errors = listenForErrors(page);
    await screen.before?.(page, fixture);
    const path = typeof screen.path === 'string' ? screen.path : screen.path(fixture);
    const prefix = screen.isContent && language !== 'en' ? `/${language}` : '';
    await page.goto(`${prefix}${path}`.replace(/(?<=.)\/$/, ''));
    await page.getByRole('heading').first().waitFor();
    if (!screen.isWaiting)
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    if (!screen.isContent && !screen.isWaiting) await fontsAreDrawn(page);
    await translate?.(page);
    await screen.reach?.(page, await wordsIn(language), fixture);
    await page.evaluate(() => document.fonts.ready);
    await use(page, errors);
  } finally {
    // Nobody answers a request that a screen makes meanwhile.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

/** Waits until a screen of the application has its fonts, which come after its data. */
export async function fontsAreDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Array.from(document.styleSheets, ({ href }) => href ?? '').some((href) =>
      /\/faces-/.test(href),
    ),
  );
  await drawn(page);
  await page.evaluate(() => document.fonts.ready);
}

/** Waits until the change is drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Turns the theme over, until no colour is on its way any more: one that is inherited begins when its parent's has ended. */
export async function showIn(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  do await drawn(page);
  while (await hadTransitions(page));
}

/** Waits for the end of all transitions; says whether any was running. */
function hadTransitions(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const running = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(running.map(({ finished }) => finished));
    return running.length > 0;
  });
}

/** What a page throws or reports while it is shown; a refused request is the screen's own affair. */
function listenForErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      errors.push(`console: ${message.text()}`);
    }
  });
  return errors;
}
