import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { pdf, png } from '#server/product-client/sample-uploads.ts';

import { logIn } from './people.ts';
import { chooseRadio, expect, newAddress, password, test } from './product.ts';

/**
 * The main job from the first page to the last message, by what people press and read: nothing here calls the API. What
 * nobody can leave out, up to the approval, is done without a mouse: Tab, Enter, Space, arrows and Escape, and every stop found
 * by its accessible name. After each move the focus is somewhere a person can go on from, never lost to the page itself.
 */

type Role = 'button' | 'link' | 'textbox' | 'combobox' | 'radio';

const companyName = 'محمصة نجد';
const rejectionReason = 'The invoice names another campaign.\nPlease send the one for March.';

const region = (page: Page, name: string): Locator => page.getByRole('region', { name });
const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true }).first();
const budgetRow = (page: Page, term: string): Locator =>
  region(page, 'Available Budget').locator(`dt:has-text("${term}") + dd`);

const asFile = ({ name, type, bytes }: ReturnType<typeof pdf>) => ({
  name,
  mimeType: type,
  buffer: bytes,
});

/** "SAR 1,234.50" as 123450. */
const halalasIn = async (figure: Locator) =>
  // The text content, because the arithmetic is collapsed.
  Number((await figure.textContent())?.replaceAll(/[^\d]/g, ''));

/** The day that many months from now, as the screens write it; a shorter month ends earlier. */
function dueDate(months: number): string {
  const date = Temporal.Now.plainDateISO('Asia/Riyadh').add({ months });
  const format = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date(date.toString()));
}

/** The focused element, as a screen reader announces it. */
const focused = (page: Page, role: Role, name: string | RegExp) =>
  page.getByRole(role, { name, exact: typeof name === 'string' }).and(page.locator(':focus'));

/** The focus may move for a moment while a screen changes; then it is on an element. */
async function expectFocusKept(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'NONE'), {
      message: 'the focus is lost',
    })
    .not.toMatch(/^(BODY|HTML|NONE)$/);
}

/**
 * Walks with Tab until the stop of that name has the focus; what lies behind is reached by walking back, as a person would
 * (where a page's last stop leads to differs from browser to browser).
 */
async function tabTo(page: Page, role: Role, name: string | RegExp, key = 'Tab') {
  const stop = focused(page, role, name);
  for (let presses = 0; presses < 120; presses += 1) {
    if ((await stop.count()) > 0) return;
    await page.keyboard.press(presses < 45 ? key : 'Shift+Tab');
  }
  throw new Error(`Tab does not reach the ${role} ${String(name)}`);
}

/** The element of that name once it can be focused. */
async function goTo(page: Page, role: Role, name: string | RegExp) {
  await page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .waitFor();
  await tabTo(page, role, name);
}

async function press(page: Page, role: Role, name: string | RegExp, key = 'Enter') {
  await goTo(page, role, name);
  await page.keyboard.press(key);
}

async function typeIn(page: Page, name: string | RegExp, text: string) {
  await goTo(page, 'textbox', name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens the system's own chooser by Enter; what happens inside it is the system's. */
async function chooseFile(page: Page, group: string, file: ReturnType<typeof pdf>) {
  const button = page.getByRole('group', { name: group }).getByRole('button', { name: /^Choose/ });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await button.evaluate((stop) => stop === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
  // A slow browser may open its file chooser before the test listens for it.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 10_000 });
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(asFile(file));
  }).toPass();
  await expect(page.getByRole('group', { name: group })).toContainText(file.name);
  await expectFocusKept(page);
}

async function signUp(page: Page, role: 'company' | 'agency'): Promise<string> {
  const email = newAddress();
  await goTo(page, 'textbox', 'Email');
  await page.keyboard.press('Enter');
  // The first missing field has the focus.
  await expect(focused(page, 'textbox', 'Email')).toHaveCount(1);
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Account created successfully!')).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/${role}`);
  await expectFocusKept(page);
  return email;
}

async function choose(page: Page, field: string, files: ReturnType<typeof pdf>[]) {
  const group = page.getByRole('group', { name: field });
  const chooser = page.waitForEvent('filechooser');
  await group.getByRole('button', { name: /^Choose/ }).click();
  await (await chooser).setFiles(files.map(asFile));
  for (const { name } of files) await expect(group).toContainText(name);
}

async function fillContact(page: Page) {
  await page.getByLabel('Address').fill('King Fahd Road, Riyadh');
  await page.getByLabel('Contact name').fill('نورة العتيبي');
  await page.getByLabel('Contact title').fill('Marketing manager');
  await page.getByLabel('Phone').fill('0501234567');
  await page.getByLabel('Email').fill('noura@example.sa');
}

async function saveProfile(page: Page, role: 'company' | 'agency') {
  await press(page, 'button', 'Save profile');
  await expect(toast(page, 'Profile saved successfully!')).toBeVisible();
  await expect(page).toHaveURL(`/dashboard/${role}`);
  await expectFocusKept(page);
}

async function completeAgencyProfile(page: Page, name: string) {
  await press(page, 'link', /^Profile 0%/);
  await expect(page).toHaveURL('/profile/agency');
  await expectFocusKept(page);
  await typeIn(page, /^Agency name/, name);
  await fillContact(page);
  await press(page, 'button', 'Continue');
  await expect(page).toHaveURL('/profile/agency?step=2');
  await expectFocusKept(page);
  await page.getByLabel('IBAN').fill('SA03 8000 0000 6080 1016 7519');
  await choose(page, 'Company registration', [pdf('registration.pdf', ['Registration'])]);
  await choose(page, 'Other documents', [pdf('licence.pdf', ['Licence']), png('award.png')]);
  const specializations = page.getByRole('group', { name: 'Specializations' });
  for (const code of ['Branding', 'Social media']) await specializations.getByText(code).click();
  await saveProfile(page, 'agency');
  await expect(page.getByRole('heading', { name: 'Waiting Tickets' })).toBeVisible();
}

async function completeCompanyProfile(page: Page) {
  await press(page, 'link', /^Profile 0%/);
  await expect(page).toHaveURL('/profile/company');
  await typeIn(page, /^Company name/, companyName);
  await page.getByLabel('Website').fill('najd.example.sa');
  await fillContact(page);
  await typeIn(page, /^Email/, 'finance@');
  await press(page, 'button', 'Continue');
  // The first problem has the focus, and says itself.
  await expect(focused(page, 'textbox', /^Email/)).toHaveCount(1);
  await typeIn(page, /^Email/, 'finance@najd.example.sa');
  await press(page, 'button', 'Continue');
  await expect(page).toHaveURL('/profile/company?step=2');
  await expectFocusKept(page);
  await page.getByLabel('Business area').fill('Coffee');
  const months = page.getByRole('group', { name: 'Revenue of the last 6 months' });
  await expect(months.getByRole('textbox')).toHaveCount(6);
  for (const month of await months.getByRole('textbox').all()) {
    const reached = () => month.evaluate((field) => field === document.activeElement);
    for (let presses = 0; presses < 60 && !(await reached()); presses += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('120,000');
  }
  await chooseFile(page, 'Financial statement', pdf('statement.pdf', ['Statement']));
  await choose(page, 'Company registration', [png('registration.png')]);
  await choose(page, 'Bank statement of the last 6 months', [pdf('bank.pdf', ['Bank'])]);
  await saveProfile(page, 'company');
}

/** The open list closes when the dialog scrolls below it: a person who then sees no choice opens it again. */
async function chooseAgency(page: Page, agencyName: string) {
  const field = page.getByRole('combobox', { name: 'Agency' });
  await expect(async () => {
    await field.fill(agencyName);
    await page.getByRole('option', { name: agencyName }).click({ timeout: 5_000 });
    // Text that was typed and not chosen is removed when the field loses the focus.
    await page.getByLabel('Amount').focus();
    await expect(field).toHaveValue(agencyName, { timeout: 3_000 });
  }).toPass();
}

async function fillTicket(
  page: Page,
  request: { agency: string; amount: string; months: string; invoice: string },
) {
  await page.getByRole('button', { name: 'Add New Ticket' }).click();
  await chooseAgency(page, request.agency);
  await page.getByLabel('Amount').fill(request.amount);
  await chooseRadio(page.getByRole('radio', { name: request.months }));
  await choose(page, 'Invoice', [pdf(request.invoice, ['Invoice', `SAR ${request.amount}`])]);
}

/** The number of the ticket that was submitted, once it waits. */
async function submittedTicket(page: Page): Promise<string> {
  const waiting = region(page, 'Waiting Approval');
  await expect(page.getByRole('dialog', { name: 'New Ticket' })).toHaveCount(0);
  await expect(toast(page, 'Ticket submitted. Waiting agency approval.')).toBeVisible();
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  return waiting.getByText(/^HM-\d+$/).innerText();
}

async function submitTicket(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Submit Ticket' }).click();
  return submittedTicket(page);
}

/** One month after the other from today, in equal parts rounded down, the last with the remainder, each of them Due. */
async function expectPreview(page: Page) {
  const table = page.getByRole('table', { name: 'Payment Preview' });
  const rows = table.locator('tbody').getByRole('row');
  await expect(rows).toHaveText([
    new RegExp(`^${dueDate(1)}[^]*Due\\s*SAR\\s3,000\\.00$`),
    new RegExp(`^${dueDate(2)}[^]*Due\\s*SAR\\s3,000\\.00$`),
    new RegExp(`^${dueDate(3)}[^]*Due\\s*SAR\\s3,000\\.01$`),
  ]);
  await expect(table.locator('tfoot')).toContainText('SAR 9,000.01');
}

async function expectPayments(page: Page, ticketNumber: string) {
  const timeline = region(page, 'Payment Timeline');
  await expect(timeline.getByRole('list', { name: 'Due dates' }).getByRole('button')).toHaveCount(
    3,
  );
  const next = timeline.getByRole('list').last().getByRole('listitem');
  await expect(next).toHaveCount(3);
  for (const [index, amount] of ['SAR 3,000.00', 'SAR 3,000.00', 'SAR 3,000.01'].entries()) {
    await expect(next.nth(index)).toContainText(amount);
    await expect(next.nth(index)).toContainText(dueDate(index + 1));
    await expect(next.nth(index)).toContainText(`${ticketNumber}, installment ${index + 1}`);
  }
}

async function expectPendingPayment(page: Page, ticketNumber: string) {
  const card = region(page, 'Expected Payment Soon (Net 95%)');
  await expect(card).toContainText('SAR 8,550.01');
  await card.getByRole('button', { name: 'View details' }).click();
  const details = page.getByRole('dialog', { name: 'Pending Payment Details' });
  const rows = details.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(ticketNumber);
  await expect(rows.nth(1)).toContainText(dueDate(0));
  for (const row of [rows.nth(1), rows.nth(2)]) {
    for (const amount of ['SAR 9,000.01', 'SAR 450.00', 'SAR 8,550.01']) {
      await expect(row).toContainText(amount);
    }
  }
  await expect(rows.nth(2)).toContainText('Totals');
  await page.keyboard.press('Escape');
}

test('a company finances a campaign with an agency through the screens alone, from sign-up to the last answer', async ({
  browser,
  product,
}) => {
  const [company, agency] = await Promise.all(
    ['company', 'agency'].map(async () =>
      (
        await browser.newContext({ baseURL: product.url, reducedMotion: 'no-preference' })
      ).newPage(),
    ),
  );
  if (!company || !agency) throw new Error('two browsers are needed');
  // Unique in every run, because tests may share a product.
  const agencyName = `Sada ${newAddress().split('@')[0]}`;
  let companyEmail = '';

  await test.step('both sign up from the public pages', async () => {
    await company.goto('/');
    await company.getByRole('main').getByRole('link', { name: 'Get Started' }).click();
    await expect(company.getByRole('radio', { name: 'Company' })).toBeChecked();
    companyEmail = await signUp(company, 'company');

    await agency.goto('/for-agencies');
    await agency.getByRole('link', { name: 'Join as an agency' }).click();
    await expect(agency.getByRole('radio', { name: 'Agency' })).toBeChecked();
    await signUp(agency, 'agency');
  });

  await test.step('both complete their profiles, and the budget reaches the open dashboard', async () => {
    await completeAgencyProfile(agency, agencyName);
    const budget = region(company, 'Available Budget');
    await expect(budget).toContainText('Add last 6 months revenue to calculate your budget');
    await completeCompanyProfile(company);
    await expect(budget).toContainText('Total approval budget', { timeout: 60_000 });
    await expect(budget).toContainText(/Grade [A-E]/);
    await expectFocusKept(company);
    for (const page of [company, agency]) {
      await expect(page.getByRole('link', { name: /Profile \d+%/ })).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Complete your profile' })).toHaveCount(0);
      const role = page === company ? 'company' : 'agency';
      await page.getByRole('button', { name: /^Account/ }).click();
      const profile = page.getByRole('link', { name: 'Profile 100%' });
      await expect(profile).toHaveAttribute('href', `/profile/${role}`);
      await page.keyboard.press('Escape');
      await expect(profile).toBeHidden();
    }
  });

  const total = await halalasIn(budgetRow(company, 'Total approval budget'));
  let first = '';

  await test.step('Escape closes the dialog and returns the focus to the button that opened it', async () => {
    await press(company, 'button', 'Add New Ticket');
    await company.getByRole('dialog', { name: 'New Ticket' }).waitFor();
    await expectFocusKept(company);
    await company.keyboard.press('Escape');
    await expect(company.getByRole('dialog')).toHaveCount(0);
    await expect(focused(company, 'button', 'Add New Ticket')).toHaveCount(1);
  });

  await test.step('the company requests financing and the agency sees it at once', async () => {
    await company.keyboard.press('Enter');
    await goTo(company, 'combobox', 'Agency');
    await company.keyboard.type(agencyName);
    // Others of the same beginning stand there until the whole name is looked up.
    await expect(company.getByRole('option')).toContainText([agencyName]);
    await company.keyboard.press('ArrowDown');
    await company.keyboard.press('Enter');
    await expect(company.getByRole('combobox', { name: 'Agency' })).toHaveValue(agencyName);
    await typeIn(company, 'Amount in SAR', '0.5');
    await company.keyboard.press('Enter');
    await expect(focused(company, 'textbox', 'Amount in SAR')).toHaveCount(1);
    await typeIn(company, 'Amount in SAR', '9,000.01');
    await goTo(company, 'radio', '1 month');
    await company.keyboard.press('ArrowRight');
    await company.keyboard.press('ArrowRight');
    await expect(focused(company, 'radio', '3 months')).toHaveCount(1);
    const invoice = pdf('فاتورة.pdf', ['Invoice', 'SAR 9,000.01']);
    await chooseFile(company, 'Invoice', invoice);
    await company.getByLabel('Description').fill('Ramadan campaign');
    await expectPreview(company);
    await expect(company.getByRole('button', { name: 'Submit Ticket' })).toBeEnabled();
    await press(company, 'button', 'Submit Ticket', 'Space');
    first = await submittedTicket(company);
    await expectFocusKept(company);
    await expect(budgetRow(company, 'Held by pending tickets')).toHaveText('SAR 9,000.01');
    expect(await halalasIn(budgetRow(company, 'Available').last())).toBe(total - 900_001);

    const ticket = region(agency, 'Waiting Tickets').getByRole('article');
    for (const words of [first, companyName, 'SAR 9,000.01', '3 months', 'Ramadan campaign']) {
      await expect(ticket).toContainText(words);
    }
    const download = agency.waitForEvent('download');
    await ticket.getByRole('button', { name: `Invoice of ${first}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('فاتورة.pdf');
    expect(await readFile(await file.path())).toEqual(invoice.bytes);
  });

  await test.step('the agency approves; both see what is paid and when', async () => {
    await press(agency, 'button', `Approve ${first}`);
    const question = agency.getByRole('alertdialog');
    await question.waitFor();
    await expectFocusKept(agency);
    await agency.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(focused(agency, 'button', `Approve ${first}`)).toHaveCount(1);
    await agency.keyboard.press('Enter');
    await question.waitFor();
    await press(agency, 'button', 'Approve ticket', 'Space');
    await expect(toast(agency, 'Ticket approved successfully!')).toBeVisible();
    await expect(region(agency, 'Approved Tickets').getByRole('article')).toContainText(first);
    await expectFocusKept(agency);
    for (const words of [first, agencyName, '3 months', 'Ramadan campaign', 'Approved']) {
      await expect(region(company, 'Current Tickets')).toContainText(words);
    }
    await expect(budgetRow(company, 'Committed to approved and active tickets')).toHaveText(
      'SAR 9,000.01',
    );
    await expectPayments(company, first);
    await expectPendingPayment(agency, first);
  });

  await test.step('the company walks the days of its repayment', async () => {
    const days = company.getByRole('list', { name: 'Due dates' }).getByRole('button');
    await tabTo(company, 'button', /, 1 installment, .*, due$/);
    await company.keyboard.press('End');
    await expect(days.last()).toBeFocused();
    await company.keyboard.press('Enter');
    await company.getByRole('dialog').waitFor();
    await company.keyboard.press('Escape');
    await expect(days.last()).toBeFocused();
  });

  await test.step('a second ticket is rejected, and the company reads why', async () => {
    await fillTicket(company, {
      agency: agencyName,
      amount: '500',
      months: '1 month',
      invoice: 'second.pdf',
    });
    const second = await submitTicket(company);
    await agency.getByRole('button', { name: `Reject ${second}` }).click();
    const dialog = agency.getByRole('dialog', { name: 'Reject Ticket' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill(rejectionReason);
    await dialog.getByRole('button', { name: 'Confirm Rejection' }).click();
    await expect(toast(agency, 'Ticket rejected')).toBeVisible();
    await expect(region(agency, 'Ticket History').getByRole('article')).toContainText(second);
    const old = region(company, 'Old Tickets').getByRole('listitem').filter({ hasText: second });
    await expect(old).toContainText('Rejected');
    await expect(old).toContainText('The invoice names another campaign.');
    await expect(region(company, 'Waiting Approval')).toContainText('No tickets are waiting');
  });

  await test.step('a third ticket passes the budget only once it is smaller, and is cancelled', async () => {
    const available = await halalasIn(budgetRow(company, 'Available').last());
    const tooMuch = String(Math.floor(available / 100) + 1);
    await fillTicket(company, {
      agency: agencyName,
      amount: tooMuch,
      months: '2 months',
      invoice: 'third.pdf',
    });
    await company.getByRole('button', { name: 'Submit Ticket' }).click();
    await expect(
      toast(company, 'Not enough available budget. Reduce the amount or cancel a pending ticket.'),
    ).toBeVisible();
    await company.getByLabel('Amount').fill('1,000');
    const third = await submitTicket(company);
    const waiting = region(agency, 'Waiting Tickets');
    await expect(waiting).toContainText(third);
    await company.getByRole('button', { name: `Cancel ${third}` }).click();
    await company.getByRole('button', { name: 'Cancel ticket', exact: true }).click();
    const old = region(company, 'Old Tickets').getByRole('listitem').filter({ hasText: third });
    await expect(old).toContainText('Closed');
    await expect(budgetRow(company, 'Held by pending tickets')).toHaveText('SAR 0.00');
    await expect(waiting).toContainText('No tickets are waiting.');
    await expect(region(agency, 'Ticket History').getByRole('article')).toHaveCount(2);
  });

  await test.step('after a new sign-in everything is as it was', async () => {
    await company.getByRole('button', { name: 'Sign Out' }).click();
    await expect(company).toHaveURL('/signin');
    await logIn(company, companyEmail);
    await expect(toast(company, 'Signed in successfully!')).toBeVisible();
    await expect(company).toHaveURL('/dashboard/company');
    await expectPayments(company, first);
    await expect(region(company, 'Old Tickets').getByRole('listitem')).toHaveCount(2);
  });
});
