import { expect, type Page } from '@playwright/test';

import { expectNoViolations } from './accessibility.ts';
import { newCompanyWithBudget, newStaff, samplePdf } from './people.ts';
import { wordsIn, type Words } from './screens/words.ts';
import { variantsOf } from './variants.ts';
import { staffedTest as test } from './product.ts';

/** A company asks for a higher budget; what staff offer, decline and answer to an appeal. */

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: samplePdf });

const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).click();

async function askFor(page: Page, words: Words, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: words('Budget you ask for') }).fill(amount);
  await page.getByRole('textbox', { name: words('Why you need it') }).fill('The season begins');
  await page.locator('input[type=file]').first().setInputFiles(pdf('statement.pdf'));
  await press(page, words('Send the request'));
  await expect(page.getByText(words('Being decided'))).toBeVisible();
}

/** On the page of the company, in the dialog of the decision. */
async function decide(
  page: Page,
  words: Words,
  button: string,
  choice: string,
  offer?: string,
): Promise<void> {
  await press(page, words(button));
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText(words(choice)).click();
  if (offer) await dialog.getByRole('textbox', { name: words('Budget to offer') }).fill(offer);
  await dialog.getByRole('textbox', { name: words('Reason') }).fill('As the statements show');
  await dialog.getByRole('button', { name: words('Send the decision') }).click();
  await expect(dialog).toHaveCount(0);
}

for (const { language, locale, width } of variantsOf(
  { language: 'en', locale: 'en-GB', width: 1440 } as const,
  { language: 'ar', locale: 'ar-SA', width: 360 } as const,
))
  test(`a company asks for more, accepts a counter-offer, and appeals against a refusal that a second person answers, in ${language} at ${width} px`, async ({
    browser,
    product,
  }) => {
    const words = await wordsIn(language);
    const options = { locale, viewport: { width, height: 900 } };
    const company = await newCompanyWithBudget(product.url);
    const asking = await company.open(browser, '/dashboard/company', options);
    const [maha, faisal] = [await newStaff(product), await newStaff(product)];
    const page = await maha.open(browser, '/operations/budget-requests', options);
    const isBudget = (amount: string) =>
      expect(
        asking.getByText(words('Your budget is <0/>.')).filter({ hasText: amount }),
      ).toBeVisible();

    await test.step('a request says what is missing, and reaches staff with its documents', async () => {
      await asking.getByText(words('How it adds up')).click();
      await asking.getByRole('link', { name: words('Ask for a higher budget') }).click();
      await expect(asking).toHaveURL('/budget');
      await press(asking, words('Send the request'));
      for (const missing of [
        'Enter an amount above your budget.',
        'Say why.',
        'Add at least one document.',
      ])
        await expect(asking.getByText(words(missing))).toBeVisible();
      await askFor(asking, words, '90,000');
      await expect(asking.getByText('statement.pdf')).toBeVisible();
      await expectNoViolations(asking);
      await page.getByRole('link', { name: 'Najd Coffee Roasters' }).click();
      const card = page.getByRole('region', { name: words('Request for a budget of <0/>') });
      await expect(card).toContainText('statement.pdf');
      await expect(card).toContainText('The season begins');
    });

    await test.step('a counter-offer is read with its reason, accepted, and is the budget by itself', async () => {
      await decide(page, words, 'Decide', 'Make a counter-offer', '60,000');
      await expect(asking.getByText('As the statements show')).toBeVisible();
      await press(asking, words('Accept the offer'));
      const dialog = asking.getByRole('alertdialog');
      await expect(dialog).toContainText('60,000.00');
      await dialog.getByRole('button', { name: words('Accept the offer') }).click();
      await isBudget('60,000.00');
    });

    await test.step('a refusal is appealed against, and its decider cannot answer', async () => {
      await askFor(asking, words, '120,000');
      await page.reload();
      await decide(page, words, 'Decide', 'Decline');
      await press(asking, words('Appeal'));
      const dialog = asking.getByRole('alertdialog');
      await dialog
        .getByRole('textbox', { name: words('Why we should decide otherwise') })
        .fill('Page 3 says more');
      await dialog.getByRole('button', { name: words('Send the appeal') }).click();
      await expect(asking.getByText(words('Appeal being decided'))).toBeVisible();
      await page.reload();
      await expect(
        page.getByText(
          words('You have decided about this request: another person answers the appeal.'),
        ),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: words('Answer the appeal') })).toHaveCount(0);
    });

    await test.step('a second person answers it', async () => {
      const second = await faisal.open(browser, new URL(page.url()).pathname, options);
      await expect(second.getByText('Page 3 says more')).toBeVisible();
      await decide(second, words, 'Answer the appeal', 'Grant what is asked for');
      await isBudget('120,000.00');
      await expect(asking.getByRole('button', { name: words('Appeal') })).toHaveCount(0);
    });
  });
