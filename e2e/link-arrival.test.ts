import type { Page } from '@playwright/test';

import { enter, linkFor, newPerson, signInAgain, type Person } from './people.ts';
import { expect, password, test, type Product } from './product.ts';

/** The stored session, character for character; null: none. */
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('hamla.session'));
/** Whose it is. */
const keptEmail = async (page: Page) => {
  const session = await kept(page);
  return session === null ? null : JSON.parse(session).user.email;
};
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const signedInAs = (page: Page) => page.locator('[data-signed-in-as]');

/** What a link without PKCE carries, in the shape of the account service's own redirect. */
function tokensOf(person: Person, more: Record<string, string> = {}): string {
  const { access_token, refresh_token, expires_at, expires_in } = person.session as never as Record<
    string,
    string
  >;
  const fields = { access_token, refresh_token, expires_at, expires_in, token_type: 'bearer' };
  return `${new URLSearchParams({ ...(fields as Record<string, string>), type: 'signup', ...more })}`;
}

/** The link of a "forgot password" email. */
const recovery = /https?:\/\/\S*type=recovery\S*/;

async function askForRecovery(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(heading(page)).toHaveText('Check your email');
}

/** Whether the server still knows the session of a token. */
async function isSessionValid({ url }: Product, accessToken: string): Promise<boolean> {
  const reply = await fetch(`${url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return reply.ok;
}

test("a link with another person's session changes nothing before the person agrees, on any path", async ({
  page,
  product,
}) => {
  const mine = await newPerson(product.url, 'company');
  const theirs = await newPerson(product.url, 'agency');
  await enter(page, mine, '/dashboard/company');
  await expect(page.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  const before = await kept(page);
  const places: [link: string, backTo: string | RegExp][] = [
    [`/auth/resolve#${tokensOf(theirs)}`, '/dashboard/company'],
    [`/auth/resolve?${tokensOf(theirs)}`, '/dashboard/company'],
    [`/signin#${tokensOf(theirs)}`, '/dashboard/company'],
    [`/signup?type=agency#${tokensOf(theirs)}`, '/dashboard/company'],
    [`/new-password#${tokensOf(theirs, { type: 'recovery' })}`, '/new-password'],
    [`/settings#${tokensOf(theirs)}`, '/settings'],
    [`/second-factor#${tokensOf(theirs)}`, '/dashboard/company'],
  ];
  for (const [link, backTo] of places) {
    await test.step(link.split(/[#]|\?access/)[0]!, async () => {
      // From a page of its own: a fragment alone would not load the screen again.
      await page.goto('/healthz');
      await page.goto(link);
      await expect(heading(page)).toHaveText(`Continue as ${theirs.email}?`);
      await expect(signedInAs(page)).toHaveText(`Signed in as ${mine.email}`);
      expect(page.url()).not.toMatch(/token/);
      expect(await kept(page)).toBe(before);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page).toHaveURL(backTo);
      await expect(signedInAs(page)).toHaveText(`Signed in as ${mine.email}`);
      expect(await kept(page)).toBe(before);
    });
  }
  await page.goBack();
  expect(page.url()).not.toMatch(/token/);
  await page.goForward();
  await expect(signedInAs(page)).toHaveText(`Signed in as ${mine.email}`);
  expect(await kept(page)).toBe(before);
});

test('after agreeing the person continues as the account of the link, in every tab, though the button is pressed twice', async ({
  page,
  product,
}) => {
  const mine = await newPerson(product.url, 'company');
  const theirs = await newPerson(product.url, 'agency');
  await enter(page, mine, '/dashboard/company');
  await expect(signedInAs(page)).toHaveText(`Signed in as ${mine.email}`);
  const other = await page.context().newPage();
  await other.goto(`/auth/resolve#${tokensOf(theirs)}`);
  await expect(heading(other)).toHaveText(`Continue as ${theirs.email}?`);
  await page.reload();
  await expect(signedInAs(page)).toHaveText(`Signed in as ${mine.email}`);
  await other.getByRole('button', { name: 'Continue' }).dblclick();
  await expect(other).toHaveURL('/dashboard/agency');
  await expect(signedInAs(other)).toHaveText(`Signed in as ${theirs.email}`);
  expect(await keptEmail(page)).toBe(theirs.email);
  await expect(signedInAs(page)).toHaveText(`Signed in as ${theirs.email}`);
});

test('a visitor is signed in by the tokens of a link only after agreeing', async ({
  page,
  product,
}) => {
  const theirs = await newPerson(product.url, 'company');
  await page.goto(`/auth/resolve#${tokensOf(theirs)}`);
  await expect(heading(page)).toHaveText(`Continue as ${theirs.email}?`);
  expect(await kept(page)).toBeNull();
  expect(page.url()).not.toMatch(/token/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/signin');
  expect(await kept(page)).toBeNull();
  // An unused link still works.
  await page.goto('/healthz');
  await page.goto(`/signin#${tokensOf(theirs)}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/dashboard/company');
  await expect(signedInAs(page)).toHaveText(`Signed in as ${theirs.email}`);
});

test('a link whose session has ended is refused with a message and ends no session here', async ({
  page,
  product,
}) => {
  const mine = await newPerson(product.url, 'company');
  const theirs = await newPerson(product.url, 'agency');
  await fetch(`${product.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { authorization: `Bearer ${theirs.session.access_token}` },
  });
  const links = [tokensOf(theirs), 'access_token=x&refresh_token=y', 'access_token=x'];
  for (const link of links) {
    await page.goto('/healthz');
    await page.goto(`/auth/resolve#${link}`);
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  }
  await enter(page, mine, '/dashboard/company');
  await expect(signedInAs(page)).toHaveText(`Signed in as ${mine.email}`);
  const before = await kept(page);
  for (const link of links) {
    await page.goto('/healthz');
    await page.goto(`/auth/resolve#${link}`);
    await expect(page).toHaveURL('/dashboard/company');
    expect(await kept(page)).toBe(before);
  }
});

test('while the account service is unreachable a link waits, and trying again checks it', async ({
  page,
  product,
}) => {
  const theirs = await newPerson(product.url, 'company');
  const again = page.getByRole('button', { name: 'Try again' });
  await page.route('**/auth/v1/user', (route) => route.abort());
  await page.goto(`/auth/resolve#${tokensOf(theirs)}`);
  await expect(page.getByRole('alert')).toContainText('You appear to be offline.');
  await page.unroute('**/auth/v1/user');
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 504, body: '' }));
  await again.click();
  await expect(page.getByRole('alert')).toContainText('An error occurred');
  await page.unroute('**/auth/v1/user');
  await again.click();
  await expect(heading(page)).toHaveText(`Continue as ${theirs.email}?`);
});

test('a link that this device requested signs a visitor in without a question', async ({
  page,
  product,
}) => {
  const mine = await newPerson(product.url, 'company');
  await askForRecovery(page, mine.email);
  await page.goto(await linkFor(product, mine.email, recovery));
  await expect(heading(page)).toHaveText('Choose a new password');
  await expect(signedInAs(page)).toHaveText(`Signed in as ${mine.email}`);
  await expect(page).toHaveURL('/new-password');
});

test('a link that this device requested asks when another person has signed in meanwhile', async ({
  page,
  product,
}) => {
  const first = await newPerson(product.url, 'company');
  const second = await newPerson(product.url, 'agency');
  await askForRecovery(page, first.email);
  await enter(page, second, '/dashboard/agency');
  await expect(signedInAs(page)).toHaveText(`Signed in as ${second.email}`);
  const before = await kept(page);
  const exchanged = page.waitForResponse((response) => response.url().includes('grant_type=pkce'));
  await page.goto(await linkFor(product, first.email, recovery));
  await expect(heading(page)).toHaveText(`Continue as ${first.email}?`);
  const { access_token } = await (await exchanged).json();
  expect(await kept(page)).toBe(before);
  expect(await isSessionValid(product, access_token)).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(signedInAs(page)).toHaveText(`Signed in as ${second.email}`);
  expect(await kept(page)).toBe(before);
  await expect.poll(() => isSessionValid(product, access_token)).toBe(false);
  expect(await isSessionValid(product, second.session.access_token)).toBe(true);
});

test('a link for the signed-in account asks nothing and leads to the new password', async ({
  page,
  product,
}) => {
  const mine = await newPerson(product.url, 'company');
  await askForRecovery(page, mine.email);
  await enter(page, await signInAgain(product.url, mine), '/dashboard/company');
  await expect(signedInAs(page)).toHaveText(`Signed in as ${mine.email}`);
  await page.goto(await linkFor(product, mine.email, recovery));
  await expect(heading(page)).toHaveText('Choose a new password');
  await expect(page).toHaveURL('/new-password');
});

test('a recovery link that another browser requested lets a person choose a password after two questions, the second with the address', async ({
  page,
  product,
}) => {
  const [mine, theirs] = [
    await newPerson(product.url, 'company'),
    await newPerson(product.url, 'company'),
  ];
  const ask = await fetch(
    `${product.url}/auth/v1/recover?redirect_to=${encodeURIComponent(product.url)}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: theirs.email, code_challenge: 'a'.repeat(43) }),
    },
  );
  expect(ask.status).toBe(200);
  await enter(page, mine, '/dashboard/company');
  const before = await kept(page);
  const link = await linkFor(product, theirs.email, recovery);
  await page.goto(link);
  await expect(heading(page)).toHaveText('We do not know who asked for this link');
  expect(new URL(page.url()).hash + new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/dashboard/company');
  expect(await isSessionValid(product, theirs.session.access_token)).toBe(true);
  await page.goto(link);
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(heading(page)).toHaveText(`Continue as ${theirs.email}?`);
  expect(await kept(page)).toBe(before);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/new-password');
  await expect(signedInAs(page)).toHaveText(`Signed in as ${theirs.email}`);
  await page.goto(link);
  await expect(page).not.toHaveURL('/new-password');
});

test('a code that this device did not request starts no session and ends none', async ({
  page,
  product,
}) => {
  const mine = await newPerson(product.url, 'company');
  await page.goto('/auth/resolve?code=made-up');
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('Log in to continue.')).toBeVisible();
  await enter(page, mine, '/dashboard/company');
  const before = await kept(page);
  await page.goto('/auth/resolve?code=made-up');
  await expect(page).toHaveURL('/dashboard/company');
  expect(await kept(page)).toBe(before);
});

test('the question about a link is shown in Arabic, and a long address stays inside a narrow screen', async ({
  browser,
  product,
}) => {
  const theirs = await newPerson(product.url, 'company');
  const email = `${'a-very-long-name.'.repeat(3)}of-somebody@a-rather-long-name-of-a-host.example.sa`;
  const signUp = await fetch(`${product.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data: { role: 'company' } }),
  });
  const long: Person = { ...theirs, email, session: await signUp.json() };
  const options = { locale: 'ar-SA', viewport: { width: 360, height: 780 } };
  const page = await theirs.open(browser, '/dashboard/company', options);
  await expect(signedInAs(page)).toHaveText(`الحساب الحالي: ${theirs.email}`);
  await page.goto('/healthz');
  await page.goto(`/auth/resolve#${tokensOf(long)}`);
  await expect(heading(page)).toHaveText(`هل تتابع بحساب ${email}؟`);
  await page.getByRole('button', { name: 'متابعة' }).click();
  await expect(page).toHaveURL('/dashboard/company');
  for (const path of ['/dashboard/company', '/settings', '/profile/company', '/new-password']) {
    await page.goto(path);
    await expect(signedInAs(page)).toHaveText(`الحساب الحالي: ${email}`);
    const { scroll, width } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: innerWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(width);
  }
});

test('each screen of a signed-in person shows the account in its header', async ({
  page,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  await enter(page, company, '/dashboard/company');
  const paths = [
    '/dashboard/company',
    '/dashboard/agency',
    '/tickets/HM-000000',
    '/profile/company',
    '/account-statement',
    '/settings',
    '/operations',
    '/new-password',
  ];
  for (const path of paths) {
    await page.goto(path);
    await expect(signedInAs(page), path).toHaveText(`Signed in as ${company.email}`);
    await expect(page.locator('header').filter({ has: signedInAs(page) }), path).toHaveCount(1);
  }
});
