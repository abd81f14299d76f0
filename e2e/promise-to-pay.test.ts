import { expect, type Browser } from '@playwright/test';

import { addMonths, daysBetween, riyadhDate } from '#domain/calendar.ts';
import { formatIsoDate } from '#domain/date-format.ts';
import { makePayable } from '#server/product-client/financing.ts';
import { expectNoViolations } from './accessibility.ts';
import type { MovedProduct } from './moved-clock.ts';
import {
  newAgency,
  newCompanyWithBudget,
  newStaff,
  newTicket,
  payOut,
  recordPayment,
} from './people.ts';
import { variantsOf } from './variants.ts';
import { staffedTest as test } from './product.ts';

/** A company on its way from late to free again, as it sees it. */

const words = {
  en: {
    stopped: 'New requests are stopped.',
    day: 'The money reaches our account by',
    promise: 'Promise to pay',
    noted: 'Your promise is noted',
    made: (by: string) => `You have promised to pay SAR 500.00 by ${by}.`,
    broken: /^You promised to pay SAR 500\.00 by .*\. It did not all arrive by then\.$/,
    told: /Your promise to pay is broken/,
    overdue: '1 installment is overdue',
    left: 'SAR 500.00',
  },
  ar: {
    stopped: 'الطلبات الجديدة موقوفة.',
    day: 'يصل المبلغ إلى حسابنا في موعد أقصاه',
    promise: 'وعد بالسداد',
    noted: 'سُجِّل وعدك',
    made: (by: string) => new RegExp(`^وعدت بسداد .*500\\.00.* في موعد أقصاه ${by}\\.$`),
    broken: /^وعدت بسداد .*500\.00.*، ولم يصل كاملًا حتى ذلك اليوم\.$/,
    told: /لم يُوفَ بوعدك بالسداد/,
    overdue: 'قسط واحد متأخر',
    left: '500.00',
  },
} as const;

/** SAR 500.00 five days overdue, of a ticket of two installments. */
async function newLateCompany(product: MovedProduct) {
  const company = await newCompanyWithBudget(product.url);
  const agency = await newAgency(product.url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const staff = [await newStaff(product), await newStaff(product)] as const;
  const ticket = await newTicket(company, agency, { amount: '1000.00', months: 2 });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  await makePayable({ staff: staff[0], company }, ticket);
  await payOut(product);
  const today = riyadhDate(product.now());
  await product.ageTicket(ticket.ticket_number, daysBetween(today, addMonths(today, 1)) + 5);
  await product.closeYesterday();
  return { company, staff, ticket };
}

for (const language of variantsOf<'ar' | 'en'>('ar', 'en')) {
  test(`a late company is stopped, promises, breaks its promise, pays and is free again (${language})`, async ({
    browser,
    product,
  }) => {
    test.slow();
    const say = words[language];
    const { company, staff, ticket } = await newLateCompany(product);
    const open = openIn(browser, language, company.open);

    const page = await open('/dashboard/company');
    await expect(page.getByText(say.stopped)).toBeVisible();
    await page.goto('/payments');
    await page.getByRole('button', { name: new RegExp(say.day) }).click();
    const days = page.getByRole('option');
    await expect(days).toHaveCount(8);
    const by = formatIsoDate(riyadhDate(product.now()), language === 'ar' ? 'ar' : 'en');
    await expect(days.first()).toHaveText(by);
    await days.first().click();
    await expectNoViolations(page);
    await page.getByRole('button', { name: say.promise, exact: true }).click();
    await expect(page.getByText(say.noted)).toBeVisible();
    await expect(page.getByText(say.made(by))).toBeVisible();
    await expect(page.getByRole('button', { name: say.promise, exact: true })).toBeHidden();

    // It stops nothing from being stopped.
    await page.goto('/dashboard/company');
    await expect(page.getByText(say.stopped)).toBeVisible();
    await expect(page.getByText(say.made(by))).toBeVisible();

    await product.agePromises(1);
    await product.closeYesterday();
    await page.goto('/payments');
    await expect(page.getByText(say.broken)).toBeVisible();
    await expectNoViolations(page);
    await page.goto('/notifications');
    await expect(page.getByText(say.told)).toBeVisible();

    const { id } = await recordPayment(staff[0], product, '500.00', ticket);
    await staff[1].call('confirm_payment', { params: { id } });
    await page.goto('/dashboard/company');
    await expect(page.getByText(say.left).first()).toBeVisible();
    await expect(page.getByText(say.stopped)).toBeHidden();
    // The notice; the analysis says it until the next one is made.
    await expect(page.getByRole('heading', { name: say.overdue })).toBeHidden();
    await page.goto('/payments');
    await expect(page.getByText(say.left).first()).toBeVisible();
    await expect(page.getByText(say.broken)).toBeHidden();
    const again = await newTicket(company, await newAgency(product.url), {
      amount: '100.00',
      months: 1,
    });
    expect(again.status).toBe('PendingAgencyApproval');
    await page.context().close();
  });
}

const openIn =
  (
    browser: Browser,
    language: 'en' | 'ar',
    open: Awaited<ReturnType<typeof newCompanyWithBudget>>['open'],
  ) =>
  (path: string) =>
    open(browser, path, { locale: language === 'ar' ? 'ar-SA' : 'en-GB' });
