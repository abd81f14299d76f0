import { newCompanyWithBudget, newPerson } from './people.ts';
import { expect, test } from './product.ts';
import { fallBehind, fallInGrade, rewriteDashboard } from './rewrite-dashboard.ts';

/** What a company that pays late reads before it types anything. */

const late = {
  due_date: '2026-01-31',
  amount_sar: '8765.00',
  count: 4,
  ticket_numbers: ['HM-100001'],
};

test('a late company reads what is stopped, what to pay and to which account, on its dashboard and in the dialog', async ({
  browser,
  product,
}) => {
  const company = await newCompanyWithBudget(product.url);
  const page = await company.open(browser, '/settings');
  await rewriteDashboard(page, (answer) => {
    fallBehind(answer, late);
    answer.position.to_pay_now_sar = late.amount_sar;
    fallInGrade(answer);
  });
  await page.goto('/dashboard/company?new-ticket');
  const words =
    'Pay SAR 8,765.00, overdue since 1 Feb 2026: new requests are open again as soon as it has arrived.';
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('New requests are stopped.')).toBeVisible();
  await expect(dialog.getByText(words)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Choose what to pay' })).toHaveAttribute(
    'href',
    '/payments',
  );
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('New requests are stopped.')).toBeVisible();
  // The notice leads to the payment: no next step repeats it.
  await expect(page.getByRole('link', { name: 'Choose what to pay' })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Next step' })).toHaveCount(0);
  await expect(
    page.getByText('The agencies of your approved tickets are not paid until then either.'),
  ).toBeVisible();
  await page.getByText('How it adds up').click();
  for (const said of [
    'While something is more than 30 days late, no grade is above D. What would change it: Pay the overdue installment. The grade is B then, and the analysis finds SAR 40,000.00.',
    'What changed on 20 Feb 2026',
    'Grade B is now D.',
    'The analysis finds SAR 20,000.00, before SAR 40,000.00.',
    'New requests are stopped until what is overdue is paid.',
    'Repayment history: 0 points, before 6. 1 installment is overdue now.',
  ])
    await expect(page.getByText(said)).toBeVisible();
});

test('an agency whose payment is stopped reads when it will hear more, and no cause', async ({
  browser,
  product,
}) => {
  const agency = await newPerson(product.url, 'agency');
  const page = await agency.open(browser, '/settings');
  await page.route('**/api/dashboards/agency', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const sum = { gross_amount: '0.00', fee_amount: '0.00', oldest_ticket_date: '2026-03-10' };
    const in_review = { count: 1, net_amount: '950.00', stopped_on: '2026-03-16' };
    Object.assign(answer.expected_payouts, { ...sum, count: 2, net_amount: '4940.00', in_review });
    Object.assign(answer.late_payouts, { ...sum, count: 1, net_amount: '8550.00' });
    answer.late_payouts.in_review = { count: 1, net_amount: '8550.00', stopped_on: '2026-03-17' };
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/dashboard/agency');
  const card = page.getByRole('region', { name: 'Expected Payment Soon (Net 95%)' });
  // Each ticket is counted once: what is reviewed is told under the sum that contains it.
  const reviewed =
    'of it, from 1 ticket, is being reviewed before we pay it. You will hear about it by';
  await expect(card.getByText(`SAR 950.00 ${reviewed}`)).toContainText('23 Mar 2026');
  const older = card.getByText(
    'SAR 8,550.00 more is still pending from 1 ticket older than 7 days.',
  );
  await expect(older).toContainText(`SAR 8,550.00 ${reviewed}`);
  await expect(older).toContainText('24 Mar 2026');
});
