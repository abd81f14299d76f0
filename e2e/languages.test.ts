import type { Page } from '@playwright/test';
import { expect, loseConnection, newAddress, password, test } from './product.ts';

/** Language and direction of the document when its content has loaded, before the application runs. */
async function watchFirstLanguage(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const { lang, dir } = document.documentElement;
      Object.assign(window, { firstLanguage: `${lang} ${dir}` });
    });
  });
  return () => page.evaluate(() => (window as unknown as { firstLanguage: string }).firstLanguage);
}

test('Arabic chosen on a public page is remembered: a later visit to an English address leads to the Arabic page', async ({
  page,
}) => {
  await page.goto('/how-we-work');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'العربية' }).first().click();
  await expect(page).toHaveURL('/ar/how-we-work');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('كيف نعمل');
  await page.goto('/terms?from=mail#fee');
  await expect(page).toHaveURL('/ar/terms?from=mail#fee');
  await page.goto('/');
  await expect(page).toHaveURL('/ar');
  await page.getByRole('link', { name: 'English' }).first().click();
  await expect(page).toHaveURL('/');
  await page.goto('/ar/privacy');
  await expect(page).toHaveURL('/privacy');
});

test('a language that is opened in a new tab stays in that tab', async ({ page, context }) => {
  await page.goto('/ar/terms');
  await page.getByRole('link', { name: 'English' }).first().click();
  await expect(page).toHaveURL('/terms');
  await page.waitForLoadState();
  // Chromium on a busy machine now and then hides from Playwright the tab that a middle button opens: it is opened here.
  const arabic = page.getByRole('link', { name: 'العربية' }).first();
  await arabic.dispatchEvent('auxclick', { button: 1 });
  const tab = await context.newPage();
  await tab.goto((await arabic.getAttribute('href'))!);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('الشروط والأحكام');
  await expect(tab).toHaveURL('/ar/terms');
});

test.describe('with an Arabic browser', () => {
  test.use({ locale: 'ar-SA' });

  test('with an Arabic browser a first visit to the home page leads to Arabic, while a link to another page is kept', async ({
    page,
  }) => {
    await page.goto('/terms');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service');
    await page.goto('/');
    await expect(page).toHaveURL('/ar');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('أعلن الآن وادفع لاحقًا');
  });

  test('with an Arabic browser the application is Arabic and right-to-left before it is drawn', async ({
    page,
  }) => {
    const firstLanguage = await watchFirstLanguage(page);
    await page.goto('/signin');
    expect(await firstLanguage()).toBe('ar rtl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول');
  });
});

test('the language chosen on a public page applies to the application before it is drawn', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'العربية' }).first().click();
  await expect(page).toHaveURL('/ar');
  const firstLanguage = await watchFirstLanguage(page);
  await page.goto('/signup');
  expect(await firstLanguage()).toBe('ar rtl');
});

test('a sign-up that begins on an Arabic page is in Arabic, and so are later visits', async ({
  page,
}) => {
  await page.goto('/ar/for-companies');
  await page.getByRole('main').locator('a[href^="/signup"]').first().click();
  await expect(page).toHaveURL('/signup?type=company');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.goto('/signin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول');
});

test('a screen changes its language in place and in every tab, keeps what was typed, and remembers the choice', async ({
  page,
}) => {
  await page.goto('/signin');
  await page.getByRole('textbox', { name: 'Email' }).fill('noura@example.sa');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/signup');
  await expect(otherTab.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
  await page.getByRole('button', { name: 'العربية' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول');
  await expect(otherTab.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(otherTab).toHaveTitle(/ · حملة$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('input[type=email]')).toHaveValue('noura@example.sa');
  await expect(page).toHaveURL('/signin');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول');
  await page.getByRole('button', { name: 'English' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  await page.goto('/about-us');
  await expect(page).toHaveURL('/about-us');
});

test('an unknown path under /ar answers 404 in Arabic, with links to the home page and to the English address', async ({
  page,
}) => {
  const response = await page.goto('/ar/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('heading')).toHaveText('عفوًا! الصفحة غير موجودة');
  await page.getByRole('link', { name: 'English' }).first().click();
  await expect(page).toHaveURL('/no/such/page');
  await page.getByRole('link', { name: 'العربية' }).first().click();
  await expect(page).toHaveURL('/ar/no/such/page');
  await page.getByRole('link', { name: 'العودة إلى الصفحة الرئيسية' }).click();
  await expect(page).toHaveURL('/ar');
});

test('a wrong password is reported in the language of the screen, in a toast and at the field, also after a switch', async ({
  page,
}) => {
  await page.goto('/signin');
  await page.getByRole('textbox', { name: 'Email' }).fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Invalid login credentials',
  );
  await page.getByRole('button', { name: 'العربية' }).first().click();
  await page.getByRole('button', { name: 'تسجيل الدخول' }).click();
  const words = 'البريد الإلكتروني أو كلمة المرور غير صحيحة.';
  const toasts = page.getByRole('region', { name: 'الإشعارات' });
  await expect(toasts.getByText(words)).toBeVisible();
  await expect(toasts.getByRole('button', { name: 'إغلاق الرسالة' }).first()).toBeVisible();
  await expect(page.getByLabel('كلمة المرور', { exact: true })).toHaveAccessibleDescription(words);

  await test.step('without a connection an Arabic screen says so in Arabic', async () => {
    await loseConnection(page);
    await page.getByRole('button', { name: 'تسجيل الدخول' }).click();
    await expect(
      page.locator('[data-sonner-toast]').getByText('يبدو أنك غير متصل بالإنترنت.'),
    ).toBeVisible();
  });
});
