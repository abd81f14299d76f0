import { expect, type Page } from '@playwright/test';
import { generate } from 'otplib';

import { openLossyProxy, type LossyProxy } from './lossy-proxy.ts';
import {
  dashboardOf,
  enter,
  newAgency,
  newPerson,
  newTicket,
  samplePdf,
  signInAgain,
  nextCode,
} from './people.ts';
import { password, staffedTest as base, untilSettingsAreRead } from './product.ts';

/** A proxy stands before the product, lets a write through, waits for its commit and loses the response. */
const test = base.extend<{ lossy: LossyProxy }>({
  lossy: async ({ product }, use) => {
    const proxy = await openLossyProxy(product.url);
    await use(proxy);
    await proxy.close();
  },
  baseURL: async ({ lossy }, use) => use(lossy.url),
});

const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text });
const unknown = 'We could not find out whether this was done.';

/** A company with a name, and an agency it can choose. */
async function newPair(url: string) {
  const company = await newPerson(url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Roastery' });
  return { company, agency: await newAgency(url) };
}

async function approve(page: Page, ticket_number: string): Promise<void> {
  await page.getByRole('button', { name: `Approve ${ticket_number}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve ticket' }).click();
}

test('an approval whose response is lost twice is shown as unknown, and trying again counts once', async ({
  browser,
  product,
  lossy,
}) => {
  const { company, agency } = await newPair(product.url);
  const { ticket_number } = await newTicket(company, agency, { amount: '800.00' });
  const page = await agency.open(browser, '/dashboard/agency', { baseURL: lossy.url });
  lossy.lose('POST', /\/approve$/, 'HTML of 504', 2);
  await approve(page, ticket_number);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(unknown);
  await expect(page.getByText(/Nothing was changed/)).toHaveCount(0);
  expect(lossy.lost).toEqual([200, 200]);
  await dialog.getByRole('button', { name: 'Approve ticket' }).click();
  await expect(toast(page, 'Ticket approved successfully!')).toBeVisible();
});

test('a ticket and its invoice that were answered with a proxy’s page are one ticket and shown as sent', async ({
  browser,
  product,
  lossy,
}) => {
  const { company, agency } = await newPair(product.url);
  const page = await company.open(browser, '/dashboard/company?new-ticket', {
    baseURL: lossy.url,
  });
  const field = page.getByRole('combobox', { name: 'Agency' });
  await field.fill(agency.name);
  await expect(page.getByRole('option')).toContainText([agency.name]);
  await field.press('ArrowDown');
  await field.press('Enter');
  await page.getByLabel('Amount').fill('700');

  lossy.lose('POST', /^\/api\/files\//, 'HTML of 504');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
  ]);
  await chooser.setFiles({
    name: 'invoice.pdf',
    mimeType: 'application/pdf',
    buffer: samplePdf,
  });
  const submit = page.getByRole('button', { name: 'Submit Ticket' });
  await expect(submit).toBeEnabled();
  expect(lossy.lost).toEqual([200]);

  await test.step('refused twice by a proxy without a message, it shows the text of SPEC', async () => {
    await page.route('**/api/tickets', (route) =>
      route.fulfill({ status: 429, contentType: 'text/html', body: '<h1>Too Many Requests</h1>' }),
    );
    await submit.click();
    await expect(toast(page, 'Failed to create ticket. Please try again.')).toBeVisible();
    await page.unroute('**/api/tickets');
  });

  lossy.lose('POST', /^\/api\/tickets$/, '{}');
  await submit.click();
  await expect(toast(page, 'Ticket submitted. Waiting agency approval.')).toBeVisible();
  expect(lossy.lost).toEqual([200, 200]);
  expect((await dashboardOf(company)).waiting_tickets.count).toBe(1);
});

test('a second factor and its recovery codes are set up though every response was lost once', async ({
  page,
  product,
  lossy,
}) => {
  const newcomer = await newPerson(product.url, 'company');
  await product.proveMailbox(newcomer.email);
  const company = await signInAgain(product.url, newcomer);
  await enter(page, company, '/settings');
  await untilSettingsAreRead(page);
  const section = page.getByRole('region', { name: 'Two-step verification' });
  lossy.lose('POST', /^\/auth\/v1\/factors$/, 'HTML of 502');
  await section.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
  const key = page.getByText('Or type this key into it:').locator('xpath=following-sibling::bdi');
  const secret = (await key.innerText()).replaceAll(/\s/g, '');
  lossy.lose('POST', /^\/auth\/v1\/factors\/[^/]+\/verify$/, 'HTML of 504');
  await page.getByRole('textbox', { name: 'Code' }).fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Continue' }).click();
  // The code counted for a session whose tokens are lost, so the next code is needed.
  await expect(page).toHaveURL('/second-factor');
  await page.getByRole('textbox', { name: 'Code' }).fill(await nextCode(secret));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/settings');
  await section.getByRole('button', { name: 'New recovery codes' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(lossy.lost).toEqual([200, 200]);
  await page.getByText('I have saved these codes.').click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(section.getByText('On', { exact: true })).toBeVisible();

  lossy.lose('DELETE', /^\/auth\/v1\/factors\//, '{}');
  await section.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
  expect(lossy.lost).toEqual([200, 200, 200]);
});

test('the end of a session, a link and a new password that were answered with a proxy’s page are shown as done only if they were', async ({
  page,
  product,
  lossy,
}) => {
  const company = await newPerson(product.url, 'company');
  const other = await signInAgain(product.url, company);
  await enter(page, company, '/settings');
  await untilSettingsAreRead(page);
  const security = page.getByRole('region', { name: 'Sign-ins and security' });
  const end = security.getByRole('button', { name: 'End this session' });
  const question = page.getByRole('alertdialog');
  await test.step('not ended: only the proxy received the request', async () => {
    await page.route('**/api/security/sessions/*/end', (route) =>
      route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>504</h1>' }),
    );
    await end.click();
    await question.getByRole('button', { name: 'End this session' }).click();
    await expect(question).toContainText('An error occurred');
    await page.unroute('**/api/security/sessions/*/end');
  });
  await test.step('ended, and the response was lost', async () => {
    lossy.lose('POST', /^\/api\/security\/sessions\/.*\/end/, 'HTML of 504');
    await question.getByRole('button', { name: 'End this session' }).click();
    await expect(toast(page, 'The session has ended')).toBeVisible();
    expect(lossy.lost).toEqual([200]);
    await expect(end).toHaveCount(0);
  });
  await expect(other.api('GET', '/api/user-role')).rejects.toThrow('Your session has ended');

  await test.step('the link that proves a mailbox is shown as sent only if it was sent', async () => {
    const section = page.getByRole('region', { name: 'Two-step verification' });
    await section.getByRole('button', { name: 'Send the link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Verify your email address' });
    const send = async () => {
      await dialog.getByLabel('Current password').fill(password);
      await dialog.getByRole('button', { name: 'Send the link' }).click();
    };
    // A proxy that does not pass the first one on. Not `times: 1`: a read of the same address would count too.
    let isRefused = false;
    await page.route(
      (url) => url.pathname === '/auth/v1/user',
      (route) => {
        if (isRefused || route.request().method() !== 'PUT') return route.fallback();
        isRefused = true;
        return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' });
      },
    );
    await send();
    await expect(dialog.getByRole('alert')).toHaveText('An error occurred');
    await expect(section.getByText('A link is on its way')).toHaveCount(0);
    lossy.lose('PUT', /^\/auth\/v1\/user/, 'HTML of 504');
    await send();
    await expect(section.getByRole('status')).toContainText('A link is on its way');
    expect(lossy.lost).toEqual([200, 200]);
  });

  await test.step('a password change is shown as done only if it was done', async () => {
    await page.reload();
    const change = async (current: string, next: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill(next);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    lossy.lose('PUT', /^\/auth\/v1\/user/, 'HTML of 504');
    await change('not-the-password-1', 'hofuf-dates-93');
    await expect(toast(page, 'An error occurred')).toBeVisible();
    await expect(toast(page, 'Your password has been changed')).toHaveCount(0);
    lossy.lose('PUT', /^\/auth\/v1\/user/, 'HTML of 504');
    await change(password, 'hofuf-dates-93');
    await expect(toast(page, 'Your password has been changed')).toBeVisible();
    expect(lossy.lost).toEqual([200, 200, 400, 200]);
    await expect(signInAgain(product.url, company)).rejects.toThrow('Invalid login credentials');
  });
});
