import { expect } from '@playwright/test';

import { test } from './matrix-fixture.ts';
import { showIn, variants, withScreen } from './matrix.ts';
import { contrastProblems, problemsOf } from './problems.ts';

for (const [screen, look] of variants) {
  test(`${screen.name} ${look.language}-${look.width}`, async ({ browser, fixture }, {
    annotations,
  }) => {
    await withScreen(browser, fixture, screen, look, async (page, errors) => {
      // A theme changes colours only.
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
