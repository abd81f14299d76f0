import { expect, type Page } from '@playwright/test';
import { toBuffer } from 'qrcode';
import { taxInvoiceQr } from '#domain/documents/tax-invoice-qr.ts';
import { expectNoViolations } from './accessibility.ts';
import { newAgency, newCompanyWithBudget, newStaff } from './people.ts';
import { wordsIn } from './screens/words.ts';
import { variantsOf } from './variants.ts';
import { staffedTest as test } from './product.ts';

/** The code of an invoice of somebody else, of SAR 1,150.00. */
async function foreignInvoice(language: string) {
  const text = taxInvoiceQr({
    seller: 'Khatwa Media',
    vat_number: '310122393500003',
    issued_at: new Date(language === 'en' ? '2026-01-05T09:00:00Z' : '2026-01-05T10:00:00Z'),
    total_amount: '1150.00',
    vat_amount: '150.00',
  });
  return Buffer.from(await toBuffer(text, { width: 240 }));
}

const fits = (page: Page) =>
  expect(page.locator('html')).toHaveJSProperty('scrollWidth', page.viewportSize()!.width);

for (const { language, locale, width } of variantsOf(
  { language: 'ar', locale: 'ar-SA', width: 360 } as const,
  { language: 'en', locale: 'en-GB', width: 1440 } as const,
))
  test(`a forged invoice is asked about, sent anyway, and seen by agency and staff, in ${language} at ${width} px`, async ({
    browser,
    product,
  }) => {
    const words = await wordsIn(language);
    const options = { locale, viewport: { width, height: 900 } };
    const [company, agency] = [
      await newCompanyWithBudget(product.url),
      await newAgency(product.url),
    ];
    const maha = await newStaff(product);

    await test.step('the agency gives its VAT number in its profile', async () => {
      const page = await agency.open(browser, '/profile/agency', options);
      await page.getByRole('button', { name: words('Continue') }).click();
      const field = page.getByLabel(words('VAT number'));
      await field.fill('3999');
      await page.getByRole('button', { name: words('Save profile') }).click();
      await expect(field).toHaveAccessibleDescription(/3/);
      await field.fill('399999999900003');
      await page.getByRole('button', { name: words('Save profile') }).click();
      await page.waitForURL('**/dashboard/agency');
      await page.context().close();
    });

    const differences = [
      words('The agency has given us another VAT number than the code names.'),
      words('The amount asked for is more than that total.'),
    ];
    const page = await company.open(browser, '/dashboard/company?new-ticket', options);
    const question = page.getByRole('alertdialog', {
      name: words('Send it although the invoice says something else?'),
    });
    const submit = page.getByRole('button', { name: words('Submit Ticket') });

    await test.step('the company is asked before anything is sent, and may go on editing', async () => {
      const field = page.getByRole('combobox', { name: words('Agency') });
      await field.fill(agency.name);
      await expect(page.getByRole('option')).toContainText([agency.name]);
      await field.press('ArrowDown');
      await field.press('Enter');
      await page.getByLabel(words('Amount in SAR')).fill('2000');
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({
          name: 'invoice.png',
          mimeType: 'image/png',
          buffer: await foreignInvoice(language),
        });
      await submit.click();
      for (const difference of differences)
        await expect(question.getByText(difference)).toBeVisible();
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
      await fits(page);
      await expectNoViolations(page);
      await question.getByRole('button', { name: words('Keep editing') }).click();
      await expect(page.getByLabel(words('Amount in SAR'))).toHaveValue(/2.?000/);
    });

    await test.step('it sends it anyway', async () => {
      await submit.click();
      await question.getByRole('button', { name: words('Send anyway') }).click();
      await expect(
        page.getByText(words('Ticket submitted. Waiting agency approval.')),
      ).toBeVisible();
    });

    const { items } = await agency.call('list_tickets', { query: { list: 'waiting' } });
    const number = items[0]!.ticket_number;
    for (const [person, path] of [
      [company, `/tickets/${number}`],
      [agency, `/tickets/${number}`],
      [maha, `/operations/tickets/${number}`],
    ] as const)
      await test.step(`both differences stand on ${path}`, async () => {
        const seen = await person.open(browser, path, options);
        for (const difference of differences)
          await expect(seen.getByText(difference)).toBeVisible();
        await fits(seen);
        await expectNoViolations(seen);
        await seen.context().close();
      });
  });
