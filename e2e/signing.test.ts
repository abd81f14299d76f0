import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import type { Ticket } from '#api/tickets.ts';
import { openMailbox, type Mailbox } from '#server/platform/mail/mailbox.testing.ts';
import { sampleIdentityNumber } from '#server/product-client/acceptance.ts';
import { enrolFactor, showFactor } from '#server/product-client/second-factor.ts';

import { startProduct } from './moved-clock.ts';
import {
  enter,
  issuedDocuments,
  newAgency,
  newPerson,
  newTicket,
  proveByLink,
  signInAgain,
  type Person,
  nextCode,
} from './people.ts';
import { expect, password, test, type Product } from './product.ts';

/**
 * A company reads its documents on the page and accepts them, in each language and on a phone, with each proof of the
 * person: a mailed code, a code of the second factor, the password.
 */

async function companyWithName({ url }: Product): Promise<Person> {
  const company = await newPerson(url, 'company');
  await company.api('PUT', '/api/company', {
    name: 'Najd Coffee Roasters',
    contact_name: 'ليلى الحربي',
    contact_title: 'المديرة العامة',
    cr_number: '1010123456',
  });
  return company;
}

/** A ticket whose documents wait. */
async function ticketToAccept({ url }: Product, company: Person): Promise<Ticket> {
  const agency = await newAgency(url);
  const ticket = await newTicket(company, agency, { amount: '1234.50', months: 2 });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  await issuedDocuments(company, ticket);
  return ticket;
}

const signPath = ({ ticket_number }: Ticket) => `/tickets/${ticket_number}/documents`;

const words = {
  en: {
    agree: 'What you agree to',
    note: 'Translation of a promissory note',
    capacity: 'Your capacity',
    identity: 'National ID or Iqama number',
    wrongIdentity: /^Enter the 10 digits of your national ID/,
    read: 'I have read the documents and accept them for my company.',
    send: 'Email me a code',
    code: 'Code',
    password: 'Your current password',
    accept: 'Accept documents',
    accepted: /^Accepted by/,
    record: /^Save the signing record in/,
  },
  ar: {
    agree: 'ما توافق عليه',
    note: 'سند لأمر',
    capacity: 'صفتك',
    identity: 'رقم الهوية الوطنية أو الإقامة',
    wrongIdentity: /^أدخل أرقام هويتك الوطنية/,
    read: 'قرأت المستندات وأقبلها نيابةً عن شركتي.',
    send: 'أرسل لي رمزًا بالبريد',
    code: 'الرمز',
    password: 'كلمة مرورك الحالية',
    accept: 'قبول المستندات',
    accepted: /ليلى الحربي/,
    record: /^حفظ سجل التوقيع/,
  },
};
type Say = (typeof words)['en' | 'ar'];

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function expectReadable(page: Page, say: Say): Promise<void> {
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: say.agree })).toBeVisible();
  await expect(page.getByRole('heading', { name: say.note })).toHaveCount(2);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  // Digests are sent and printed, never shown.
  expect(await page.locator('body').innerText()).not.toMatch(/[0-9a-f]{16}/);
}

/** The total of a long table stays in view on a phone, where the tabs do not cover it. */
async function expectTotalAboveTabs(page: Page): Promise<void> {
  const total = page.getByRole('article').locator('tfoot').first();
  await total.evaluate((foot) => {
    const rows = foot.closest('table')!.tBodies[0]!;
    window.scrollBy(0, rows.getBoundingClientRect().top - window.innerHeight + 240);
  });
  const tabs = (await page.locator('[data-tab-bar]').boundingBox())!;
  const box = (await total.boundingBox())!;
  expect(Math.abs(box.y + box.height - tabs.y)).toBeLessThanOrEqual(1);
}

/** Types what is asked before the proof. `next` is the button below it. */
async function fillIn(page: Page, say: Say, next: string): Promise<void> {
  // The title in the profile is no statement of who may sign.
  await expect(page.getByLabel(say.capacity)).toHaveValue('');
  await page.getByLabel(say.capacity).fill('المديرة العامة');
  await page.getByLabel(say.identity).fill('1012345673');
  await page.getByRole('button', { name: next }).click();
  await expect(page.getByText(say.wrongIdentity)).toBeVisible();
  await page.getByLabel(say.identity).fill(sampleIdentityNumber);
  await page.getByText(say.read).click();
}

async function accept(page: Page, say: Say, ticket: Ticket): Promise<void> {
  await page.getByRole('button', { name: say.accept }).click();
  await page.waitForURL(`**/tickets/${ticket.ticket_number}`);
  await expect(page.getByText(say.accepted).first()).toBeVisible();
  await expect(page.getByRole('button', { name: say.record })).toHaveCount(2);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
}

test('a company accepts its documents on the page, ar at 360 px: with its password, later with its second factor', async ({
  browser,
  product,
}) => {
  const say = words.ar;
  const company = await companyWithName(product);
  const ticket = await ticketToAccept(product, company);
  const page = await company.open(browser, signPath(ticket), {
    locale: 'ar-SA',
    viewport: { width: 360, height: 900 },
  });
  await expectReadable(page, say);
  await expectTotalAboveTabs(page);
  await fillIn(page, say, say.accept);
  await page.getByLabel(say.password, { exact: true }).fill(password);
  await accept(page, say, ticket);

  // The proof replaces the session with which it was asked for.
  await proveByLink(product, await signInAgain(product.url, company));
  const again = await signInAgain(product.url, company);
  const second = await ticketToAccept(product, again);
  const { access_token } = again.session;
  const factor = await enrolFactor(product.url, access_token);
  const proven = await showFactor(product.url, access_token, factor, new Date());
  await enter(page, { ...again, session: proven }, signPath(second));
  await expect(page.getByLabel(say.password, { exact: true })).toBeHidden();
  await fillIn(page, say, say.accept);
  await page.getByLabel(say.code).fill(await nextCode(factor.secret));
  await accept(page, say, second);
});

const mailing = test.extend<{ mailbox: Mailbox; mailed: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that it gives from this pattern
  mailbox: async ({}, use) => {
    const mailbox = await openMailbox();
    await use(mailbox);
    mailbox.close();
  },
  mailed: async ({ mailbox }, use) => {
    const mail = { SMTP_URL: mailbox.url, SMTP_TLS: 'optional', EMAIL_CONFIRMATION: 'off' };
    const product = await startProduct({ now: () => new Date() }, mail);
    await use(product);
    await product.stop();
  },
});

mailing(
  'a company accepts its documents on the page, en at 1440 px: with a mailed code where the server sends mail',
  async ({ browser, mailed, mailbox }) => {
    const say = words.en;
    const company = await companyWithName(mailed);
    const ticket = await ticketToAccept(mailed, company);
    const page = await company.open(browser, signPath(ticket), {
      locale: 'en-GB',
      viewport: { width: 1440, height: 900 },
    });
    await expectReadable(page, say);
    await fillIn(page, say, say.send);
    await page.getByRole('button', { name: say.send }).click();
    await expect.poll(() => mailbox.codes.get(company.email)).toBeDefined();
    await page.getByLabel(say.code).fill(mailbox.codes.get(company.email)!);
    await accept(page, say, ticket);
  },
);
