import type { Page } from '@playwright/test';

import { operations } from '#api/operations.ts';
import { groupedAmount } from '#domain/amount-format.ts';

import {
  dashboardOf,
  enter,
  newAgency,
  newCompanyWithBudget,
  newPerson,
  newTicket,
} from './people.ts';
import { expect, holdLiveLine, password, test, untilSettingsAreRead } from './product.ts';
import { translate } from './translator.ts';

/** Pages as browsers treat them: many tabs at once, files that are gone, and pages that are kept for Back. */

const overview = (page: Page) => page.getByRole('region', { name: 'Ticket Overview' });

test('ten tabs of one browser load and save, and each shows what was saved in another', async ({
  page,
  product,
}) => {
  await enter(page, await newPerson(product.url, 'company'), '/dashboard/company');
  const tabs = [page];
  while (tabs.length < 10) tabs.push(await page.context().newPage());
  for (const tab of tabs) {
    await tab.goto('/dashboard/company');
    await expect(overview(tab)).toBeVisible();
    const isHeard = tab.waitForRequest(`**${operations.list_notifications.path}*`);
    // At the first activity a tab asks for what its first view left out.
    await tab.mouse.move(1, 1);
    await isHeard;
  }
  const last = tabs.pop()!;
  await last.goto('/profile/company');
  await last.getByLabel('Company name').fill('Najd Coffee');
  await last.getByRole('button', { name: 'Continue' }).click();
  await last.getByRole('button', { name: 'Save profile' }).click();
  await expect(last.getByText('Profile saved successfully!')).toBeVisible();
  for (const tab of tabs) await expect(tab.getByText('Najd Coffee').first()).toBeVisible();
});

/** Hides the page, as when the person looks at another tab. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);

test('a dialog whose file is gone says so and tries again; after a release the page is loaded again once, unseen and unused', async ({
  page,
  product,
}) => {
  const gone = (route: { fulfill: (reply: object) => Promise<void> }) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>404</h1>' });
  const file = '**/assets/sign-out-everywhere-dialog-*';
  await page.route(file, gone);
  const releaseLiveLine = await holdLiveLine(page);
  await enter(page, await newPerson(product.url, 'company'), '/settings');
  await untilSettingsAreRead(page);
  const typed = page.getByLabel('New password');
  const place = page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' });
  const dialog = page.getByRole('alertdialog');

  await test.step('the place of a dialog whose file is gone says so and tries again, and what was typed elsewhere stays', async () => {
    await typed.fill(password);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(place).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(place).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await place.getByRole('button', { name: 'Try again' }).click();
    await expect(place).toBeVisible();
    await page.unroute(file);
    await place.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toBeVisible();
    await expect(place).toHaveCount(0);
    await expect(typed).toHaveValue(password);
  });

  /** Resolves when the page has asked whether its code is still there. */
  const asked = () => page.waitForResponse((reply) => reply.request().method() === 'HEAD');
  await page.route('**/assets/entry.client-*', (route) =>
    route.request().method() === 'HEAD' ? gone(route) : route.continue(),
  );
  await releaseLiveLine();
  // The stream breaks and is opened again, as when a server is replaced.
  await page.route(`**${operations.subscribe_events.path}`, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: open\ndata: {}\n\n' }),
  );

  await test.step('a page of an earlier release stays while a dialog is open or something is typed', async () => {
    await asked();
    await mark(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await hide(page);
    await expect(typed).toHaveValue(password);
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByRole('button', { name: 'Add New Ticket' }).first().click();
    const form = page.getByRole('dialog', { name: 'New Ticket' });
    await expect(form).toBeVisible();
    await hide(page);
    await form.getByRole('button', { name: 'Close' }).first().click();
    await expect(form).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
  });

  await test.step('it is loaded again when it is hidden and unused, and only once', async () => {
    await Promise.all([page.waitForEvent('load'), hide(page)]);
    await expect(overview(page)).toBeVisible();
    await page.mouse.move(1, 1);
    await asked();
    await mark(page);
    await hide(page);
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await expect(page).toHaveURL('/settings');
    expect(await isMarked(page)).toBe(true);
  });
});

test('a page that the browser keeps for Back is hidden until it is known that its person is still signed in', async ({
  page,
  product,
}) => {
  // The browser of the tests keeps no page for Back: the page is told what another browser would tell it.
  const tell = (event: 'pagehide' | 'pageshow') =>
    page.evaluate((name) => {
      dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
      return getComputedStyle(document.querySelector('main')!).visibility;
    }, event);
  await enter(page, await newPerson(product.url, 'company'), '/dashboard/company');
  await expect(overview(page)).toBeVisible();
  // At once, also where all motion is shortened by transitions; these would blur what follows.
  expect(await tell('pagehide')).toBe('hidden');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await tell('pageshow')).toBe('visible');
  expect(await tell('pagehide')).toBe('hidden');
  await page.evaluate(() => localStorage.removeItem('hamla.session'));
  expect(await tell('pageshow')).toBe('hidden');
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
});

test('a page that a translator has changed shows each new figure and text, and keeps what is typed', async ({
  page,
  product,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const company = await newCompanyWithBudget(product.url);
  const agency = await newAgency(product.url);
  await enter(page, company, '/dashboard/company');
  await expect(overview(page)).toBeVisible();
  await translate(page);
  await page.getByRole('button', { name: 'Add New Ticket' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New Ticket' });
  const amount = dialog.getByLabel('Amount');

  await test.step('what is missing is said anew while an amount is typed', async () => {
    await expect(dialog).toContainText('To submit, add an agency, an amount, and an invoice.');
    await amount.fill('1500.50');
    await expect(dialog).toContainText('To submit, add an agency and an invoice.');
    await expect(dialog).not.toContainText('an amount,');
  });

  await test.step('the budget that another ticket has reduced is shown, and the amount stays', async () => {
    await newTicket(company, agency, { amount: '5000.00' });
    const { available_budget } = (await dashboardOf(company)).budget;
    await expect(dialog).toContainText(groupedAmount(available_budget!));
    await expect(amount).toHaveValue('1500.50');
    await amount.fill('');
    await expect(dialog).toContainText('To submit, add an agency, an amount, and an invoice.');
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(overview(page)).toContainText(agency.name);
  });

  await test.step('the other language replaces every text', async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: 'العربية' }).click();
    await expect(page.getByRole('region', { name: 'نظرة على طلبات التمويل' })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/Overview|budget/);
  });
  expect(errors).toEqual([]);
});
