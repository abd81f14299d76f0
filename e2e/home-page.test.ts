import type { Page } from '@playwright/test';

import { expect, test } from './product.ts';
import { variantsOf } from './variants.ts';

/** All scenes of one page, bytes as they are transferred. */
const SCENES_BYTES = 160_000;

/** Walks down the page, as a reader does, until its last lazy picture has been in view. */
async function readToTheEnd(page: Page): Promise<void> {
  for (const picture of await page.locator('main img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
      )
      .toBeGreaterThan(0);
  }
}

/** The names of the pictures that are shown. */
const shownPictures = (page: Page) =>
  page
    .locator('main img')
    .evaluateAll((all) => all.map((one) => new URL((one as HTMLImageElement).currentSrc).pathname));

for (const language of ['en', 'ar'] as const)
  for (const width of language === 'en' ? variantsOf(1440, 360) : variantsOf(360, 1440)) {
    test(`the home page shows the product as it is, ${language} at ${width} pixels, in both themes`, async ({
      page,
    }) => {
      let bytes = 0;
      page.on('response', async (response) => {
        // One that the browser has already says no length.
        if (response.url().endsWith('.webp'))
          bytes += Number(response.headers()['content-length'] ?? 0);
      });
      for (const theme of ['light', 'dark'] as const) {
        await test.step(theme, async () => {
          bytes = 0;
          await page.emulateMedia({ colorScheme: theme });
          await page.setViewportSize({ width, height: 800 });
          await page.goto(language === 'ar' ? '/ar' : '/');
          // Pictures below the window wait until it comes near.
          expect(await page.locator('main img:not([loading=lazy])').count()).toBe(0);
          await readToTheEnd(page);
          expect(await shownPictures(page)).toEqual([
            `/scenes/budget-${language}-${theme}.webp`,
            `/scenes/owed-${language}-${theme}.webp`,
            `/scenes/timeline-${language}-${theme}.webp`,
            '/campaigns.svg',
            `/scenes/payment-${language}-${theme}.webp`,
          ]);
          expect(bytes).toBeGreaterThan(0);
          expect(bytes).toBeLessThan(SCENES_BYTES);
          for (const scene of await page.locator('main picture img').all()) {
            await expect(scene).toHaveAttribute('alt', /.{10}/);
            // As wide as written, or as the column: never stretched.
            const stretched = await scene.evaluate((image: HTMLImageElement) =>
              Math.abs(
                image.clientWidth / image.clientHeight - image.naturalWidth / image.naturalHeight,
              ),
            );
            expect(stretched).toBeLessThan(0.05);
          }
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow).toBe(0);
        });
      }
    });
  }

test('the pictures of the home page follow the theme that is chosen on it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.locator('[data-theme-toggle]').first().click();
  await readToTheEnd(page);
  expect((await shownPictures(page))[0]).toBe('/scenes/budget-en-dark.webp');
  await page.reload();
  await readToTheEnd(page);
  expect((await shownPictures(page))[0]).toBe('/scenes/budget-en-dark.webp');
});

test('an installation that has stated no legal identity says so, and shows no number', async ({
  page,
}) => {
  for (const [path, words] of [
    ['/', 'This installation has not stated its registration and licence yet.'],
    ['/ar/about-us', 'لم تذكر هذه النسخة سجلها التجاري وترخيصها بعد.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toContainText(words);
  }
  for (const path of ['/terms', '/privacy']) {
    await page.goto(path);
    await expect(page.getByText('Not stated by this installation yet')).toHaveCount(5);
    expect(await page.content()).not.toMatch(/\{\{|\b\d{10}\b|\b3\d{14}\b/);
  }
});
