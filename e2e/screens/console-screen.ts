import type { Page } from '@playwright/test';

import { ask, type Screen } from './screen.ts';
import type { Words } from './words.ts';
import type { ScreensFixture } from './screens-fixture.ts';

type Rest = Omit<Screen, 'name' | 'path' | 'as'>;

/** A screen of the console, at an address below /operations. */
export function consoleScreen(
  name: string,
  path:
    | string
    | ((consoleIds: ScreensFixture['consoleIds'], tickets: ScreensFixture['tickets']) => string),
  rest: Rest = {},
): Screen {
  return {
    name: `operations-${name}`,
    path: (fixture) =>
      `/operations${typeof path === 'string' ? path : path(fixture.consoleIds, fixture.tickets)}`,
    as: 'staff',
    ...rest,
  };
}

/** A question that a button of the screen opens; `then` goes on in it. */
export function consoleDialog(
  name: string,
  path: Parameters<typeof consoleScreen>[1],
  button: string,
  then?: (page: Page, words: Words) => Promise<unknown>,
): Screen {
  return consoleScreen(name, path, {
    isOverlay: true,
    reach: async (page, words) => {
      await ask(button)(page, words);
      await then?.(page, words);
    },
  });
}

/** Presses the button of an open question whose words are those of the one that opened it. */
export const confirm = (name: string) => async (page: Page, words: Words) => {
  const dialog = page.locator('[role=dialog], [role=alertdialog]');
  await dialog.getByRole('button', { name: words(name) }).click();
  await dialog.locator('[aria-invalid=true], [role=alert]').first().waitFor();
};

/** A response with changed fields. */
export const changed =
  <Reply>(
    address: string | RegExp,
    change: (reply: Reply) => void,
  ): NonNullable<Screen['before']> =>
  async (page) =>
    page.route(address, async (route) => {
      const response = await route.fetch();
      const reply: Reply = await response.json();
      change(reply);
      await route.fulfill({ response, json: reply });
    });

export const untilFailure = async (page: Page, words: Words) =>
  page.getByRole('button', { name: words('Try again') }).waitFor();
export const untilSkeleton = async (page: Page) => page.locator('[aria-busy=true]').waitFor();
