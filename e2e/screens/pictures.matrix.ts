import { test } from './matrix-world.ts';
import { showIn, themes, variants, withScreen } from './matrix.ts';

for (const [screen, look] of variants) {
  const { language, width } = look;
  test(`${screen.name} ${language}-${width}`, async ({ browser, world }) => {
    await withScreen(browser, world, screen, look, async (page) => {
      for (const theme of themes) {
        await showIn(page, theme);
        await page.screenshot({
          path: `screenshots/${screen.name}/${language}-${theme}-${width}.png`,
          fullPage: !screen.isOverlay,
          animations: 'disabled',
          // A picture higher than the window would hold pinned totals where the window's foot happened to be.
          style: 'tfoot { position: static !important }',
          caret: 'initial',
        });
      }
    });
  });
}
