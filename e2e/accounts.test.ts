import type { Page } from '@playwright/test';
import { errorMessages } from '#api/error-messages.ts';
import { enrolFactor, showFactor } from '#server/product-client/second-factor.ts';
import {
  enter,
  linkFor,
  logIn,
  newAgency,
  newPerson,
  newTicket,
  proveByLink,
  signInAgain,
  nextCode,
} from './people.ts';
import {
  chooseRadio,
  expect,
  loseConnection,
  newAddress,
  password,
  test,
  untilSettingsAreRead,
} from './product.ts';

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

test('the login form is reached by two paths, asks for email and password, and says what went wrong', async ({
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
    return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' });
  });

  await test.step('an empty form to log in is not sent, and asks for email and password at their fields', async () => {
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute('type', 'email');
    await expect(email).toHaveAccessibleDescription('Enter your email address.');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Enter your password.',
    );
    expect(sent).toBe(0);
  });

  await test.step('a sign-in that fails without a message shows "An error occurred"', async () => {
    await fillCredentials(page, newAddress(), password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(
      page.locator('[data-sonner-toast]').getByText('An error occurred', { exact: true }),
    ).toBeVisible();
    expect(sent).toBe(1);
  });

  await test.step('without a connection the sign-in form says so and keeps what was typed', async () => {
    await page.unroute('**/auth/v1/token**');
    await loseConnection(page);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('listitem').getByText('You appear to be offline.')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  });
});

test('the sign-up form preselects Company, asks for six characters, and shows errors at the field', async ({
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
    'Enter an email address like name@company.com.',
  );
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Use at least 6 characters.',
  );

  await test.step('a password that is easy to guess is refused with its reason in a toast and at the field', async () => {
    await fillCredentials(page, newAddress(), '123456');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    const reason =
      'This whole password is known from leaks or easy to guess. Add 6 more letters or digits that nobody can guess.';
    await expect(page.getByRole('listitem').getByText(reason)).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(reason);
  });

  await test.step('the same is said while it is typed, and no password leaves the page before its form', async () => {
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.reload();
    await page.getByLabel('Password', { exact: true }).pressSequentially('Qahwa-2026');
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      '“\u2068Qahwa\u2069”. Add 3 more letters or digits',
    );
    await page.getByLabel('Password', { exact: true }).pressSequentially('-hilal');
    await expect(page.getByText('“\u2068Qahwa\u2069”')).toBeHidden();
    expect(sent.join()).toContain('/assets/');
    expect(sent.join()).not.toMatch(/qahwa|hilal/i);
  });
});

test('a sign-up leads to the own dashboard, while a log-in returns to the screen that was asked for before', async ({
  page,
}) => {
  const email = newAddress();
  const deepLink = '/account-statement?from=2026-01-01&to=2026-06-30';
  const signUpInstead = async (word: string) => {
    await page.goto(deepLink);
    await expect(page).toHaveURL('/signin');
    await page.getByRole('link', { name: 'Sign Up' }).last().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
    await fillCredentials(page, email, word);
    await page.getByRole('button', { name: 'Sign Up' }).click();
  };

  await test.step('a new company lands on its dashboard, survives a reload and signs out', async () => {
    await signUpInstead(password);
    await expect(page.getByText('Account created successfully!')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard/company');
    await page.reload();
    await expect(page).toHaveURL('/dashboard/company');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/signin');
  });

  await test.step('a sign-up that was refused has not forgotten it, nor has a wrong password', async () => {
    await signUpInstead('another-zafaran-72');
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('link', { name: 'choose a new password' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
    await logIn(page, email, 'not-the-password');
    await expect(page.getByRole('listitem').getByText('Invalid login credentials')).toBeVisible();
    await logIn(page, email);
    await expect(page.getByText('Signed in successfully!')).toBeVisible();
    await expect(page).toHaveURL(deepLink);
  });
});

test('each role has its own screens, and the role can be changed', async ({ page, product }) => {
  const company = await newPerson(product.url, 'company');

  await test.step('a page of the other role says whose page it is and links to the own dashboard', async () => {
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
    await chooseRadio(page.getByRole('radio', { name: 'Agency' }));
    await page.getByRole('button', { name: 'Save role' }).click();
    await expect(page.getByText('Role selected successfully!')).toBeVisible();
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveURL('/dashboard/agency');
  });

  await test.step('a signed-in person is redirected from /signin, /signup and /select-role to the dashboard', async () => {
    for (const path of ['/signin', '/signup', '/select-role', '/auth/resolve']) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard/agency');
    }
    await page.goto('/onboarding/agency');
    await expect(page).toHaveURL('/profile/agency');
  });
});

test('a person who has a ticket is offered no other role in the settings and is told why', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const agency = await newAgency(product.url);
  await newTicket(company, agency, { amount: '100.00' });
  for (const [person, words] of [
    [company, 'You use Hamla as a company. A ticket exists, so the role can no longer change.'],
    [agency, 'You use Hamla as an agency. A ticket exists, so the role can no longer change.'],
  ] as const) {
    const page = await person.open(browser, '/healthz');
    const section = page.getByRole('region', { name: 'Role' });
    // The company's screen was loaded before the ticket was made, and learns of it only by the refusal.
    let isStale = person === company;
    await page.route('**/api/user-role', (route) => {
      isStale &&= route.request().method() === 'GET';
      return isStale
        ? route.fulfill({ json: { role: 'company', can_change: true } })
        : route.continue();
    });
    await page.goto('/settings');
    if (person === company) {
      await chooseRadio(section.getByRole('radio', { name: 'Agency' }));
      await section.getByRole('button', { name: 'Save role' }).click();
      await expect(
        page.locator('[data-sonner-toast]').getByText(errorMessages.en.role_change_refused).first(),
      ).toBeVisible();
    }
    await expect(section).toContainText(words);
    await expect(section.getByRole('radio')).toHaveCount(0);
    await expect(section.getByRole('button')).toHaveCount(0);
  }
});

test('the language chosen at sign-up, in the settings or by the switch is stored on the device and in the account', async ({
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
  await untilSettingsAreRead(page);
  await chooseRadio(page.getByRole('radio', { name: 'العربية' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الإعدادات');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect.poll(carried).toBe('ar');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('الإعدادات');
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'الحساب' }).click();
  await header.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect.poll(carried).toBe('en');
});

test('signing out everywhere ends the session of another browser', async ({
  page,
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const elsewhere = await (
    await signInAgain(product.url, company)
  ).open(browser, '/dashboard/company');
  await expect(elsewhere.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();

  await enter(page, company, '/settings');
  await untilSettingsAreRead(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(elsewhere).toHaveURL('/signin');
});

test('a forgotten password is replaced through the link in the email', async ({
  page,
  product,
}) => {
  const { email } = await newPerson(product.url, 'company');
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await page.goto(await linkFor(product, email));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await page.getByLabel('New password').fill('hofuf-dates-93');
  await page.getByRole('button', { name: 'Change password' }).click();
  // First: it goes by itself, perhaps before the dashboard has come.
  await expect(page.getByText('Your password has been changed')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/company');
});

test('with a second factor, a password is changed only after a code, also at /new-password', async ({
  page,
  product,
}) => {
  const person = await newPerson(product.url, 'company');
  const { email, session } = person;
  await proveByLink(product, person);
  const factor = await enrolFactor(product.url, session.access_token);
  await showFactor(product.url, session.access_token, factor, new Date());
  await page.goto('/signin');
  await fillCredentials(page, email, password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/second-factor');
  await page.goto('/new-password');
  await expect(page).toHaveURL('/second-factor');
  await page.getByRole('textbox', { name: 'Code' }).fill(await nextCode(factor.secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/new-password');
  await page.getByLabel('New password').fill('hofuf-dates-94');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/dashboard/company');
});

test('a new user proves the mailbox from the settings, and later changes ask for the password again', async ({
  page,
  product,
}) => {
  const email = await signUp(page, 'company');
  await page.goto('/settings');
  await untilSettingsAreRead(page);
  const section = page.getByRole('region', { name: 'Two-step verification' });
  await section.getByRole('button', { name: 'Send the link' }).click();
  const asked = page.getByRole('dialog', { name: 'Verify your email address' });
  await asked.getByRole('button', { name: 'Send the link' }).click();
  await expect(asked.getByText('Enter your current password.')).toBeVisible();
  await asked.getByLabel('Current password').fill('not-the-password');
  await asked.getByRole('button', { name: 'Send the link' }).click();
  await expect(asked.getByText('The current password is incorrect.')).toBeVisible();
  await asked.getByLabel('Current password').fill(password);
  await asked.getByRole('button', { name: 'Send the link' }).click();
  await expect(section.getByRole('status')).toContainText('Open it in this browser.');
  await page.goto(await linkFor(product, email));
  await expect(page).toHaveURL('/settings');

  // As if ten minutes had passed: what the server says then, once.
  await page.route(
    '**/auth/v1/factors',
    (route) =>
      route.fulfill({
        status: 400,
        headers: { 'x-supabase-api-version': '2024-01-01' },
        json: {
          code: 'current_password_required',
          error_code: 'current_password_required',
          message: 'Enter your current password.',
          msg: 'Enter your current password.',
        },
      }),
    { times: 1 },
  );
  await section.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
});

test('a link to prove a mailbox that somebody else asked for gives the account to the person who reads the mail', async ({
  page,
  product,
}) => {
  const { email, session } = await newPerson(product.url, 'company');
  const asked = await fetch(
    `${product.url}/auth/v1/user?redirect_to=${encodeURIComponent(`${product.url}/prove-address`)}`,
    {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        email,
        current_password: password,
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'plain',
      }),
    },
  );
  expect(asked.status).toBe(200);
  await page.goto(await linkFor(product, email));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'We do not know who asked for this link',
  );
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Continue as ${email}?`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password').fill('hofuf-dates-95');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page).toHaveURL('/dashboard/company');
  const squatter = await fetch(`${product.url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(squatter.status).toBe(403);
});
