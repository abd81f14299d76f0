import type { Page } from '@playwright/test';

import { pdf } from '#server/product-client/sample-uploads.ts';

import { expect, newAddress, password, test } from './product.ts';

/**
 * The main job without a mouse: Tab, Enter, Space, arrows and Escape alone, and every stop found by its accessible name.
 * After each move the focus is somewhere a person can go on from, never lost to the page itself.
 */

type Role = 'button' | 'link' | 'textbox' | 'combobox' | 'radio';

const companyName = 'Najd Coffee Roasters';

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

async function type(page: Page, name: string | RegExp, text: string) {
  await goTo(page, 'textbox', name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Opens the system's own chooser by Enter; what happens inside it is the system's. */
async function chooseFile(page: Page, group: string, name: string) {
  const button = page.getByRole('group', { name: group }).getByRole('button', { name: /^Choose/ });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await button.evaluate((stop) => stop === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(button).toBeFocused();
  const { type: mimeType, bytes } = pdf(name, [name]);
  // A slow browser may open its file chooser before the test listens for it.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 10_000 });
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name, mimeType, buffer: bytes });
  }).toPass();
  await expect(page.getByRole('group', { name: group })).toContainText(name);
  await expectFocusKept(page);
}

async function signUp(page: Page, type_: 'company' | 'agency') {
  await page.goto(`/signup?type=${type_}`);
  await goTo(page, 'textbox', 'Email');
  await page.keyboard.press('Enter');
  // The first missing field has the focus.
  await expect(focused(page, 'textbox', 'Email')).toHaveCount(1);
  await page.keyboard.type(newAddress());
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/${type_}`);
  await expectFocusKept(page);
}

test('a company and an agency do the main tasks by keyboard alone, every control has a name, and the focus is never lost', async ({
  browser,
  product,
}) => {
  const open = async () => (await browser.newContext({ baseURL: product.url })).newPage();
  const [company, agency] = [await open(), await open()];
  const agencyName = `Sada ${newAddress().split('@')[0]}`;

  await test.step('the agency signs up and takes a name', async () => {
    await signUp(agency, 'agency');
    await press(agency, 'link', /^Profile 0%/);
    await expect(agency).toHaveURL('/profile/agency');
    await expectFocusKept(agency);
    await type(agency, /^Agency name/, agencyName);
    await press(agency, 'button', 'Continue');
    await expect(agency).toHaveURL('/profile/agency?step=2');
    await expectFocusKept(agency);
    await press(agency, 'button', 'Save profile');
    await expect(agency).toHaveURL('/dashboard/agency');
    await expectFocusKept(agency);
  });

  await test.step('the company signs up and completes its profile: revenue and a document', async () => {
    await signUp(company, 'company');
    await press(company, 'link', /^Profile 0%/);
    await expect(company).toHaveURL('/profile/company');
    await type(company, /^Company name/, companyName);
    await type(company, /^Email/, 'finance@');
    await press(company, 'button', 'Continue');
    // The first problem has the focus, and says itself.
    await expect(focused(company, 'textbox', /^Email/)).toHaveCount(1);
    await type(company, /^Email/, 'finance@najd.example.sa');
    await press(company, 'button', 'Continue');
    await expect(company).toHaveURL('/profile/company?step=2');
    await expectFocusKept(company);
    const months = company.getByRole('group', { name: /^Revenue of the last 6 months/ });
    await expect(months.getByRole('textbox')).toHaveCount(6);
    for (const month of await months.getByRole('textbox').all()) {
      const reached = () => month.evaluate((field) => field === document.activeElement);
      for (let presses = 0; presses < 60 && !(await reached()); presses += 1) {
        await company.keyboard.press('Tab');
      }
      await company.keyboard.type('120000');
    }
    await chooseFile(company, 'Financial statement', 'statement.pdf');
    await press(company, 'button', 'Save profile');
    await expect(company).toHaveURL('/dashboard/company');
    await expectFocusKept(company);
    const budget = company.getByRole('region', { name: 'Available Budget' });
    await expect(budget).toContainText(/\d{2},\d{3}\.\d{2}/, { timeout: 60_000 });
    await expectFocusKept(company);
  });

  await test.step('Escape closes the dialog and returns the focus to the button that opened it', async () => {
    await press(company, 'button', 'Add New Ticket');
    await company.getByRole('dialog', { name: 'New Ticket' }).waitFor();
    await expectFocusKept(company);
    await company.keyboard.press('Escape');
    await expect(company.getByRole('dialog')).toHaveCount(0);
    await expect(focused(company, 'button', 'Add New Ticket')).toHaveCount(1);
  });

  await test.step('the company requests financing and reads its preview', async () => {
    await company.keyboard.press('Enter');
    await goTo(company, 'combobox', 'Agency');
    await company.keyboard.type(agencyName);
    // Others of the same beginning stand there until the whole name is looked up.
    await expect(company.getByRole('option')).toHaveText([agencyName]);
    await company.keyboard.press('ArrowDown');
    await company.keyboard.press('Enter');
    await expect(company.getByRole('combobox', { name: 'Agency' })).toHaveValue(agencyName);
    await type(company, 'Amount', '0.5');
    await company.keyboard.press('Enter');
    await expect(focused(company, 'textbox', 'Amount')).toHaveCount(1);
    await type(company, 'Amount', '9000');
    await goTo(company, 'radio', '1 month');
    await company.keyboard.press('ArrowRight');
    await company.keyboard.press('ArrowRight');
    await expect(focused(company, 'radio', '3 months')).toHaveCount(1);
    await chooseFile(company, 'Invoice', 'invoice.pdf');
    const preview = company.getByRole('table', { name: 'Payment Preview' });
    await expect(preview.locator('tbody').getByRole('row')).toHaveCount(3);
    await expect(company.getByRole('button', { name: 'Submit Ticket' })).toBeEnabled();
    await press(company, 'button', 'Submit Ticket', 'Space');
    await expect(company.getByRole('dialog', { name: 'New Ticket' })).toHaveCount(0);
    const waiting = company.getByRole('region', { name: 'Waiting Approval' });
    await expect(waiting.getByRole('listitem')).toHaveCount(1);
    await expectFocusKept(company);
  });

  await test.step('the agency cancels the dialog, then approves', async () => {
    await press(agency, 'button', /^Approve HM-/);
    const question = agency.locator('[role=dialog], [role=alertdialog]');
    await question.waitFor();
    await expectFocusKept(agency);
    await agency.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(focused(agency, 'button', /^Approve HM-/)).toHaveCount(1);
    await agency.keyboard.press('Enter');
    await question.waitFor();
    await press(agency, 'button', 'Approve ticket', 'Space');
    await expect(
      agency.getByRole('region', { name: 'Approved Tickets' }).getByRole('article'),
    ).toHaveCount(1);
    await expectFocusKept(agency);
  });

  await test.step('the company walks the days of its repayment', async () => {
    const days = company.getByRole('list', { name: 'Due dates' }).getByRole('button');
    await expect(days).toHaveCount(3);
    await tabTo(company, 'button', /, 1 installment, .*, due$/);
    await company.keyboard.press('End');
    await expect(days.last()).toBeFocused();
    await company.keyboard.press('Enter');
    await company.getByRole('dialog').waitFor();
    await company.keyboard.press('Escape');
    await expect(days.last()).toBeFocused();
  });
});
