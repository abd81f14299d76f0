import { consentWords } from '#domain/credit/bureau-consent.ts';
import { expectNoViolations } from './accessibility.ts';
import { newPerson } from './people.ts';
import { expect, test } from './product.ts';
import { wordsIn } from './screens/words.ts';
import { variantsOf } from './variants.ts';

test.use({ environment: { CREDIT_BUREAU: 'sandbox' } });

const bureau = { name: 'Sandbox bureau', name_ar: 'جهة معلومات ائتمانية تجريبية' };

for (const { language, locale } of variantsOf(
  { language: 'ar', locale: 'ar-SA' } as const,
  { language: 'en', locale: 'en-GB' } as const,
))
  test(`a company reads whom we would ask and why, agrees, sees the score, and withdraws its consent, in ${language}`, async ({
    browser,
    product,
  }) => {
    const words = await wordsIn(language);
    const company = await newPerson(product.url, 'company');
    await company.api('PUT', '/api/company', { name: 'Najd Coffee Roasters' });
    const page = await company.open(browser, '/dashboard/company', {
      locale,
      viewport: { width: 360, height: 800 },
    });
    const card = page.getByRole('region', { name: words('Credit Score') });
    const fits = () => expect(page.locator('html')).toHaveJSProperty('scrollWidth', 360);
    const notYet = card.getByText(words('Your credit score will be available soon.'));
    const isTest = card.getByText(
      words('Test score: it is invented and says nothing about the company.'),
    );

    await test.step('it is asked nothing before the company has given its number', async () => {
      await expect(notYet).toBeVisible();
      await expect(
        card.getByRole('link', { name: words('Enter your commercial registration number first') }),
      ).toBeVisible();
      await company.api('PUT', '/api/company', { cr_number: '1010123456' });
    });

    await test.step('the words name the bureau, the purpose and the withdrawal', async () => {
      await card.getByRole('button', { name: words('Read and decide') }).click();
      const dialog = page.getByRole('alertdialog', { name: words('May we ask {name}?') });
      for (const sentence of consentWords(bureau, language))
        await expect(dialog).toContainText(sentence);
      await expect(
        dialog.getByText(words('This bureau is a test: its scores are invented.')),
      ).toBeVisible();
      await fits();
      await expectNoViolations(page);
      await dialog.getByRole('button', { name: words('I agree') }).click();
    });

    await test.step('its score is the card, labelled as a test', async () => {
      await expect(card).toContainText(/\d{3} (of|من) 900/);
      await expect(isTest).toBeVisible();
      await expect(notYet).toHaveCount(0);
      await fits();
      await expectNoViolations(page);
    });

    await test.step('withdrawn, no score is left', async () => {
      await card.getByRole('button', { name: words('Withdraw consent') }).click();
      await page
        .getByRole('alertdialog', { name: words('Withdraw your consent?') })
        .getByRole('button', { name: words('Withdraw consent') })
        .click();
      await expect(notYet).toBeVisible();
      await expect(isTest).toHaveCount(0);
      await expect(card.getByRole('button', { name: words('Read and decide') })).toBeVisible();
    });
  });
