import { expect, type Page } from '@playwright/test';

import { test } from './matrix-world.ts';
import { matrixInLight, withScreen } from './matrix.ts';
import { contrastProblems, problemsOf } from './problems.ts';

for (const [screen, look] of matrixInLight) {
  const { language, width } = look;
  test(`${screen.name} ${language}-${width}`, async ({ browser, world }, { annotations }) => {
    await withScreen(browser, world, screen, look, async (page, errors) => {
      // A theme changes colours and nothing else.
      await showIn(page, 'dark');
      const dark = await contrastProblems(page);
      await showIn(page, 'light');
      const problems = [
        ...dark.map((one) => `${one} (in the dark)`),
        ...(await problemsOf(page, screen, look)),
        ...errors,
      ];
      // The report gathers the same problem of many screens under one heading.
      for (const description of problems) annotations.push({ type: 'problem', description });
      expect(problems).toEqual([]);
    });
  });
}

/** Turns the theme over, until no colour is on its way any more. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const turning = document.getAnimations().filter((one) => one instanceof CSSTransition);
    await Promise.allSettled(turning.map(({ finished }) => finished));
  });
}
