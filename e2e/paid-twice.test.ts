import { expect, type Page } from '@playwright/test';

import type { ImportedBankStatement } from '#api/bank-statements.ts';
import { riyadhDate } from '#domain/calendar.ts';
import { endToEndId } from '#domain/payouts/pain-001.ts';
import { makePayable } from '#server/product-client/financing.ts';
import { expectNoViolations } from './accessibility.ts';
import {
  approveIbans,
  newAgency,
  newPerson,
  newStaff,
  newTicket,
  sendPayouts,
  type Person,
} from './people.ts';
import { staffedTest as test } from './product.ts';
import type { MovedProduct } from './moved-clock.ts';

/** A ticket of SAR 900.00 whose payout was called failed and sent again, and which the bank had paid at the first. */
async function newPaidTwice(product: MovedProduct) {
  const company = await newPerson(product.url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Coffee Roasters' });
  const agency = await newAgency(product.url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const staff = [await newStaff(product), await newStaff(product)] as const;
  const [maha, faisal] = staff;
  const ticket = await newTicket(company, agency, { amount: '900.00', months: 3 });
  await agency.api('POST', `/api/tickets/${ticket.id}/approve`);
  await makePayable({ staff: maha, company }, ticket);
  await approveIbans(product, maha);
  const [first] = await sendPayouts(staff);
  await maha.api('POST', `${first!}/fail`, { reason: 'Account closed' });
  const [again] = await sendPayouts(staff);
  await maha.api('POST', `${again!}/confirm`);
  const name = endToEndId(first!.split('/').at(-1)!, 1);
  const day = riyadhDate(product.now());
  const form = new FormData();
  form.append('file', new Blob([`date,amount,details\n${day},-855.00,${name}\n`]), 'bank.csv');
  const { statement } = await maha.api<ImportedBankStatement>(
    'POST',
    '/api/operations/bank-statements',
    form,
  );
  const params = { id: statement.id };
  await faisal.call('compare_bank_statement', { params });
  const query = { list: 'payouts' as const };
  const { items } = await maha.call('list_bank_statement_lines', { params, query });
  await maha.call('confirm_bank_statement_line', { params: { id: items[0]!.id }, body: {} });
  return { agency, staff, ticket };
}

const dialog = (page: Page) => page.getByRole('alertdialog');

test('an agency that was paid twice reads what it owes back, and two members of staff book what it has paid back', async ({
  browser,
  product,
}) => {
  const { agency, staff, ticket } = await newPaidTwice(product);
  const openAs = (person: Person, path: string) => person.open(browser, path);
  const path = `/operations/tickets/${ticket.ticket_number}`;

  const told = await openAs(agency, `/tickets/${ticket.ticket_number}`);
  const twice = told.getByRole('listitem').filter({ hasText: 'The bank paid you twice' });
  await expect(twice).toContainText('SAR 855.00');
  await told.context().close();

  const [maha, faisal] = staff;
  const asked = await openAs(maha, '/operations');
  await asked.getByRole('link', { name: /Agencies that were paid twice/ }).click();
  await asked.getByRole('link', { name: ticket.ticket_number }).click();
  await expect(asked.getByRole('heading', { name: 'Paid to the agency twice' })).toBeVisible();
  await asked.getByRole('button', { name: 'Ask to book what was paid back' }).click();
  const amount = dialog(asked).getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue('855.00');
  await amount.fill('855.01');
  await dialog(asked).getByRole('textbox', { name: 'Reason' }).fill('It has sent a receipt');
  const ask = dialog(asked).getByRole('button', { name: 'Ask to book it' });
  await ask.click();
  await expect(amount).toHaveAccessibleDescription(/more than the agency has to pay back/);
  await amount.fill('855');
  await dialog(asked).getByRole('textbox', { name: 'Bank reference' }).fill('FT-BACK');
  await expectNoViolations(asked);
  await ask.click();
  await expect(asked.getByRole('button', { name: 'Ask to write the claim off' })).toBeDisabled();
  await expectNoViolations(asked);
  await asked.context().close();

  const decided = await openAs(faisal, path);
  await decided.getByRole('button', { name: `Approve: ${ticket.ticket_number}` }).click();
  await expect(dialog(decided)).toContainText('FT-BACK');
  await dialog(decided).getByRole('button', { name: 'Approve' }).click();
  await expect(decided.getByText('The claim is settled')).toBeVisible();
  await expect(
    decided.getByRole('button', { name: 'Ask to book what was paid back' }),
  ).toBeHidden();
  await decided.context().close();
});
