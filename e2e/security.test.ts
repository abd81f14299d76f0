import { expect, type Page } from '@playwright/test';
import { makePayable } from '#server/product-client/financing.ts';
import { expectNoViolations } from './accessibility.ts';
import {
  approveIbans,
  enter,
  logIn,
  newAgency,
  newEnrolledStaff,
  newPerson,
  newStaff,
  newTicket,
  signInAgain,
  nextCode,
} from './people.ts';
import { staffedTest as test, untilSettingsAreRead } from './product.ts';

/** Sign-ins and security: what a person sees in the settings, and what staff do about an account. */

const dialog = (page: Page) => page.getByRole('alertdialog');

const guess = (url: string, email: string) =>
  fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'wrong' }),
  });

test('the settings list the open sessions with the own one marked, end another one, and show the security events', async ({
  page,
  product,
}) => {
  const person = await newPerson(product.url, 'company');
  await page.goto('/signin');
  await logIn(page, person.email);
  await expect(page).toHaveURL('/dashboard/company');
  await page.goto('/settings');
  await untilSettingsAreRead(page);
  const section = page.getByRole('region', { name: 'Sign-ins and security' });
  const [sessions, events] = [section.getByRole('list').first(), section.getByRole('list').last()];
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toContainText(
    /Chrome on \w+/,
  );
  await expectNoViolations(page);
  await section.getByRole('button', { name: 'End this session' }).click();
  await dialog(page).getByRole('button', { name: 'End this session' }).click();
  await expect(page.getByText('The session has ended')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await expect(events.getByRole('listitem').first()).toContainText(
    'Session ended from another session',
  );
  const refused = await person.api('GET', '/api/user-role').catch((error: Error) => error.message);
  expect(refused).toContain('Your session has ended');
});

test('a known browser can sign in while somebody else guesses the password', async ({
  page,
  product,
}) => {
  const { email } = await newPerson(product.url, 'company');
  await page.goto('/signin');
  await logIn(page, email);
  await expect(page).toHaveURL('/dashboard/company');
  expect(await page.context().cookies(`${product.url}/auth/v1/token`)).toMatchObject([
    { name: 'hamla_device', httpOnly: true, sameSite: 'Lax', path: '/auth/v1' },
  ]);
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/signin');
  while ((await guess(product.url, email)).status !== 429);
  await logIn(page, email);
  await expect(page).toHaveURL('/dashboard/company');
});

test('staff read the sign-ins of a company, block it with a reason and lift the block', async ({
  page,
  product,
}) => {
  const staff = await newStaff(product);
  const company = await newPerson(product.url, 'company');
  const { id } = await company.api<{ id: string }>('PUT', '/api/company', { name: 'Najd Coffee' });
  await enter(page, staff, `/operations/companies/${id}`);
  await page.getByRole('button', { name: 'Show sessions and sign-ins' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Signed in' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Block the account' }).click();
  await dialog(page).getByRole('button', { name: 'Block the account' }).click();
  await expect(dialog(page).getByText('Say why.')).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Reported by the owner');
  await dialog(page).getByRole('button', { name: 'Block the account' }).click();
  await expect(page.getByText('Account blocked', { exact: true })).toBeVisible();
  const signIn = await signInAgain(product.url, company).catch((error: Error) => error.message);
  expect(JSON.stringify(signIn)).toContain('This account is blocked.');
  await page.getByRole('button', { name: 'Lift the block' }).click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('It was a mistake');
  await dialog(page).getByRole('button', { name: 'Lift the block' }).click();
  await expect(page.getByText('Account not blocked')).toBeVisible();
  await signInAgain(product.url, company);
});

test('an account of staff is blocked by two people: one asks, another confirms', async ({
  browser,
  page,
  product,
}) => {
  const [maha, faisal, target] = [
    await newStaff(product),
    await newStaff(product),
    await newStaff(product),
  ];
  const { items } = await target.api<{ items: { user_id: string; is_own: boolean }[] }>(
    'GET',
    '/api/operations/staff',
  );
  const address = `/operations/staff/${items.find(({ is_own }) => is_own)!.user_id}`;
  await enter(page, maha, address);
  await page.getByRole('button', { name: 'Block the account' }).click();
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The phone was stolen');
  await dialog(page).getByRole('button', { name: 'Ask another person' }).click();
  await expect(page.getByText('Another person must confirm it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Block the account' })).toBeHidden();
  const other = await faisal.open(browser, address);
  await other.getByRole('button', { name: 'Block the account' }).click();
  await expect(dialog(other)).toContainText('The phone was stolen');
  await dialog(other).getByRole('button', { name: 'Block the account' }).click();
  await expect(other.getByText('Account blocked', { exact: true })).toBeVisible();
  await other.context().close();
  const refused = await target
    .api('GET', '/api/operations/staff')
    .catch((error: Error) => error.message);
  expect(refused).toContain('Your session has ended');
});

test('a release of money asks for a code in its dialog and then continues', async ({
  page,
  product,
}) => {
  const [maha, { person: faisal, factor }] = [
    await newStaff(product),
    await newEnrolledStaff(product),
  ];
  const company = await newPerson(product.url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Coffee' });
  const agency = await newAgency(product.url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const ticket = await newTicket(company, agency, { amount: '1000.00' });
  await approveIbans(product, maha);
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  await makePayable({ staff: maha, company }, ticket);
  const { run } = await maha.api<{ run: { id: string } }>('POST', '/api/operations/payout-runs');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/release')) keys.push(request.headers()['idempotency-key']);
  });
  await enter(page, faisal, `/operations/payouts/${run.id}`);
  await page.getByRole('button', { name: 'Release' }).click();
  const release = dialog(page).getByRole('button', { name: 'Release the run' });
  await release.click();
  const code = dialog(page).getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await release.click();
  await expect(dialog(page).getByText('Enter the code.')).toBeVisible();
  await code.fill('000000');
  await release.click();
  await expect(dialog(page).getByText('This code is incorrect.')).toBeVisible();
  expect(keys).toHaveLength(1);
  await expectNoViolations(page);
  await code.fill(await nextCode(factor.secret, product.now()));
  await release.click();
  await expect(page.getByText('The run is released')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
