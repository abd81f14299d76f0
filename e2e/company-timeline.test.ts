import type { Page } from '@playwright/test';

import { newAgency, newPerson, newTicket } from './people.ts';
import { expect, test } from './product.ts';
import { rewriteDashboard } from './rewrite-dashboard.ts';

const path = '/dashboard/company';
const timeline = (page: Page) => page.getByRole('region', { name: 'Payment Timeline' });
const dots = (page: Page) => page.getByRole('list', { name: 'Due dates' }).getByRole('button');

/** The day that many days after the given one. */
function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

test('the timeline of due dates is operated by pointer and by keyboard', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const first = await newTicket(company, agency, { amount: '1000.00', months: 3 });
  const second = await newTicket(company, agency, { amount: '500.00', months: 1 });
  for (const { id } of [first, second]) await agency.api('POST', `/api/tickets/${id}/approve`);
  const page = await company.open(browser, path);

  await test.step('each due date is one dot with date, count, total and status, and opens its day', async () => {
    await expect(timeline(page)).toContainText('Today');
    for (const word of ['Due', 'Paid', 'Overdue']) {
      await expect(timeline(page).getByRole('list', { name: 'Legend' })).toContainText(word);
    }
    await expect(dots(page)).toHaveCount(3);
    await expect(dots(page).first()).toHaveAccessibleName(
      /^\d{1,2} \w{3,4} \d{4}, 2 installments, SAR 833\.33, due$/,
    );
    const days = timeline(page).getByRole('list', { name: 'Due dates' }).getByRole('listitem');
    await expect(days.first()).toContainText('2');
    await expect(dots(page).nth(2)).toHaveAccessibleName(/, 1 installment, SAR 333\.34, due$/);
    await dots(page).first().click();
    const day = page.getByRole('dialog');
    await expect(day).toContainText('SAR 833.33');
    await expect(day.getByRole('listitem')).toHaveCount(2);
    await expect(day).toContainText(`${first.ticket_number}, installment 1`);
    await expect(day).toContainText(`${second.ticket_number}, installment 1`);
    await page.keyboard.press('Escape');
    await expect(timeline(page).getByRole('heading', { name: 'Next Payments' })).toBeVisible();
    await expect(timeline(page).getByRole('list').last().getByRole('listitem')).toHaveCount(3);
  });

  await test.step('the dots are one tab stop, and arrow keys move between them', async () => {
    await dots(page).first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(dots(page).nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(dots(page).nth(2)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(dots(page).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    const day = page.getByRole('dialog');
    await expect(day).toContainText('SAR 333.33');
    await expect(day).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dots(page).nth(1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(timeline(page).getByRole('button', { name: 'Print' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(dots(page).nth(1)).toBeFocused();
  });
});

test('each dot on the timeline tells the status of its day in text and in colour', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  for (let ticket = 0; ticket < 2; ticket += 1) {
    const { id } = await newTicket(company, agency, { amount: '300.00', months: 3 });
    await agency.api('POST', `/api/tickets/${id}/approve`);
  }
  const page = await company.open(browser, '/healthz', { colorScheme: 'light' });
  let statuses: ('Due' | 'Paid' | 'Overdue')[] = ['Paid', 'Overdue', 'Paid'];
  await rewriteDashboard(page, ({ upcoming_installments: { items } }) => {
    for (const [index, status] of statuses.entries()) items[index]!.status = status;
  });
  await page.goto(path);

  await test.step("a day's dot is overdue if any item is, else paid if any is; a paid day is not the next payment", async () => {
    await expect(dots(page).nth(0)).toHaveAccessibleName(/, overdue$/);
    await expect(dots(page).nth(1)).toHaveAccessibleName(/, paid$/);
    await expect(dots(page).nth(2)).toHaveAccessibleName(/, due$/);
    await expect(timeline(page).getByRole('list').last().getByText('Paid')).toHaveCount(0);
  });

  await test.step('a dot is blue when due, green when paid and red when overdue, as in the legend', async () => {
    statuses = ['Due', 'Due', 'Paid', 'Paid', 'Overdue', 'Overdue'];
    await page.reload();
    const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
    await expect(dots(page)).toHaveCount(3);
    await expect(legend).toHaveText(['Due', 'Paid', 'Overdue']);
    const colours = (marks: typeof legend) =>
      marks
        .locator('svg')
        .evaluateAll((all) => all.map((mark) => getComputedStyle(mark).color.match(/[\d.]+/g)!));
    const shown = await colours(dots(page));
    expect(await colours(legend)).toEqual(shown);
    const strongest = shown.map((channels) => {
      const [red, green, blue] = channels.map(Number) as [number, number, number];
      return { [red]: 'red', [green]: 'green', [blue]: 'blue' }[Math.max(red, green, blue)];
    });
    expect(strongest).toEqual(['blue', 'green', 'red']);
  });
});

test('many due dates do not overlap on a phone, and the timeline mirrors with the reading direction', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const ticket = await newTicket(company, agency, { amount: '300.00', months: 3 });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  const page = await company.open(browser, path, { viewport: { width: 360, height: 780 } });
  await expect(dots(page)).toHaveCount(3);
  await rewriteDashboard(page, ({ today, upcoming_installments }) => {
    const [pattern] = upcoming_installments.items;
    upcoming_installments.items = Array.from({ length: 60 }, (_, day) => ({
      ...pattern!,
      id: crypto.randomUUID(),
      due_date: daysAfter(today, day),
    }));
  });
  await page.reload();
  await expect(dots(page)).toHaveCount(60);
  const boxes = () =>
    dots(page).evaluateAll((all) =>
      all.map((dot) => {
        const { x, y, width, height } = dot.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }),
    );
  const places = await boxes();
  for (const [index, one] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      expect(Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y))).toBeGreaterThan(24);
    }
  }
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const mirrored = await boxes();
  expect(mirrored[0]!.x).toBeGreaterThan(mirrored[59]!.x);
});

test('a timeline that cannot be read again keeps what it showed, and a dashboard that cannot be loaded says why', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const { id } = await newTicket(company, agency, { amount: '900.00', months: 3 });
  await agency.api('POST', `/api/tickets/${id}/approve`);
  const page = await company.open(browser, path);
  await expect(dots(page)).toHaveCount(3);
  const message = 'Something went wrong on our side.';
  await page.route('**/api/dashboards/company', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected_failure', message } }),
  );
  // The live line says that something has changed, and the screen asks again.
  const ticket = await newTicket(company, agency, { amount: '100.00' });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  await expect(page.getByText(message).last()).toBeVisible();
  await expect(dots(page)).toHaveCount(3);
  await expect(timeline(page)).not.toContainText('No installments found');
  await page.reload();
  await expect(page.getByRole('main').getByText(message)).toBeVisible();
  await expect(timeline(page)).toHaveCount(0);
});
