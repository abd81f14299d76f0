import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import type { PayCentre, PaymentRequest } from '#api/payment-requests.ts';
import { DAY_MS, riyadhDate } from '#domain/calendar.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { sampleIdentityNumber } from '#server/product-client/acceptance.ts';
import { makePayable, releaseRun } from '#server/product-client/financing.ts';
import { startProduct, type MovedProduct } from './moved-clock.ts';
import {
  newAgency,
  newPerson,
  approveIbans,
  newStaff,
  newTicket,
  recordPayment,
  samplePdf,
  sendPayouts,
  signInAgain,
  type Person,
} from './people.ts';
import { expect, password, test } from './product.ts';
import { rewriteDashboard } from './rewrite-dashboard.ts';

/** What the two parties of a ticket see of its money, while staff move it through the API and the clock goes on. */

const minuteMs = 60_000;
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const ticketHistory = (page: Page) => page.getByRole('list', { name: 'History of the ticket' });
const pathOf = ({ ticket_number }: { ticket_number: string }) => `/tickets/${ticket_number}`;

let daysAgo = 0;
let product: MovedProduct;
let staff: [Person, Person];
let company: Person;
let agency: Awaited<ReturnType<typeof newAgency>>;

test.beforeAll(async () => {
  product = await startProduct({ now: () => new Date(Date.now() - daysAgo * DAY_MS) });
});
test.afterAll(() => product.stop());

/** A company, an agency that can be paid and two of staff, so many days ago. */
async function meet(days: number): Promise<void> {
  daysAgo = days;
  company = await newPerson(product.url, 'company');
  await company.api('PUT', '/api/company', {
    name: 'Najd Coffee Roasters',
    cr_number: '1010123456',
  });
  agency = await newAgency(product.url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  staff = [await newStaff(product), await newStaff(product)];
  await approveIbans(product, staff[0]);
}

async function approvedTicket(request: { amount: string; months?: 1 | 2 | 3 }) {
  const ticket = await newTicket(company, agency, request);
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  await makePayable({ staff: staff[0], company }, ticket);
  return ticket;
}

async function sendAndConfirm() {
  for (const line of await sendPayouts(staff)) await staff[0].api('POST', `${line}/confirm`);
}

const isAsWideAsTheScreen = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

/** The name under which the browser saves what a button gives. */
async function savedBy(button: Locator): Promise<string> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return download.suggestedFilename();
}

/** From the dashboard to the account of the first test's company, by its periods, and on as files. */
async function readAccountStatement(page: Page): Promise<void> {
  await page.goto('/dashboard/company');
  await page.getByRole('link', { name: 'Statement', exact: true }).click();
  await expect(page).toHaveTitle('Statement of account · Hamla');
  const lines = page.getByRole('table', { name: 'Statement of account' });
  const rows = lines.locator('tbody').getByRole('row');
  // Forty days ago may lie in the last year.
  await page.getByLabel('From').fill('2020-01-01');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(/Campaign financed.*1,000\.00/);
  await expect(rows.nth(2)).toContainText('Payment reversed');
  await expect(rows.last()).toContainText(/1,250\.00.*− SAR 250\.00/);
  for (const [name, file] of [
    ['Download as PDF', /^statement-2020-01-01-.*\.pdf$/],
    ['Download as CSV', /^statement-.*\.csv$/],
    ['Download for Excel', /^statement-.*\.xlsx$/],
  ] as const) {
    expect(await savedBy(page.getByRole('button', { name }))).toMatch(file);
  }
  // From the account to a ticket, and from its figures to their lines alone.
  await rows.first().getByRole('link').click();
  await page.getByRole('link', { name: 'See each entry in your statement of account' }).click();
  await expect(page.getByText('Only entries with')).toBeVisible();
  await expect(rows.first()).toContainText(/Campaign financed.*1,000\.00/);
  await expect(rows.filter({ hasText: 'Paid from a payment' })).not.toHaveCount(0);
  await expect(rows.filter({ hasText: 'No longer paid' })).not.toHaveCount(0);
  await page.getByRole('link', { name: 'Last year' }).click();
  await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-12-31/);
}

/** From an agency's payouts to what was sent in the month, on the screen and as files. */
async function readRemittances(page: Page, ticket: { ticket_number: string }): Promise<void> {
  await page.goto('/payouts');
  await page.getByRole('link', { name: 'Remittances', exact: true }).click();
  await expect(page).toHaveURL('/payouts/remittances');
  const rows = page.getByRole('table', { name: 'Remittances' }).locator('tbody').getByRole('row');
  // Sent twice, once for good: the one that came back is not among them.
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(
    new RegExp(`${ticket.ticket_number}.*HTI-\\d{6}.*1,000\\.00.*50\\.00.*950\\.00`),
  );
  await expect(page.getByText('Of which VAT').locator('..')).toContainText('6.52');
  for (const [name, file] of [
    ['Download as PDF', /^remittances-.*\.pdf$/],
    ['Download as CSV', /^remittances-.*\.csv$/],
  ] as const)
    expect(await savedBy(page.getByRole('button', { name }))).toMatch(file);
  await page.getByRole('link', { name: 'Last year' }).click();
  await expect(page.getByText('No payouts were sent in this period')).toBeVisible();
  await page.getByRole('link', { name: 'By month', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Month by month' })).toContainText(
    /1.*950\.00.*0 days/,
  );
}

/** The same month for the accountant, on a phone in Arabic. */
async function takeRemittancesInArabic(
  browser: Browser,
  { ticket_number }: { ticket_number: string },
): Promise<void> {
  const page = await agency.open(browser, '/payouts/remittances', {
    locale: 'ar-SA',
    viewport: { width: 360, height: 740 },
  });
  await expect(page.getByRole('table', { name: 'الحوالات المرسلة' })).toContainText(ticket_number);
  for (const [name, file] of [
    ['تنزيل بصيغة PDF', /^remittances-.*\.pdf$/],
    ['تنزيل بصيغة CSV', /^remittances-.*\.csv$/],
  ] as const)
    expect(await savedBy(page.getByRole('button', { name }))).toMatch(file);
  await isAsWideAsTheScreen(page, 360);
  await page.context().close();
}

const pay = (amount: string, ticket: { ticket_number: string }) =>
  recordPayment(staff[0], product, amount, ticket);
/** The second person has seen at the bank that it came. */
const prove = ({ id }: { id: string }) =>
  staff[1].api('POST', `/api/operations/payments/${id}/confirm`);

test('a company reads and copies how to pay, and sees its payments arrive, return and complete the ticket', async ({
  browser,
}) => {
  await meet(40);
  const ticket = await approvedTicket({ amount: '1000.00', months: 3 });
  await sendAndConfirm();
  daysAgo = 0;
  company = await signInAgain(product.url, company);
  staff = [await newStaff(product), await newStaff(product)];
  const page = await company.open(browser, pathOf(ticket), {
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1440, height: 900 },
  });

  const how = region(page, 'How to pay');
  // The day of the first installment has passed.
  await expect(how).toContainText('SAR 333.33');
  await expect(how).toContainText('SA03 8000 0000 6080 1016 7519');
  await expect(how).toContainText('SAR 1,000.00 pays this ticket off');
  await expect(how.getByRole('img', { name: 'QR code of the payment details' })).toBeVisible();
  await expect(region(page, /^Pay SAR 333.33 now/)).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await how.getByRole('button', { name: 'Copy the IBAN' }).click();
  await expect.poll(copied).toBe('SA0380000000608010167519');
  await how.getByRole('button', { name: 'Copy the amount' }).click();
  await expect.poll(copied).toBe('333.33');
  await how.getByRole('button', { name: 'Copy the reference' }).click();
  await expect.poll(copied).toMatch(/^RF\d{2}HM\d{6,}$/);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  // Staff record a part of it, and the open page shows it.
  const table = page.getByRole('table', { name: 'Installments' });
  const first = table.getByRole('row', { name: /^Installment 1/ });
  const payments = page.getByRole('table', { name: 'Payments' }).locator('tbody').getByRole('row');
  const part = await pay('100.00', ticket);
  await expect(first).toContainText(/Overdue.*SAR 333\.33.*SAR 100\.00.*SAR 233\.33/);
  await expect(how).toContainText('SAR 233.33');
  await expect(payments).toHaveCount(1);
  await expect(ticketHistory(page)).toContainText('We received your payment');

  await staff[1].api('POST', `/api/operations/payments/${part.id}/reverse`, { reason: 'Recalled' });
  await expect(payments.first()).toContainText('Reversed by the bank');
  await expect(payments.first().locator('s')).toHaveText(/SAR\s100\.00/);
  await expect(first).toContainText(/SAR 333\.33.*SAR 0\.00.*SAR 333\.33/);
  await expect(ticketHistory(page)).toContainText('A payment was reversed');

  // More than the ticket's amount: the rest is credit.
  const rest = await pay('1250.00', ticket);
  await expect(region(page, 'We are verifying your payment')).toBeVisible();
  await prove(rest);
  await expect(region(page, 'Everything is repaid')).toBeVisible();
  await expect(how).toHaveCount(0);
  await expect(first).toContainText('Paid');
  await expect(payments.first()).toContainText('Part of SAR 1,250.00');
  await expect(payments.first()).toContainText('SAR 1,000.00');
  await expect(table.locator('tfoot')).toContainText('SAR 0.00');
  await expect(ticketHistory(page)).toContainText('You have repaid everything');
  const letter = region(page, /^Documents$/).getByRole('listitem');
  await expect(letter).toContainText('Settlement letter');
  expect(await savedBy(letter.getByRole('button', { name: /letter in English/ }))).toBe(
    `settlement-${ticket.ticket_number}.pdf`,
  );
  await readAccountStatement(page);
  await page.context().close();
});

test('documents that are read past midnight are prepared again for the new day and then accepted', async ({
  browser,
}) => {
  // Ten minutes before the last midnight in Riyadh. The clock goes on by minutes, not by a day: a token that was given before
  // midnight is still good after it, as it is for whoever reads at that hour.
  const midnight = Date.parse(`${riyadhDate(new Date())}T00:00:00+03:00`);
  await meet((Date.now() - midnight + 10 * minuteMs) / DAY_MS);
  const ticket = await newTicket(company, agency, { amount: '1000.00' });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  const page = await company.open(browser, pathOf(ticket));
  await page.getByRole('link', { name: 'Read and accept' }).click();
  const reading = page.getByRole('main');
  await expect(reading.getByRole('article')).toHaveCount(2);
  daysAgo -= (20 * minuteMs) / DAY_MS;
  // Whoever comes back to the page after a while sees what is true now; what was asked for before that may still arrive.
  const prepare = reading.getByRole('button', { name: 'Prepare documents' });
  let minutes = 0;
  await expect(async () => {
    minutes += 1;
    await page.clock.setFixedTime(Date.now() + minutes * minuteMs);
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    await page.context().setOffline(false);
    await expect(prepare).toBeVisible({ timeout: 3000 });
  }).toPass();
  await prepare.click();
  await expect(reading.getByRole('article')).toHaveCount(2);
  await reading.getByLabel('Your full name').fill('ليلى الحربي');
  await reading.getByLabel('Your capacity').fill('المديرة العامة');
  await reading.getByLabel('National ID or Iqama number').fill(sampleIdentityNumber);
  await reading.getByLabel('Your current password').fill(password);
  await reading.getByText('I have read the documents and accept them for my company.').click();
  await reading.getByRole('button', { name: 'Accept documents' }).click();
  await expect(region(page, 'Financing documents')).toContainText(
    'Accepted by ليلى الحربي (المديرة العامة) on',
  );
  await page.context().close();
});

test('an agency sees its payment sent, failed, sent again and received, and both dashboards follow its ticket', async ({
  browser,
}) => {
  await meet(0);
  const ticket = await approvedTicket({ amount: '1000.00', months: 2 });
  const [page, ofAgency, ofCompany] = [
    await agency.open(browser, pathOf(ticket)),
    await agency.open(browser, '/dashboard/agency'),
    await company.open(browser, '/dashboard/company'),
  ];
  const payment = page.getByRole('region', { name: 'Your payment', exact: true });
  const expected = region(ofAgency, 'Expected Payment Soon (Net 95%)');
  const owed = region(ofCompany, 'What you owe');
  const invoices = region(page, /^Documents$/).getByRole('listitem');

  await test.step('an agency sees its payment released, sent, failed, sent again and received', async () => {
    await expect(payment).toContainText('Pending');
    await expect(expected).toContainText('SAR 950.00');
    await expect(owed).toContainText(
      'Nothing is to be paid before the payment to the agency is released.',
    );
    await expect(owed).toContainText(
      'Planned: owed once the payment to the agency is releasedSAR 1,000.00',
    );
    const { run, lines } = await releaseRun(staff);
    await expect(region(page, 'Your payment is released')).toBeVisible();
    await expect(payment).toContainText('Released. It goes to the bank with the next file.');
    await staff[0].call('make_payout_file', { params: { id: run.id } });
    await expect(region(page, 'Your payment is on its way')).toBeVisible();
    await expect(payment).toContainText('Sent on');
    await staff[0].call('fail_payout_line', {
      params: { id: run.id, payout_id: lines[0]!.payout_id },
      body: { reason: 'Unknown account' },
    });
    await expect(payment).toContainText('Pending');
    await expect(ticketHistory(page)).toContainText('Your payment did not arrive');
    await sendAndConfirm();
    await expect(region(page, 'You have been paid')).toBeVisible();
    await expect(payment).toContainText('Received on');
    await expect(ticketHistory(page)).toContainText('Your payment arrived');
  });

  await test.step('both dashboards: the expected payment leaves, the ticket is Active, then Completed', async () => {
    await expect(expected).toContainText('SAR 0.00');
    await expect(region(ofAgency, 'Approved Tickets').getByRole('article')).toContainText('Active');
    await expect(region(ofCompany, 'Current Tickets')).toContainText('Active');
    await expect(owed).not.toContainText('Planned');
    await expect(owed.getByText('SAR 1,000.00')).toBeVisible();

    // One installment and two fifths of the next: what is left of it is owed, and next.
    const first = await pay('700.00', ticket);
    await expect(owed).toContainText('Next: SAR 300.00');
    const next = region(ofCompany, 'Payment Timeline').getByRole('list').last();
    await expect(next).toContainText('SAR 300.00');
    const dots = region(ofCompany, 'Payment Timeline').getByRole('list', { name: 'Due dates' });
    await expect(dots.getByRole('button').first()).toHaveAccessibleName(/paid/i);
    const last = await pay('300.00', ticket);
    for (const part of [first, last]) await prove(part);
    await expect(region(ofCompany, 'Current Tickets')).not.toContainText(ticket.ticket_number);
    await expect(region(ofCompany, 'Old Tickets')).toContainText('Completed');
    await expect(region(ofAgency, 'Ticket History').getByRole('article')).toContainText(
      'Completed',
    );
    await ofCompany.context().close();
    await ofAgency.context().close();
  });

  await test.step('the agency sees nothing that the company pays, and its own invoices and remittances', async () => {
    await expect(region(page, 'This ticket is completed')).toBeVisible();
    await expect(ticketHistory(page)).not.toContainText('payment of SAR');
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'How to pay' })).toHaveCount(0);
    // An invoice for each sending, and the credit note for the first one.
    await expect(invoices).toContainText([/Tax invoice.*50\.00/, 'Credit note', 'Tax invoice']);
    const pdf = invoices.first().getByRole('button', { name: /^Download HTI-.* in العربية$/ });
    expect(await savedBy(pdf)).toMatch(/^HTI-\d{6}\.pdf$/);
    await readRemittances(page, ticket);
    await page.context().close();
    await takeRemittancesInArabic(browser, ticket);
  });
});

test('a company reports a transfer with its proof; the bank statement brings it, and the company sees it paid', async ({
  browser,
}) => {
  await meet(0);
  const ticket = await approvedTicket({ amount: '900.00', months: 3 });
  await sendAndConfirm();
  const page = await company.open(browser, pathOf(ticket));
  await page.getByRole('button', { name: 'Report a transfer' }).click();
  const report = page.getByRole('dialog');
  await expect(report.getByRole('textbox', { name: 'Amount' })).toHaveValue('300.00');
  await report.getByRole('button', { name: 'Send the report' }).click();
  await expect(report).toContainText('Add the proof of the transfer.');
  const proof = { name: 'transfer.pdf', mimeType: 'application/pdf', buffer: samplePdf };
  await report.locator('input[type=file]').setInputFiles(proof);
  await expect(report.getByRole('button', { name: 'Remove transfer.pdf' })).toBeVisible();
  await report.getByRole('button', { name: 'Send the report' }).click();
  const reports = page.getByRole('table', { name: 'Reported transfers' });
  await expect(reports).toContainText('Being checked');

  // Staff look at the report, then import what the bank says.
  const staffPage = await staff[0].open(browser, '/operations/transfer-reports');
  await staffPage
    .getByRole('row', { name: new RegExp(ticket.ticket_number) })
    .getByRole('link')
    .click();
  const opened = staffPage.waitForEvent('download');
  await staffPage.getByRole('button', { name: 'Open the proof' }).click();
  expect((await opened).suggestedFilename()).toBe('transfer.pdf');
  await staffPage
    .getByRole('navigation', { name: 'Operations' })
    .getByRole('link', { name: 'Bank statements' })
    .click();
  const statement = (rows: string[]) => ({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['date,amount,details', ...rows].join('\n')),
  });
  const day = riyadhDate(product.now());
  const file = staffPage.locator('input[type=file]');
  await file.setInputFiles(statement([`${day},300.00,x`, `${day},free,x`]));
  await expect(staffPage.getByRole('alert')).toContainText('line 3');
  const reference = paymentReference(ticket.ticket_number).toLowerCase();
  const rows = [`${day},300.00,سداد ${reference}`, `${day},1.25,interest`];
  await file.setInputFiles(statement(rows));
  await expect(staffPage.getByRole('heading', { name: 'Bank statement' })).toBeVisible();
  await staffPage.getByRole('button', { name: 'Confirm 1 certain line' }).click();
  const asked = staffPage.getByRole('alertdialog');
  await expect(asked).toContainText('SAR 300.00');
  await asked.getByRole('button', { name: 'Confirm them all' }).dblclick();
  await expect(staffPage.getByText('Confirmed lines: 1')).toBeVisible();
  await staffPage.getByRole('link', { name: /^Unclear/ }).click();
  await staffPage.getByRole('button', { name: /^Set aside/ }).click();
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Interest of the bank');
  await asked.getByRole('button', { name: 'Set aside' }).click();
  await staffPage.getByRole('link', { name: /^Set aside/ }).click();
  await expect(staffPage.getByRole('row', { name: /Interest of the bank/ })).toBeVisible();
  await staffPage.context().close();

  await expect(reports).toContainText('Arrived');
  const installments = page.getByRole('table', { name: 'Installments' });
  await expect(installments.getByRole('row', { name: /^Installment 1/ })).toContainText('Paid');
  await page.context().close();
});

/** Staff import what the bank says of the transfer of a payment request, and confirm it. */
async function confirmTransfer(staffPage: Page, number: string): Promise<void> {
  await staffPage.goto('/operations/bank-statements');
  const day = riyadhDate(product.now());
  await staffPage.locator('input[type=file]').setInputFiles({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`date,amount,details\n${day},3500.00,${paymentReference(number)}`),
  });
  await expect(staffPage.getByRole('row', { name: new RegExp(number) })).toBeVisible();
  await staffPage.getByRole('button', { name: 'Confirm 1 certain line' }).click();
  await staffPage
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Confirm them all' })
    .click();
  await expect(staffPage.getByText('Confirmed lines: 1')).toBeVisible();
}

const oneReference = (page: Page) => page.getByRole('button', { name: /^Get one reference/ });
const itemOf = (page: Page, { ticket_number }: { ticket_number: string }, seq: number) =>
  page.getByRole('checkbox', { name: new RegExp(`^${ticket_number}, installment ${seq} `) });

/** Presses the row, as people do, away from its checkbox: the label covers it. */
const pressItem = (page: Page, ticket: { ticket_number: string }, seq: number) =>
  itemOf(page, ticket, seq).locator('xpath=ancestor::li').locator('time').click({ force: true });

test('five overdue installments on three tickets are paid with one transfer and one reference', async ({
  browser,
}) => {
  await meet(70);
  const [first, second, third] = [
    await approvedTicket({ amount: '3000.00', months: 3 }),
    await approvedTicket({ amount: '1500.00', months: 3 }),
    await approvedTicket({ amount: '500.00', months: 1 }),
  ] as const;
  await sendAndConfirm();
  // Its agency is not paid, so nothing is owed for it.
  const unpaid = await newTicket(company, agency, { amount: '900.00', months: 1 });
  await agency.api('POST', `/api/tickets/${unpaid.id}/approve`);
  daysAgo = 0;
  company = await signInAgain(product.url, company);
  staff = [await newStaff(product), await newStaff(product)];
  const page = await company.open(browser, '/dashboard/company', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const chosen = page.getByRole('checkbox', { checked: true });

  await test.step('a notice above the timeline tells what is owed since before today', async () => {
    const timeline = region(page, 'Payment Timeline');
    const notice = region(page, '5 installments are overdue');
    const many = region(page, '6 installments are overdue');
    const sums = page.getByRole('main').getByText('SAR 3,500.00').filter({ visible: true });
    await expect(sums).toHaveCount(1);
    await notice.getByText('Show all').click();
    await expect(notice.getByRole('listitem')).toHaveCount(5);
    for (const { ticket_number } of [first, second, third]) {
      await expect(notice).toContainText(`${ticket_number}, installment 1`);
    }
    const dots = timeline.getByRole('list', { name: 'Due dates' }).getByRole('button');
    await expect(dots).toHaveCount(1);
    await rewriteDashboard(page, ({ overdue_installments: list }) => {
      list.count = 6;
      list.items = Array.from({ length: 6 }, (_, index) => ({ ...list.items[0]!, id: `${index}` }));
    });
    await page.reload();
    await expect(many.getByRole('listitem')).toHaveCount(0);
    await many.getByText('Show all').click();
    await expect(many.getByRole('listitem')).toHaveCount(6);
    const [above, below] = [await many.boundingBox(), await timeline.boundingBox()];
    expect(above!.y).toBeLessThan(below!.y);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('the amount owed links to the pay centre, where overdue items are chosen', async () => {
    await region(page, 'What you owe').getByRole('link', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL('/payments');
    await expect(region(page, 'What you owe')).toContainText('OverdueSAR 3,500.00');
    await expect(page.getByRole('checkbox')).toHaveCount(7);
    await expect(chosen).toHaveCount(5);
    await expect(oneReference(page)).toContainText('SAR 3,500.00');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });

  await test.step('choosing a later installment adds the earlier ones of its ticket, and removing it removes them', async () => {
    await pressItem(page, first, 1);
    await expect(itemOf(page, first, 2)).not.toBeChecked();
    await expect(chosen).toHaveCount(3);
    await pressItem(page, first, 3);
    await expect(itemOf(page, first, 1)).toBeChecked();
    await expect(chosen).toHaveCount(6);
    await expect(oneReference(page)).toContainText('SAR 4,500.00');
    await itemOf(page, second, 1).focus();
    await page.keyboard.press('Space');
    await expect(chosen).toHaveCount(4);
    await page.getByRole('button', { name: `Whole ticket ${second.ticket_number}` }).click();
    await expect(chosen).toHaveCount(7);
    await page.getByRole('button', { name: /^All overdue/ }).click();
    await expect(chosen).toHaveCount(5);
    await expect(oneReference(page)).toContainText('SAR 3,500.00');
  });

  await test.step('the chart by month has a table with the same figures', async () => {
    const months = await company.open(browser, '/payments/by-month');
    const rows = months.getByRole('table', { name: 'Month by month' }).getByRole('row');
    await expect
      .poll(async () => {
        const overdue = await rows.locator(':scope > :nth-child(3)').allTextContents();
        const halalas = overdue.map((text) => Number(text.replaceAll(/[^\d]/g, '')));
        return halalas.reduce((sum, one) => sum + one, 0);
      })
      .toBe(350_000);
    expect((await new AxeBuilder({ page: months }).analyze()).violations).toEqual([]);
    await months.context().close();
  });

  const phone = await company.open(browser, '/payments', {
    locale: 'ar-SA',
    viewport: { width: 360, height: 740 },
  });
  await test.step('on a phone in Arabic the chosen sum stays in view above the tabs, nothing is wider than the screen', async () => {
    const button = phone.getByRole('button', { name: /^احصل على مرجع واحد/ });
    await expect(button).toContainText('3,500.00');
    const tabs = (await phone.locator('[data-tab-bar]').boundingBox())!;
    const isInView = async () => {
      const box = (await button.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(tabs.y);
    };
    await isInView();
    const bar = (await phone.locator('[data-choice-bar]').boundingBox())!;
    for (const box of await phone.getByRole('checkbox').all()) {
      await box.focus();
      const row = (await box.locator('xpath=ancestor::li').boundingBox())!;
      expect(row.y).toBeLessThanOrEqual(bar.y - 44);
      await isInView();
    }
    await isAsWideAsTheScreen(phone, 360);
    expect((await new AxeBuilder({ page: phone }).analyze()).violations).toEqual([]);
  });

  const how = region(page, 'How to pay');
  let number = '';
  await test.step('one press gives one reference for all of it', async () => {
    await oneReference(page).dblclick();
    await expect(page).toHaveURL(/\/payments\/requests\/[\da-f-]{36}$/);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toContainText(/HP-\d{6,}/);
    number = /HP-\d{6,}/.exec((await title.textContent())!)![0];
    await expect(how).toContainText('SAR 3,500.00');
    await expect(how.getByRole('img', { name: 'QR code of the payment details' })).toBeVisible();
    await how.getByRole('button', { name: 'Copy the reference' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(paymentReference(number));
    const items = page.getByRole('table', { name: 'What it pays' });
    await expect(items.locator('tbody').getByRole('row')).toHaveCount(5);
    for (const { ticket_number } of [first, second, third]) {
      await expect(items).toContainText(ticket_number);
    }
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });

  await test.step('on a phone in Arabic the request is shown, and nothing is wider than the screen', async () => {
    await phone.goto(new URL(page.url()).pathname);
    await expect(phone.getByRole('heading', { level: 1 })).toContainText(
      new RegExp(`طلب السداد.*${number}`),
    );
    await expect(region(phone, 'طريقة السداد')).toContainText('3,500.00');
    await isAsWideAsTheScreen(phone, 360);
  });

  await test.step('a report of the transfer is prefilled and is being checked', async () => {
    await how.getByRole('button', { name: 'Report a transfer' }).click();
    const report = page.getByRole('dialog');
    await expect(report.getByRole('textbox', { name: 'Amount' })).toHaveValue('3500.00');
    const proof = { name: 'transfer.pdf', mimeType: 'application/pdf', buffer: samplePdf };
    await report.locator('input[type=file]').setInputFiles(proof);
    await expect(report.getByRole('button', { name: 'Remove transfer.pdf' })).toBeVisible();
    await report.getByRole('button', { name: 'Send the report' }).click();
    await expect(how).toContainText('There is nothing to transfer now.');
    await expect(page.getByRole('table', { name: 'Reported transfers' })).toContainText(
      'Being checked',
    );
  });

  await test.step('staff see the payer and confirm the bank line', async () => {
    const staffPage = await staff[0].open(browser, '/operations/transfer-reports');
    await expect(staffPage.getByRole('row', { name: new RegExp(number) })).toBeVisible();
    await confirmTransfer(staffPage, number);
    await staffPage.context().close();
  });

  await test.step('the open page shows it paid, and nothing is overdue any more', async () => {
    await expect(page.getByText('Everything that you chose is paid.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Reported transfers' })).toContainText('Arrived');
    await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
    await expect(page.getByRole('checkbox')).toHaveCount(2);
    await page.getByRole('link', { name: 'Received', exact: true }).click();
    const row = page.getByRole('table', { name: 'Payments' }).locator('tbody').getByRole('row');
    await expect(row).toContainText([new RegExp(`${number}.*3,500\\.00`)]);
    await expect(phone.getByText('سُدّد كل ما اخترته.')).toBeVisible();
    await phone.goto('/payments/received');
    await expect(phone.getByText(number).first()).toBeVisible();
    await isAsWideAsTheScreen(phone, 360);
  });
  await phone.context().close();
  await page.context().close();
});

test('a payment request that is withdrawn or has ended says what a transfer with its reference pays now', async ({
  browser,
}) => {
  await meet(55);
  const [first, second] = [
    await approvedTicket({ amount: '900.00', months: 1 }),
    await approvedTicket({ amount: '600.00', months: 1 }),
  ];
  await sendAndConfirm();
  daysAgo = 20;
  company = await signInAgain(product.url, company);
  const { items } = await company.api<PayCentre>('GET', '/api/pay-centre');
  const old = items.find(({ ticket_number }) => ticket_number === first.ticket_number)!;
  const ended = await company.api<PaymentRequest>('POST', '/api/payment-requests', {
    items: [{ kind: old.kind, id: old.id }],
    amount_sar: '900.00',
  });
  daysAgo = 0;
  company = await signInAgain(product.url, company);

  const page = await company.open(browser, `/payments/requests/${ended.id}`, { locale: 'en-GB' });
  await test.step('an ended one', async () => {
    await expect(page.getByText(/This payment request ended on/)).toBeVisible();
    await expect(page.getByText(/is not lost: it pays what is due first/)).toBeVisible();
    await expect(page.getByText('SAR 900.00 of it is still to be paid.')).toBeVisible();
    await expect(region(page, 'How to pay')).toHaveCount(0);
    await page.getByRole('link', { name: 'Choose what to pay' }).click();
    await expect(page).toHaveURL('/payments');
  });

  await test.step('a withdrawn one, after a confirmation', async () => {
    // What the ended one had can be chosen again.
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await pressItem(page, first, 1);
    await oneReference(page).click();
    await page.getByRole('button', { name: 'Withdraw the request' }).click();
    const asked = page.getByRole('alertdialog');
    await expect(asked).toContainText('You still owe the SAR 600.00');
    await asked.getByRole('button', { name: 'Keep it' }).click();
    await expect(region(page, 'How to pay')).toBeVisible();
    await page.getByRole('button', { name: 'Withdraw the request' }).click();
    await asked.getByRole('button', { name: 'Withdraw the request' }).click();
    await expect(page.getByText(/You withdrew this payment request on/)).toBeVisible();
    await expect(region(page, 'How to pay')).toHaveCount(0);
  });

  await test.step('both are in the list, and their items can be chosen again', async () => {
    await page.goto('/payments/requests');
    const rows = page.getByRole('table', { name: 'Payment requests' }).locator('tbody > tr');
    await expect(rows).toContainText([/Withdrawn.*600\.00/, /Expired.*900\.00/]);
    await page.goto('/payments');
    await expect(itemOf(page, second, 1)).toBeChecked();
    await expect(itemOf(page, first, 1)).toBeChecked();
  });
  await page.context().close();
});

test('an owner finds a nine-month-old invoice in two steps: the documents, and the name of the company', async ({
  browser,
}) => {
  await meet(275);
  const old = await approvedTicket({ amount: '1000.00', months: 1 });
  await sendAndConfirm();
  daysAgo = 20;
  company = await newPerson(product.url, 'company');
  await company.api('PUT', '/api/company', { name: 'Gulf Dental Centre', cr_number: '1010654321' });
  agency = { ...agency, ...(await signInAgain(product.url, agency)) };
  staff = [await newStaff(product), await newStaff(product)];
  await approvedTicket({ amount: '700.00', months: 1 });
  await approvedTicket({ amount: '800.00', months: 1 });
  await sendAndConfirm();
  daysAgo = 0;
  const owner = await signInAgain(product.url, agency);
  for (const { locale, width, words } of [
    {
      locale: 'en-GB',
      width: 1440,
      words: {
        documents: 'Documents',
        search: 'Search',
        more: 'More',
        invoice: 'Invoice of the ticket',
      },
    },
    {
      locale: 'ar-SA',
      width: 360,
      words: { documents: 'المستندات', search: 'بحث', more: 'المزيد', invoice: 'فاتورة الطلب' },
    },
  ])
    await test.step(`in ${locale} at ${width} pixels`, async () => {
      const page = await owner.open(browser, '/dashboard/agency', {
        locale,
        viewport: { width, height: 800 },
      });
      const table = page.getByRole('table', { name: words.documents });
      // Without the headings of the months.
      const rows = table.locator('tbody > tr:has(td)');
      if (width < 1000) await page.getByRole('button', { name: words.more }).click();
      await page
        .getByRole('link', { name: words.documents, exact: true })
        .filter({ visible: true })
        .first()
        .click();
      await expect(rows).toHaveCount(9);
      const field = page.getByRole('search').getByRole('textbox', { name: words.search });
      await field.fill('najd');
      await field.press('Enter');
      await expect(rows).toHaveCount(3);
      const invoice = rows.filter({ hasText: 'HTI-' });
      await expect(invoice).toContainText(old.ticket_number);
      expect(await savedBy(invoice.getByRole('button', { name: /HTI-.*English/ }))).toMatch(
        /^HTI-\d{6}\.pdf$/,
      );
      // The one that came with the ticket.
      const uploaded = rows.filter({ hasText: words.invoice });
      expect(await savedBy(uploaded.getByRole('button'))).toMatch(/\.pdf$/);
      if (width > 1000)
        await test.step("an accountant takes a month's tax invoices in three presses: the documents, their kind and the ZIP", async () => {
          await page.goto('/dashboard/agency');
          await page.getByRole('link', { name: 'Documents', exact: true }).first().click();
          await page.getByRole('link', { name: 'Tax invoice', exact: true }).click();
          await expect(rows).toHaveCount(3);
          const file = page.waitForEvent('download');
          await table
            .getByRole('button', { name: /^Download .* as ZIP$/ })
            .last()
            .click();
          const saved = await file;
          expect(saved.suggestedFilename()).toMatch(/^documents-\d{4}-\d\d-01-.*\.zip$/);
          const held = unzipSync(new Uint8Array(await readFile(await saved.path())));
          expect(Object.keys(held)).toEqual([
            expect.stringMatching(/^HTI-\d{6}-tax-invoice-en\.pdf$/),
          ]);
        });
      await isAsWideAsTheScreen(page, width);
      await page.context().close();
    });
});
