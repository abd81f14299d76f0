import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { newAgency, newPerson, newTicket, type Person } from './people.ts';
import { expect, test } from './product.ts';

/** The frame in which companies and agencies work: its places, its main action, its tabs on a phone. */

const wideWindow = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };
const places = (page: Page) => page.getByRole('navigation', { name: 'Places' });

/** The most pixels that a dashboard may take on a desktop and on a phone. */
const heights = {
  company: { empty: [1350, 1700], busy: [1800, 3250] },
  agency: { empty: [1350, 1750], busy: [1800, 2960] },
} as const;

/** The addresses of the places, as the rail has them. */
async function placesOf(page: Page): Promise<string[]> {
  await places(page).first().waitFor();
  const links = await places(page).getByRole('link').all();
  return Promise.all(links.map(async (link) => (await link.getAttribute('href'))!));
}

/** The screen is complete, and no request of it is under way. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main h1').first().waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function expectInView(locator: Locator, { width, height }: typeof wideWindow): Promise<void> {
  await expect(locator).toBeVisible();
  const box = (await locator.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
}

let busyCompany: Person;
let busyAgency: Person & { id: string };
let oldest: string;

/** Thirty tickets of a company with one agency: ten wait, ten are approved, ten are rejected. */
test.beforeAll(async ({ shared: { url } }) => {
  [busyCompany, busyAgency] = [await newPerson(url, 'company'), await newAgency(url)];
  for (let number = 1; number <= 30; number += 1) {
    const { id, ticket_number } = await newTicket(busyCompany, busyAgency, {
      amount: `${number * 100}.00`,
      months: 3,
    });
    oldest ??= ticket_number;
    if (number > 20) await busyAgency.api('POST', `/api/tickets/${id}/reject`, {});
    else if (number > 10) await busyAgency.api('POST', `/api/tickets/${id}/approve`);
  }
});

/** SPEC's parts of each dashboard, in SPEC's order. */
const parts = {
  company: [
    'Payment Timeline',
    'Credit Score',
    'Available Budget',
    'Ticket Overview',
    'Current Tickets',
    'Waiting Approval',
    'Old Tickets',
  ],
  agency: [
    'Expected Payment Soon (Net 95%)',
    'Waiting Tickets',
    'Approved Tickets',
    'Ticket History',
  ],
};

test("a dashboard shows SPEC's parts in SPEC's order without a press, and is short, empty or with 30 tickets, on a desktop and on a phone", async ({
  browser,
  shared: { url },
}) => {
  const people = {
    company: { empty: await newPerson(url, 'company'), busy: busyCompany },
    agency: { empty: await newAgency(url), busy: busyAgency },
  };
  for (const role of ['company', 'agency'] as const)
    for (const state of ['empty', 'busy'] as const)
      for (const locale of ['en', 'ar'] as const) {
        const page = await people[role][state].open(browser, '/healthz', { locale });
        for (const [index, viewport] of [wideWindow, phone].entries()) {
          await test.step(`the ${role}'s, ${state}, ${locale}, ${viewport.width} px`, async () => {
            await page.setViewportSize(viewport);
            await arrive(page, `/dashboard/${role}`);
            if (locale === 'en') {
              const headings = page.getByRole('main').getByRole('heading');
              const shown = (await headings.allTextContents()).map((text) =>
                text.replace(/\d+$/, ''),
              );
              expect(shown.filter((text) => parts[role].includes(text))).toEqual(parts[role]);
            }
            await expect(page.locator('[data-list]').filter({ visible: true })).toHaveCount(3);
            const height = await page.evaluate(() => document.documentElement.scrollHeight);
            expect.soft(height).toBeLessThanOrEqual(heights[role][state][index]!);
          });
        }
        await page.context().close();
      }
});

test('New Ticket is in the first view of each page of a company, on a desktop and on a phone, and opens over it', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/dashboard/company', { viewport: wideWindow });
  for (const address of await placesOf(page)) {
    // The other parameters of the address stay.
    await page.setViewportSize(wideWindow);
    await arrive(page, `${address}?from=2026-01-01`);
    for (const viewport of [wideWindow, phone]) {
      await test.step(`${address} at ${viewport.width} px`, async () => {
        await page.setViewportSize(viewport);
        const action = page.getByRole('button', { name: 'New Ticket', exact: true });
        await expectInView(action, viewport);
        await action.click();
        const dialog = page.getByRole('dialog', { name: 'New Ticket' });
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(page).toHaveURL(`${address}?from=2026-01-01`);
      });
    }
  }
});

test("the agency's next decision is in the first view of each of its pages until none waits", async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const ticket = await newTicket(company, agency, { amount: '500.00' });
  await newTicket(company, agency, { amount: '600.00' });
  const page = await agency.open(browser, '/dashboard/agency', { viewport: wideWindow });
  for (const address of await placesOf(page)) {
    await page.setViewportSize(wideWindow);
    await arrive(page, address);
    for (const [viewport, name] of [
      [wideWindow, `Decide on ${ticket.ticket_number}`],
      [phone, '2 Decide'],
    ] as const) {
      await test.step(`${address} at ${viewport.width} px`, async () => {
        await page.setViewportSize(viewport);
        const action = places(page).locator('..').getByRole('link', { name, exact: true });
        await expectInView(action.first(), viewport);
        await expect(action.first()).toHaveAttribute('href', `/tickets/${ticket.ticket_number}`);
      });
    }
  }
  await page.setViewportSize(wideWindow);
  for (const { id } of (
    await agency.api<{ items: { id: string }[] }>('GET', '/api/tickets?list=waiting')
  ).items) {
    await agency.api('POST', `/api/tickets/${id}/reject`, {});
  }
  await expect(page.getByText('No ticket is waiting')).toBeVisible();
});

test('on a phone the tabs are large enough, cover neither content nor focus, and More opens by keyboard', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/healthz', { viewport: phone });
  await arrive(page, '/dashboard/company');
  const bar = places(page);
  for (const tab of await bar.locator('ul > li > :is(a, button)').all()) {
    if (!(await tab.isVisible())) continue;
    const box = (await tab.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  const top = (await bar.boundingBox())!.y;

  await test.step('the header is one row of icons, the badge stays on each page, and the account menu has the rest', async () => {
    const other = await company.open(browser, '/documents', { viewport: phone });
    const header = other.getByRole('banner');
    await expect(header.getByRole('link', { name: /^Profile \d+%$/ })).toBeVisible();
    for (const name of ['Search', /^Account/, 'Sign Out'])
      await expect(header.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    for (const name of ['Home', 'Notifications'])
      await expect(header.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    expect((await header.boundingBox())!.height).toBeLessThanOrEqual(57);
    await header.getByRole('button', { name: /^Account/ }).click();
    await expect(header.locator('[data-signed-in-as]')).toBeVisible();
    await expect(header.locator('[data-signed-in-as]')).toHaveText(`Signed in as ${company.email}`);
    await header.getByRole('link', { name: 'Settings' }).click();
    await expect(other).toHaveURL('/settings');
    await expect(header.locator('[data-signed-in-as]')).toBeHidden();
    await header.getByRole('button', { name: /^Account/ }).click();
    await header.getByRole('button', { name: 'العربية' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('الإعدادات');
    await other.context().close();
  });

  await test.step('the end of the page is above the tab bar', async () => {
    // The page grows while its last figures arrive.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const footer = (await page.getByRole('contentinfo').boundingBox())!;
      // The border of the bar, and what the height of the page has beyond whole pixels.
      expect(footer.y + footer.height).toBeLessThanOrEqual(top + 2);
    }).toPass();
  });

  await test.step('what has the keyboard focus is above the tab bar', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    for (const link of await page.locator('main :is(a, button, summary)').all()) {
      if (!(await link.isVisible())) continue;
      await link.focus();
      const box = (await link.boundingBox())!;
      expect(box.y + Math.min(box.height, 44)).toBeLessThanOrEqual(top + 1);
    }
  });

  await test.step('the tab bar leaves its room to the keyboard while a finger types', async () => {
    const touch = await company.open(browser, '/help', { viewport: phone, hasTouch: true });
    const message = touch.getByRole('textbox', { name: 'Your message' });
    await expect(places(touch)).toBeVisible();
    await message.focus();
    await expect(places(touch)).toBeHidden();
    await message.blur();
    await expect(places(touch)).toBeVisible();
    await touch.context().close();
  });

  await test.step('More opens, closes by Escape and returns the focus', async () => {
    const more = bar.getByRole('button', { name: 'More', exact: true });
    const settings = bar.getByRole('link', { name: 'Settings' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(settings).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await expect(more).toBeFocused();
    await page.keyboard.press('Enter');
    await settings.click();
    await expect(page).toHaveURL('/settings');
    await expect(settings).toBeHidden();
  });
  await page.context().close();
});

test('a list page is filtered by its address, sums all matches, and downloads as a file', async ({
  browser,
}) => {
  const page = await busyCompany.open(browser, '/healthz', { viewport: wideWindow });
  await arrive(page, '/tickets');
  const table = page.getByRole('table', { name: 'Tickets' });

  await test.step('all rows, page by page', async () => {
    await expect(page.getByText('30 tickets', { exact: true })).toBeVisible();
    await expect(page.getByText('Total SAR 46,500.00')).toBeVisible();
    await expect(table.getByRole('row')).toHaveCount(21);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(table.getByRole('row')).toHaveCount(31);
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  });

  await test.step('by status and order; a reload and the way back keep them', async () => {
    await page.getByRole('button', { name: /Status/ }).click();
    await page.getByRole('option', { name: 'Rejected' }).click();
    await expect(page).toHaveURL('/tickets?status=Rejected');
    await expect(page.getByText('10 tickets', { exact: true })).toBeVisible();
    await expect(page.getByText('Total SAR 25,500.00')).toBeVisible();
    await page.getByRole('button', { name: /Sorted by/ }).click();
    await page.getByRole('option', { name: 'Smallest amount first' }).click();
    await expect(page).toHaveURL('/tickets?status=Rejected&order=smallest');
    await expect(table.getByRole('row').nth(1)).toContainText('SAR 2,100.00');
    await page.reload();
    await expect(table.getByRole('row').nth(1)).toContainText('SAR 2,100.00');
    await table.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/tickets\/HM-/);
    await page.goBack();
    await expect(page).toHaveURL('/tickets?status=Rejected&order=smallest');
    await expect(table.getByRole('row').nth(1)).toContainText('SAR 2,100.00');
  });

  await test.step('the file holds what is shown', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[1]).toContain('2100.00');
  });

  await test.step('the invoice of an old ticket is two presses away: the place and the button', async () => {
    await page.goto('/dashboard/company');
    await places(page).first().getByRole('link', { name: 'Tickets' }).click();
    await page.getByRole('textbox', { name: 'Search' }).fill(oldest);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 ticket', { exact: true })).toBeVisible();
    const saved = page.waitForEvent('download');
    await table.getByRole('button', { name: `Invoice of ${oldest}` }).click();
    await saved;
  });

  await test.step('by a word; no match says so and links back to the whole list', async () => {
    await page.getByRole('textbox', { name: 'Search' }).fill('no such agency');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Nothing was found.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page).toHaveURL('/tickets');
    await expect(page.getByText('30 tickets', { exact: true })).toBeVisible();
  });
  await page.context().close();
});

test('one search finds tickets, names, payouts and documents, by its field and by Ctrl K', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const ticket = await newTicket(company, agency, { amount: '500.00' });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  const page = await company.open(browser, '/healthz', { viewport: wideWindow });
  await arrive(page, '/settings');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const field = dialog.getByRole('textbox');

  await test.step('by Ctrl K; Enter opens the first', async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await field.fill(ticket.ticket_number.toLowerCase().replace('-', ' '));
    await expect(dialog.getByRole('link', { name: ticket.ticket_number }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/tickets/${ticket.ticket_number}`);
    await expect(dialog).toHaveCount(0);
  });

  await test.step('by its field; the arrow keys walk through the results, and a name leads to its tickets', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field.fill(agency.name.slice(2, 20));
    const name = dialog.getByRole('link', { name: `${agency.name} Their tickets` });
    await expect(name).toBeVisible();
    await field.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/tickets\?text=/);
    await expect(page.getByText('1 ticket', { exact: true })).toBeVisible();
  });

  await test.step('an agency leads to a new ticket with it', async () => {
    await page.keyboard.press('Control+k');
    await field.fill(agency.name.slice(2, 20));
    await dialog.getByRole('link', { name: `${agency.name} Request a ticket` }).click();
    const request = page.getByRole('dialog', { name: 'New Ticket' });
    await expect(request.getByRole('combobox', { name: 'Agency' })).toHaveValue(agency.name);
    await page.keyboard.press('Escape');
    await expect(request).toHaveCount(0);
  });

  await test.step('an amount that is typed whole finds its ticket', async () => {
    await page.keyboard.press('Control+k');
    await field.fill('٥٠٠');
    await expect(dialog.getByRole('link', { name: ticket.ticket_number }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('nothing of other parties is found', async () => {
    const stranger = await newPerson(product.url, 'company');
    const other = await stranger.open(browser, '/healthz', { viewport: wideWindow });
    await arrive(other, '/payments');
    await other.keyboard.press('Control+k');
    await other.getByRole('dialog').getByRole('textbox').fill(ticket.ticket_number);
    await expect(other.getByText('Nothing was found.')).toBeVisible();
    await other.context().close();
  });
  await page.context().close();
});
