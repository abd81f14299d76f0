import type { Page } from 'playwright-core';

/** A press on the first link whose address begins with `path` leads to a screen there, which then shows `shown`. */
export interface Change {
  path: string;
  shown: string;
}

/**
 * Milliseconds from the click until the screen behind the link shows an element that matches `shown`, painted. The
 * click happens in the page, so that nothing but the page is measured.
 */
export async function changeScreen(page: Page, { path, shown }: Change): Promise<number> {
  const links = `:is(main, nav) a[href^="${path}"]`;
  await page.locator(links).first().waitFor({ timeout: 10_000 });
  return page.evaluate(
    async ([from, start, selector]) => {
      const before = performance.now();
      document.querySelector<HTMLElement>(from!)!.click();
      while (performance.now() < before + 10_000) {
        await new Promise(requestAnimationFrame);
        if (location.pathname.startsWith(start!) && document.querySelector(selector!)) {
          // After the frame that draws it.
          await new Promise((resolve) => setTimeout(resolve));
          return performance.now() - before;
        }
      }
      throw new Error(`${start} did not show "${selector}"`);
    },
    [links, path, shown],
  );
}
