import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The page in its present state breaks no rule of axe. */
export async function expectNoViolations(page: Page): Promise<void> {
  // A button that was just pending still names an element that is gone.
  const builder = new AxeBuilder({ page }).exclude('[data-live-announcer]');
  const { violations } = await builder.analyze();
  expect(violations).toEqual([]);
}
