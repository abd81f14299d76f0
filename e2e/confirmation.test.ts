import type { Page } from '@playwright/test';

import { linkFor, logIn } from './people.ts';
import { expect, newAddress, password, test, type Product } from './product.ts';

test.use({ environment: { EMAIL_CONFIRMATION: 'on' } });

test('with confirmation on, an account becomes usable through the link in the email', async ({
  page,
  product,
}) => {
  const email = newAddress();
  await page.goto('/signup?type=agency');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');

  await page.getByRole('button', { name: 'Send the confirmation link again' }).click();
  await expect(page.getByText('We have sent the link again')).toBeVisible();

  let link: string | undefined;
  await expect(async () => {
    const [mail] = await product.mailTo(email);
    link = /https?:\/\/\S*\/auth\/v1\/verify\S*/.exec(mail ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  await page.goto(link!);
  await expect(page).toHaveURL('/dashboard/agency');
});

test('a log-in before the confirmation says so and offers to send the link again', async ({
  page,
}) => {
  const email = newAddress();
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByRole('link', { name: 'Log In' }).last().click();
  await logIn(page, email);
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email not confirmed');
  await expect(
    page.getByRole('button', { name: 'Send the confirmation link again' }),
  ).toBeVisible();
});

test('the owner of the mailbox chooses the password, though a stranger signed up with it first', async ({
  page,
  browser,
  product,
}) => {
  const email = newAddress();
  const signUp = async (one: typeof page, its: string) => {
    await one.goto('/signup?type=agency');
    await one.getByLabel('Email').fill(email);
    await one.getByLabel('Password', { exact: true }).fill(its);
    await one.getByRole('button', { name: 'Sign Up' }).click();
    await expect(one.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  };
  const stranger = await (await browser.newContext()).newPage();
  await signUp(stranger, 'the-strangers-password');
  await signUp(page, password);
  let link: string | undefined;
  await expect(async () => {
    const [mail] = await product.mailTo(email);
    link = /https?:\/\/\S*\/auth\/v1\/verify\S*/.exec(mail ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  await page.goto(link!);
  // The mailbox decides, not the browser that asked: whoever has a link of a contested sign-up is asked first.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'We do not know who asked for this link',
  );
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Continue as ${email}?`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/new-password');
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/select-role');
});

test('a person who signs up in Arabic gets the confirmation in Arabic, though the browser prefers English', async ({
  page,
  product,
}) => {
  const email = newAddress();
  await page.goto('/signup?type=company');
  await page.getByRole('button', { name: 'العربية' }).first().click();
  await page.getByLabel('البريد الإلكتروني').fill(email);
  await page.getByLabel('كلمة المرور', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'إنشاء حساب' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تحقّق من بريدك الإلكتروني');
  let link: string | undefined;
  await expect(async () => {
    const [mail = ''] = await product.mailTo(email);
    expect(mail).toContain('أهلًا بك في حملة.');
    expect(mail.replace(/https?:\/\/\S+/g, '')).not.toMatch(/[A-Za-z]/);
    link = /https?:\/\/\S*\/auth\/v1\/verify\S*/.exec(mail)?.[0];
  }).toPass();
  await page.goto(link!);
  await expect(page).toHaveURL('/dashboard/company');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
});

/** Signs up in the page, follows the confirmation, and asks for a new address there. @returns the link to it. */
async function askForAddress(page: Page, product: Product, next: string, more: object = {}) {
  const email = newAddress();
  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  // A sign-up that is cut off before its response forgets what its link is followed with.
  await expect(heading(page)).toHaveText('Check your email');
  await page.goto(await linkFor(product, email));
  await expect(page.locator('[data-signed-in-as]')).toHaveText(`Signed in as ${email}`);
  // A session that a link began has proven nothing of its person yet.
  const change = { email: next, current_password: password, ...more };
  const status = await page.evaluate(async (body) => {
    const { access_token } = JSON.parse(localStorage.getItem('hamla.session')!);
    const reply = await fetch('/auth/v1/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return reply.status;
  }, change);
  expect(status).toBe(200);
  return linkFor(product, next);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const pathOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '');

test('the link of an address change in another browser changes nothing before the person confirms it, and signs nobody in', async ({
  page,
  browser,
  product,
}) => {
  const next = newAddress();
  const link = await askForAddress(page, product, next);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(heading(other)).toHaveText('We do not know who asked for this link');
  expect(pathOf(other)).toBe('/email-changed');
  await page.reload();
  await expect(page.locator('[data-signed-in-as]')).not.toHaveText(`Signed in as ${next}`);
  await other.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(heading(other)).toHaveText('The email address has been changed');
  expect(await other.evaluate(() => localStorage.getItem('hamla.session'))).toBeNull();
  for (const spent of [link, link.replace(/token=[^&]+/, 'token=x')]) {
    await other.goto(spent);
    await expect(heading(other)).toHaveText('This link does not work');
  }
  await other.getByRole('link', { name: 'Log In' }).last().click();
  await expect(other).toHaveURL('/signin');
});

test('the browser that asked for a new address confirms it by the link, and the header names it', async ({
  page,
  product,
}) => {
  const next = newAddress();
  const verifier = 'v'.repeat(64);
  const link = await askForAddress(page, product, next, {
    code_challenge: verifier,
    code_challenge_method: 'plain',
  });
  // As the account client stores it.
  await page.evaluate(
    (value) => localStorage.setItem('hamla.session-code-verifier', JSON.stringify(value)),
    verifier,
  );
  await page.goto(link);
  await expect(heading(page)).toHaveText('The email address has been changed');
  expect(pathOf(page)).toBe('/email-changed');
  await expect(page.locator('[data-signed-in-as]')).toHaveText(`Signed in as ${next}`);
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(page).toHaveURL('/dashboard/company');
});
