import type { Page, Route } from '@playwright/test';

import { newAgency, newPerson, newTicket } from './people.ts';
import { expect, test } from './product.ts';

const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true }).first();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

for (const [role, field] of [
  ['company', 'Company name'],
  ['agency', 'Agency name'],
] as const) {
  test(`a new ${role} has an empty dashboard and an empty profile`, async ({
    browser,
    product,
  }) => {
    const person = await newPerson(product.url, role);
    const page = await person.open(browser, `/dashboard/${role}`);

    await test.step(`the dashboard of a new ${role} has Home, Sign Out, and a footer with Home, About and Contact`, async () => {
      const header = page.getByRole('banner');
      await expect(header.getByRole('button', { name: 'Sign Out' })).toBeVisible();
      const links = page.getByRole('contentinfo').getByRole('link');
      await expect(links).toHaveText(['Home', 'About', 'Contact']);
      for (const [index, path] of ['/', '/about-us', '/#contact'].entries()) {
        await expect(links.nth(index)).toHaveAttribute('href', path);
      }
      await header.getByRole('link', { name: 'Home', exact: true }).last().click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advertise now, pay later.');
    });

    await test.step(`a ${role} without a row has an empty form and no message, not even in the log`, async () => {
      const logged: string[] = [];
      page.on('console', (message) => logged.push(message.text()));
      await page.route(`**/api/${role}`, (route) =>
        route.fulfill({
          status: 404,
          json: { code: 'PGRST116', message: 'There is no profile yet.' },
        }),
      );
      await page.goto(`/profile/${role}`);
      await expect(page.getByLabel(field)).toHaveValue('');
      await expect(page.getByText('There is no profile yet.')).toHaveCount(0);
      expect(logged.filter((text) => text.includes('could not be loaded'))).toEqual([]);
    });

    await test.step(`a ${role} profile whose saving fails without a message shows "Failed to save profile", and what is known below`, async () => {
      await page.getByLabel(field).fill('Najd');
      await page.getByRole('button', { name: 'Continue' }).click();
      const answer = async (response: Parameters<Route['fulfill']>[0]) => {
        await page.route(`**/api/${role}`, (route) =>
          route.request().method() === 'PUT' ? route.fulfill(response) : route.fallback(),
        );
        await page.getByRole('button', { name: 'Save profile' }).click();
      };
      await answer({
        status: 500,
        json: { code: 'unexpected_failure', message: 'The service rests for a minute.' },
      });
      await expect(toast(page, 'The service rests for a minute.')).toBeVisible();
      await answer({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
      await expect(toast(page, 'Failed to save profile')).toBeVisible();
      await expect(toast(page, 'It may have arrived: saving again is safe.')).toBeVisible();
      await answer({ status: 200, body: '' });
      await expect(toast(page, 'Failed to save profile')).toBeVisible();
      await expect(page).toHaveURL(`/profile/${role}?step=2`);
    });
  });
}

test('the badge and the banner of an agency link to its profile; a dismissed banner stays away for this role alone', async ({
  browser,
  product,
}) => {
  const agency = await newAgency(product.url);
  const page = await agency.open(browser, '/dashboard/agency');
  const badge = page.getByRole('banner').getByRole('link', { name: 'Profile 11%' });
  await expect(badge).toHaveAttribute('href', '/profile/agency');
  const invitation = page.getByRole('link', { name: 'Complete your profile' });
  await expect(invitation).toHaveAttribute('href', '/profile/agency');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(invitation).toHaveCount(0);
  await page.reload();
  await expect(badge).toBeVisible();
  await expect(invitation).toHaveCount(0);
  const kept = await page.evaluate(() => [
    localStorage.getItem('profile_banner_dismissed_agency'),
    localStorage.getItem('profile_banner_dismissed_company'),
  ]);
  expect(kept).toEqual(['true', null]);
});

test('old tickets are paler than waiting tickets', async ({ browser, product }) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const { id } = await newTicket(company, agency, { amount: '10.00' });
  await company.api('POST', `/api/tickets/${id}/cancel`);
  await newTicket(company, agency, { amount: '20.00' });
  const page = await company.open(browser, '/dashboard/company');
  const strength = (list: string) =>
    region(page, list)
      .getByRole('listitem')
      .getByText(agency.name)
      .evaluate((text) => {
        const { color, fontWeight } = getComputedStyle(text);
        return { color, weight: Number(fontWeight) };
      });
  const [old, waiting] = [await strength('Old Tickets'), await strength('Waiting Approval')];
  expect(old.color).not.toBe(waiting.color);
  expect(old.weight).toBeLessThan(waiting.weight);
});

test('a rejection that fails shows the message and keeps the written reason', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const { ticket_number } = await newTicket(company, agency, { amount: '500.00' });
  const page = await agency.open(browser, '/dashboard/agency');
  const message = 'Something went wrong on our side.';
  await page.route('**/reject', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected_failure', message } }),
  );
  await page.getByRole('button', { name: `Reject ${ticket_number}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject Ticket' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The stamp is missing.');
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click();
  await expect(toast(page, message)).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveText(message);
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(
    'The stamp is missing.',
  );
  await page.unroute('**/reject');
  await dialog.getByRole('button', { name: 'Confirm Rejection' }).click();
  await expect(toast(page, 'Ticket rejected')).toBeVisible();
  // The message of the failure has gone with it.
  await expect(toast(page, message)).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
});
