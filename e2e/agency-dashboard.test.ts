import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { pdf } from '#server/product-client/sample-uploads.ts';
import { nameOfMarks, newAgency, newPerson, newTicket } from './people.ts';
import { expect, holdLiveLine, test } from './product.ts';

const column = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** A company with a name, and an agency it can choose. */
async function newPair(url: string) {
  const company = await newPerson(url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Roastery' });
  return { company, agency: await newAgency(url) };
}

test('approving shows company, amount, fee and net first, is sent once however often it is pressed, and moves the ticket', async ({
  browser,
  product,
}) => {
  const { company, agency } = await newPair(product.url);
  const { ticket_number } = await newTicket(company, agency, { amount: '10000.00', months: 2 });
  const page = await agency.open(browser, '/dashboard/agency');
  const waiting = column(page, 'Waiting Tickets').getByRole('article');
  await expect(waiting).toContainText('Najd Roastery');
  await expect(waiting).toContainText('SAR 10,000.00');
  await expect(waiting).toContainText('You receive SAR 9,500.00');
  await expect(waiting).toContainText('2 months');

  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/approve')) sent += 1;
  });
  await waiting.getByRole('button', { name: `Approve ${ticket_number}` }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Approve this ticket?' });
  const promise = 'Before that we may stop a payment while the company is late';
  for (const words of ['Najd Roastery', 'SAR 10,000.00', 'SAR 500.00', 'SAR 9,500.00', promise]) {
    await expect(dialog).toContainText(words);
  }
  // The second press comes before React has rendered the first, so only the mutation can refuse it.
  await dialog.getByRole('button', { name: 'Approve ticket' }).evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  await expect(page.getByText('Ticket approved successfully!')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(column(page, 'Approved Tickets').getByRole('article')).toContainText(ticket_number);
  await expect(column(page, 'Waiting Tickets')).toContainText('No tickets are waiting.');
  await expect(column(page, 'Expected Payment Soon (Net 95%)')).toContainText('SAR 9,500.00');
  expect(sent).toBe(1);

  await test.step('an approval whose response is lost is sent again under the same key and counts once', async () => {
    const late = await newTicket(company, agency, { amount: '800.00' });
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/approve')) keys.push(request.headers()['idempotency-key']);
    });
    // The server commits; the response never arrives.
    await page.route(
      '**/approve',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await waiting.getByRole('button', { name: `Approve ${late.ticket_number}` }).click();
    await dialog.getByRole('button', { name: 'Approve ticket' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(column(page, 'Approved Tickets').getByRole('article')).toHaveCount(2);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });
});

test('an agency without an IBAN may approve, is told before and after that its payment waits, and gives the IBAN in place', async ({
  browser,
  product,
}) => {
  const { company, agency } = await newPair(product.url);
  const [first, second] = [
    await newTicket(company, agency, { amount: '1000.00' }),
    await newTicket(company, agency, { amount: '2000.00' }),
  ];
  const page = await agency.open(browser, `/tickets/${first.ticket_number}`);
  const dialog = page.getByRole('alertdialog', { name: 'Approve this ticket?' });
  await page.getByRole('button', { name: /^Approve/ }).click();
  await expect(dialog).toContainText('Your payment waits for your IBAN');
  await expect(dialog).toContainText('You can approve now.');
  await dialog.getByRole('button', { name: 'Approve ticket' }).click();
  await expect(page.getByText('Ticket approved successfully!')).toBeVisible();

  const payment = page.getByRole('region', { name: 'Your payment', exact: true });
  await expect(payment).toContainText('The ticket is approved.');
  await expect(payment).not.toContainText('Expected by');
  const iban = payment.getByRole('textbox', { name: 'IBAN' });
  await iban.fill('SA00 1234');
  await payment.getByRole('button', { name: 'Send the IBAN' }).click();
  await expect(iban).toHaveAccessibleDescription(/Enter a Saudi IBAN/);
  await iban.fill('SA03 8000 0000 6080 1016 7519');
  await payment.getByRole('button', { name: 'Send the IBAN' }).click();
  await expect(payment).toContainText('Your payment waits until your IBAN is approved.');
  await expect(iban).toHaveCount(0);

  // What else the profile holds stays, and the next question asks for nothing more.
  const stored = await agency.api<{ name: string }>('GET', '/api/agency');
  expect(stored.name).toBe(agency.name);
  await page.goto(`/tickets/${second.ticket_number}`);
  await page.getByRole('button', { name: /^Approve/ }).click();
  await expect(dialog).toContainText('Your payment waits until your IBAN is approved.');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
});

test('the open dashboard of an agency shows what the company does, and its dialogs name the company and the amount', async ({
  browser,
  product,
}) => {
  const { company, agency } = await newPair(product.url);
  const page = await agency.open(browser, '/dashboard/agency');
  const waiting = column(page, 'Waiting Tickets');
  await expect(waiting).toContainText('No tickets are waiting.');
  const invoice = pdf('invoice.pdf', ['SAR 900.00']);
  const { id, ticket_number } = await newTicket(company, agency, { amount: '900.00', invoice });
  await expect(waiting.getByRole('article')).toContainText(ticket_number);

  await test.step("the agency downloads the invoice of a ticket under the company's own file name", async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Invoice of ${ticket_number}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('invoice.pdf');
    expect(await readFile(await file.path())).toEqual(invoice.bytes);
  });

  await test.step("a ticket appears on the agency's open dashboard without a reload, and leaves it when it is cancelled", async () => {
    await company.api('POST', `/api/tickets/${id}/cancel`);
    await expect(waiting).toContainText('No tickets are waiting.');
  });

  await test.step('a ticket that the company cancels meanwhile cannot be approved: a message says so and the list is read again', async () => {
    const late = await newTicket(company, agency, { amount: '700.00' });
    await page.getByRole('button', { name: `Approve ${late.ticket_number}` }).click();
    await company.api('POST', `/api/tickets/${late.id}/cancel`);
    await page.getByRole('button', { name: 'Approve ticket' }).click();
    await expect(page.getByText('This ticket has already been answered.')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    const history = column(page, 'Ticket History').getByRole('article', {
      name: late.ticket_number,
    });
    await expect(history).toContainText('Closed');
  });

  await company.api('PUT', '/api/company', { name: nameOfMarks });
  const first = await newTicket(company, agency, { amount: '4321.50' });
  const second = await newTicket(company, agency, { amount: '600.00' });
  const dialog = page.getByRole('dialog', { name: 'Reject Ticket' });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  const confirm = dialog.getByRole('button', { name: 'Confirm Rejection' });

  await test.step('both dialogs show the name of a company literally, whatever markup it holds, with the right amount', async () => {
    await page.getByRole('button', { name: `Approve ${first.ticket_number}` }).click();
    const approving = page.getByRole('alertdialog');
    await expect(approving).toContainText(
      `this campaign for ${nameOfMarks}. Ticket ${first.ticket_number}, repaid`,
    );
    await page.keyboard.press('Escape');
    await expect(approving).toHaveCount(0);
    await page.getByRole('button', { name: `Reject ${first.ticket_number}` }).click();
    await expect(dialog).toContainText(
      `${first.ticket_number} of ${nameOfMarks}, SAR 4,321.50. This`,
    );
  });

  await test.step('a reason that is too long cannot be sent, and the field says by how much', async () => {
    await reason.fill('x'.repeat(1003));
    await expect(dialog).toContainText('3 characters too many.');
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(waiting.getByRole('article')).toHaveCount(2);
  });

  await test.step('a ticket is rejected with or without a reason, and the history shows which', async () => {
    const reject = async (number: string, words: string) => {
      await page.getByRole('button', { name: `Reject ${number}` }).click();
      await reason.fill(words);
      await confirm.click();
      await expect(dialog).toHaveCount(0);
    };
    await reject(first.ticket_number, 'الفاتورة باسم شركة أخرى');
    await expect(page.getByText('Ticket rejected', { exact: true })).toBeVisible();
    await reject(second.ticket_number, '   ');
    const history = column(page, 'Ticket History');
    await expect(history.getByRole('article', { name: first.ticket_number })).toContainText(
      'الفاتورة باسم شركة أخرى',
    );
    await expect(history.getByRole('article', { name: second.ticket_number })).toContainText(
      'No reason was given.',
    );
  });
});

test('an agency sees every payout that is still to be paid, its fee, and which are late', async ({
  browser,
  product,
}) => {
  const { company, agency } = await newPair(product.url);
  for (const amount of ['10000.00', '333.33', '1.10']) {
    const { id } = await newTicket(company, agency, { amount });
    await agency.api('POST', `/api/tickets/${id}/approve`);
  }
  const page = await agency.open(browser, '/dashboard/agency');
  const card = column(page, 'Expected Payment Soon (Net 95%)');

  await test.step('Pending Payment Details lists every pending payout with its fee, and totals that add up the rows', async () => {
    await expect(card).toContainText('SAR 9,817.70');
    await card.getByRole('button', { name: 'About this amount' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tooltip')).toContainText('within about 1 week');
    await expect(page.getByRole('tooltip')).toContainText('5% service fee');
    await card.getByRole('button', { name: 'View details' }).click();
    const table = page
      .getByRole('dialog', { name: 'Pending Payment Details' })
      .getByRole('table', { name: 'Pending payments' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Ticket',
      'Created On',
      'Gross',
      'Fee (5%)',
      'Net (95%)',
    ]);
    await expect(table.getByRole('row')).toHaveCount(5);
    // Half a halala rounds up: 16.6665 → 16.67, 0.055 → 0.06.
    for (const fee of ['SAR 500.00', 'SAR 16.67', 'SAR 0.06']) {
      await expect(table).toContainText(fee);
    }
    const totals = table.getByRole('row', { name: /^Totals/ });
    for (const sum of ['SAR 10,334.43', 'SAR 516.73', 'SAR 9,817.70']) {
      await expect(totals).toContainText(sum);
    }
  });

  await test.step('payouts of tickets older than 7 days have a separate line below the expected payment', async () => {
    // The clock cannot be moved here, so the response is rewritten to that of eight days later.
    await page.route('**/api/dashboards/agency', async (route) => {
      const response = await route.fetch();
      const dashboard = await response.json();
      const { expected_payouts, late_payouts } = dashboard;
      await route.fulfill({
        response,
        json: { ...dashboard, expected_payouts: late_payouts, late_payouts: expected_payouts },
      });
    });
    await page.reload();
    await expect(card.getByText('SAR 0.00').first()).toBeVisible();
    await expect(card).toContainText(
      'SAR 9,817.70 more is still pending from 3 tickets older than 7 days.',
    );
    await expect(
      card.getByRole('button', { name: 'View details of payments older than 7 days' }),
    ).toBeVisible();
  });
});

test("an agency's next step is the ticket that has waited longest, then the missing IBAN, the profile and the payment day", async ({
  browser,
  product,
}) => {
  const { company, agency } = await newPair(product.url);
  const first = await newTicket(company, agency, { amount: '1000.00' });
  const second = await newTicket(company, agency, { amount: '2000.00' });
  const page = await agency.open(browser, '/dashboard/agency');
  const step = page.getByRole('main').locator('[aria-labelledby=next-step]');
  await expect(step.getByRole('heading')).toHaveText('2 tickets wait for your decision');
  await expect(step).toContainText('The oldest: Najd Roastery, submitted today');
  await expect(step.getByRole('link', { name: 'Decide on the oldest' })).toHaveAttribute(
    'href',
    `/tickets/${first.ticket_number}`,
  );
  await agency.api('POST', `/api/tickets/${first.id}/approve`);
  await expect(step.getByRole('heading')).toHaveText('1 ticket waits for your decision');
  await agency.api('POST', `/api/tickets/${second.id}/reject`, {});
  await expect(step.getByRole('heading')).toHaveText('Add your IBAN to be paid');
  await expect(step).toContainText('SAR 950.00 is to be paid to you');
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  await page.reload();
  await expect(step.getByRole('heading')).toHaveText('Finish your profile');
  await expect(step).toContainText('7 items are missing. Next: Address.');
  await step.getByRole('link', { name: 'Continue your profile' }).click();
  await expect(page.getByLabel('Address')).toBeFocused();

  // The response is rewritten to a complete profile.
  await page.route('**/api/dashboards/agency', async (route) => {
    const response = await route.fetch();
    const dashboard = await response.json();
    const filled = Object.fromEntries(
      Object.entries(dashboard.agency).map(([field, value]) => [field, value ?? 'filled']),
    );
    const full = { ...filled, other_docs_files: [], specializations: ['seo'] };
    await route.fulfill({ response, json: { ...dashboard, agency: full } });
  });
  await page.goto('/dashboard/agency');
  await expect(step.getByRole('heading')).toHaveText('Nothing to do: a payment is expected');
  await expect(step).toContainText(/The next payment is expected by \d+ \w+ \d{4}/u);
});

test('missing profile fields link to their field, and an agency without an IBAN cannot be paid', async ({
  browser,
  product,
}) => {
  const agency = await newAgency(product.url);
  const page = await agency.open(browser, '/dashboard/agency');

  await test.step('missing profile fields are a list of links to the fields, which disappears when nothing is missing', async () => {
    const list = page.getByRole('list', { name: 'Tasks', exact: true });
    for (const task of ['About you', 'Registration and specializations', 'IBAN'])
      await list.getByText(task).first().click();
    await expect(list.locator('ol li')).toHaveCount(9);
    await expect(list.getByRole('link')).toHaveCount(8);
    await expect(list.getByText('First decision')).toBeVisible();
    await list.getByRole('link', { name: 'Company registration' }).click();
    await expect(page).toHaveURL('/profile/agency?step=2#company_registration_file');
    const registration = page.getByRole('group', { name: 'Company registration' });
    await expect(registration.getByRole('button', { name: 'Choose a file' })).toBeFocused();
  });

  await test.step('an agency without an IBAN is told that it cannot be paid, until it has one', async () => {
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('link', { name: 'Add your IBAN' }).click();
    await expect(page).toHaveURL('/profile/agency?step=2#iban');
    await expect(page.getByLabel('IBAN')).toBeFocused();
    await page.getByLabel('IBAN').fill('SA0380000000608010167519');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page).toHaveURL('/dashboard/agency');
    await expect(page.getByRole('heading', { name: 'Waiting Tickets' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add your IBAN' })).toHaveCount(0);
  });
});

test('long lists come page by page on the screen and whole on paper', async ({
  browser,
  product,
}) => {
  const { company, agency } = await newPair(product.url);
  const tickets: { id: string }[] = [];
  for (let count = 0; count < 22; count += 1) {
    tickets.push(await newTicket(company, agency, { amount: '100.00' }));
  }
  const page = await agency.open(browser, '/dashboard/agency');

  await test.step('a long list is shown page by page with its count', async () => {
    const waiting = column(page, 'Waiting Tickets');
    await expect(waiting.getByRole('article')).toHaveCount(3);
    await expect(waiting.locator('header').first()).toContainText('22');
    await waiting.getByRole('button', { name: 'Show more (3 of 22)' }).click();
    await expect(waiting.getByRole('article')).toHaveCount(20);
    await waiting.getByRole('button', { name: 'Show more (20 of 22)' }).click();
    await expect(waiting.getByRole('article')).toHaveCount(22);
    await expect(waiting.getByRole('button', { name: /Show more/ })).toHaveCount(0);
  });

  await test.step("the printed Pending Payment Details hold all rows of their totals, the agency's name and no controls", async () => {
    for (const { id } of tickets) await agency.api('POST', `/api/tickets/${id}/approve`);
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    const card = column(page, 'Expected Payment Soon (Net 95%)');
    await expect(card).toContainText('SAR 2,090.00');
    // Printed before the first page has loaded.
    const pressed = Promise.withResolvers<void>();
    await page.route('**/api/agency-payouts?**', async (route) => {
      await pressed.promise;
      await route.continue();
    });
    await card.getByRole('button', { name: 'View details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pending Payment Details' });
    await dialog.getByRole('button', { name: 'Print' }).click();
    pressed.resolve();
    await expect(page.locator('html[data-printed]')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pending Payment Details');
    await expect(page.getByText(agency.name).filter({ visible: true })).toHaveCount(1);
    const table = page.getByRole('table', { name: 'Pending payments' });
    await expect(table).toHaveCount(1);
    await expect(table.getByRole('row')).toHaveCount(24);
    await expect(table.getByRole('row', { name: /^Totals/u })).toContainText('SAR 2,090.00');
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});

test("an agency's dashboard that cannot be loaded says why and can be tried again; what was shown before stays", async ({
  browser,
  product,
}) => {
  const { company, agency } = await newPair(product.url);
  const page = await agency.open(browser, '/healthz');
  const hear = await holdLiveLine(page);
  await page.goto('/profile/agency');
  const broken = { code: 'unexpected_failure', message: 'Something went wrong on our side.' };
  const fail = () =>
    page.route('**/api/dashboards/agency', (route) => route.fulfill({ status: 500, json: broken }));
  await fail();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByRole('main').getByText(broken.message)).toBeVisible();
  await page.unroute('**/api/dashboards/agency');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting Tickets' })).toBeVisible();

  await hear();
  await fail();
  await newTicket(company, agency, { amount: '100.00' });
  await expect(page.getByText(broken.message).last()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting Tickets' })).toBeVisible();
});
