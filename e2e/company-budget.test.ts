import type { Page } from '@playwright/test';

import {
  dashboardOf,
  newAgency,
  newCompanyWithBudget,
  newPerson,
  newTicket,
  revenue,
} from './people.ts';
import { expect, holdLiveLine, test } from './product.ts';
import { rewriteDashboard } from './rewrite-dashboard.ts';

const dashboard = '/dashboard/company';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').filter({ hasText: text });

test("a company's budget is shown before and after its revenue is known, on a desktop and on a phone", async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, dashboard);
  const budget = card(page, 'Available Budget');

  await test.step('a company without revenue sees a dash with the prompt, empty lists and an empty timeline', async () => {
    await expect(page).toHaveTitle('Dashboard · Hamla');
    await expect(budget).toContainText('—');
    await expect(
      budget.getByRole('link', { name: 'Add last 6 months revenue to calculate your budget' }),
    ).toHaveAttribute('href', '/profile/company?step=2#revenue_last_6_months');
    await expect(card(page, 'Credit Score')).toContainText('available soon');
    await expect(card(page, 'Payment Timeline')).toContainText('No installments found');
    await expect(card(page, 'Payment Timeline')).toContainText('No upcoming payments yet');
    await expect(card(page, 'Current Tickets')).toContainText('No current tickets');
    await expect(card(page, 'Waiting Approval')).toContainText('No tickets are waiting');
    await expect(card(page, 'Old Tickets')).toContainText('No old tickets');
  });

  await test.step('a saved profile updates the open dashboard with the budget, its reasons and what would change it', async () => {
    await company.api('PUT', '/api/company', { revenue_last_6_months: revenue });
    await expect(budget).toContainText('Total approval budget');
    await expect(budget).toContainText(/Grade [A-E], \d+ of 100 points\./);
    await expect(budget).toContainText('Preliminary');
    await budget.getByText('How it adds up').click();
    await budget.getByText('What counted, and what would change it').click();
    await expect(budget).toContainText('6 of 6 months have revenue.');
    await expect(budget).toContainText('0 of 3 documents are uploaded.');
    await expect(
      budget.getByRole('link', { name: 'Upload the 3 missing documents' }),
    ).toBeVisible();
  });

  await test.step('on a phone no amount breaks over two lines, the credit factors included', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await expect(page.getByText(/Your revenue averages/)).toBeVisible();
    const lines = await card(page, 'Available Budget')
      .locator('bdi', { hasText: 'SAR' })
      .evaluateAll((amounts) => amounts.map((amount) => amount.getClientRects().length));
    expect(lines.length).toBeGreaterThan(2);
    expect(new Set(lines)).toEqual(new Set([1]));
  });
});

test('the header shows how complete the profile is and links to it; the banner stays dismissed on this device', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Coffee Roasters' });
  const page = await company.open(browser, dashboard);
  await expect(page.getByRole('link', { name: 'Profile 8%' })).toHaveAttribute(
    'href',
    '/profile/company',
  );
  await expect(page.getByRole('progressbar', { name: 'Profile completion' })).toHaveAttribute(
    'aria-valuenow',
    '8',
  );
  await expect(page.getByRole('link', { name: 'Complete your profile' })).toHaveAttribute(
    'href',
    '/profile/company',
  );
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('link', { name: 'Complete your profile' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Profile 8%' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Complete your profile' })).toBeHidden();
  const kept = await page.evaluate(() => [
    localStorage.getItem('profile_banner_dismissed_company'),
    localStorage.getItem('profile_banner_dismissed_agency'),
  ]);
  expect(kept).toEqual(['true', null]);

  await test.step('a complete profile takes one line in place of the bar', async () => {
    await rewriteDashboard(page, ({ company: profile }) => {
      for (const [field, value] of Object.entries(profile))
        if (value === null) Object.assign(profile, { [field]: 'filled' });
      profile.revenue_last_6_months = revenue;
    });
    await page.reload();
    await expect(page.getByText('Profile complete')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });
});

test('the capacity is one number that expands into total, minus held, minus committed', async ({
  browser,
  product,
}) => {
  const company = await newCompanyWithBudget(product.url);
  const agency = await newAgency(product.url);
  const approved = await newTicket(company, agency, { amount: '3000.00' });
  await agency.api('POST', `/api/tickets/${approved.id}/approve`);
  await newTicket(company, agency, { amount: '1000.50' });
  const page = await company.open(browser, dashboard);
  const budgetCard = card(page, 'Available Budget');
  await expect(budgetCard.getByText('Total approval budget')).toBeHidden();
  await budgetCard.getByText('How it adds up').click();
  const row = (term: string) =>
    budgetCard.getByRole('definition').and(page.locator(`dt:has-text("${term}") + dd`));
  await expect(row('Held by pending tickets')).toHaveText('SAR 1,000.50');
  await expect(row('Committed to approved and active tickets')).toHaveText('SAR 3,000.00');
  const { budget } = await dashboardOf(company);
  const grouped = budget.available_budget!.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  await expect(row('Available')).toHaveText(`SAR ${grouped}`);
});

test("a company's dashboard that cannot be loaded says why and loads when tried again", async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/healthz');
  await holdLiveLine(page);
  await page.route('**/api/dashboards/company', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      json: { code: 'unexpected_failure', message: 'Something went wrong on our side.' },
    }),
  );
  await page.goto(dashboard);
  await expect(toast(page, 'Something went wrong on our side.')).toBeVisible();
  await page.unroute('**/api/dashboards/company');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(card(page, 'Ticket Overview')).toBeVisible();
});
