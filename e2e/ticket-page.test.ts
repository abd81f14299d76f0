import { readFile } from 'node:fs/promises';
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';

import type { TicketDetails } from '#api/tickets.ts';
import { png } from '#server/product-client/sample-uploads.ts';

import { expectNoViolations } from './accessibility.ts';
import {
  enter,
  logIn,
  nameOfMarks,
  newAgency,
  newPerson,
  newTicket,
  samplePdf,
  type Person,
} from './people.ts';
import { expect, holdLiveLine, password, test } from './product.ts';

const step = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const ticketHistory = (page: Page) => page.getByRole('list', { name: 'History of the ticket' });
const pathOf = ({ ticket_number }: { ticket_number: string }) => `/tickets/${ticket_number}`;

async function newPair(url: string): Promise<[Person, Person & { id: string; name: string }]> {
  const company = await newPerson(url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Coffee Roasters' });
  return [company, await newAgency(url)];
}

/** Goes to an address of the browser's history, without a new document. */
function stepTo(page: Page, path: string): Promise<void> {
  return page.evaluate((address) => {
    history.pushState({ idx: 9 }, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

test("a ticket's page shows the company who answers, the history and the plan in both calendars", async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const ticket = await newTicket(company, agency, {
    amount: '1000.00',
    months: 3,
    description: 'حملة رمضان',
  });
  const page = await company.open(browser, pathOf(ticket));
  await expect(page).toHaveTitle(`${ticket.ticket_number} · Hamla`);
  await expect(
    page.getByRole('heading', { level: 1, name: `Ticket ${ticket.ticket_number}` }),
  ).toBeVisible();
  const header = page.locator('main > article > header');
  await expect(header).toContainText(agency.name);
  await expect(header).toContainText('SAR 1,000.00');
  await expect(header).toContainText('Waiting approval');
  const waiting = step(page, "Waiting for the agency's answer");
  await expect(waiting).toContainText('Until then SAR 1,000.00 of your budget is held');
  const events = ticketHistory(page).getByRole('listitem');
  await expect(events).toHaveCount(7);
  await expect(events.first()).toContainText('You requested financing');
  await expect(events.nth(1)).toHaveAttribute('aria-current', 'step');
  await expect(events.nth(1)).toContainText('The agency answers');
  await expect(events.last()).toContainText('SAR 333.34');
  const plan = page.getByRole('table', { name: 'Repayment plan' });
  await expect(plan.getByRole('row')).toHaveCount(5);
  await expect(plan.getByRole('row', { name: /^Installment 1/ })).toContainText('SAR 333.33');
  await expect(plan.getByRole('row', { name: /^Installment 1/ })).toContainText(
    /(Rajab|Rabi|Jumada|Ramadan|Sha|Shawwal|Dhu|Muharram|Safar)/,
  );
  await expect(plan.getByRole('row', { name: /^Total, 0% interest/ })).toContainText(
    'SAR 1,000.00',
  );
  await expect(page.getByText('حملة رمضان')).toHaveCSS('direction', 'rtl');

  await test.step('the invoice of a ticket is named with its type, and saved under its name by both parties', async () => {
    for (const reader of [page, await agency.open(browser, pathOf(ticket))]) {
      await expect(reader.getByText('invoice.pdf')).toBeVisible();
      await expect(reader.getByText('PDF · 1 kB')).toBeVisible();
      const [download] = await Promise.all([
        reader.waitForEvent('download'),
        reader.getByRole('button', { name: `Download invoice of ${ticket.ticket_number}` }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/invoice\.pdf$/);
    }
  });

  await test.step('a ticket that cannot be loaded says so and loads when tried again', async () => {
    const hear = await holdLiveLine(page);
    await page.route(`**/api${pathOf(ticket)}`, (route) =>
      route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'Not now.' } }),
    );
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible();
    await page.unroute(`**/api${pathOf(ticket)}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(waiting).toBeVisible();
    await hear();
  });

  await test.step("without a connection a ticket's page keeps what is shown and loads the rest when the connection returns", async () => {
    const unknown = await newTicket(company, agency, { amount: '60.00' });
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expect(waiting).toContainText('SAR 1,000.00');
    await stepTo(page, pathOf(unknown));
    await expect(
      page.getByText('The ticket appears here once the connection is back.'),
    ).toBeVisible();
    await page.context().setOffline(false);
    await expect(waiting).toContainText('SAR 60.00');
  });

  await test.step('when the event stream goes silent, the page reconnects and reads again', async () => {
    await page.goto('/healthz');
    await page.clock.install();
    const reads = `**/api${pathOf(ticket)}`;
    await page.route(reads, () => {}, { times: 1 });
    const asked = page.waitForRequest(reads);
    await page.goto(pathOf(ticket));
    await asked;
    await page.clock.runFor(41_000);
    await expect(waiting).toContainText('SAR 1,000.00');
  });
});

test('the agency decides and the company accepts its documents on the ticket page, and each sees the other without a reload', async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const ticket = await newTicket(company, agency, { amount: '1000.10', months: 2 });
  const [deciding, watching] = [
    await agency.open(browser, pathOf(ticket)),
    await company.open(browser, pathOf(ticket)),
  ];
  const decision = step(deciding, 'Approve or reject this request');
  await expect(decision).toContainText('Najd Coffee Roasters waits for your answer.');
  await expect(decision).toContainText('you receive SAR 950.09');
  const sum = deciding.getByRole('region', { name: 'If you approve' });
  await expect(sum).toContainText('− SAR 50.01');
  await expect(deciding.getByRole('table')).toHaveCount(0);
  await expect(watching.getByRole('button', { name: 'Cancel ticket' })).toBeVisible();

  await decision.getByRole('button', { name: 'Approve' }).click();
  const question = deciding.getByRole('alertdialog', { name: 'Approve this ticket?' });
  await question.getByRole('button', { name: 'Approve ticket' }).click();
  const waiting = "Waiting for the company's acceptance";
  await expect(step(deciding, waiting)).toContainText('SAR 950.09');
  await expect(deciding.getByRole('region', { name: 'Your payment' })).toContainText('Pending');
  await expect(ticketHistory(deciding).getByRole('listitem')).toHaveCount(4);
  // The pressed button is gone: the focus is on the element that replaces it.
  await expect(deciding.getByRole('heading', { name: waiting })).toBeFocused();

  // The documents name the company with a number that its profile does not have yet.
  const asked = step(watching, 'Complete your company’s details');
  const save = asked.getByRole('button', { name: 'Save and prepare documents' });
  const number = asked.getByLabel('Commercial registration number');
  await number.fill('10101234');
  await save.click();
  await expect(
    asked.getByText('Enter the 10 digits of the commercial registration.'),
  ).toBeVisible();
  await number.fill('١٠١٠١٢٣٤٥٦');
  await save.click();

  // The documents appear without a reload, each in two languages; the page has one name for each.
  await step(watching, 'Read and accept the documents')
    .getByRole('link', { name: 'Read and accept' })
    .click();
  const reading = watching.getByRole('main');
  await expect(reading.getByRole('article')).toHaveCount(3);
  await expect(reading.getByText('What you agree to')).toBeVisible();
  await reading.getByText('The documents as PDF').click();
  await expect(reading.getByRole('button', { name: /^Open the / })).toHaveCount(6);
  const saved = watching.waitForEvent('download');
  await reading.getByRole('button', { name: 'Open the financing agreement, العربية' }).click();
  const agreement = await saved;
  expect(agreement.suggestedFilename()).toBe(
    `${ticket.ticket_number}-financing-agreement-v1-ar.pdf`,
  );
  expect((await readFile(await agreement.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await reading.getByRole('button', { name: 'Accept documents' }).click();
  await expect(reading.getByText('Enter your full name.')).toBeVisible();
  await expect(reading.getByLabel('Your full name')).toBeFocused();
  await expect(reading.getByText('Tick this box once you have read them.')).toBeVisible();
  await expect(reading.getByText('Enter your capacity.')).toBeVisible();
  await expect(reading.getByText('Enter your current password.')).toBeVisible();
  await expect(reading.getByText(/^Enter the 10 digits of your national ID/)).toBeVisible();
  await reading.getByLabel('Your full name').fill('ليلى الحربي');
  await reading.getByLabel('Your capacity').fill('المديرة العامة');
  await reading.getByLabel('National ID or Iqama number').fill('١٠١٢ ٣٤٥ ٦٧٢');
  await reading.getByText('I have read the documents and accept them for my company.').click();
  await reading.getByLabel('Your current password').fill('not-the-password');
  await reading.getByRole('button', { name: 'Accept documents' }).click();
  await expect(
    reading.getByText('This password is not right. Nothing was accepted.'),
  ).toBeVisible();
  await reading.getByLabel('Your current password').fill(password);
  await reading.getByRole('button', { name: 'Accept documents' }).click();
  const documents = watching.getByRole('region', { name: 'Financing documents' });
  await expect(documents).toContainText('Accepted by ليلى الحربي (المديرة العامة) on');
  const review = 'We review this ticket before we pay the agency';
  await expect(watching.getByRole('heading', { name: review })).toBeVisible();
  const take = async (list: string) => {
    const [download] = await Promise.all([
      watching.waitForEvent('download'),
      documents
        .getByRole('list', { name: list })
        .getByRole('button', { name: 'Open the financing agreement, العربية' })
        .click(),
    ]);
    return readFile(await download.path());
  };
  const copy = await take('Documents');
  await documents.getByText('The accepted files without that page').click();
  const accepted = await take('Accepted files');
  expect(accepted).toEqual(await readFile(await agreement.path()));
  expect(copy.subarray(0, accepted.length)).toEqual(accepted);
  expect(copy.length).toBeGreaterThan(accepted.length);
  await expect(step(deciding, 'Your payment is being reviewed')).not.toContainText('Expected');
  await expect(ticketHistory(deciding)).toContainText('The company accepted the documents');
  await expect(deciding.getByText('ليلى')).toHaveCount(0);

  await expect(step(watching, review)).toContainText(
    'Nothing is to be paid before the payment to the agency is released.',
  );
  await expect(ticketHistory(watching)).toContainText('The agency approved');
  await expect(watching.getByRole('button', { name: 'Cancel ticket' })).toHaveCount(0);
  await expect(watching.getByRole('table', { name: 'Installments' })).toContainText('Due');
});

/** A black square as a fax sends it (ITU T.6): 64 lines, each like the white one before it, shown as a negative. */
const fax = {
  Type: 'XObject',
  Subtype: 'Image',
  Width: 64,
  Height: 64,
  ColorSpace: 'DeviceGray',
  BitsPerComponent: 1,
  Decode: [1, 0],
  Filter: 'CCITTFaxDecode',
  DecodeParms: { K: -1, Columns: 64, Rows: 64 },
};

/** A PDF of scans with a mark whose font is not in it; each page is a link, and `script` runs when the file is opened. */
async function scannedPdf({ pages, script }: { pages: number; script?: string }) {
  const file = await PDFDocument.create();
  if (script) file.addJavaScript('opened', script);
  const { context } = file;
  const marks = await file.embedFont(StandardFonts.ZapfDingbats);
  const scan = context.register(context.stream(new Uint8Array(8).fill(0xff), fax));
  for (let number = 1; number <= pages; number += 1) {
    const paper = file.addPage();
    const { width, height } = paper.getSize();
    paper.drawText('✔', { font: marks, x: 60, y: 60 });
    const name = paper.node.newXObject('Scan', scan);
    paper.pushOperators(concatTransformationMatrix(200, 0, 0, 200, 60, 500), drawObject(name));
    const link = {
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, width, height],
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://hamla.example/elsewhere') },
    };
    paper.node.addAnnot(context.register(context.obj(link)));
  }
  const bytes = Buffer.from(await file.save());
  return { name: 'campaign.pdf', type: 'application/pdf', bytes };
}

/** Waits until a page is drawn, with more than white. @returns the canvas's pixels for each pixel of CSS. */
async function drawn(paper: Locator): Promise<number> {
  const canvas = paper.locator('canvas');
  await expect(canvas).toBeVisible();
  const { colours, density } = await canvas.evaluate((element) => {
    const { width, height, clientWidth } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d')!;
    // The upper half: a scan has nothing else there.
    const { data } = context.getImageData(0, 0, width, height / 2);
    return { colours: new Set(new Uint32Array(data.buffer)).size, density: width / clientWidth };
  });
  expect(colours).toBeGreaterThan(1);
  return density;
}

test('an invoice is read in the page before it is approved: a PDF page by page, a picture; what cannot be shown says so', async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const invoice = await scannedPdf({ pages: 30 });
  const ticket = await newTicket(company, agency, { amount: '900.00', invoice });
  const page = await agency.open(browser, '/dashboard/agency', { deviceScaleFactor: 2 });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  const reader = page.getByRole('region', { name: /^Invoice of/ });
  const papers = reader.getByRole('img');

  await test.step('the dialog that asks for the approval shows the pages near the view, as large as they are wanted', async () => {
    await page.getByRole('button', { name: `Approve ${ticket.ticket_number}` }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Approve this ticket?' });
    const font = page.waitForResponse(/\/standard_fonts\/FoxitDingbats/);
    await dialog.getByRole('button', { name: 'Read: Invoice of' }).click();
    expect((await font).status()).toBe(200);
    await expect(dialog.getByText('Page 1 of 30')).toBeVisible();
    expect(await drawn(papers.first())).toBe(2);
    await expectNoViolations(page);
    const width = async () => (await papers.first().boundingBox())!.width;
    const fitting = await width();
    await reader.focus();
    await page.keyboard.press('+');
    await expect.poll(width).toBeCloseTo(fitting * 1.25, -1);
    await dialog.getByRole('button', { name: 'Fit width' }).click();
    await expect.poll(width).toBe(fitting);
    await reader.focus();
    await page.keyboard.press('End');
    await expect(dialog.getByText('Page 30 of 30')).toBeVisible();
    await drawn(papers.last());
    expect(await reader.locator('canvas').count()).toBeLessThan(10);
    await expect(papers.first().locator('canvas')).toHaveCount(0);
  });

  const open = async (path: string) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Read: Invoice of' }).click();
  };

  await test.step('a PDF runs no script and leads nowhere', async () => {
    const { bytes } = await scannedPdf({ pages: 1, script: "app.alert('opened');" });
    // The server takes no PDF with a script: only a change in the store could bring one.
    await page.route('**/files/*', (route) =>
      route.fulfill({ contentType: 'application/pdf', body: bytes }),
    );
    const events: string[] = [];
    page.on('dialog', (dialog) => events.push(dialog.message()));
    page.on('popup', (popup) => events.push(popup.url()));
    page.on('request', (request) => {
      if (!request.url().startsWith(product.url)) events.push(request.url());
    });
    await open(pathOf(ticket));
    await drawn(papers);
    await papers.click();
    await expect(page).toHaveURL(pathOf(ticket));
    await expect(reader.locator('a, iframe, object, embed, input')).toHaveCount(0);
    expect(events).toEqual([]);
    await page.unroute('**/files/*');
  });

  await test.step('what cannot be drawn says so beside its download', async () => {
    const broken = { name: 'broken.pdf', type: 'application/pdf', bytes: samplePdf };
    await open(pathOf(await newTicket(company, agency, { amount: '100.00', invoice: broken })));
    await expect(page.getByRole('alert')).toHaveText(
      'This file cannot be shown here. Download it to read it.',
    );
    await expect(page.getByRole('button', { name: /^Download invoice/ })).toBeVisible();
  });

  await test.step('without a connection it says so, and shows a picture when it is back', async () => {
    const scan = await newTicket(company, agency, { amount: '110.00', invoice: png('scan.png') });
    await page.route('**/files/*', (route) => route.abort(), { times: 1 });
    await open(pathOf(scan));
    const alert = page.getByRole('alert').filter({ hasText: 'You appear to be offline.' });
    await alert.getByRole('button', { name: 'Try again' }).click();
    await drawn(papers);
  });
  expect(refused).toEqual([]);
});

test('a rejection with a reason is made on the ticket page and leads the company to a new request', async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  await company.api('PUT', '/api/company', { name: nameOfMarks });
  const ticket = await newTicket(company, agency, { amount: '80.00' });
  const deciding = await agency.open(browser, pathOf(ticket));
  await expect(step(deciding, 'Approve or reject this request')).toContainText(
    `${nameOfMarks} waits for your answer.`,
  );
  await deciding.getByRole('button', { name: 'Reject' }).click();
  const question = deciding.getByRole('dialog', { name: 'Reject Ticket' });
  await question.getByLabel('Reason').fill('الختم غير موجود');
  await question.getByRole('button', { name: 'Confirm Rejection' }).click();
  await expect(step(deciding, 'You rejected this request')).toContainText('الختم غير موجود');
  await deciding.context().close();

  const page = await company.open(browser, pathOf(ticket));
  const rejected = step(page, 'The agency rejected your request');
  await expect(rejected.getByText('الختم غير موجود')).toHaveCSS('direction', 'rtl');
  await expect(ticketHistory(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByText('This plan did not begin.')).toBeVisible();
  await rejected.getByRole('link', { name: 'Request again' }).click();
  await expect(page).toHaveURL('/dashboard/company?new-ticket');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the company cancels on the ticket page; when the agency was faster, the dialog says so', async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const [withdrawn, answered] = [
    await newTicket(company, agency, { amount: '60.00' }),
    await newTicket(company, agency, { amount: '70.00' }),
  ];
  const page = await company.open(browser, pathOf(withdrawn));
  await page.getByRole('button', { name: 'Cancel ticket' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this ticket?' });
  await expect(question).toContainText('SAR 60.00');
  await question.getByRole('button', { name: 'Cancel ticket' }).click();
  await expect(step(page, 'This ticket is closed')).toContainText('You cancelled it.');
  await expect(ticketHistory(page).getByRole('listitem').last()).toContainText('You cancelled');
  await expect(page.getByRole('heading', { name: 'This ticket is closed' })).toBeFocused();

  await page.goto(pathOf(answered));
  await page.getByRole('button', { name: 'Cancel ticket' }).click();
  await expect(question).toBeVisible();
  await company.api('PUT', '/api/company', { cr_number: '1010123456' });
  await agency.api('POST', `/api/tickets/${answered.id}/approve`);
  const late = page.getByRole('alertdialog', { name: 'This ticket cannot be cancelled' });
  await late.getByRole('button', { name: 'Back to the ticket' }).click();
  await expect(step(page, 'Read and accept the documents')).toBeVisible();
});

test('a ticket of another party looks like one that does not exist, with a link back', async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const ticket = await newTicket(company, agency, { amount: '50.00' });
  const [stranger, otherAgency] = [
    await newPerson(product.url, 'company'),
    await newAgency(product.url),
  ];
  const words = 'We could not find that ticket, or you do not have access to it.';
  for (const [person, dashboard] of [
    [stranger, '/dashboard/company'],
    [otherAgency, '/dashboard/agency'],
  ] as const) {
    const page = await person.open(browser, pathOf(ticket));
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(agency.name)).toHaveCount(0);
    await page.goto('/tickets/HM-1');
    await expect(page.getByText(words)).toBeVisible();
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await expect(page).toHaveURL(dashboard);
    await page.context().close();
  }
});

test('from a list the ticket page opens at once with what the list knew, and the way back restores the position', async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const tickets = [];
  for (const amount of ['100.00', '200.00', '300.00', '400.00', '500.00', '600.00']) {
    const ticket = await newTicket(company, agency, { amount, description: `For SAR ${amount}` });
    await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
    tickets.push(ticket);
  }
  const oldest = tickets[0]!;
  const page = await agency.open(browser, '/dashboard/agency', {
    viewport: { width: 360, height: 700 },
  });
  const release = Promise.withResolvers<void>();
  await page.route(`**/api${pathOf(oldest)}`, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Show more (2 of 6)' }).click();
  const link = page.getByRole('link', { name: oldest.ticket_number });
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(200);
  await link.click();
  // The server has not answered yet.
  await expect(page.locator('main > article > header')).toContainText('SAR 100.00');
  await expect(page.locator('main > article > header')).toContainText('Najd Coffee Roasters');
  await expect(page.getByText('For SAR 100.00')).toBeVisible();
  await expect(page).toHaveTitle(`${oldest.ticket_number} · Hamla`);
  release.resolve();
  await expect(ticketHistory(page)).toContainText('You approved');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard/agency');
  await expect(link).toBeInViewport();
});

/** States that no use case reaches yet are written into the real response. */
async function asActive(page: Page, statuses: ('Paid' | 'Due' | 'Overdue')[], today: string) {
  await page.route('**/api/tickets/HM-*', async (route) => {
    const response = await route.fetch();
    const details: TicketDetails = await response.json();
    details.today = today;
    details.ticket.status = 'Active';
    if (details.payout) details.payout.status = 'Confirmed';
    details.story.push({ ...details.story.at(-1)!, kind: 'paid_out' });
    for (const [index, one] of (details.installments ?? []).entries()) {
      one.status = statuses[index] ?? 'Due';
      if (one.status === 'Paid') one.paid_amount = one.amount_sar;
      one.due_date = `2027-0${index + 1}-15`;
    }
    await route.fulfill({ response, json: details });
  });
}

test('an active ticket shows its next installment, and overdue ones before it', async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const ticket = await newTicket(company, agency, { amount: '1000.00', months: 3 });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  const page = await company.open(browser, '/settings');
  await asActive(page, ['Paid', 'Due', 'Due'], '2027-02-15');
  await page.goto(pathOf(ticket));
  await expect(step(page, 'Pay SAR 333.33 by 15 Feb 2027')).toBeVisible();
  const now = ticketHistory(page).locator('[aria-current=step]');
  await expect(now).toContainText('Installment 2');
  await expect(ticketHistory(page)).toContainText('We released the payment to the agency');
  await page.unroute('**/api/tickets/HM-*');
  await asActive(page, ['Paid', 'Overdue', 'Overdue'], '2027-04-01');
  await page.reload();
  const overdue = step(page, 'Pay SAR 666.67 now');
  await expect(overdue).toContainText('2 installments are overdue.');
  await expect(overdue).toContainText('The earliest was due on 15 Feb 2027.');
  await page.context().close();

  const paid = await agency.open(browser, '/settings');
  await asActive(paid, [], '2027-02-15');
  await paid.goto(pathOf(ticket));
  await expect(step(paid, 'You have been paid')).toContainText('The company repays us.');
});

test('a link to a ticket survives the sign-in; the link back leads to the dashboard', async ({
  page,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const ticket = await newTicket(company, agency, { amount: '50.00' });
  await page.goto(pathOf(ticket));
  await expect(page).toHaveURL('/signin');
  await logIn(page, company.email);
  await expect(page).toHaveURL(pathOf(ticket));
  await expect(step(page, "Waiting for the agency's answer")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/company');
  await page.goForward();
  await expect(step(page, "Waiting for the agency's answer")).toBeVisible();

  // After a sign-out nothing is left for the next person.
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/signin');
  await stepTo(page, pathOf(ticket));
  await expect(page).toHaveURL('/signin');
  await logIn(page, agency.email);
  await expect(page).toHaveURL('/dashboard/agency');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('after a sign-out, going back in the browser leads to the sign-in form', async ({
  browser,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const ticket = await newTicket(company, agency, { amount: '50.00' });
  const page = await company.open(browser, pathOf(ticket));
  await expect(step(page, "Waiting for the agency's answer")).toBeVisible();
  // The step back comes in the moment in which the address becomes that of the form.
  await page.evaluate((address) => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (data: unknown, unused: string, url?: string | URL | null) => {
      replace(data, unused, url);
      if (!String(url).endsWith('/signin')) return;
      history.replaceState = replace;
      queueMicrotask(() => {
        history.pushState({ idx: 9, key: 'earlier' }, '', address);
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      });
    };
  }, pathOf(ticket));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect(page).toHaveURL('/signin');
});

test('a second tab whose session was ended by another returns only the same person to its screen', async ({
  page,
  product,
}) => {
  const [company, agency] = await newPair(product.url);
  const ticket = await newTicket(company, agency, { amount: '50.00' });
  await enter(page, company, '/dashboard/company');
  const other = await page.context().newPage();
  for (const [who, landing] of [
    [company, pathOf(ticket)],
    [agency, '/dashboard/agency'],
  ] as const) {
    await other.goto(pathOf(ticket));
    await expect(step(other, "Waiting for the agency's answer")).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(other).toHaveURL('/signin');
    await logIn(other, who.email);
    await expect(other).toHaveURL(landing);
    await page.goto('/dashboard/company');
  }
});
