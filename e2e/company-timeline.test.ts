import type { Page } from '@playwright/test';

import type { CompanyDashboard } from '#api/dashboards.ts';
import { startProduct } from './moved-clock.ts';
import {
  makePayable,
  newAgency,
  newPerson,
  newStaff,
  newTicket,
  payOut,
  signInAgain,
} from './people.ts';
import { expect, test } from './product.ts';

const path = '/dashboard/company';
const timeline = (page: Page) => page.getByRole('region', { name: 'Payment Timeline' });
const dots = (page: Page) => page.getByRole('list', { name: 'Due dates' }).getByRole('button');

/** The day that many days after the given one. */
function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** What no use case reaches yet, such as paid installments, is written into the real answer on its way. */
async function rewriteDashboard(page: Page, change: (dashboard: CompanyDashboard) => void) {
  await page.route('**/api/dashboards/company', async (route) => {
    const response = await route.fetch();
    const dashboard: CompanyDashboard = await response.json();
    change(dashboard);
    await route.fulfill({ response, json: dashboard });
  });
  await page.reload();
}

/** Closes the page; an answer that is still being rewritten then is nobody's any more. */
async function leave(page: Page) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
}

test('one dot per due date says date, count, total and status, and opens its day', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const first = await newTicket(company, agency, { amount: '1000.00', months: 3 });
  const second = await newTicket(company, agency, { amount: '500.00', months: 1 });
  for (const { id } of [first, second]) await agency.api('POST', `/api/tickets/${id}/approve`);
  const page = await company.open(browser, path);
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
  await leave(page);
});

test('the dots are one stop of the keyboard, walked with the arrow keys', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const ticket = await newTicket(company, agency, { amount: '900.00', months: 3 });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  const page = await company.open(browser, path);
  await dots(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(dots(page).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(dots(page).nth(2)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(dots(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('SAR 300.00');
  await page.keyboard.press('Escape');
  await expect(dots(page).nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(timeline(page).getByRole('button', { name: 'Print' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dots(page).nth(1)).toBeFocused();
  await leave(page);
});

test("a day's dot is overdue if any item is, else paid if any is; paid ones are no next payment", async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  for (let ticket = 0; ticket < 2; ticket += 1) {
    const { id } = await newTicket(company, agency, { amount: '300.00', months: 3 });
    await agency.api('POST', `/api/tickets/${id}/approve`);
  }
  const page = await company.open(browser, path);
  await expect(dots(page)).toHaveCount(3);
  await rewriteDashboard(page, ({ upcoming_installments: { items } }) => {
    items[0]!.status = 'Paid';
    items[1]!.status = 'Overdue';
    items[2]!.status = 'Paid';
  });
  await expect(dots(page).nth(0)).toHaveAccessibleName(/, overdue$/);
  await expect(dots(page).nth(1)).toHaveAccessibleName(/, paid$/);
  await expect(dots(page).nth(2)).toHaveAccessibleName(/, due$/);
  await expect(timeline(page).getByRole('list').last().getByText('Paid')).toHaveCount(0);
  await leave(page);
});

test('what is owed since before today stands in a notice above the timeline', async ({
  browser,
}) => {
  let daysAgo = 40;
  const product = await startProduct({
    now: () => new Date(Date.now() - daysAgo * 86_400_000),
  });
  const agency = await newAgency(product.url);
  const before = await newPerson(product.url, 'company');
  const first = await newTicket(before, agency, { amount: '3000.00', months: 3 });
  const second = await newTicket(before, agency, { amount: '500.00', months: 1 });
  const unpaid = await newTicket(before, agency, { amount: '900.00', months: 1 });
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const staff = await newStaff(product);
  for (const ticket of [first, second]) {
    await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
    await makePayable({ staff, company: before }, ticket);
  }
  await payOut(product);
  // Its agency is not paid: nothing is owed for it.
  await agency.api('POST', `/api/tickets/${unpaid.id}/approve`);
  daysAgo = 0;
  const company = await signInAgain(product.url, before);
  const page = await company.open(browser, path);
  const notice = page.getByRole('region', { name: '2 installments are overdue' });
  const many = page.getByRole('region', { name: '6 installments are overdue' });
  await expect(notice).toContainText('SAR 1,500.00');
  await expect(notice.getByRole('listitem')).toHaveCount(2);
  await expect(notice).toContainText(`${first.ticket_number}, installment 1`);
  await expect(notice).toContainText(`${second.ticket_number}, installment 1`);
  await expect(dots(page)).toHaveCount(2);
  await rewriteDashboard(page, ({ overdue_installments: list }) => {
    list.count = 6;
    list.items = Array.from({ length: 6 }, (_, index) => ({ ...list.items[0]!, id: `${index}` }));
  });
  await expect(many.getByRole('listitem')).toHaveCount(4);
  await many.getByText('Show all').click();
  await expect(many.getByRole('listitem')).toHaveCount(6);
  const [above, below] = [await many.boundingBox(), await timeline(page).boundingBox()];
  expect(above!.y).toBeLessThan(below!.y);
  await leave(page);
  await product.stop();
});

test('many due dates stay apart on a phone, and the line mirrors with the direction of reading', async ({
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
  await leave(page);
});
