import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { enrolFactor, showFactor } from '#server/demo/second-factor.ts';
import { enter, newPerson } from './people.ts';
import { expect, loseConnection, newAddress, password, test } from './product.ts';

async function fillCredentials(page: Page, email: string, word: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
}

async function signUp(page: Page, type: 'company' | 'agency'): Promise<string> {
  const email = newAddress();
  await page.goto(`/signup?type=${type}`);
  await fillCredentials(page, email, password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL(`/dashboard/${type}`);
  return email;
}

test('the form to log in: ways to it and from it, what it asks for, and a failure without words', async ({
  page,
}) => {
  const email = page.getByLabel('Email');

  await test.step('/login and /auth lead to the form titled Log In', async () => {
    for (const path of ['/login', '/auth']) {
      await page.goto(path);
      await expect(page).toHaveURL('/signin');
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  });

  await test.step('the forms of /signin and /signup lead to each other', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/signup');
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  });

  let sent = 0;
  await page.route('**/auth/v1/token**', (route) => {
    sent += 1;
    return route.fulfill({
      status: 400,
      json: { code: 400, error_code: 'unexpected_failure', msg: '' },
    });
  });

  await test.step('an empty form to log in is not sent, and asks for e-mail and password at their fields', async () => {
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute('type', 'email');
    await expect(email).toHaveAccessibleDescription('Enter your e-mail address.');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Enter your password.',
    );
    expect(sent).toBe(0);
  });

  await test.step('a sign-in that fails without words is told as "An error occurred"', async () => {
    await fillCredentials(page, newAddress(), password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(
      page.locator('[data-sonner-toast]').getByText('An error occurred', { exact: true }),
    ).toBeVisible();
    expect(sent).toBe(1);
  });
});

test('a visitor without a session is sent from every protected screen to /signin', async ({
  page,
}) => {
  for (const path of [
    '/dashboard/company',
    '/dashboard/agency',
    '/profile/company',
    '/profile/agency',
    '/onboarding/company',
    '/settings',
    '/select-role',
    '/auth/resolve',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL('/signin');
  }
});

test('sign-up stands on Company, asks for six characters, and says what is wrong at the field', async ({
  page,
}) => {
  await page.goto('/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
  await expect(page.getByRole('radio', { name: 'Company' })).toBeChecked();
  await expect(page.getByPlaceholder('At least 6 characters')).toBeVisible();
  await fillCredentials(page, 'nobody', '12345');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'Enter an e-mail address like name@company.com.',
  );
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Use at least 6 characters.',
  );
});

test('a password that is easy to guess is refused with its reason, as a toast and at the field', async ({
  page,
}) => {
  await page.goto('/signup');
  await fillCredentials(page, newAddress(), '123456');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  const reason = 'This password is known from leaks or easy to guess. Choose another one.';
  await expect(page.getByRole('listitem').getByText(reason)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(reason);
});

test('a new company lands on its dashboard, survives a reload, signs out and signs in again', async ({
  page,
}) => {
  const email = await signUp(page, 'company');
  await expect(page.getByText('Account created successfully!')).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/dashboard/company');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/signin');

  await fillCredentials(page, email, 'not-the-password');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('listitem').getByText('Invalid login credentials')).toBeVisible();

  await fillCredentials(page, email, password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/dashboard/company');
  await expect(page.getByText('Signed in successfully!')).toBeVisible();
});

test('a role has its screens, and can be changed', async ({ page, product }) => {
  const company = await newPerson(product.url, 'company');

  await test.step('on a page of the other role stands whose page it is and the way to the own dashboard', async () => {
    const whose = page.getByRole('heading', { level: 1, name: 'This page is for agencies' });
    await enter(page, company, '/dashboard/agency');
    await expect(whose).toBeVisible();
    await page.goto('/profile/agency');
    await expect(whose).toBeVisible();
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await expect(page).toHaveURL('/dashboard/company');
  });

  await test.step('the role can be changed in the settings and decides the dashboard', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Agency' }).check({ force: true });
    await page.getByRole('button', { name: 'Save role' }).click();
    await expect(page.getByText('Role selected successfully!')).toBeVisible();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard/agency');
  });

  await test.step('who is signed in is sent from /signin, /signup and /select-role to the dashboard', async () => {
    for (const path of ['/signin', '/signup', '/select-role', '/auth/resolve']) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard/agency');
    }
    await page.goto('/onboarding/agency');
    await expect(page).toHaveURL('/profile/agency');
  });
});

test('the language of sign-up, of the settings and of a switch is kept by the device and by the account', async ({
  page,
}) => {
  const carried = async () => {
    const { user } = JSON.parse(
      await page.evaluate(() => localStorage.getItem('hamla.session') ?? '{}'),
    ) as { user?: { user_metadata: { language?: string } } };
    return user?.user_metadata.language;
  };
  await signUp(page, 'company');
  expect(await carried()).toBe('en');
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'العربية' }).click({ force: true });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الإعدادات');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect.poll(carried).toBe('ar');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الإعدادات');
  await page.getByRole('banner').getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect.poll(carried).toBe('en');
});

test('signing out everywhere ends the session of another browser', async ({
  page,
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const other = await browser.newContext({ baseURL: product.url });
  const elsewhere = await other.newPage();
  await elsewhere.goto('/signin');
  await fillCredentials(elsewhere, company.email, password);
  await elsewhere.getByRole('button', { name: 'Log In' }).click();
  await expect(elsewhere).toHaveURL('/dashboard/company');

  await enter(page, company, '/settings');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(elsewhere).toHaveURL('/signin');
});

test('without a connection the form says so and keeps what was typed', async ({ page }) => {
  await page.goto('/signin');
  await fillCredentials(page, newAddress(), password);
  await loseConnection(page);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('listitem').getByText('You appear to be offline.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
});

test('a forgotten password is replaced through the link in the e-mail', async ({
  page,
  product,
}) => {
  const { email } = await newPerson(product.url, 'company');
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail');
  await page.goto(await linkFor(product, email));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await page.getByLabel('New password').fill('hofuf-dates-93');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/dashboard/company');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
});

test('a password that a second factor guards is changed only after the factor was shown, also at /new-password', async ({
  page,
  product,
}) => {
  const { email, session } = await newPerson(product.url, 'company');
  const factor = await enrolFactor(product.url, session.access_token);
  await showFactor(product.url, session.access_token, factor, new Date());
  await page.goto('/signin');
  await fillCredentials(page, email, password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/second-factor');
  await page.goto('/new-password');
  await expect(page).toHaveURL('/second-factor');
  // Each code counts once: the next one, which a clock that is a little fast shows already.
  const epoch = Math.floor(Date.now() / 1000) + 30;
  const code = await generate({ secret: factor.secret, epoch });
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/new-password');
  await page.getByLabel('New password').fill('hofuf-dates-94');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/dashboard/company');
});

/** The link of the newest message to an address, once it has arrived. */
async function linkFor(
  product: { mailTo: (address: string) => Promise<string[]> },
  address: string,
): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    link = (await product.mailTo(address))
      .map((mail) => /https?:\/\/\S*\/auth\/v1\/verify\S*/.exec(mail)?.[0])
      .findLast(Boolean);
    expect(link).toBeDefined();
  }).toPass();
  return link!;
}
