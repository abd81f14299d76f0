import { expect, type Locator, type Page } from '@playwright/test';
import { generate } from 'otplib';

import { errorMessages } from '#api/error-messages.ts';
import { addMonths, daysBetween, riyadhDate } from '#domain/calendar.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';

import { makePayable } from '#server/product-client/financing.ts';
import { expectNoViolations } from './accessibility.ts';
import type { MovedProduct } from './moved-clock.ts';
import {
  approveIbans,
  newAgency,
  newCompanyWithBudget,
  newPerson,
  newStaff,
  newTicket,
  type Person,
} from './people.ts';
import { password, staffedTest as test, untilSettingsAreRead } from './product.ts';

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/signin');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Waits for the end: a page that is left sooner keeps its session. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/signin');
}

/** On the screen that sets a second factor up: to its end. Gives the recovery codes. */
async function enrol(page: Page): Promise<string[]> {
  await expect(page.getByRole('img', { name: 'QR code for your authenticator' })).toBeVisible();
  const key = page.getByText('Or type this key into it:').locator('xpath=following-sibling::bdi');
  const secret = (await key.innerText()).replaceAll(/\s/g, '');
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAccessibleDescription(/Enter the six digits\./);
  await code.fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const texts = await codes.allInnerTexts();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as text' }).click();
  expect((await saving).suggestedFilename()).toBe('hamla-recovery-codes.txt');
  const done = page.getByRole('button', { name: 'Done' });
  await expect(done).toBeDisabled();
  await page.getByText('I have saved these codes.').click();
  await done.click();
  return texts;
}

/** An approved ticket whose agency can be paid. */
async function newFinancing(product: MovedProduct, amount: string, months: 1 | 2 | 3) {
  const { url } = product;
  const company = await newPerson(url, 'company');
  const companyName = `Najd ${company.email.split('@')[0]}`;
  await company.api('PUT', '/api/company', { name: companyName });
  const agency = await newAgency(url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const staff = await newStaff(product);
  await approveIbans(product, staff);
  const ticket = await newTicket(company, agency, { amount, months });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  await makePayable({ staff, company }, ticket);
  return { company, companyName, agency, ticket };
}

const dialog = (page: Page) => page.getByRole('alertdialog');

test('two members of staff pay an agency, record a payment, match a statement and close the day, and both parties see it', async ({
  browser,
  page,
  product,
}) => {
  const { company, companyName, agency, ticket } = await newFinancing(product, '1000.00', 2);
  const { ticket_number } = ticket;
  const maha = await newPerson(product.url, null);
  await product.addStaff(maha.email);
  const faisal = await newStaff(product);

  await signIn(page, maha.email);
  await expect(page).toHaveURL('/second-factor');
  await enrol(page);
  await expect(page).toHaveURL('/operations');
  await expect(page.getByRole('link', { name: /Payouts due/ })).toContainText('SAR 950.00');
  const balances = page.getByRole('table', { name: 'Ledger accounts' });
  await expect(balances.locator('tbody tr').first()).toContainText('Bank');
  await expectNoViolations(page);

  // One prepares, discards and prepares again.
  const places = page.getByRole('navigation', { name: 'Operations' });
  await places.getByRole('link', { name: 'Payouts', exact: true }).click();
  const prepare = async () => {
    await page.getByRole('button', { name: 'Prepare a run' }).click();
    await expect(dialog(page)).toContainText('SAR 950.00');
    await dialog(page).getByRole('button', { name: 'Prepare the run' }).click();
    await expect(page.getByRole('heading', { name: 'Payout run' })).toBeVisible();
  };
  await prepare();
  await test.step('the person who prepared a payout run cannot release it, and may discard it', async () => {
    await expect(page.getByRole('button', { name: 'Release' })).toBeDisabled();
    await expect(page.getByText('You prepared this run.')).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await dialog(page).getByRole('button', { name: 'Discard the run' }).click();
    await expect(page.getByText('The run is discarded')).toBeVisible();
  });
  await places.getByRole('link', { name: 'Payouts', exact: true }).click();
  await prepare();
  await expect(page.getByRole('row', { name: new RegExp(ticket_number) })).toContainText(
    'SA03 … 7519',
  );
  await expect(page.getByRole('region', { name: 'Bank files' })).toBeHidden();
  await expectNoViolations(page);
  const runAddress = new URL(page.url()).pathname;

  // Another releases, and says that it arrived.
  const other = await faisal.open(browser, '/operations');
  await other.getByRole('link', { name: /Runs to release/ }).click();
  await other
    .getByRole('row', { name: /To release/ })
    .getByRole('link')
    .click();
  await expect(other).toHaveURL(runAddress);
  await other.getByRole('button', { name: 'Release' }).click();
  await expect(dialog(other)).toContainText('SAR 950.00');
  await dialog(other).getByRole('button', { name: 'Release the run' }).dblclick();
  await expect(other.getByText('The run is released')).toBeVisible();
  await other.getByRole('button', { name: 'Create the file' }).dblclick();
  const saving = other.waitForEvent('download');
  await other.getByRole('button', { name: 'Download file 1' }).click();
  await other.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^payouts-.*-1\.csv$/);
  await expect(other.getByText(/wait.* for a file/)).toBeHidden();
  await other.getByRole('button', { name: `It arrived: ${ticket_number}` }).click();
  await expect(dialog(other)).toContainText(agency.name);
  await dialog(other).getByRole('button', { name: 'It arrived' }).click();
  await expect(other.getByRole('row', { name: new RegExp(ticket_number) })).toContainText(
    'Received',
  );
  await other.context().close();

  // A payment is recorded by its reference; it pays the first installment.
  await places.getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveAccessibleDescription(/more than SAR 0\.00/);
  await expect(amount).toBeFocused();
  await amount.fill('500');
  await page
    .getByRole('textbox', { name: /Ticket, payment request or company/ })
    .fill(ticket_number);
  await page.getByRole('textbox', { name: 'Bank reference (optional)' }).fill('FT26069001');
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const words of ['SAR 500.00', companyName, ticket_number, 'FT26069001']) {
    await expect(dialog(page)).toContainText(words);
  }
  await dialog(page).getByRole('button', { name: 'Record the payment' }).dblclick();
  await expect(page.getByText('The payment is recorded')).toBeVisible();
  const paid = page.getByRole('table', { name: 'What it paid' });
  await expect(paid.getByRole('row', { name: new RegExp(ticket_number) })).toContainText(
    'SAR 500.00',
  );
  await expect(paid.getByRole('row')).toHaveCount(2);
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Journal entries' }).click();
  await expect(page.getByRole('heading', { name: 'Payment allocated' })).toBeVisible();
  await expectNoViolations(page);

  // The bank's statement brings what was recorded, which is no second payment, and a part of the next installment.
  await places.getByRole('link', { name: 'Bank statements' }).click();
  const reference = paymentReference(ticket_number);
  const day = riyadhDate(product.now());
  await page.locator('input[type=file]').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'date,payer,amount,details,bank reference',
        `${day},${companyName},500.00,${reference},FT26069001`,
        `${day},${companyName},100.00,${reference},FT26069002`,
      ].join('\n'),
    ),
  });
  await page.getByRole('button', { name: 'Confirm 1 certain line' }).click();
  await expect(dialog(page)).toContainText('SAR 100.00');
  await dialog(page).getByRole('button', { name: 'Confirm them all' }).click();
  await expect(page.getByText('Confirmed lines: 1')).toBeVisible();

  // Another person compares the file with the bank, and what it brought counts as proof.
  await expect(page.getByText('You imported it: another person compares it.')).toBeVisible();
  const compares = await faisal.open(browser, '/operations');
  await compares.getByRole('link', { name: /Statements to compare with the bank/ }).click();
  await compares
    .getByRole('row', { name: /statement\.csv/ })
    .getByRole('link')
    .click();
  await compares.getByRole('button', { name: 'Compare with the bank' }).click();
  for (const words of ['statement.csv', 'Decided lines that it proves', 'SAR 100.00'])
    await expect(dialog(compares)).toContainText(words);
  await dialog(compares).getByRole('button', { name: 'It is the bank’s' }).dblclick();
  await expect(compares.getByText('The statement is compared.')).toBeVisible();
  await expectNoViolations(compares);
  await expect(page.getByText('Not compared with the bank yet')).toBeHidden();
  await compares.context().close();

  // Where nothing says whether days or months come first, they are read as chosen, and again in the other order.
  await page.goto('/operations/bank-statements');
  await page.locator('input[type=file]').setInputFiles({
    name: 'days.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['date,amount', '05/11/2025,3.00', '11/11/2025,2.00'].join('\n')),
  });
  await page.getByRole('button', { name: 'Months first · 11 May 2025 – 11 Nov 2025' }).click();
  await expect(page.locator('dd', { hasText: 'Months first, as it was chosen' })).toBeVisible();
  await page.getByRole('button', { name: 'Read with the days first' }).click();
  await expect(page.locator('dd', { hasText: 'Days first, as it was chosen' })).toBeVisible();
  await expectNoViolations(page);

  await page.goto('/operations/audit?operation=confirm_bank_statement_line');
  await expect(page.getByRole('row', { name: /Statement line confirmed/ })).toContainText(
    /Before: To decide.*After: Confirmed/,
  );

  const unanswered = await newTicket(company, agency, { amount: '70.00' });
  await closeTheDay(page, product, { ticket_number, unanswered: unanswered.ticket_number });
  await expectBothSides(browser, {
    company,
    agency,
    ticket_number,
    unanswered: unanswered.ticket_number,
  });
});

/**
 * The last installment of a ticket was due yesterday, and another ticket has waited for its agency for 15 days: the close
 * marks the one and ends the other, and the console shows both.
 */
async function closeTheDay(
  page: Page,
  product: MovedProduct,
  { ticket_number, unanswered }: { ticket_number: string; unanswered: string },
): Promise<void> {
  const today = riyadhDate(product.now());
  await product.ageTicket(ticket_number, daysBetween(today, addMonths(today, 2)) + 1);
  await product.ageTicket(unanswered, 15);
  expect(await product.closeYesterday()).toContain(
    '1 installments overdue, 1 tickets expired, reminders of 1 installments queued',
  );
  await page.goto('/operations/overdue');
  const overdue = page.getByRole('row', { name: new RegExp(ticket_number) });
  // 500 of the installment were financed and 100 paid: its lines come to what is owed.
  await overdue.getByRole('link', { name: 'SAR 400.00' }).click();
  await expect(
    page.getByRole('heading', { name: /^(Ticket financed|Payment allocated)$/ }),
  ).toHaveText(['Payment allocated', 'Ticket financed']);
  await expect(page.getByText('Total of this account')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Debit SAR 400.00');
  await page.goto(`/operations/audit?ticket=${unanswered}`);
  await expect(page.getByRole('row', { name: /Ticket expired/ })).toContainText('After: Closed');
}

/**
 * The company owes the rest of an overdue installment and has a ticket that nobody answered; the agency waits for nothing
 * any more, and has both among its tickets.
 */
async function expectBothSides(
  browser: Parameters<Person['open']>[0],
  sides: { company: Person; agency: Person; ticket_number: string; unanswered: string },
): Promise<void> {
  const { company, agency, ticket_number, unanswered } = sides;
  const companyPage = await company.open(browser, `/tickets/${ticket_number}`);
  await expect(companyPage.getByText('Active', { exact: true }).first()).toBeVisible();
  const installments = companyPage.getByRole('table', { name: 'Installments' });
  await expect(installments.getByRole('row', { name: /^Installment 1/ })).toContainText('Paid');
  await expect(installments.getByRole('row', { name: /^Installment 2/ })).toContainText(
    /Overdue.*SAR 100\.00.*SAR 400\.00/,
  );
  await companyPage.goto('/dashboard/company');
  const overdue = companyPage.getByRole('region', { name: '1 installment is overdue' });
  await expect(overdue).toContainText('SAR 400.00');
  const old = companyPage.getByRole('region', { name: 'Old Tickets' });
  await expect(old).toContainText(unanswered);
  await expect(old).toContainText('Closed');
  await companyPage.context().close();
  const agencyPage = await agency.open(browser, '/dashboard/agency');
  const expected = agencyPage.getByRole('region', { name: 'Expected Payment Soon (Net 95%)' });
  await expect(expected).toContainText('SAR 0.00');
  const approved = agencyPage.getByRole('region', { name: 'Approved Tickets' });
  await expect(approved).toContainText(ticket_number);
  const history = agencyPage.getByRole('region', { name: 'Ticket History' });
  await expect(history).toContainText(unanswered);
  await agencyPage.context().close();
}

test('a payment without a payer is assigned to a company and the rest is refunded; another payment is reversed with a reason', async ({
  browser,
  product,
}) => {
  const { ticket, company } = await newFinancing(product, '100.00', 1);
  const [maha, faisal] = [await newStaff(product), await newStaff(product)];
  await company.api('POST', '/api/company/refund-account', { iban: 'SA4420000001234567891234' });
  await approveIbans(product, maha);
  const { run } = await maha.api<{ run: { id: string } }>('POST', '/api/operations/payout-runs');
  await faisal.api('POST', `/api/operations/payout-runs/${run.id}/release`);
  const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  const unknown = await maha.api<{ id: string }>('POST', '/api/operations/payments', {
    amount_sar: '130.00',
    value_date: today,
    bank_reference: 'WHO-IS-THIS',
  });
  const page = await maha.open(browser, '/operations');
  await page.getByRole('link', { name: /Unidentified payments/ }).click();
  await expect(page).toHaveURL(/list=unidentified/);
  await page
    .getByRole('row', { name: /WHO-IS-THIS/ })
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: 'Identify the payer' }).click();
  const identify = dialog(page).getByRole('button', { name: 'Identify and allocate' });
  await identify.click();
  await expect(dialog(page)).toContainText('Name a ticket, a payment request or a company.');
  const reference = dialog(page).getByRole('textbox', {
    name: /Ticket, payment request or company/,
  });
  await reference.fill('HM-999999999');
  await identify.click();
  await expect(reference).toHaveAccessibleDescription(/There is no such ticket\./);
  await reference.fill(paymentReference('HC-999999999'));
  await identify.click();
  await expect(reference).toHaveAccessibleDescription(/There is no such company\./);
  await reference.fill(ticket.ticket_number);
  await identify.click();
  await expect(page.getByText('The payer is known, and the payment is allocated')).toBeVisible();
  await expect(page.getByRole('table', { name: 'What it paid' })).toContainText('SAR 100.00');

  // Nothing is refunded before another person has seen that it came.
  await expect(page.getByRole('button', { name: 'Refund' })).toBeDisabled();
  await faisal.api('POST', `/api/operations/payments/${unknown.id}/confirm`);
  await page.reload();
  await page.getByRole('button', { name: 'Refund' }).click();
  const amount = dialog(page).getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue('30.00');
  await amount.fill('30.01');
  const why = dialog(page).getByRole('textbox', { name: 'Reason' });
  const ask = dialog(page).getByRole('button', { name: 'Ask to refund' });
  await ask.click();
  await expect(amount).toHaveAccessibleDescription(/more than is left/);
  await expect(why).toHaveAccessibleDescription(/Say why\./);
  await expect(amount).toBeFocused();
  await amount.fill('30');
  await expect(dialog(page)).toContainText('SA44 2000 0001 2345 6789 1234');
  await why.fill('Paid twice');
  await ask.click();
  await expect(page.getByText('Another person is asked to approve it')).toBeVisible();
  await expect(page.getByText('Waits for another person: Refund a credit')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await approveRefund(await faisal.open(browser, '/operations'));
  await page.reload();
  // Recalled anyway: what was refunded is owed back.
  await page.getByRole('button', { name: 'Reverse' }).click();
  await expect(dialog(page)).toContainText('the company owes the refund of SAR 30.00');
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Recalled');
  await dialog(page).getByRole('button', { name: 'Reverse the payment' }).click();
  await expect(page.getByRole('term').filter({ hasText: 'Refund owed back' })).toBeVisible();

  const payment = await maha.api<{ id: string }>('POST', '/api/operations/payments', {
    amount_sar: '7.00',
    value_date: today,
  });
  await expectAsked(page);
  await page.goto(`/operations/payments/${payment.id}`);
  await page.getByRole('button', { name: 'Reverse' }).click();
  const reverse = dialog(page).getByRole('button', { name: 'Reverse the payment' });
  await reverse.click();
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveAccessibleDescription(/Say why\./);
  await expect(reason).toBeFocused();
  await reason.fill('Recalled by the bank');
  await reverse.click();
  await expect(page.getByText('Recalled by the bank')).toBeVisible();
  await page.context().close();
});

/** Another person finds the request of SAR 30.00 in the list of today, reads it and approves it. */
async function approveRefund(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Requests for another person to approve/ }).click();
  const row = page.getByRole('row', { name: /Refund a credit/ });
  await expect(row).toContainText('SAR 30.00');
  await expect(row).toContainText('Paid twice');
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expect(dialog(page)).toContainText('waits for the next refund file');
  await expect(dialog(page)).toContainText('SA44 2000 0001 2345 6789 1234');
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The refund waits for a bank file')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.context().close();
}

/** SAR 7.00 was recorded today: who writes as much down again is asked, and says why it is another transfer. */
async function expectAsked(page: Page): Promise<void> {
  await page.goto('/operations/payments');
  await page.getByRole('button', { name: 'Record a payment' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('7');
  await page.getByRole('button', { name: 'Continue' }).click();
  await dialog(page).getByRole('button', { name: 'Record the payment' }).click();
  await expect(dialog(page)).toContainText('recorded, reported or imported within five days');
  const another = dialog(page).getByRole('button', { name: 'It is another transfer' });
  await another.click();
  const why = dialog(page).getByRole('textbox', { name: 'Why it is another transfer' });
  await expect(why).toHaveAccessibleDescription(/tells the two apart.*need your attention/);
  await why.fill('Paid for two campaigns');
  await another.click();
  await expect(page.getByText('The payment is recorded')).toBeVisible();
}

/** What was done stands in the audit log with its reason, in the address, and in a file. */
async function expectInTheAuditLog(page: Page, ticketNumber: string): Promise<void> {
  await page.getByRole('link', { name: 'Audit log' }).click();
  const ticket = page.getByRole('textbox', { name: 'Ticket' });
  await ticket.fill(ticketNumber);
  await ticket.press('Enter');
  await expect(page).toHaveURL(new RegExp(`ticket=${ticketNumber}`));
  const closed = page.getByRole('row', { name: /Ticket closed/ });
  await expect(closed).toContainText('Before: Approved');
  await expect(closed).toContainText('After: Closed');
  await expect(closed).toContainText('The company asked for it');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^audit-log-\d{4}-\d{2}-\d{2}\.csv$/);
}

/** A screen of an unknown address says so and leads back. */
async function expectMissing(page: Page): Promise<void> {
  for (const [place, words] of [
    ['payments', 'There is no such payment.'],
    ['payouts', 'There is no such payout run.'],
    ['transfer-reports', 'There is no such report of a transfer.'],
    ['bank-statements', 'There is no such bank statement.'],
  ] as const) {
    await page.goto(`/operations/${place}/00000000-0000-7000-8000-000000000000`);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
  await page.goto('/operations/payments/of-last-week');
  await expect(page.getByText('There is no such payment.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Payments' }).first().click();
  await expect(page).toHaveURL('/operations/payments');
}

/** On a phone the console's places stand behind a button; going to one puts them away again. */
async function expectPlacesOnAPhone(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 780 });
  const places = page.getByRole('navigation', { name: 'Operations' });
  await expect(places).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await places.getByRole('link', { name: 'Journal' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible();
  await expect(places).toBeHidden();
  await page.setViewportSize(size);
}

/** While another ticket loads, the screen shows nothing of the ticket before. */
async function expectNoOther(page: Page, find: Locator): Promise<void> {
  await expect(page.getByText('SAR 250.00').first()).toBeVisible();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/operations/tickets/HM-999999', async (route) => {
    await answered;
    await route.continue();
  });
  await find.fill('HM-999999');
  await find.press('Enter');
  await expect(page.getByRole('heading', { name: 'HM-999999' })).toBeVisible();
  await expect(page.getByText('SAR 250.00')).toHaveCount(0);
  answer();
  await expect(page.getByText('There is no such ticket.')).toBeVisible();
}

/** A figure of the portfolio leads to its lines, of which a ticket that was never paid out has none; nor has it trends. */
async function expectNothingFinanced(page: Page, ticketNumber: string): Promise<void> {
  await page.getByRole('link', { name: 'Portfolio' }).click();
  await expect(page.getByRole('heading', { name: 'Month by month' })).toBeVisible();
  await page.getByRole('link', { name: 'Portfolio trends' }).click();
  await expect(page.getByText('No month with financing is over yet.').first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Forecast of collections' })).toBeVisible();
  await expectNoViolations(page);
  await page.goBack();
  const financed = page.getByRole('definition').getByRole('link').nth(2);
  await expect(financed).toHaveAttribute('href', /event=ticket_financed/);
  await financed.click();
  await expect(page).toHaveURL(/\/operations\/journal\?account=receivable&event=ticket_financed/);
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible();
  await expect(page.getByText(ticketNumber)).toHaveCount(0);
}

test('a ticket is found by its number and is closed with a reason before its agency is paid', async ({
  browser,
  product,
}) => {
  const { ticket, company } = await newFinancing(product, '250.00', 1);
  const maha = await newStaff(product);
  const page = await maha.open(browser, '/operations');
  const find = page.getByRole('textbox', { name: 'Search operations' });
  await find.fill('x');
  await find.press('Enter');
  await expect(find).toHaveAccessibleDescription(/Enter at least two characters/);
  await expect(find).toBeFocused();
  await find.fill('nothing of it');
  await find.press('Enter');
  await expect(page.getByText('Nothing was found.')).toBeVisible();
  await find.fill(ticket.ticket_number.toLowerCase());
  await find.press('Enter');
  await expect(page.getByRole('heading', { name: ticket.ticket_number })).toBeVisible();
  await page.getByRole('button', { name: `Read: Invoice of ${ticket.ticket_number}` }).click();
  await expect(page.getByRole('img', { name: 'Page 1 of 1' }).locator('canvas')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Close the ticket' }).click();
  await expect(dialog(page)).toContainText('SAR 250.00');
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The company asked for it');
  await dialog(page).getByRole('button', { name: 'Close the ticket' }).click();
  await expect(page.getByText('The ticket is closed')).toBeVisible();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await expectInTheAuditLog(page, ticket.ticket_number);
  await expectNothingFinanced(page, ticket.ticket_number);
  await expectMissing(page);
  await expectPlacesOnAPhone(page);
  await page.goto(`/operations/tickets/${ticket.ticket_number}`);
  await expectNoOther(page, find);
  const seen = await company.open(browser, `/tickets/${ticket.ticket_number}`);
  await expect(seen.getByText('Closed', { exact: true }).first()).toBeVisible();
  await seen.context().close();
  await page.context().close();
});

test('a company on a page of staff reads whose page it is, and no response carries data', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const asked: string[] = [];
  const page = await company.open(browser, '/dashboard/company');
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/operations/payments');
  await expect(page.getByRole('heading', { name: "This page is for Hamla's staff" })).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/operations'))).toEqual([]);
  await expect(company.api('GET', '/api/operations')).rejects.toThrow('cannot do this');
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(page).toHaveURL('/dashboard/company');
  await page.context().close();

  const staff = await newStaff(product);
  const staffPage = await staff.open(browser, '/dashboard/company');
  await staffPage.getByRole('link', { name: 'Go to operations' }).click();
  await expect(staffPage.getByRole('heading', { name: 'Today' })).toBeVisible();
  await staffPage.goto('/select-role');
  await expect(staffPage).toHaveURL('/operations');
  await staffPage.context().close();
});

test('a company sets up a second factor in the settings, shows it after the password, and removes it', async ({
  page,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  await product.proveMailbox(company.email);
  await signIn(page, company.email);
  await expect(page).toHaveURL('/dashboard/company');
  await page.goto('/settings');
  await untilSettingsAreRead(page);
  const section = page.getByRole('region', { name: 'Two-step verification' });
  await section.getByRole('button', { name: 'Set up' }).click();
  const [first] = await enrol(page);
  await expect(section.getByText('On', { exact: true })).toBeVisible();
  await signOut(page);

  await signIn(page, company.email);
  await expect(page).toHaveURL('/second-factor');
  await expectNoViolations(page);
  // No other screen opens before the factor is shown.
  await page.goto('/settings');
  await expect(page).toHaveURL('/second-factor');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAccessibleDescription(/This code is incorrect/);
  await code.fill(first!.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/settings');
  await section.getByRole('button', { name: 'Turn off' }).click();
  await dialog(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Set up' })).toBeVisible();
  await signOut(page);
  await signIn(page, company.email);
  await expect(page).toHaveURL('/dashboard/company');
});

test('a requested IBAN of an agency waits for a day and for staff, and both see it', async ({
  browser,
  product,
}) => {
  const agency = await newAgency(product.url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const profile = await agency.open(browser, '/profile/agency?step=2');
  await expect(profile.getByLabel('IBAN')).toHaveValue('SA03 8000 0000 6080 1016 7519');
  await expect(profile.getByText('You requested SA03 … 7519')).toContainText('at the earliest');
  await profile.getByRole('button', { name: 'Withdraw' }).click();
  await expect(profile.getByText('You requested')).toHaveCount(0);
  await expect(profile.getByLabel('IBAN')).toHaveValue('');
  await agency.api('PUT', '/api/agency', { iban: 'SA4420000001234567891234' });

  const staff = await newStaff(product);
  const staffPage = await staff.open(browser, '/operations/iban-changes');
  const row = staffPage.getByRole('row', { name: agency.name });
  await expect(row).toContainText('SA44 2000 0001 2345 6789 1234');
  await expect(row).toContainText('Can be approved from');
  await product.endIbanPauses();
  await staffPage.reload();
  await row.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(staffPage)).toContainText('SA44 2000 0001 2345 6789 1234');
  await dialog(staffPage).getByRole('button', { name: 'Approve' }).click();
  await expect(staffPage.getByText('The agency is paid to this IBAN from now on')).toBeVisible();
  await expect(row).toHaveCount(0);
  await profile.reload();
  await expect(profile.getByText('Your payouts go to SA44 … 1234.')).toBeVisible();
  await staffPage.context().close();
  await profile.context().close();
});

test('a confirmed, suspended or restored budget, a reviewed ticket and a suspended agency are explained to each side', async ({
  browser,
  product,
}) => {
  const company = await newCompanyWithBudget(product.url);
  const agency = await newAgency(product.url);
  const ticket = await newTicket(company, agency, { amount: '500.00' });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  const unanswered = await newTicket(company, agency, { amount: '400.00' });
  const maha = await newStaff(product);
  const page = await maha.open(browser, '/operations');
  const answer = async (button: string, reason?: string) => {
    if (reason) await dialog(page).getByRole('textbox', { name: 'Reason' }).fill(reason);
    await dialog(page).getByRole('button', { name: button }).click();
    await expect(dialog(page)).toHaveCount(0);
  };

  // The budget waits to be decided; the search is in the address.
  await page.getByRole('link', { name: /Budgets to decide/ }).click();
  await expect(page).toHaveURL(/budget=to_decide/);
  await page.getByRole('textbox', { name: /ticket number/ }).fill(ticket.ticket_number);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/budget=to_decide.*q=HM-/);
  await page.getByRole('link', { name: 'Najd Coffee Roasters' }).click();
  const companyPage = new URL(page.url()).pathname;
  const score = page.getByRole('table', { name: 'Factors' }).locator('tfoot');
  await expect(score).toContainText(/\d+ \/ 100/);
  await page.getByRole('button', { name: 'Confirm as final' }).click();
  await answer('Confirm as final');
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Suspend' }).click();
  await answer('Suspend', 'The registration has expired.');
  const seen = await company.open(browser, '/dashboard/company?new-ticket');
  const asking = seen.getByRole('dialog');
  await expect(asking.getByText('The registration has expired.')).toBeVisible();
  await expect(asking.getByLabel('Amount')).toHaveAccessibleDescription(
    errorMessages.en.budget_suspended,
  );
  await seen.context().close();

  await page.getByRole('button', { name: 'Lift the suspension' }).click();
  await answer('Lift the suspension', 'Renewed');
  const decisions = page.getByRole('table', { name: 'Decisions' }).locator('tbody');
  await expect(decisions.getByRole('row')).toHaveCount(3);

  // Preliminary again: the ticket waits for a review.
  await page.goto('/operations/reviews');
  await page.getByRole('link', { name: ticket.ticket_number }).click();
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await answer('Mark as reviewed');
  await expect(page.getByText(/^Reviewed by/)).toBeVisible();
  await page.getByRole('link', { name: agency.name }).click();

  await expect(page.getByRole('button', { name: 'Verify' })).toBeDisabled();
  await expect(page.getByText('This agency cannot be verified yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Suspend' }).click();
  await answer('Suspend', 'A campaign was not run.');
  const told = await agency.open(browser, '/dashboard/agency');
  await expect(told.getByText('A campaign was not run.')).toBeVisible();
  // No day is promised for what it may still approve.
  await told.goto(`/tickets/${unanswered.ticket_number}`);
  await expect(told.getByText('but not before your suspension is lifted.')).toBeVisible();
  const payment = told.getByRole('listitem').filter({ hasText: 'We pay you' });
  await expect(payment).toBeVisible();
  await expect(payment).not.toContainText(/by \d/);
  await told.context().close();
  await page.getByRole('button', { name: 'Lift the suspension' }).click();
  await answer('Lift the suspension', 'It was run.');
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/operations/reviews');
  await expect(page.getByRole('link', { name: ticket.ticket_number })).toHaveCount(0);
  await page.goto(companyPage);
  await expect(page.getByText('Preliminary', { exact: true }).first()).toBeVisible();
  await page.context().close();
});
