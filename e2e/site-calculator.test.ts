import type { Page } from '@playwright/test';
import * as fc from 'fast-check';
import { riyadhDate } from '#domain/calendar.ts';
import { installmentSchedule } from '#domain/installments/schedule.ts';
import { decimalFromHalalas, parseSar } from '#domain/money.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { expect, test } from './product.ts';

const calculator = (page: Page) => page.getByRole('region', { name: /One campaign now\./ });

async function open(page: Page, now: string) {
  await page.clock.setFixedTime(new Date(now));
  await page.goto('/');
  await calculator(page).scrollIntoViewIfNeeded();
  await expect(page.locator('[data-ready]')).toHaveCount(1);
}

/** The calculator's present result: its payments and its sums. */
function reading(page: Page) {
  return calculator(page).evaluate((part) => {
    const halalas = (place: Element) => Number(place.textContent.replace(/[.,]/g, ''));
    const figure = (name: string) => halalas(part.querySelector(`[data-figure="${name}"]`)!);
    const rows = [...part.querySelectorAll<HTMLElement>('[data-seq]')].filter((row) => !row.hidden);
    return {
      payments: rows.map((row) => ({
        due_date: row.querySelector('time')!.dateTime,
        amount_halalas: halalas(row.querySelector('[data-figure]')!),
      })),
      each: figure('each'),
      total: figure('total'),
      agency: figure('agency'),
    };
  });
}

async function expectSchedule(page: Page, typed: string, term_months: 1 | 2 | 3, now: string) {
  const names = ['1 month', '2 months', '3 months'];
  await calculator(page).getByRole('textbox', { name: 'Amount in SAR' }).fill(typed);
  await calculator(page)
    .getByRole('radio', { name: names[term_months - 1]! })
    .check();
  const amount_halalas = parseSar(typed)!;
  const schedule = installmentSchedule({
    amount_halalas,
    term_months,
    start: riyadhDate(new Date(now)),
  });
  expect(await reading(page), `${typed} over ${term_months}`).toEqual({
    payments: schedule.map((one) => ({
      due_date: one.due_date,
      amount_halalas: one.amount_halalas,
    })),
    each: schedule[0]!.amount_halalas,
    total: amount_halalas,
    agency: serviceFee(amount_halalas).net_halalas,
  });
}

test("the calculator shows the schedule of the product's own rules for any amount and term", async ({
  page,
}) => {
  const now = '2026-11-20T09:00:00Z';
  await open(page, now);
  const cases = fc.sample(
    fc.tuple(
      fc.oneof(fc.integer({ min: 100, max: 2_000 }), fc.integer({ min: 100, max: 1_000_000_000 })),
      fc.constantFrom(1 as const, 2 as const, 3 as const),
    ),
    { numRuns: 25, seed: 71 },
  );
  for (const [halalas, term] of cases) {
    await expectSchedule(page, decimalFromHalalas(halalas), term, now);
  }
  await expectSchedule(page, '١٢٬٣٤٥٫٦٧', 3, now);
});

test('in the calculator a day that a month lacks becomes its last day, counted in Riyadh time', async ({
  page,
}) => {
  const now = '2026-12-30T21:30:00Z';
  await open(page, now);
  await expectSchedule(page, '1000', 3, now);
  expect((await reading(page)).payments.map((one) => one.due_date)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
  ]);
  await expect(calculator(page)).toContainText('28 Feb 2027');
  await expect(calculator(page)).toContainText('21 Ramadan 1448');
});

test('the slider gives round figures; an amount that is unreadable or below the minimum shows a message and no figures', async ({
  page,
}) => {
  await open(page, '2026-11-20T09:00:00Z');
  const amount = calculator(page).getByRole('textbox', { name: 'Amount in SAR' });
  const slider = calculator(page).getByRole('slider', { name: 'Amount, in round figures' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(amount).toHaveValue('40,000.00');
  await expect(slider).toHaveAttribute('aria-valuetext', 'SAR 40,000.00');
  expect((await reading(page)).total).toBe(4_000_000);
  await amount.fill('0.99');
  await expect(calculator(page).getByRole('alert')).toHaveText('Amount must be at least SAR 1.00.');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(calculator(page).locator('[data-figure=each]')).toHaveText('—');
  for (const unreadable of ['1.005', '1e5']) {
    await amount.fill(unreadable);
    await expect(calculator(page).getByRole('alert')).toHaveText(
      'Enter the amount in digits, such as 1,500.00.',
    );
  }
  await amount.fill('1');
  await expect(calculator(page).getByRole('alert')).toBeEmpty();
  expect((await reading(page)).total).toBe(100);

  // The largest amount stands in one line of the narrowest screen, as soon as its letters have come.
  await page.setViewportSize({ width: 320, height: 640 });
  await amount.fill('999,999,999,999.99');
  await expect(calculator(page).locator('[data-figure=each]')).toHaveText('333,333,333,333.33');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("the calculator's script is fetched when it comes into view, and both scripts are small", async ({
  page,
}) => {
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') {
      scripts.push(
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      );
    }
  });
  await page.setViewportSize({ width: 360, height: 500 });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts).toHaveLength(1);
  await calculator(page).scrollIntoViewIfNeeded();
  await expect(page.locator('[data-ready]')).toHaveCount(1);
  expect(scripts).toHaveLength(2);
  const bytes = await Promise.all(scripts);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(15 * 1024);
});

test('without JavaScript the calculator is a worked example without inputs', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  const part = page.locator('#calculator');
  await expect(part).toContainText('An example: an invoice of SAR 30,000.00 over three months.');
  await expect(part.getByRole('textbox')).toHaveCount(0);
  for (const words of ['In one month', 'In two months', 'In three months']) {
    await expect(part.getByText(words, { exact: true })).toBeVisible();
  }
  await expect(part.locator('[data-figure=installment-3]')).toHaveText('10,000.00');
  await expect(part.locator('[data-figure=agency]')).toHaveText('28,500.00');
});

test('in Arabic the calculator shows the same figures and dates in Arabic months', async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-20T09:00:00Z'));
  await page.goto('/ar');
  await page.locator('#calculator').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-ready]')).toHaveCount(1);
  await page.getByRole('textbox', { name: 'المبلغ بالريال السعودي' }).fill('٩٠٠٠');
  await expect(page.locator('[data-figure=each]')).toHaveText('3,000.00');
  await expect(page.locator('#calculator')).toContainText('20 ديسمبر 2026');
});
