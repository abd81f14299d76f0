import type { Browser, Page } from '@playwright/test';

import { errorMessages } from '#api/error-messages.ts';

import { enter, logIn, newAgency, newPerson, newTicket, type Person } from './people.ts';
import { chooseRadio, expect, holdLiveLine, password, test, type Product } from './product.ts';

interface StoredSession {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  user: { user_metadata: { role?: string } };
}

const refreshCalls = '**/auth/v1/token?grant_type=refresh_token';
const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true }).first();
const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' });

/** The session as the browser keeps it; null when it keeps none. */
const storedSession = (page: Page): Promise<StoredSession | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('hamla.session') ?? 'null'));

/** Makes the stored access token expired, so its next use needs a refresh. */
const expire = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('hamla.session')!);
    localStorage.setItem('hamla.session', JSON.stringify({ ...session, expires_at: 1 }));
  });

/** The same with the application closed, because an open screen could refresh the token first. */
async function expireWhileAway(page: Page) {
  await page.goto('/');
  await expire(page);
}

/** Sets the role in the stored session's metadata; null: none. */
const carryRole = (page: Page, role: string | null) =>
  page.evaluate((value) => {
    const session = JSON.parse(localStorage.getItem('hamla.session')!);
    if (value === null) delete session.user.user_metadata.role;
    else session.user.user_metadata.role = value;
    localStorage.setItem('hamla.session', JSON.stringify(session));
  }, role);

/** A new company on its dashboard. */
async function enterAsCompany(page: Page, { url }: Product): Promise<Person> {
  const company = await newPerson(url, 'company');
  await enter(page, company, '/dashboard/company');
  await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  return company;
}

/** Somebody who signed up elsewhere without choosing a role, now signing in. */
async function logInWithoutRole(page: Page, url: string): Promise<void> {
  const { email } = await newPerson(url, null);
  await page.goto('/signin');
  await logIn(page, email);
  await expect(page).toHaveURL('/select-role');
}

/** Ends every session of the person, as another device of theirs would. */
async function endElsewhere(url: string, session: StoredSession) {
  const reply = await fetch(`${url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  expect(reply.ok).toBe(true);
}

async function openElsewhere(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

test('a session is restored after a reload and in a new tab, without a refresh', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  const before = await storedSession(page);
  let refreshes = 0;
  await page.context().route(refreshCalls, (route) => {
    refreshes += 1;
    return route.continue();
  });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(await storedSession(page)).toEqual(before);
  expect(refreshes).toBe(0);
});

test('an expired access token is also refreshed on an open screen when it is needed', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  const before = await storedSession(page);
  await expire(page);
  await page.getByRole('link', { name: /^Profile/ }).click();
  await expect(page.getByLabel('Company name')).toBeVisible();
  await expect
    .poll(async () => (await storedSession(page))?.refresh_token)
    .not.toBe(before?.refresh_token);
  await expect(page).toHaveURL('/profile/company');
});

test('a refresh that is refused finally ends the session and leads to /signin', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  const session = await storedSession(page);
  await expireWhileAway(page);
  await endElsewhere(product.url, session!);
  const refused = page.waitForResponse(refreshCalls);
  await page.goto('/dashboard/company');
  expect((await refused).status()).toBe(400);
  await expect(page).toHaveURL('/signin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  expect(await storedSession(page)).toBeNull();
});

test('an access token that the server refuses is renewed, and the screen loads', async ({
  page,
  product,
}) => {
  const company = await enterAsCompany(page, product);
  await page.goto('/');
  // As after a change of the signing key: complete, not expired, and invalid.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('hamla.session')!);
    const [head, claims] = session.access_token.split('.');
    session.access_token = `${head}.${claims}.${'A'.repeat(86)}`;
    localStorage.setItem('hamla.session', JSON.stringify(session));
  });
  const refused = page.waitForResponse(
    (response) => response.url().endsWith('/auth/v1/user') && response.status() === 403,
  );
  await page.goto('/dashboard/company');
  expect((await (await refused).json()).error_code).toBe('bad_jwt');
  await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/company');
  const renewed = (await storedSession(page))!;
  expect(renewed.refresh_token).not.toBe((company.session as StoredSession).refresh_token);
});

test('a refresh without a connection or to a busy service is tried again, and the session stays', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  await expireWhileAway(page);
  const answers = ['no connection', 502, 503, 504] as const;
  let tries = 0;
  await page.route(refreshCalls, (route) => {
    const answer = answers[tries];
    tries += 1;
    if (answer === undefined) return route.continue();
    if (answer === 'no connection') return route.abort();
    return route.fulfill({ status: answer, body: 'busy' });
  });
  await page.goto('/dashboard/company');
  await expect(spinner(page)).toBeVisible();
  expect(await storedSession(page)).not.toBeNull();
  await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/company');
  expect(tries).toBe(5);
});

test('after a long time without a connection the session still exists, and the dashboard loads by itself', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  await expireWhileAway(page);
  await page.clock.install();
  await page.route(refreshCalls, (route) => route.abort());
  await page.goto('/dashboard/company');
  const passUntil = (path: string) =>
    expect(async () => {
      await page.clock.runFor(5_000);
      expect(new URL(page.url()).pathname).toBe(path);
    }).toPass();
  await passUntil('/signin');
  expect(await storedSession(page)).not.toBeNull();
  await page.unroute(refreshCalls);
  await passUntil('/dashboard/company');
  await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
});

test('a session renewal without a response is sent again, and nobody is sent to the sign-in form', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  await expireWhileAway(page);
  await page.clock.install();
  await page.route(refreshCalls, () => {}, { times: 1 });
  const asked = page.waitForRequest(refreshCalls);
  const paths = new Set<string>();
  page.on('framenavigated', (frame) => paths.add(new URL(frame.url()).pathname));
  await page.goto('/dashboard/company');
  await asked;
  await page.clock.runFor(10_000);
  await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  expect([...paths]).toEqual(['/dashboard/company']);
});

test('a lost connection while signed in keeps the session and the screen', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  const profile = page.getByRole('link', { name: /^Profile/ });
  await expect(profile).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await profile.click();
  await expect(page.getByLabel('Company name')).toBeVisible();
  expect(await storedSession(page)).not.toBeNull();
  await expect(page).toHaveURL('/profile/company');
});

test('while the session loads, a centred spinner is shown, and neither the screen nor the form', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  await expireWhileAway(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(refreshCalls, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(refreshCalls);
  await page.goto('/dashboard/company');
  await asked;
  await expect(spinner(page)).toBeVisible();
  await expect(page).toHaveURL('/dashboard/company');
  await expect(page.getByRole('heading')).toHaveCount(0);
  const { width, height } = page.viewportSize()!;
  // The guard's spinner replaces that of the empty shell in between.
  await expect(async () => {
    const box = (await spinner(page).boundingBox())!;
    expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(10);
    expect(Math.abs(box.y + box.height / 2 - height / 2)).toBeLessThan(10);
  }).toPass();
  release();
  await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
});

test('a person who is not or no longer signed in is led to /signin', async ({ page, product }) => {
  await test.step('the redirect of the guard replaces the protected address: Back does not lead there', async () => {
    await page.goto('/how-we-work');
    await page.goto('/dashboard/agency');
    await expect(page).toHaveURL('/signin');
    await page.goBack();
    await expect(page).toHaveURL('/how-we-work');
    await page.goForward();
    await expect(page).toHaveURL('/signin');
  });

  await test.step('an unknown code leads to /signin, which claims no confirmation', async () => {
    await page.goto('/auth/resolve?code=zzz');
    await expect(page).toHaveURL('/signin');
    await expect(
      page.getByText(
        'Log in to continue. If you opened a confirmation link, your address is confirmed.',
      ),
    ).toBeVisible();
  });

  await test.step('after sign-out the browser keeps no session, and the dashboard is closed, also in an unused tab', async () => {
    await enterAsCompany(page, product);
    const other = await page.context().newPage();
    await other.goto('/dashboard/company');
    await expect(other.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(other).toHaveURL('/signin');
    expect(await storedSession(page)).toBeNull();
    await page.goto('/dashboard/company');
    await expect(page).toHaveURL('/signin');
    await other.close();
  });

  await test.step('a session that was ended elsewhere is noticed by the next response of the server', async () => {
    // No event tells the screen.
    await holdLiveLine(page);
    const { session } = await enterAsCompany(page, product);
    const ended = await fetch(`${product.url}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(ended.status).toBe(204);
    await page.getByRole('button', { name: 'Add New Ticket' }).click();
    await expect(page).toHaveURL('/signin');
    expect(await storedSession(page)).toBeNull();
  });
});

test('a sign-out that the account service refuses still signs out here', async ({
  page,
  product,
}) => {
  const company = await enterAsCompany(page, product);
  for (const status of [401, 403, 404]) {
    await test.step(`a sign-out that is answered with ${status} signs out here`, async () => {
      // The session stays, because the service is never called.
      if (status !== 401) await enter(page, company, '/dashboard/company');
      await page.route('**/auth/v1/logout**', (route) =>
        route.fulfill({
          status,
          json: { code: status, error_code: 'session_not_found', msg: 'no' },
        }),
      );
      await page.getByRole('button', { name: 'Sign Out' }).click();
      await expect(page).toHaveURL('/signin');
      expect(await storedSession(page)).toBeNull();
      await expect(
        page.locator('[data-sonner-toast]').getByText('no', { exact: true }),
      ).toHaveCount(0);
    });
  }
});

test("/auth/resolve leads to the screen of the session's role", async ({ page, product }) => {
  const company = await newPerson(product.url, 'company');
  /** Signed in, ready to open /auth/resolve, with that role in the session's metadata. */
  const carry = async (role: string | null) => {
    await enter(page, company, '/healthz');
    await carryRole(page, role);
  };

  await test.step('without a role in the metadata the stored one decides', async () => {
    await carry(null);
    const lookup = page.waitForResponse('**/api/user-role');
    await page.goto('/auth/resolve');
    expect((await lookup).status()).toBe(200);
    await expect(page).toHaveURL('/dashboard/company');
    await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  });

  await test.step('a role that is neither company nor agency leads to /select-role', async () => {
    await carry('auditor');
    await page.goto('/auth/resolve');
    await expect(page).toHaveURL('/select-role');
    await expect(page.getByRole('radio', { name: "I'm a Company" })).toBeVisible();
  });

  await test.step('a role in the metadata is used without reading the stored one', async () => {
    await page.route('**/api/user-role', (route) => route.abort());
    await carry('agency');
    await page.goto('/auth/resolve');
    await expect(page).toHaveURL('/dashboard/agency');
  });

  await test.step('a failing role lookup makes /auth/resolve show its message', async () => {
    await carry(null);
    await page.goto('/auth/resolve');
    await expect(page.getByRole('alert')).toHaveText(
      'Something went wrong. Please try logging in again.',
    );
  });

  await test.step('a session that cannot be read makes /auth/resolve show its message and a link to log in', async () => {
    await page.route('**/api/user-role', (route) =>
      route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'Broken' } }),
    );
    await page.goto('/auth/resolve');
    await expect(page.getByRole('alert')).toHaveText(
      'Something went wrong. Please try logging in again.',
    );
    await page.getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  });
});

for (const [choice, path] of [
  ["I'm a Company", '/dashboard/company'],
  ["I'm an Agency", '/dashboard/agency'],
] as const) {
  test(`a person without a role chooses "${choice}" on /select-role and arrives at ${path}`, async ({
    page,
    product,
  }) => {
    await logInWithoutRole(page, product.url);
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(page.getByText('You can change this later from Settings.')).toBeVisible();
    await chooseRadio(page.getByRole('radio', { name: choice }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, 'Role selected successfully!')).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('link', { name: 'Profile 0%' })).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(path);
    expect((await storedSession(page))?.user.user_metadata.role).toBe(path.split('/').at(-1));
  });
}

test('a role that cannot be saved shows its message, or "Failed to set role"', async ({
  page,
  product,
}) => {
  await logInWithoutRole(page, product.url);
  const refuse = async (message: string) => {
    await page.route('**/api/user-role', (route) =>
      route.fulfill({ status: 500, json: { code: 'unexpected_failure', message } }),
    );
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  await refuse('The service rests for a minute.');
  await expect(toast(page, 'The service rests for a minute.')).toBeVisible();
  await refuse('');
  await expect(toast(page, 'Failed to set role')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Failed to set role');
  await expect(page).toHaveURL('/select-role');
  await page.unroute('**/api/user-role');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard/company');
});

test('without a role every page of a role leads to /select-role', async ({ page, product }) => {
  await logInWithoutRole(page, product.url);
  for (const path of ['/dashboard/company', '/profile/agency']) {
    await page.goto(path);
    await page.getByRole('link', { name: 'Choose your role' }).click();
    await expect(page).toHaveURL('/select-role');
  }
});

test('a new password asks for the current one, and a wrong one is refused at its field', async ({
  page,
  product,
}) => {
  const { email } = await enterAsCompany(page, product);
  await page.goto('/settings');
  // What stands above the button moves it while it loads.
  await expect(page.getByText('Always mailed at once')).toBeVisible();
  await page.getByLabel('New password').fill('hofuf-dates-93');
  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  const current = page.getByLabel('Current password');
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription('Enter your current password.');
  await current.fill('not-my-password');
  await change.click();
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription('The current password is incorrect.');
  await expect(page.getByText('Your password has been changed.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/signin');
  await logIn(page, email);
  await expect(page).toHaveURL('/dashboard/company');
});

test('a changed password ends the other sessions, keeps this one, and is needed at the next log-in', async ({
  page,
  browser,
  product,
}) => {
  const { email } = await enterAsCompany(page, product);
  const elsewhere = await openElsewhere(browser, product.url);
  await elsewhere.goto('/signin');
  await logIn(elsewhere, email);
  await expect(elsewhere.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();

  await page.goto('/settings');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('hofuf-dates-93');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Your password has been changed.')).toBeVisible();
  await expect(elsewhere).toHaveURL('/signin');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await logIn(elsewhere, email);
  await expect(toast(elsewhere, 'Invalid login credentials')).toBeVisible();
  await logIn(elsewhere, email, 'hofuf-dates-93');
  await expect(elsewhere).toHaveURL('/dashboard/company');
});

test('a role is fixed once a ticket exists, and the settings say so', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  await newTicket(company, agency, { amount: '100.00' });
  const page = await company.open(browser, '/healthz');
  let isSaved = false;
  // The screen was loaded before the ticket was made, and learns of it only by the refusal.
  await page.route('**/api/user-role', (route) => {
    if (route.request().method() !== 'GET') isSaved = true;
    return isSaved
      ? route.continue()
      : route.fulfill({ json: { role: 'company', can_change: true } });
  });
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Role' });
  await chooseRadio(section.getByRole('radio', { name: 'Agency' }));
  await section.getByRole('button', { name: 'Save role' }).click();
  await expect(toast(page, errorMessages.en.role_change_refused)).toBeVisible();
  await expect(section).toContainText('A ticket exists, so the role can no longer change.');
  await expect(section.getByRole('radio')).toHaveCount(0);
  await expect(section.getByRole('button')).toHaveCount(0);
  await page.goto('/auth/resolve');
  await expect(page).toHaveURL('/dashboard/company');
});
