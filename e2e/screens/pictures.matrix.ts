import { test } from './matrix-fixture.ts';
import { showIn, themes, variants, withScreen } from './matrix.ts';

for (const [screen, look] of variants) {
  const { language, width } = look;
  test(`${screen.name} ${language}-${width}`, async ({ browser, fixture }) => {
    await withScreen(browser, fixture, screen, look, async (page) => {
      for (const theme of themes) {
        await showIn(page, theme);
        await page.screenshot({
          path: `screenshots/${screen.name}/${language}-${theme}-${width}.png`,
          fullPage: !screen.isOverlay,
          animations: 'disabled',
          // A picture higher than the window would hold pinned totals and bars where the window's foot happened to be.
          style: 'tfoot, [data-choice-bar] { position: static !important }',
          caret: 'initial',
        });
      }
    });
  });
}
