import type { Browser, Page } from '@playwright/test';

import { languages, type Language } from '#domain/languages.ts';

import { keepSession } from '../people.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';
import { wordsIn } from './words.ts';
import type { World } from './world.ts';

/** A language and the width of a phone or of a desk, in CSS pixels. Both themes are shown on one page, by `showIn`. */
export interface Look {
  language: Language;
  width: 360 | 1440;
}

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Every way of looking at every screen but for the theme. */
const looks: Look[] = languages.flatMap((language) =>
  ([360, 1440] as const).map((width) => ({ language, width })),
);

/** Every screen in every look in which it exists. */
export const variants: [Screen, Look][] = screens.flatMap((screen) =>
  looks
    .filter(({ width }) => screen.width === undefined || screen.width === width)
    .map((look): [Screen, Look] => [screen, look]),
);

/** Hands over a page that shows the screen in that look, in light and at rest, and closes it afterwards. */
export async function withScreen(
  browser: Browser,
  world: World,
  screen: Screen,
  look: Look,
  use: (page: Page, errors: string[]) => Promise<void>,
): Promise<void> {
  const { language, width } = look;
  const context = await browser.newContext({
    baseURL: world.url,
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
    if (screen.as) await keepSession(context, world.people[screen.as].session);
    const page = await context.newPage();
    const errors = listenForErrors(page);
    await screen.before?.(page, world);
    const path = typeof screen.path === 'string' ? screen.path : screen.path(world);
    const prefix = screen.isContent && language !== 'en' ? `/${language}` : '';
    await page.goto(`${prefix}${path}`.replace(/(?<=.)\/$/, ''));
    await page.getByRole('heading').first().waitFor();
    if (!screen.isWaiting) await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    await screen.reach?.(page, await wordsIn(language), world);
    await page.evaluate(() => document.fonts.ready);
    await use(page, errors);
  } finally {
    await context.close();
  }
}

/** Once what has changed is drawn. */
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

/** Whether any was running; they have ended. */
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
