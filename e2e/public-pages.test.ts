import type { Locator } from '@playwright/test';

import { expect, test } from './product.ts';

const contentPages = [
  ['/', 'Advertise now, pay later.'],
  ['/how-we-work', 'How We Work'],
  ['/for-companies', 'The season will not wait for your cash.'],
  ['/for-agencies', 'Paid for the work, not for the waiting.'],
  ['/about-us', 'About Us'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms of Service'],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading] of contentPages) {
    test(`${path} reads completely`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('contentinfo')).toContainText('© 2025');
    });
  }

  test('the FAQ has nine questions and one answer open at a time, which can be closed again', async ({
    page,
  }) => {
    await page.goto('/about-us');
    const questions = page.locator('details[name=faq]');
    await expect(questions).toHaveCount(9);
    await questions.nth(0).locator('summary').click();
    await questions.nth(3).locator('summary').click();
    await expect(questions.and(page.locator('[open]'))).toHaveCount(1);
    await expect(questions.nth(3)).toHaveAttribute('open');
    await questions.nth(3).locator('summary').click();
    await expect(questions.and(page.locator('[open]'))).toHaveCount(0);
  });

  test('on a phone the menu opens and leads to every public page', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/');
    await page.getByLabel('Menu').first().click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByText('For Agencies').click();
    await expect(page).toHaveURL('/for-agencies');
    for (const [name, path] of [
      ['Privacy Policy', '/privacy'],
      ['Terms of Service', '/terms'],
    ] as const) {
      await page.getByLabel('Menu').first().click();
      await menu.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
    }
  });
});

test('without JavaScript the application says that it needs it, and how to reach us', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/signin', '/signup', '/dashboard/company', '/auth/resolve']) {
    await page.goto(path);
    // Playwright's own words for a text do not look inside <noscript>.
    const notice = page.locator('noscript p');
    await expect(notice).toBeVisible();
    await expect(notice).toContainText('need JavaScript.');
    await expect(notice.locator('a[href="mailto:hello@hamla.sa"]')).toBeVisible();
    await expect(page.getByRole('status')).toBeHidden();
  }
  await context.close();
});

test('a page of content carries no application script', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  for (const [path] of contentPages) await page.goto(path);
  expect([...new Set(scripts)]).toEqual([expect.stringMatching(/^\/assets\/page-[\w-]+\.js$/)]);
});

test('the home page names the three steps and leads to the full process', async ({ page }) => {
  await page.goto('/');
  for (const step of ['Company Registration', 'Credit Analysis', 'Know Your Budget']) {
    await expect(page.getByRole('heading', { name: step })).toBeVisible();
  }
  await page.getByRole('link', { name: 'See Full Process' }).click();
  await expect(page).toHaveURL('/how-we-work');
});

test('How We Work tells the six steps in their order', async ({ page }) => {
  await page.goto('/how-we-work');
  await expect(page.locator('main ol').getByRole('heading')).toHaveText([
    'Company Registration',
    'Credit Analysis',
    'Know Your Budget',
    'Select Agency',
    'Launch Campaign',
    'Flexible Repayment',
  ]);
});

test("the home page's Get Started leads to the sign-up", async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
});

test('the navigation leads to every public page, the contact, Log In and Get Started', async ({
  page,
}) => {
  const targets = (links: Locator) =>
    links.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));
  for (const [path] of contentPages) {
    await page.goto(path);
    const header = page.getByRole('banner');
    expect(
      await targets(header.getByRole('navigation', { name: 'Main' }).getByRole('link')),
    ).toEqual([
      ['How We Work', '/how-we-work'],
      ['For Companies', '/for-companies'],
      ['For Agencies', '/for-agencies'],
      ['About Us', '/about-us'],
      ['Contact', '/#contact'],
    ]);
    await expect(header.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/signin');
    await expect(header.getByRole('link', { name: 'Get Started' })).toHaveAttribute(
      'href',
      '/signup',
    );
    const footer = page.getByRole('contentinfo').getByRole('link');
    expect(await targets(footer)).toEqual(
      expect.arrayContaining([
        ['Privacy Policy', '/privacy'],
        ['Terms of Service', '/terms'],
      ]),
    );
  }
  await page.goto('/terms');
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
});

for (const [path, names] of [
  ['/for-companies', ['Launch Instantly', 'Flexible Cash Flow', 'Verified Network']],
  ['/for-agencies', ['Faster Cash Flow', 'Risk-Free Work', 'Access New Clients']],
] as const) {
  test(`${path} names its three benefits, and each of its buttons leads to its own sign-up`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(names);
    const buttons = page.getByRole('main').locator('a[href^="/signup"]');
    const type = path === '/for-companies' ? 'company' : 'agency';
    expect(await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      `/signup?type=${type}`,
      `/signup?type=${type}`,
    ]);
  });
}

test('About Us names the values Trust, Connection and Growth', async ({ page }) => {
  await page.goto('/about-us');
  await expect(page.getByRole('main').getByRole('term')).toHaveText([
    'Trust',
    'Connection',
    'Growth',
  ]);
});

for (const [path, link, type] of [
  ['/for-companies', 'Sign up as a company', 'Company'],
  ['/for-agencies', 'Join as an agency', 'Agency'],
] as const) {
  test(`${path} leads to a sign-up with ${type} chosen`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(`/signup?type=${type.toLowerCase()}`);
    await expect(page.getByRole('radio', { name: type })).toBeChecked();
  });
}

test('an unknown path answers 404 with a way home', async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading')).toHaveText('Oops! Page not found');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('the theme chosen on a public page holds on the next page and in the application', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/terms');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/signin');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
