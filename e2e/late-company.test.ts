import { newCompanyWithBudget, newPerson } from './people.ts';
import { expect, test } from './product.ts';
import { rewriteDashboard } from './rewrite-dashboard.ts';

/** What a company that pays late reads before it types anything. */

const late = {
  due_date: '2026-01-31',
  amount_sar: '8765.00',
  count: 4,
  ticket_numbers: ['HM-100001'],
};

test('a company that is late reads what is stopped, what to pay and where, on its dashboard and in the dialog', async ({
  browser,
  product,
}) => {
  const company = await newCompanyWithBudget(product.url);
  const page = await company.open(browser, '/settings');
  await rewriteDashboard(page, (answer) => {
    answer.overdue_owed = late;
    answer.lateness = {
      request_grace_days: 3,
      paused_from: null,
      being_verified: null,
      are_reports_enough: false,
    };
  });
  await page.goto('/dashboard/company?new-ticket');
  const words =
    'Pay SAR 8,765.00, overdue since 31 Jan 2026: new requests are open again as soon as it has arrived.';
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('New requests are stopped.')).toBeVisible();
  await expect(dialog.getByText(words)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'HM-100001' })).toHaveAttribute(
    'href',
    '/tickets/HM-100001',
  );
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('New requests are stopped.')).toBeVisible();
  await expect(
    page.getByText('The agencies of your approved tickets are not paid until then either.'),
  ).toBeVisible();
});

test('an agency whose payment is stopped reads by when it hears, and no cause', async ({
  browser,
  product,
}) => {
  const agency = await newPerson(product.url, 'agency');
  const page = await agency.open(browser, '/settings');
  await page.route('**/api/dashboards/agency', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.payouts_in_review = { count: 2, net_amount: '950.00', stopped_on: '2026-03-16' };
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/dashboard/agency');
  await expect(
    page.getByText(
      /SAR 950\.00 of it, from 2 tickets, is being reviewed before we pay it\. You hear about it by .*23 Mar 2026/,
    ),
  ).toBeVisible();
});
