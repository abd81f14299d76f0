import { expect, test } from '@playwright/test';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import type { PayCentre } from '#api/payment-requests.ts';
import { groupedIban, mod97 } from '#domain/iban.ts';
import { DAY_MS, riyadhDate } from '#domain/calendar.ts';
import { makePayable } from '#server/product-client/financing.ts';
import { startProduct, type MovedProduct } from './moved-clock.ts';
import {
  approveIbans,
  newAgency,
  newPerson,
  newStaff,
  newTicket,
  sendPayouts,
  signInAgain,
} from './people.ts';

/** A list of virtual IBANs from the bank's file to a company's transfer, over two days. */

let daysAgo = 0;
let product: MovedProduct;

test.beforeAll(async () => {
  product = await startProduct({ now: () => new Date(Date.now() - daysAgo * DAY_MS) });
});
test.afterAll(() => product.stop());

const account = `80${'1'.padStart(18, '0')}`;
const iban = `SA${String(98 - mod97(`${account}SA00`)).padStart(2, '0')}${account}`;

test('one of staff loads the bank’s list, another approves it a day later, and a credit to the company’s IBAN is certain', async ({
  browser,
}) => {
  daysAgo = 3;
  let company = await newPerson(product.url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Coffee', cr_number: '1010123456' });
  const agency = await newAgency(product.url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const [maha, faisal] = [await newStaff(product), await newStaff(product)];
  await approveIbans(product, maha);
  const ticket = await newTicket(company, agency, { amount: '900.00', months: 1 });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  await makePayable({ staff: maha, company }, ticket);
  for (const line of await sendPayouts([maha, faisal])) await maha.api('POST', `${line}/confirm`);

  // Loaded: the same person withdraws, another one only declines for now.
  const path = '/operations/virtual-ibans';
  const at = product.now().getTime();
  const loading = await maha.open(browser, path);
  await loading.clock.setFixedTime(at);
  await expect(loading.getByText('No list has been loaded yet.')).toBeVisible();
  const choose = (name: string, text: string) =>
    loading
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('wrong.csv', 'SA4420000001234567891234');
  await expect(loading.getByRole('alert')).toContainText(/Line 1, .*must be of our bank \(80\)/);
  await choose('bank.csv', `IBAN\n${iban}\n`);
  const row = loading.getByRole('row', { name: /bank\.csv/ });
  await expect(row).toContainText(groupedIban(iban));
  await expect(row.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await loading.context().close();
  const early = await faisal.open(browser, '/operations');
  await early.clock.setFixedTime(at);
  await early.goto(path);
  await expect(early.getByText(/Can be approved from/)).toBeVisible();
  await expect(early.getByRole('button', { name: /^Decline/ })).toBeVisible();
  await expect(early.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await early.context().close();

  // A day later.
  daysAgo = 1;
  const noura = await newStaff(product);
  const approving = await noura.open(browser, path);
  await approving.getByRole('button', { name: 'Approve: bank.csv' }).click();
  const question = approving.getByRole('alertdialog');
  await expect(question).toContainText(groupedIban(iban));
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(approving.getByRole('row', { name: /bank\.csv/ })).toContainText('Approved');
  await expect(approving.getByText('No virtual IBAN is free.')).toBeVisible();

  // The company reads it, and copies it.
  company = await signInAgain(product.url, company);
  const page = await company.open(browser, `/tickets/${ticket.ticket_number}`);
  const how = page.getByRole('region', { name: 'How to pay' });
  await expect(how).toContainText(groupedIban(iban));
  const { payee } = await company.api<PayCentre>('GET', '/api/pay-centre');
  expect(payee?.iban).toBe(iban);
  await page.context().close();

  // A transfer to it, without a reference and from a stranger.
  const day = riyadhDate(product.now());
  const form = new FormData();
  const rows = `date,amount,payer,virtual account\n${day},450.00,A stranger,${iban}\n`;
  form.append('file', new Blob([rows], { type: 'text/csv' }), 'statement.csv');
  const { statement } = await noura.api<ImportedBankStatement>(
    'POST',
    '/api/operations/bank-statements',
    form,
  );
  await approving.goto(`/operations/bank-statements/${statement.id}?list=certain`);
  const line = approving.getByRole('table', { name: 'Lines of the statement' }).getByRole('row');
  await expect(line.last()).toContainText('It went to the company’s virtual IBAN.');
  await expect(line.last()).toContainText('Najd Coffee');
  await expect(line.last()).toContainText(groupedIban(iban));
  await approving.context().close();
});
