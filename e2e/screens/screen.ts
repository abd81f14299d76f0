import type { Page } from '@playwright/test';

import { refusals } from '#server/accounts/account-refusal.ts';

import type { Words } from './words.ts';
import type { Name, ScreensFixture } from './screens-fixture.ts';

/** A screen in one of its states. Nothing that brings it there changes what the product holds. */
export interface Screen {
  name: string;
  path: string | ((fixture: ScreensFixture) => string);
  /** Who looks at it; left out: a visitor. */
  as?: Name;
  /** A public page: its language stands in its address. */
  isContent?: true;
  /** It is shown while an answer is awaited. */
  isWaiting?: true;
  /** The only width at which it exists. */
  width?: 360 | 1440;
  /** It covers the window: a picture shows the window, not the page behind it. */
  isOverlay?: true;
  /** Before it is opened: answers that are rewritten, held or refused. */
  before?: (page: Page, fixture: ScreensFixture) => Promise<unknown>;
  /** The steps from the opened address to the state; names are English texts, found in the page's language. */
  reach?: (page: Page, words: Words, fixture: ScreensFixture) => Promise<unknown>;
}

export const press = (name: string) => async (page: Page, words: Words) =>
  page
    .getByRole('button', { name: words(name) })
    .first()
    .click();

/** Presses what opens a question, and waits for it. */
export const ask = (name: string) => async (page: Page, words: Words) => {
  await press(name)(page, words);
  await page.locator('[role=dialog], [role=alertdialog]').waitFor();
};

export const statementAnswer = '**/api/*/account-statement?*';
export const companyAnswer = '**/api/dashboards/company';
export const agencyAnswer = '**/api/dashboards/agency';

export const hold = (address: string) => async (page: Page) =>
  page.route(address, () => new Promise(() => undefined));
export const refuse = (address: string) => async (page: Page) =>
  page.route(address, (route) => route.fulfill({ status: 500, json: { code: 'x', message: '' } }));

/** The device loses its connection while the screen is open. */
export const goOffline = async (page: Page, words: Words) => {
  await page.context().setOffline(true);
  const notice =
    'You are offline. What you see may be out of date; nothing can be sent until you are back.';
  await page.getByText(words(notice)).waitFor();
};

export const ticketAnswer = '**/api/tickets/HM-*';
export const ticketPath =
  (which: keyof ScreensFixture['tickets']) =>
  ({ tickets }: ScreensFixture) =>
    `/tickets/${tickets[which]}`;

/** Where its company reads and accepts its documents. */
export const signPath =
  (which: keyof ScreensFixture['tickets']) =>
  ({ tickets }: ScreensFixture) =>
    `/tickets/${tickets[which]}/documents`;

/** An answer of the account service in place of its own, in the words of the page's language. */
export const refuseAccount = (address: string, code: keyof typeof refusals) => (page: Page) =>
  page.route(address, (route) => {
    const [status, words] = refusals[code];
    const language = route.request().headers()['accept-language'] === 'ar' ? 'ar' : 'en';
    return route.fulfill({
      status,
      json: { code: status, error_code: code, msg: words[language] },
    });
  });
