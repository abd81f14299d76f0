import { expect } from '@playwright/test';

import { translate, translatedFigures } from '../translator.ts';
import { test } from './matrix-fixture.ts';
import { variants, withScreen } from './matrix.ts';

/** Every screen once in each language: a phone's in English, a computer's in Arabic. */
const looks = variants.filter(
  ([screen, { language, width }]) =>
    screen.width !== undefined || (language === 'en') === (width === 360),
);

for (const [screen, look] of looks) {
  test(`${screen.name} ${look.language}-${look.width}`, async ({ browser, fixture }, {
    annotations,
  }) => {
    const shown: string[] = [];
    const problems: string[] = [];
    for (const translator of [undefined, translate])
      await withScreen(
        browser,
        fixture,
        screen,
        look,
        async (page, errors) => {
          shown.push(await page.locator('body').innerText());
          problems.push(
            ...errors,
            ...(await translatedFigures(page)).map((one) => `translated: ${one}`),
          );
        },
        translator,
      );
    for (const description of problems) annotations.push({ type: 'problem', description });
    expect(problems).toEqual([]);
    expect(shown[1]).toBe(shown[0]);
  });
}
