import type { Page } from '@playwright/test';

import type { CompanyDashboard } from '#api/dashboards.ts';

import { newAgency, newPerson, newTicket } from './people.ts';
import { expect, test } from './product.ts';

const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true }).first();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

for (const role of ['company', 'agency'] as const) {
  test(`the dashboard of a new ${role} has Home, Sign Out, and a footer with Home, About and Contact`, async ({
    browser,
    product,
  }) => {
    const person = await newPerson(product.url, role);
    const page = await person.open(browser, `/dashboard/${role}`);
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
    await page.context().close();
  });
}

test('the badge and the banner of an agency lead to its profile; the banner stays dismissed, for this role alone', async ({
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
  await page.context().close();
});

test('old tickets are shown faded beside those that wait', async ({ browser, product }) => {
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
  await page.context().close();
});

test('the Repayment Term offers 1, 2 or 3 months, and stands on 1', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/dashboard/company?new-ticket');
  const terms = page.getByRole('radiogroup', { name: 'Repayment Term' }).getByRole('radio');
  await expect(terms).toHaveCount(3);
  for (const [index, name] of ['1 month', '2 months', '3 months'].entries()) {
    await expect(terms.nth(index)).toHaveAccessibleName(name);
  }
  await expect(terms.first()).toBeChecked();
  await page.context().close();
});

test('a dot is blue when due, green when paid and red when overdue, like its place in the legend', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const { id } = await newTicket(company, agency, { amount: '300.00', months: 3 });
  await agency.api('POST', `/api/tickets/${id}/approve`);
  const page = await company.open(browser, '/settings', { colorScheme: 'light' });
  // No use case pays an installment yet: the states are written into the real answer on its way.
  await page.route('**/api/dashboards/company', async (route) => {
    const response = await route.fetch();
    const dashboard: CompanyDashboard = await response.json();
    const states = ['Due', 'Paid', 'Overdue'] as const;
    dashboard.upcoming_installments.items.forEach((one, index) => {
      one.status = states[index]!;
    });
    await route.fulfill({ response, json: dashboard });
  });
  await page.goto('/dashboard/company');
  const dots = page.getByRole('list', { name: 'Due dates' }).getByRole('button');
  const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
  await expect(dots).toHaveCount(3);
  await expect(legend).toHaveText(['Due', 'Paid', 'Overdue']);
  const colours = (marks: typeof dots) =>
    marks
      .locator('svg')
      .evaluateAll((all) => all.map((mark) => getComputedStyle(mark).color.match(/[\d.]+/g)!));
  const shown = await colours(dots);
  expect(await colours(legend)).toEqual(shown);
  const strongest = shown.map((channels) => {
    const [red, green, blue] = channels.map(Number) as [number, number, number];
    return { [red]: 'red', [green]: 'green', [blue]: 'blue' }[Math.max(red, green, blue)];
  });
  expect(strongest).toEqual(['blue', 'green', 'red']);
  await page.context().close();
});

test('a rejection that fails shows the message and keeps the reason that was written', async ({
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
  await expect(dialog).toHaveCount(0);
  await page.context().close();
});

for (const [role, field] of [
  ['company', 'Company name'],
  ['agency', 'Agency name'],
] as const) {
  test(`a ${role} without a row has an empty form and no message, not even in the log`, async ({
    browser,
    product,
  }) => {
    const person = await newPerson(product.url, role);
    const page = await person.open(browser, '/settings');
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
    await page.context().close();
  });

  test(`a ${role} profile that cannot be saved, without words, is told as "Failed to save profile"`, async ({
    browser,
    product,
  }) => {
    const person = await newPerson(product.url, role);
    const page = await person.open(browser, `/profile/${role}`);
    await page.getByLabel(field).fill('Najd');
    await page.getByRole('button', { name: 'Continue' }).click();
    const refuse = async (message: string) => {
      await page.route(`**/api/${role}`, (route) =>
        route.fulfill({ status: 500, json: { code: 'unexpected_failure', message } }),
      );
      await page.getByRole('button', { name: 'Save profile' }).click();
    };
    await refuse('The service rests for a minute.');
    await expect(toast(page, 'The service rests for a minute.')).toBeVisible();
    await refuse('');
    await expect(toast(page, 'Failed to save profile')).toBeVisible();
    await expect(page).toHaveURL(`/profile/${role}?step=2`);
    await page.context().close();
  });
}
