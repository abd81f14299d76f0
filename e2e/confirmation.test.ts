import { logIn } from './people.ts';
import { expect, newAddress, password, test } from './product.ts';

test.use({ environment: { EMAIL_CONFIRMATION: 'on' } });

test('with confirmation on, the account begins with the link in the e-mail', async ({
  page,
  product,
}) => {
  const email = newAddress();
  await page.goto('/signup?type=agency');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');

  await page.getByRole('button', { name: 'Send the confirmation link again' }).click();
  await expect(page.getByText('We have sent the link again.')).toBeVisible();

  let link: string | undefined;
  await expect(async () => {
    const [mail] = await product.mailTo(email);
    link = /https?:\/\/\S*\/auth\/v1\/verify\S*/.exec(mail ?? '')?.[0];
    expect(link).toBeDefined();
  }).toPass();
  await page.goto(link!);
  await expect(page).toHaveURL('/dashboard/agency');
});

test('who logs in before confirming is told so and can have the link sent again', async ({
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

test('whose mailbox it is chooses the password, though a stranger signed up with it first', async ({
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
    await expect(one.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');
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
  await expect(page).toHaveURL(/\/new-password#?$/);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/select-role');
});

test('who signs up in Arabic gets the confirmation in Arabic, though the browser speaks English', async ({
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
