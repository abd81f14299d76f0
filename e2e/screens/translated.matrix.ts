import { expect } from '@playwright/test';

import { translate, translatedFigures, wordsOf } from '../translator.ts';
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
    const problems: string[] = [];
    const show = (use: Parameters<typeof withScreen>[4], ...translator: [typeof translate?]) =>
      withScreen(browser, fixture, screen, look, use, ...translator);
    await show((original) =>
      show(async (page, errors) => {
        await expect(async () => expect(await wordsOf(page)).toBe(await wordsOf(original))).toPass({
          timeout: 15_000,
        });
        const figures = await translatedFigures(page);
        problems.push(...errors, ...figures.map((one) => `translated: ${one}`));
      }, translate),
    );
    for (const description of problems) annotations.push({ type: 'problem', description });
    expect(problems).toEqual([]);
  });
}
