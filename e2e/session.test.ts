import type { Page, Route } from '@playwright/test';

import { enter, logIn, newPerson, signInAgain, type Person } from './people.ts';
import {
  chooseRadio,
  expect,
  holdLiveLine,
  password,
  test,
  untilSettingsAreRead,
  type Product,
} from './product.ts';

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

test('the session is restored, renewed when it must be, and ended only by a refusal', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  const overview = (tab: Page) => tab.getByRole('region', { name: 'Ticket Overview' });
  const sessions = (tab: Page) =>
    tab.getByRole('region', { name: 'Sign-ins and security' }).getByRole('list').first();
  const first = await storedSession(page);
  const other = await page.context().newPage();

  await test.step('a session is restored after a reload and in a new tab, without a refresh', async () => {
    let refreshes = 0;
    await page.context().route(refreshCalls, (route) => {
      refreshes += 1;
      return route.continue();
    });
    await page.reload();
    await other.goto('/dashboard/company');
    for (const tab of [page, other]) await expect(overview(tab)).toBeVisible();
    expect(await storedSession(page)).toEqual(first);
    expect(refreshes).toBe(0);
    await page.context().unroute(refreshCalls);
    await other.close();
  });

  await test.step('a lost connection while signed in keeps the session and the screen', async () => {
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('link', { name: /^Profile/ }).click();
    await expect(page.getByLabel('Company name')).toBeVisible();
    expect(await storedSession(page)).not.toBeNull();
    await expect(page).toHaveURL('/profile/company');
    await page.unroute('**/api/**');
  });

  await test.step('an expired access token is also refreshed on an open screen when it is needed', async () => {
    const before = await storedSession(page);
    await expire(page);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(sessions(page).getByText('This device')).toBeVisible();
    expect((await storedSession(page))?.refresh_token).not.toBe(before?.refresh_token);
    await expect(page).toHaveURL('/settings');
  });

  await test.step('an access token that the server refuses is renewed, and the screen loads', async () => {
    const before = await storedSession(page);
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
    await expect(overview(page)).toBeVisible();
    await expect(page).toHaveURL('/dashboard/company');
    expect((await storedSession(page))?.refresh_token).not.toBe(before?.refresh_token);
  });

  await test.step('a refresh that is refused finally ends the session and leads to /signin', async () => {
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
});

test('a session that cannot be renewed for want of a connection stays, and its screen comes by itself', async ({
  page,
  product,
}) => {
  await enterAsCompany(page, product);
  await expireWhileAway(page);
  await page.clock.install();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(refreshCalls, async (route) => {
    await held;
    await route.abort();
  });
  const asked = page.waitForRequest(refreshCalls);
  await page.goto('/dashboard/company');
  await asked;

  await test.step('while the session loads, a centred spinner is shown, and neither the screen nor the form', async () => {
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
  });

  await test.step('after a long time without a connection the session still exists, and the dashboard loads by itself', async () => {
    release();
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

  await test.step('a role in the metadata is used without reading the stored one', async () => {
    await page.route('**/api/user-role', (route) => route.abort());
    await carry('agency');
    await page.goto('/auth/resolve');
    await expect(page).toHaveURL('/dashboard/agency');
  });

  await test.step('a failing role lookup makes /auth/resolve show its message and a link to log in', async () => {
    await carry(null);
    await page.goto('/auth/resolve');
    await expect(page.getByRole('alert')).toHaveText(
      'Something went wrong. Please try logging in again.',
    );
    await page.getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
  });
});

test('whoever has no role is led to /select-role and chooses one', async ({ page, product }) => {
  const choose = async (choice: string, path: string) => {
    await chooseRadio(page.getByRole('radio', { name: choice }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(toast(page, 'Role selected successfully!')).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('link', { name: 'Profile 0%' })).toBeVisible();
    expect((await storedSession(page))?.user.user_metadata.role).toBe(path.split('/').at(-1));
  };
  await logInWithoutRole(page, product.url);

  await test.step('without a role every page of a role leads to /select-role', async () => {
    for (const path of ['/dashboard/company', '/profile/agency']) {
      await page.goto(path);
      await page.getByRole('link', { name: 'Choose your role' }).click();
      await expect(page).toHaveURL('/select-role');
    }
  });

  await test.step('a role that cannot be saved shows its message, or "Failed to set role"', async () => {
    const answer = async (response: Parameters<Route['fulfill']>[0]) => {
      await page.route('**/api/user-role', (route) => route.fulfill(response));
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await answer({
      status: 500,
      json: { code: 'unexpected_failure', message: 'The service rests for a minute.' },
    });
    await expect(toast(page, 'The service rests for a minute.')).toBeVisible();
    await answer({ status: 504, contentType: 'text/html', body: '<h1>504</h1>' });
    const known = 'It may have been set: choosing it again is safe.';
    await expect(toast(page, 'Failed to set role')).toBeVisible();
    await expect(toast(page, known)).toBeVisible();
    await expect(page.getByRole('alert').locator('p')).toHaveText(['Failed to set role', known]);
    await expect(page).toHaveURL('/select-role');
    await page.unroute('**/api/user-role');
  });

  await test.step('a person without a role chooses Agency and arrives at its dashboard, though both responses are lost, also after a reload', async () => {
    await page.route('**/api/user-role', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await route.fetch();
      await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504</h1>' });
    });
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(
      page.getByText('You can change this later from Settings, until your first ticket.'),
    ).toBeVisible();
    await choose("I'm an Agency", '/dashboard/agency');
    await page.unroute('**/api/user-role');
    await page.reload();
    await expect(page).toHaveURL('/dashboard/agency');
    await expect(page.getByRole('link', { name: 'Profile 0%' })).toBeVisible();
  });

  await test.step('another chooses Company', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/signin');
    await logInWithoutRole(page, product.url);
    await choose("I'm a Company", '/dashboard/company');
  });
});

test('a changed password asks for the current one, ends the other sessions and keeps this one', async ({
  page,
  browser,
  product,
}) => {
  const company = await enterAsCompany(page, product);
  const { email } = company;
  const elsewhere = await (
    await signInAgain(product.url, company)
  ).open(browser, '/dashboard/company');
  await expect(elsewhere.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  await page.goto('/settings');
  const change = page.getByRole('button', { name: 'Change password' });
  const current = page.getByLabel('Current password');

  await test.step('a new password asks for the current one, and a wrong one is refused at its field', async () => {
    await untilSettingsAreRead(page);
    await page.getByLabel('New password').fill('hofuf-dates-93');
    // Where a password manager reads which account's password it is.
    const form = page.locator('form').filter({ has: change });
    await expect(form.locator('[autocomplete=username]')).toHaveValue(email);
    await change.click();
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription('Enter your current password.');
    await current.fill('not-my-password');
    await change.click();
    await expect(current).toBeFocused();
    await expect(current).toHaveAccessibleDescription('The current password is incorrect.');
    await expect(page.getByText('Your password has been changed')).toHaveCount(0);
  });

  await test.step('a changed password ends the other sessions and keeps this one', async () => {
    await current.fill(password);
    await change.click();
    await expect(toast(page, 'Your password has been changed')).toBeVisible();
    await expect(elsewhere).toHaveURL('/signin');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  });

  await test.step('the new password is needed at the next log-in', async () => {
    await logIn(elsewhere, email);
    await expect(toast(elsewhere, 'Invalid login credentials')).toBeVisible();
    await logIn(elsewhere, email, 'hofuf-dates-93');
    await expect(elsewhere).toHaveURL('/dashboard/company');
  });
});
