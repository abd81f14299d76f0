import type { CompanyDashboard } from '#api/dashboards.ts';
import { errorMessages } from '#api/error-messages.ts';
import { newAgency, newCompanyWithBudget, newPerson, samplePdf } from './people.ts';
import { expect, test } from './product.ts';
import { fallBehind, fallInGrade, rewriteDashboard } from './rewrite-dashboard.ts';

/** What a company that pays late reads before it types anything. */

const late = {
  due_date: '2026-01-31',
  amount_sar: '8765.00',
  count: 4,
  ticket_numbers: ['HM-100001'],
};

function suspendForLoss(answer: CompanyDashboard) {
  answer.budget.budget_status = 'Suspended';
  answer.budget.suspended_for_ticket = 'HM-100001';
  const [ticket_number, amount_sar, written_off_on] = ['HM-100001', '350.00', '2026-02-01'];
  answer.in_default = {
    amount_sar,
    count: 1,
    items: [{ ticket_number, amount_sar, written_off_on }],
  };
}

test('a late company reads what is stopped, what to pay and to which account, on its dashboard and in the dialog', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newCompanyWithBudget(product.url), await newAgency(product.url)];
  const page = await company.open(browser, '/settings');
  let isSuspended = false;
  await rewriteDashboard(page, (answer) => {
    if (isSuspended) suspendForLoss(answer);
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
  await expect(dialog.getByRole('link', { name: 'How to pay' })).toHaveAttribute(
    'href',
    '/payments',
  );
  const stop = errorMessages.en.installments_overdue;
  const amount = dialog.getByLabel('Amount');
  const submit = dialog.getByRole('button', { name: 'Submit Ticket' });
  const toast = page.locator('[data-sonner-toast]');

  await test.step('the amount, the button and the toast say it in the same words, and no budget is offered', async () => {
    await expect(amount).toHaveAccessibleDescription(stop);
    await expect(submit).toHaveAccessibleDescription(stop);
    await expect(dialog).not.toContainText('Available budget');
    // SPEC's checks come first, in their order.
    await amount.press('Enter');
    await expect(toast.filter({ hasText: 'Please select an agency.' })).toBeVisible();
    const field = dialog.getByRole('combobox', { name: 'Agency' });
    await field.fill(agency.name);
    await expect(page.getByRole('option')).toContainText([agency.name]);
    await field.press('ArrowDown');
    await field.press('Enter');
    await amount.fill('700');
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'invoice.pdf',
      mimeType: 'application/pdf',
      buffer: samplePdf,
    });
    await submit.click();
    await expect(toast.filter({ hasText: stop })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await page.getByRole('button', { name: 'Discard' }).click();
  });
  await expect(dialog).toBeHidden();
  await expect(page.getByText('New requests are stopped.')).toBeVisible();
  // The notice states the sum and leads to the payment: nothing repeats them.
  const sums = page.getByRole('main').getByText('SAR 8,765.00').filter({ visible: true });
  await expect(sums).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'How to pay' })).toHaveCount(1);
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

  await test.step('while the budget is suspended for what was not paid, the dialog says so, how much it is and the way', async () => {
    isSuspended = true;
    await page.goto('/dashboard/company?new-ticket');
    await expect(dialog.getByText('Your budget is suspended.')).toBeVisible();
    await expect(dialog.getByText('In default: SAR 350.00 to pay')).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'How to pay' }).first()).toBeVisible();
    await expect(amount).toHaveAccessibleDescription(errorMessages.en.budget_suspended);
    await expect(submit).toHaveAccessibleDescription(errorMessages.en.budget_suspended);
  });
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
    const review = { count: 1, is_late: false };
    Object.assign(answer.expected_payouts, { ...sum, count: 2, net_amount: '4940.00' });
    answer.expected_payouts.in_review = { ...review, net_amount: '950.00', by: '2026-03-23' };
    Object.assign(answer.late_payouts, { ...sum, count: 1, net_amount: '8550.00' });
    answer.late_payouts.in_review = { ...review, net_amount: '8550.00', by: '2026-03-24' };
    await route.fulfill({ response, json: answer });
  });
  await page.goto('/dashboard/agency');
  const card = page.getByRole('region', { name: 'Expected Payment Soon (Net 95%)' });
  // Each ticket is counted once: what is reviewed is told under the sum that contains it.
  const reviewed = 'of it, from 1 ticket, is being reviewed. We review this before we pay, by';
  await expect(card.getByText(`SAR 950.00 ${reviewed} 23 Mar 2026.`)).toBeVisible();
  const older = card.getByText(
    'SAR 8,550.00 more is still pending from 1 ticket older than 7 days.',
  );
  await expect(older).toContainText(`SAR 8,550.00 ${reviewed} 24 Mar 2026.`);
});
