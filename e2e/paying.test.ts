import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';

import { riyadhDate } from '#domain/calendar.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { startProduct, type MovedProduct } from './moved-clock.ts';
import {
  makePayable,
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
import { rewriteDashboard } from './rewrite-dashboard.ts';

/** What the two parties of a ticket see of its money, while staff move it through the API and the clock goes on. */

const minuteMs = 60_000;
const dayMs = 86_400_000;
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const story = (page: Page) => page.getByRole('list', { name: 'Story of the ticket' });
const pathOf = ({ ticket_number }: { ticket_number: string }) => `/tickets/${ticket_number}`;

let daysAgo = 0;
let product: MovedProduct;
let staff: [Person, Person];
let company: Person;
let agency: Awaited<ReturnType<typeof newAgency>>;

test.beforeAll(async () => {
  product = await startProduct({ now: () => new Date(Date.now() - daysAgo * dayMs) });
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

/** The name under which the browser saves what a button gives. */
async function savedBy(button: Locator): Promise<string> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return download.suggestedFilename();
}

/** From the dashboard to the account of the first test's company, by its periods, and on as files. */
async function readAccountStatement(page: Page): Promise<void> {
  await page.goto('/dashboard/company');
  await page.getByRole('link', { name: 'Statement of account' }).click();
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
  ] as const) {
    expect(await savedBy(page.getByRole('button', { name }))).toMatch(file);
  }
  // From the account to a ticket, and from its figures to their lines alone.
  await rows.first().getByRole('link').click();
  await page.getByRole('link', { name: 'Each line of it in your statement of account' }).click();
  await expect(page.getByText('Only what moved with')).toBeVisible();
  await expect(rows.first()).toContainText(/Campaign financed.*1,000\.00/);
  await expect(rows.filter({ hasText: 'Paid from a payment' })).not.toHaveCount(0);
  await expect(rows.filter({ hasText: 'No longer paid' })).not.toHaveCount(0);
  await page.getByRole('link', { name: 'Last year' }).click();
  await expect(page).toHaveURL(/from=\d{4}-01-01&to=\d{4}-12-31/);
}

const pay = (amount: string, ticket: { ticket_number: string }) =>
  recordPayment(staff[0], product, amount, ticket);

test('a company reads how to pay, copies it, and watches its payments arrive, return and complete the ticket', async ({
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
  // The first installment's day has passed.
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

  // Staff record a part of it: the open page follows.
  const table = page.getByRole('table', { name: 'Installments' });
  const first = table.getByRole('row', { name: /^Installment 1/ });
  const payments = page.getByRole('table', { name: 'Payments' }).locator('tbody').getByRole('row');
  const part = await pay('100.00', ticket);
  await expect(first).toContainText(/Overdue.*SAR 333\.33.*SAR 100\.00.*SAR 233\.33/);
  await expect(how).toContainText('SAR 233.33');
  await expect(payments).toHaveCount(1);
  await expect(story(page)).toContainText('We received your payment');

  await staff[1].api('POST', `/api/operations/payments/${part.id}/reverse`, { reason: 'Recalled' });
  await expect(payments.first()).toContainText('Returned');
  await expect(payments.first().locator('s')).toHaveText(/SAR\s100\.00/);
  await expect(first).toContainText(/SAR 333\.33.*SAR 0\.00.*SAR 333\.33/);
  await expect(story(page)).toContainText('A payment was reversed');

  // More than the ticket: the rest is kept.
  const rest = await pay('1250.00', ticket);
  await staff[1].api('POST', `/api/operations/payments/${rest.id}/confirm`);
  await expect(region(page, 'Everything is repaid')).toBeVisible();
  await expect(how).toHaveCount(0);
  await expect(first).toContainText('Paid');
  await expect(payments.first()).toContainText('Of SAR 1,250.00');
  await expect(payments.first()).toContainText('SAR 1,000.00');
  await expect(table.locator('tfoot')).toContainText('SAR 0.00');
  await expect(story(page)).toContainText('You have repaid everything');
  const letter = region(page, /^Documents$/).getByRole('listitem');
  await expect(letter).toContainText('Settlement letter');
  expect(await savedBy(letter.getByRole('button', { name: /letter in English/ }))).toBe(
    `settlement-${ticket.ticket_number}.pdf`,
  );
  await readAccountStatement(page);
  await page.context().close();
});

test('midnight passes while the documents are read: the dialog has new ones prepared, and then they are accepted', async ({
  browser,
}) => {
  // Ten minutes before the last midnight in Riyadh. The clock goes on by minutes, not by a day: a token that was given before
  // midnight is still good after it, as it is for whoever reads at that hour.
  const midnight = Date.parse(`${riyadhDate(new Date())}T00:00:00+03:00`);
  await meet((Date.now() - midnight + 10 * minuteMs) / dayMs);
  const ticket = await newTicket(company, agency, { amount: '1000.00' });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  const page = await company.open(browser, pathOf(ticket));
  await page.getByRole('button', { name: 'Read and accept' }).click();
  const reading = page.getByRole('dialog', { name: 'Read and accept the documents' });
  await expect(reading.getByRole('button', { name: /^Open the / })).toHaveCount(4);
  daysAgo -= (20 * minuteMs) / dayMs;
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
  await expect(reading.getByRole('button', { name: /^Open the / })).toHaveCount(4);
  await reading.getByLabel('Your full name').fill('ليلى الحربي');
  await reading.getByLabel('Your capacity').fill('المديرة العامة');
  await reading.getByText('I have read the documents and accept them for my company.').click();
  await reading.getByRole('button', { name: 'Accept documents' }).click();
  await expect(region(page, 'Financing documents')).toContainText(
    'Accepted by ليلى الحربي (المديرة العامة) on',
  );
  await page.context().close();
});

test('what is owed since before today stands in a notice above the timeline', async ({
  browser,
}) => {
  await meet(40);
  const first = await approvedTicket({ amount: '3000.00', months: 3 });
  const second = await approvedTicket({ amount: '500.00', months: 1 });
  await sendAndConfirm();
  // Its agency is not paid: nothing is owed for it.
  const unpaid = await newTicket(company, agency, { amount: '900.00', months: 1 });
  await agency.api('POST', `/api/tickets/${unpaid.id}/approve`);
  daysAgo = 0;
  company = await signInAgain(product.url, company);
  const page = await company.open(browser, '/dashboard/company');
  const timeline = region(page, 'Payment Timeline');
  const notice = region(page, '2 installments are overdue');
  const many = region(page, '6 installments are overdue');
  await expect(notice).toContainText('SAR 1,500.00');
  await expect(notice.getByRole('listitem')).toHaveCount(2);
  await expect(notice).toContainText(`${first.ticket_number}, installment 1`);
  await expect(notice).toContainText(`${second.ticket_number}, installment 1`);
  const dots = timeline.getByRole('list', { name: 'Due dates' }).getByRole('button');
  await expect(dots).toHaveCount(2);
  await rewriteDashboard(page, ({ overdue_installments: list }) => {
    list.count = 6;
    list.items = Array.from({ length: 6 }, (_, index) => ({ ...list.items[0]!, id: `${index}` }));
  });
  await page.reload();
  await expect(many.getByRole('listitem')).toHaveCount(4);
  await many.getByText('Show all').click();
  await expect(many.getByRole('listitem')).toHaveCount(6);
  const [above, below] = [await many.boundingBox(), await timeline.boundingBox()];
  expect(above!.y).toBeLessThan(below!.y);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
});

test('an agency sees its payment sent, failed, sent again and received, and nothing of what the company pays', async ({
  browser,
}) => {
  await meet(0);
  const ticket = await approvedTicket({ amount: '1000.00', months: 2 });
  const page = await agency.open(browser, pathOf(ticket));
  const payment = page.getByRole('region', { name: 'Your payment', exact: true });
  await expect(payment).toContainText('Pending');
  const [failed] = await sendPayouts(staff);
  await expect(region(page, 'Your payment is on its way')).toBeVisible();
  await expect(payment).toContainText('Sent on');
  await staff[0].api('POST', `${failed}/fail`, { reason: 'Unknown account' });
  await expect(payment).toContainText('Pending');
  await expect(story(page)).toContainText('Your payment did not arrive');
  await sendAndConfirm();
  await expect(region(page, 'You have been paid')).toBeVisible();
  await expect(payment).toContainText('Received on');
  await expect(story(page)).toContainText('Your payment arrived');

  await pay('1000.00', ticket);
  await expect(region(page, 'This ticket is completed')).toBeVisible();
  await expect(story(page)).not.toContainText('payment of SAR');
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'How to pay' })).toHaveCount(0);
  // One for each time that it was sent, and what took the first one back.
  const invoices = region(page, /^Documents$/).getByRole('listitem');
  await expect(invoices).toContainText([/Tax invoice.*50\.00/, 'Credit note', 'Tax invoice']);
  expect(
    await savedBy(invoices.first().getByRole('button', { name: /^Download HTI-.* in العربية$/ })),
  ).toMatch(/^HTI-\d{6}\.pdf$/);
  await page.context().close();
});

test('the dashboards follow: the expected payment leaves, the ticket is Active, then Completed', async ({
  browser,
}) => {
  await meet(0);
  const ticket = await approvedTicket({ amount: '600.00', months: 2 });
  const [ofCompany, ofAgency] = [
    await company.open(browser, '/dashboard/company'),
    await agency.open(browser, '/dashboard/agency'),
  ];
  const expected = region(ofAgency, 'Expected Payment Soon (Net 95%)');
  await expect(expected).toContainText('SAR 570.00');
  const owed = region(ofCompany, 'What you owe');
  await expect(owed).toContainText('You owe nothing now.');
  await expect(owed).toContainText('Planned: owed once the agency has been paidSAR 600.00');
  await sendAndConfirm();
  await expect(expected).toContainText('SAR 0.00');
  await expect(region(ofAgency, 'Approved Tickets').getByRole('article')).toContainText('Active');
  await expect(region(ofCompany, 'Current Tickets')).toContainText('Active');
  await expect(owed).not.toContainText('Planned');
  await expect(owed.getByText('SAR 600.00')).toBeVisible();

  // One installment and a third of the next: what is left of it is owed, and next.
  await pay('400.00', ticket);
  await expect(owed).toContainText('Next: SAR 200.00');
  const next = region(ofCompany, 'Payment Timeline').getByRole('list').last();
  await expect(next).toContainText('SAR 200.00');
  const dots = region(ofCompany, 'Payment Timeline').getByRole('list', { name: 'Due dates' });
  await expect(dots.getByRole('button').first()).toHaveAccessibleName(/paid/i);
  await pay('200.00', ticket);
  await expect(region(ofCompany, 'Current Tickets')).not.toContainText(ticket.ticket_number);
  await expect(region(ofCompany, 'Old Tickets')).toContainText('Completed');
  await expect(region(ofAgency, 'Ticket History').getByRole('article')).toContainText('Completed');
  await ofCompany.context().close();
  await ofAgency.context().close();
});

test('a company reports a transfer with its proof; the bank’s statement brings it, and the company sees it paid', async ({
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
  const desk = await staff[0].open(browser, '/operations/transfer-reports');
  await desk
    .getByRole('row', { name: new RegExp(ticket.ticket_number) })
    .getByRole('link')
    .click();
  const opened = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Open the proof' }).click();
  expect((await opened).suggestedFilename()).toBe('transfer.pdf');
  await desk
    .getByRole('navigation', { name: 'Operations' })
    .getByRole('link', { name: 'Bank statements' })
    .click();
  const statement = (rows: string[]) => ({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['date,amount,details', ...rows].join('\n')),
  });
  const day = riyadhDate(product.now());
  const file = desk.locator('input[type=file]');
  await file.setInputFiles(statement([`${day},300.00,x`, `${day},free,x`]));
  await expect(desk.getByRole('alert')).toContainText('line 3');
  const reference = paymentReference(ticket.ticket_number).toLowerCase();
  const rows = [`${day},300.00,سداد ${reference}`, `${day},1.25,interest`];
  await file.setInputFiles(statement(rows));
  await expect(desk.getByRole('heading', { name: 'Bank statement' })).toBeVisible();
  await desk.getByRole('button', { name: 'Confirm 1 certain line' }).click();
  const asked = desk.getByRole('alertdialog');
  await expect(asked).toContainText('SAR 300.00');
  await asked.getByRole('button', { name: 'Confirm them all' }).dblclick();
  await expect(desk.getByText('Confirmed lines: 1')).toBeVisible();
  await desk.getByRole('link', { name: /^Unclear/ }).click();
  await desk.getByRole('button', { name: /^Set aside/ }).click();
  await asked.getByRole('textbox', { name: 'Reason' }).fill('Interest of the bank');
  await asked.getByRole('button', { name: 'Set aside' }).click();
  await desk.getByRole('link', { name: /^Set aside/ }).click();
  await expect(desk.getByRole('row', { name: /Interest of the bank/ })).toBeVisible();
  await desk.context().close();

  await expect(reports).toContainText('Arrived');
  const installments = page.getByRole('table', { name: 'Installments' });
  await expect(installments.getByRole('row', { name: /^Installment 1/ })).toContainText('Paid');
  await page.context().close();
});
