import type { Page } from '@playwright/test';

import { ask, type Screen } from './screen.ts';
import type { Words } from './words.ts';
import type { World } from './world.ts';

type Rest = Omit<Screen, 'name' | 'path' | 'as'>;

/** A screen of the desk, at an address below /operations. */
export function deskScreen(
  name: string,
  path: string | ((desk: World['desk'], tickets: World['tickets']) => string),
  rest: Rest = {},
): Screen {
  return {
    name: `operations-${name}`,
    path: (world) =>
      `/operations${typeof path === 'string' ? path : path(world.desk, world.tickets)}`,
    as: 'staff',
    ...rest,
  };
}

/** A question that a button of the screen opens; `then` goes on in it. */
export function deskQuestion(
  name: string,
  path: Parameters<typeof deskScreen>[1],
  button: string,
  then?: (page: Page, words: Words) => Promise<unknown>,
): Screen {
  return deskScreen(name, path, {
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

/** An answer whose fields are changed on its way. */
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
