import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The page as it stands breaks no rule of axe's. */
export async function expectNoViolations(page: Page): Promise<void> {
  // A button that has just been waiting is still announced there by an element that is gone.
  const builder = new AxeBuilder({ page }).exclude('[data-live-announcer]');
  const { violations } = await builder.analyze();
  expect(violations).toEqual([]);
}
