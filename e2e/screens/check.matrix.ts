import { expect } from '@playwright/test';

import { test } from './matrix-world.ts';
import { matrixInLight, withScreen } from './matrix.ts';
import { contrastProblems, problemsOf } from './problems.ts';

for (const [screen, look] of matrixInLight) {
  const { language, width } = look;
  test(`${screen.name} ${language}-${width}`, async ({ browser, world }, { annotations }) => {
    await withScreen(browser, world, screen, look, async (page, errors) => {
      // A theme changes colours and nothing else.
      await page.emulateMedia({ colorScheme: 'dark' });
      const dark = await contrastProblems(page);
      await page.emulateMedia({ colorScheme: 'light' });
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
