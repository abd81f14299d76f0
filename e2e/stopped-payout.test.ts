import { expect, type Page } from '@playwright/test';

import { addMonths, daysBetween, riyadhDate } from '#domain/calendar.ts';
import { expectNoViolations } from './accessibility.ts';
import { test, type MovedProduct } from './moved-clock.ts';
import {
  makePayable,
  newAgency,
  newPerson,
  newStaff,
  newTicket,
  payOut,
  type Person,
} from './people.ts';

/** A company whose first installment is 16 days overdue, and another ticket of it that was approved since. */
async function newStoppedPayout(product: MovedProduct) {
  const { url } = product;
  const company = await newPerson(url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Coffee Roasters' });
  const agency = await newAgency(url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const staff = [await newStaff(product), await newStaff(product)] as const;
  const late = await newTicket(company, agency, { amount: '1000.00', months: 2 });
  const stopped = await newTicket(company, agency, { amount: '600.00', months: 2 });
  await agency.api('POST', `/api/tickets/${late.id}/approve`);
  await makePayable({ staff: staff[0], company }, late);
  await payOut(product);
  const today = riyadhDate(product.now());
  await product.ageTicket(late.ticket_number, daysBetween(today, addMonths(today, 1)) + 16);
  await agency.api('POST', `/api/tickets/${stopped.id}/approve`);
  await makePayable({ staff: staff[0], company }, stopped);
  return { company, agency, staff, late, stopped };
}

const dialog = (page: Page) => page.getByRole('alertdialog');
const desk = (number: string) => `/operations/tickets/${number}`;

test('a payout that lateness stops: the company reads what to pay, the agency a day and no cause, and two of staff have it paid all the same', async ({
  browser,
  product,
}) => {
  const { company, agency, staff, late, stopped } = await newStoppedPayout(product);
  const openAs = (person: Person, path: string) => person.open(browser, path);

  const requests = await openAs(company, '/dashboard/company?new-ticket');
  const asking = requests.getByRole('dialog');
  await expect(asking.getByText('New requests are stopped.')).toBeVisible();
  await expect(asking.getByText(/Pay SAR 500\.00/)).toBeVisible();
  await expect(asking.getByRole('link', { name: late.ticket_number })).toBeVisible();
  await requests.context().close();

  const waiting = await openAs(agency, `/tickets/${stopped.ticket_number}`);
  await expect(
    waiting.getByRole('heading', { name: 'Your payment is being reviewed' }),
  ).toBeVisible();
  await expect(waiting.getByRole('main')).not.toContainText('overdue');
  await waiting.context().close();

  const [maha, faisal] = staff;
  const asked = await openAs(maha, '/operations');
  await asked.getByRole('link', { name: /Payouts stopped by overdue installments/ }).click();
  const row = asked.getByRole('row', { name: new RegExp(stopped.ticket_number) });
  await expect(row).toContainText('SAR 570.00');
  await expectNoViolations(asked);
  await row.getByRole('link', { name: stopped.ticket_number }).click();
  await expect(asked.getByText(/The payout is stopped: decide by/)).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Close the ticket' })).toBeHidden();
  await asked.getByRole('button', { name: 'Ask to pay all the same' }).click();
  await dialog(asked).getByLabel('Reason').fill('They have paid for years');
  await dialog(asked).getByRole('button', { name: 'Ask to pay all the same' }).click();
  await expect(
    asked.getByText('Waits for another person: Pay a stopped payout all the same'),
  ).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Ask to pay all the same' })).toBeDisabled();
  await expectNoViolations(asked);
  await asked.context().close();

  const decided = await openAs(faisal, desk(stopped.ticket_number));
  await decided.getByRole('button', { name: `Approve: ${stopped.ticket_number}` }).click();
  await expect(dialog(decided)).toContainText('SAR 570.00');
  await dialog(decided).getByRole('button', { name: 'Approve' }).click();
  await expect(decided.getByText('The payout is not stopped any more.')).toBeVisible();
  await expect(decided.getByText(/The payout is stopped: decide by/)).toBeHidden();
  await decided.context().close();

  const told = await openAs(agency, `/tickets/${stopped.ticket_number}`);
  await expect(told.getByText('We reviewed your payment and will make it')).toBeVisible();
  await told.context().close();
  await expect
    .poll(async () => (await product.mailTo(agency.email)).join('\n'))
    .toContain('The review of the payout for this ticket is over');
});
