import type { Page } from '@playwright/test';

import { errorMessages } from '#api/error-messages.ts';

import {
  dashboardOf,
  nameOfMarks,
  newAgency,
  newCompanyWithBudget,
  newPerson,
  newTicket,
} from './people.ts';
import { expect, loseConnection, test } from './product.ts';
import { variantsOf } from './variants.ts';

const path = '/dashboard/company';
const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a company saves the invoice of a waiting ticket and confirms before it cancels the ticket', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newCompanyWithBudget(product.url), await newAgency(product.url)];
  await agency.api('PUT', '/api/agency', { name: nameOfMarks });
  const total = (await dashboardOf(company)).budget.available_budget;
  const ticket = await newTicket(company, agency, { amount: '4321.50' });
  expect((await dashboardOf(company)).budget.held_funds).toBe('4321.50');
  const page = await company.open(browser, path);

  await test.step("a ticket's invoice is saved under its own name", async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Invoice of ${ticket.ticket_number}` }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/invoice\.pdf$/);
  });

  await page.getByRole('button', { name: `Cancel ${ticket.ticket_number}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this ticket?' });

  await test.step('the cancel dialog shows the name of an agency literally, whatever markup it holds, with the right amount', async () => {
    await expect(question).toContainText(
      `Ticket ${ticket.ticket_number}: your request for SAR 4,321.50 to ${nameOfMarks} is withdrawn`,
    );
  });

  await test.step('cancelling a waiting ticket names amount and agency first, and frees its funds', async () => {
    await question.getByRole('button', { name: 'Cancel ticket' }).click();
    await expect(list(page, 'Old Tickets')).toContainText(ticket.ticket_number);
    await expect(list(page, 'Old Tickets')).toContainText('Closed');
    await expect(list(page, 'Waiting Approval')).toContainText('No tickets are waiting');
    expect((await dashboardOf(company)).budget.available_budget).toBe(total);
  });
});

for (const locale of variantsOf('en-GB', 'ar-SA')) {
  test(`a toast in ${locale} stays inside the screen, with its close button inside at the end`, async ({
    browser,
    product,
  }) => {
    const [company, agency] = [
      await newPerson(product.url, 'company'),
      await newAgency(product.url),
    ];
    const ticket = await newTicket(company, agency, { amount: '50.00' });
    const page = await company.open(browser, path, { locale });
    const isMirrored = locale === 'ar-SA';
    const [cancel, confirm] = isMirrored ? ['إلغاء', 'إلغاء الطلب'] : ['Cancel', 'Cancel ticket'];
    await page.getByRole('button', { name: `${cancel} ${ticket.ticket_number}` }).click();
    await loseConnection(page);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 780 });
      await page.getByRole('button', { name: confirm, exact: true }).click();
      await expectToastInPlace(page, width, isMirrored);
    }
  });
}

/** The newest toast is clear of the edges, and on a wide screen beside its question. */
async function expectToastInPlace(page: Page, width: number, isMirrored: boolean): Promise<void> {
  const toast = page.locator('[data-sonner-toast][data-front=true]');
  // The pointer keeps it open while it is measured, until it has stopped moving.
  // Over the front toast while they move: that keeps all of them open.
  await toast.hover({ force: true });
  await expect(async () => {
    const close = toast.locator('[data-close-button]');
    const [outer, inner] = [(await toast.boundingBox())!, (await close.boundingBox())!];
    expect(outer.x).toBeGreaterThanOrEqual(8);
    expect(outer.x + outer.width).toBeLessThanOrEqual(width - 8);
    const middle = outer.x + outer.width / 2;
    if (isMirrored) expect(inner.x + inner.width).toBeLessThan(middle);
    else expect(inner.x).toBeGreaterThan(middle);
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(inner.y).toBeGreaterThanOrEqual(outer.y);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
    const header = (await page.locator('header').first().boundingBox())!;
    expect(outer.y).toBeGreaterThanOrEqual(header.y + header.height);
    if (width !== 1440) return;
    const question = (await page.getByRole('alertdialog').boundingBox())!;
    if (isMirrored) expect(outer.x + outer.width).toBeLessThan(question.x);
    else expect(outer.x).toBeGreaterThan(question.x + question.width);
  }).toPass();
}

test('without a connection a cancellation fails with a message, and is not sent later by itself', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const ticket = await newTicket(company, agency, { amount: '50.00' });
  const page = await company.open(browser, path);
  await page.getByRole('button', { name: `Cancel ${ticket.ticket_number}` }).click();
  await loseConnection(page);
  await page.getByRole('button', { name: 'Cancel ticket', exact: true }).click();
  await expect(
    page.locator('[data-sonner-toast]').filter({ hasText: 'You appear to be offline.' }),
  ).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Keep ticket' }).click();
  await expect(list(page, 'Waiting Approval')).toContainText(ticket.ticket_number);
  // While it stands Tab leads past it, and Shift+Tab back.
  const toast = page.locator('[data-sonner-toast]');
  const close = toast.getByRole('button', { name: 'Close the message' });
  // Over the front toast while they move: that keeps all of them open.
  await toast.hover({ force: true });
  await page.getByRole('contentinfo').getByRole('link').last().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(close).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await close.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('contentinfo').getByRole('link').last()).toBeFocused();
  expect((await dashboardOf(company)).waiting_tickets.count).toBe(1);
});

test('a page that lost its connection before it could load toasts and live updates keeps working, shows its messages later and follows changes', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const ticket = await newTicket(company, agency, { amount: '50.00' });
  const page = await company.open(browser, '/healthz');
  const later = /\/assets\/(?:toasts|live-updates)-/;
  await page.route(later, (route) => route.abort());
  const lost = ['/toasts-', '/live-updates-'].map((file) =>
    page.waitForEvent('requestfailed', (request) => request.url().includes(file)),
  );
  await page.goto(path);
  await page.getByRole('button', { name: `Cancel ${ticket.ticket_number}` }).click();
  const confirm = page.getByRole('button', { name: 'Cancel ticket', exact: true });
  await expect(confirm).toBeVisible();
  await Promise.all(lost);
  await page.context().setOffline(true);
  const isLost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/cancel'));
  await confirm.click();
  await isLost;
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(confirm).toBeVisible();
  await page.unroute(later);
  await page.context().setOffline(false);
  await expect(
    page.locator('[data-sonner-toast]').filter({ hasText: 'You appear to be offline.' }),
  ).toBeVisible();
  expect((await dashboardOf(company)).waiting_tickets.count).toBe(1);
  await agency.api('POST', `/api/tickets/${ticket.id}/reject`, {
    rejection_reason: 'The stamp is missing.',
  });
  await expect(page.getByText('The stamp is missing.')).toBeVisible();
});

test("what an agency answers reaches the company's open tabs, also its cancel dialog, where the answer counts", async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const approved = await newTicket(company, agency, { amount: '900.00', months: 3 });
  const rejected = await newTicket(company, agency, { amount: '80.00' });
  const page = await company.open(browser, path);

  await test.step("an agency's answer reaches every open tab of the company without a reload", async () => {
    const second = await page.context().newPage();
    await second.goto(path);
    for (const tab of [page, second]) {
      await expect(list(tab, 'Waiting Approval').getByRole('listitem')).toHaveCount(2);
    }
    await agency.api('POST', `/api/tickets/${approved.id}/approve`);
    await agency.api('POST', `/api/tickets/${rejected.id}/reject`, {
      rejection_reason: 'The stamp is missing.',
    });
    for (const tab of [page, second]) {
      await expect(list(tab, 'Current Tickets')).toContainText(approved.ticket_number);
      await expect(list(tab, 'Old Tickets')).toContainText('The stamp is missing.');
      await expect(tab.getByRole('list', { name: 'Due dates' }).getByRole('button')).toHaveCount(3);
    }
    // Old tickets are shown faded.
    const colourIn = (name: string) =>
      list(page, name)
        .getByRole('listitem')
        .evaluate((ticket) => getComputedStyle(ticket).color);
    expect(await colourIn('Old Tickets')).not.toBe(await colourIn('Current Tickets'));
    await second.close();
  });

  const [seen, unseen] = [
    await newTicket(company, agency, { amount: '50.00' }),
    await newTicket(company, agency, { amount: '60.00' }),
  ];

  await test.step('an open cancel dialog says when the agency answers meanwhile, and stays until it is closed', async () => {
    await page.getByRole('button', { name: `Cancel ${seen.ticket_number}` }).click();
    await expect(page.getByRole('alertdialog', { name: 'Cancel this ticket?' })).toBeVisible();
    await agency.api('POST', `/api/tickets/${seen.id}/approve`);
    const answered = page.getByRole('alertdialog', { name: 'This ticket cannot be cancelled' });
    await expect(answered.getByRole('alert')).toHaveText(errorMessages.en.ticket_not_pending);
    await expect(page.getByRole('button', { name: 'Cancel ticket', exact: true })).toHaveCount(0);
    await answered.getByRole('button', { name: 'Back to the list' }).click();
    await expect(answered).toHaveCount(0);
    await expect(list(page, 'Current Tickets')).toContainText(seen.ticket_number);
  });

  await test.step('a ticket that was answered meanwhile is not cancelled, and the list shows its present state', async () => {
    await page.getByRole('button', { name: `Cancel ${unseen.ticket_number}` }).click();
    // The dashboard cannot reload, so the confirmation stays open when the approval arrives first.
    await page.route('**/api/dashboards/company', (route) => route.abort());
    await agency.api('POST', `/api/tickets/${unseen.id}/approve`);
    await page.getByRole('button', { name: 'Cancel ticket', exact: true }).click();
    await expect(
      page
        .locator('[data-sonner-toast]')
        .filter({ hasText: 'This ticket has already been answered.' }),
    ).toBeVisible();
    await page.unroute('**/api/dashboards/company');
    await page.reload();
    await expect(list(page, 'Current Tickets')).toContainText(unseen.ticket_number);
  });

  await test.step('on a phone a company reads a whole description, and the buttons are below the text', async () => {
    const description = `حملة رمضان في الرياض ${'with posters and films '.repeat(20)}until Eid`;
    const { ticket_number } = await newTicket(company, agency, { amount: '50.00', description });
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(path);
    const row = list(page, 'Waiting Approval').getByRole('listitem');
    const words = row.getByText('until Eid');
    await expect(words).toHaveCSS('direction', 'rtl');
    const short = (await words.boundingBox())!;
    await row.getByRole('button', { name: 'Show full text' }).click();
    await expect(row.getByRole('button', { name: 'Show less' })).toBeVisible();
    const whole = (await words.boundingBox())!;
    expect(whole.height).toBeGreaterThan(short.height);
    for (const name of [`Invoice of ${ticket_number}`, `Cancel ${ticket_number}`]) {
      const action = (await row.getByRole('button', { name }).boundingBox())!;
      expect(action.y).toBeGreaterThanOrEqual(whole.y + whole.height);
    }
  });
});

test('a long list shows its count and comes page by page', async ({ browser, product }) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  for (let number = 0; number < 42; number += 1) {
    await newTicket(company, agency, { amount: `${number + 1}.00` });
  }
  const page = await company.open(browser, path);
  const waiting = list(page, 'Waiting Approval');
  await expect(waiting.getByRole('listitem')).toHaveCount(3);
  await expect(waiting).toContainText('3 of 42');
  await waiting.getByRole('button', { name: 'Show more' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(20);
  await expect(waiting).toContainText('20 of 42');
  await waiting.getByRole('button', { name: 'Show more' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(40);
  await waiting.getByRole('button', { name: 'Show more' }).click();
  await expect(waiting.getByRole('listitem')).toHaveCount(42);
  await expect(waiting.getByRole('button', { name: 'Show more' })).toBeHidden();
  // A live change while three pages are open loses and doubles nothing.
  const newest = await newTicket(company, agency, { amount: '43.00' });
  await expect(waiting.getByRole('listitem')).toHaveCount(43);
  await expect(waiting.getByRole('listitem').first()).toContainText(newest.ticket_number);
  const numbers = await waiting.getByText(/^HM-\d+$/).allTextContents();
  expect(new Set(numbers).size).toBe(43);
});
