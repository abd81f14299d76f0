import { test } from './matrix-world.ts';
import { matrix, nameOf, withScreen } from './matrix.ts';

for (const [screen, look] of matrix) {
  test(`${screen.name} ${nameOf(look)}`, async ({ browser, world }) => {
    await withScreen(browser, world, screen, look, async (page) => {
      await page.screenshot({
        path: `screenshots/${screen.name}/${nameOf(look)}.png`,
        fullPage: !screen.isOverlay,
        animations: 'disabled',
        // A picture higher than the window would hold pinned totals where the window's foot happened to be.
        style: 'tfoot { position: static !important }',
        caret: 'initial',
      });
    });
  });
}
