import type { Page } from 'playwright-core';

/**
 * Milliseconds from a click on the first link whose address begins with `path` until the screen behind it shows an
 * element that matches `shown`, painted. The click happens in the page, so that nothing but the page is measured.
 */
export async function changeScreen(page: Page, path: string, shown: string): Promise<number> {
  const link = `a[href^="${path}"]`;
  await page.locator(link).first().waitFor();
  return page.evaluate(
    async ([links, start, selector]) => {
      const before = performance.now();
      document.querySelector<HTMLElement>(links!)!.click();
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
    [link, path, shown],
  );
}

/** The middle one of an odd number of figures. */
export function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;
}
