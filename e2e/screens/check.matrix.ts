import { expect } from '@playwright/test';

import { test } from './matrix-world.ts';
import { matrix, nameOf, withScreen } from './matrix.ts';
import { problemsOf } from './problems.ts';

for (const [screen, look] of matrix) {
  test(`${screen.name} ${nameOf(look)}`, async ({ browser, world }, { annotations }) => {
    await withScreen(browser, world, screen, look, async (page, errors) => {
      const problems = [...(await problemsOf(page, screen, look)), ...errors];
      // The report gathers the same problem of many screens under one heading.
      for (const description of problems) annotations.push({ type: 'problem', description });
      expect(problems).toEqual([]);
    });
  });
}
