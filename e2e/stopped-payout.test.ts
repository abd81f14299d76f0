import { expect, type Browser, type Locator, type Page } from '@playwright/test';

import { addMonths, daysBetween, riyadhDate } from '#domain/calendar.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { makePayable } from '#server/product-client/financing.ts';
import { expectNoViolations } from './accessibility.ts';
import type { MovedProduct } from './moved-clock.ts';
import {
  approveIbans,
  newAgency,
  newPerson,
  newStaff,
  newTicket,
  payOut,
  type Person,
} from './people.ts';
import { staffedTest as test } from './product.ts';

/** A company whose first installment is 16 days overdue, and another ticket of it that was approved since. */
async function newStoppedPayout(product: MovedProduct, browser: Browser) {
  const { url } = product;
  const company = await newPerson(url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Coffee Roasters' });
  const agency = await newAgency(url);
  await agency.api('PUT', '/api/agency', { iban: 'SA0380000000608010167519' });
  const staff = [await newStaff(product), await newStaff(product)] as const;
  const late = await newTicket(company, agency, { amount: '1000.00', months: 2 });
  const stopped = await newTicket(company, agency, { amount: '600.00', months: 2 });
  await agency.api('POST', `/api/tickets/${late.id}/approve`);
  await acceptTicketDocuments(company, late);
  await approveIbans(product, staff[0]);
  await readHolds(browser, { company, agency, maha: staff[0], ticket: late });
  await payOut(product);
  const today = riyadhDate(product.now());
  await product.ageTicket(late.ticket_number, daysBetween(today, addMonths(today, 1)) + 16);
  await agency.api('POST', `/api/tickets/${stopped.id}/approve`);
  await makePayable({ staff: staff[0], company }, stopped);
  return { company, agency, staff, stopped };
}

/**
 * Its budget is not set: both read by which day we review it, in the same words everywhere, the company also why, the agency
 * no cause; one of staff reviews the ticket.
 */
async function readHolds(
  browser: Browser,
  {
    company,
    agency,
    maha,
    ticket: { ticket_number },
  }: { company: Person; agency: Person; maha: Person; ticket: { ticket_number: string } },
) {
  const path = `/tickets/${ticket_number}`;
  const cause = 'Your budget is not set yet, so our team reviews this ticket with your documents';
  const sentences = new Set<string | undefined>();
  const read = async (at: Locator) => {
    await expect(at).toContainText('We review this before we pay');
    const text = (await at.textContent()) ?? '';
    sentences.add(/We review this before we pay, by \d+ \w+ \d{4}\./.exec(text)?.[0]);
    expect(text).not.toMatch(/(expected|payment) by \d/i);
    if (at.page() === asAgency) expect(text).not.toContain(cause);
  };
  const asCompany = await company.open(browser, path);
  const asAgency = await agency.open(browser, path);
  for (const page of [asCompany, asAgency]) {
    if (page === asCompany) await expect(page.getByText(cause)).toBeVisible();
    else await read(page.getByRole('region', { name: 'Your payment', exact: true }));
    await read(page.getByRole('region').filter({ hasText: 'Next step' }));
    await read(
      page
        .getByRole('list', { name: 'History of the ticket' })
        .getByRole('listitem')
        .filter({ hasText: /^We pay/ }),
    );
    await page.goto('/tickets');
    await read(page.getByRole('row').filter({ hasText: ticket_number }));
    if (page === asCompany) await expect(page.getByText(cause)).toBeVisible();
    await page.goto(page === asCompany ? '/dashboard/company' : '/dashboard/agency');
  }
  await expect(asCompany.getByRole('main')).not.toContainText('Expected by');
  await read(asAgency.getByRole('region', { name: 'Expected Payment Soon (Net 95%)' }));
  await asAgency.getByRole('button', { name: 'View details' }).first().click();
  await read(asAgency.getByRole('row').filter({ hasText: ticket_number }));
  await asAgency.goto('/payouts');
  await read(asAgency.getByRole('row').filter({ hasText: ticket_number }));
  expect([...sentences]).toEqual([expect.any(String)]);
  await asCompany.context().close();
  await asAgency.context().close();
  const page = await maha.open(browser, '/operations/reviews');
  await page.getByRole('link', { name: ticket_number }).click();
  await expect(page.getByText(/The company has no set budget/)).toBeVisible();
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await dialog(page).getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(page.getByText(/^Reviewed by/)).toBeVisible();
  await expect(page.getByText(/The company has no set budget/)).toBeHidden();
  await page.context().close();
}

const dialog = (page: Page) => page.getByRole('alertdialog');
const consolePath = (number: string) => `/operations/tickets/${number}`;

test('when lateness stops a payout, the company reads what to pay, the agency a day and no cause, and two members of staff can have it paid', async ({
  browser,
  product,
}) => {
  const { company, agency, staff, stopped } = await newStoppedPayout(product, browser);
  const openAs = (person: Person, path: string) => person.open(browser, path);

  const requests = await openAs(company, '/dashboard/company?new-ticket');
  const asking = requests.getByRole('dialog');
  await expect(asking.getByText('New requests are stopped.')).toBeVisible();
  await expect(asking.getByText(/Pay SAR 500\.00/)).toBeVisible();
  await asking.getByRole('link', { name: 'How to pay' }).click();
  // The company's own reference for the whole sum, whichever ticket has waited longest.
  const how = requests.getByRole('region', { name: 'How to pay' });
  await expect(how).toContainText('SAR 500.00');
  await expect(how).toContainText(/RF\d\d HC/);
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
  await asked.getByRole('button', { name: 'Ask to pay anyway' }).click();
  await dialog(asked).getByLabel('Reason').fill('They have paid for years');
  await dialog(asked).getByRole('button', { name: 'Ask to pay anyway' }).click();
  await expect(
    asked.getByText('Waits for another person: Pay a stopped payout anyway'),
  ).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Ask to pay anyway' })).toBeDisabled();
  await expectNoViolations(asked);
  await asked.context().close();

  const decided = await openAs(faisal, consolePath(stopped.ticket_number));
  await decided.getByRole('button', { name: `Approve: ${stopped.ticket_number}` }).click();
  await expect(dialog(decided)).toContainText('SAR 570.00');
  await dialog(decided).getByRole('button', { name: 'Approve' }).click();
  await expect(decided.getByText('The payout is no longer stopped')).toBeVisible();
  await expect(decided.getByText(/The payout is stopped: decide by/)).toBeHidden();
  await decided.context().close();

  const told = await openAs(agency, `/tickets/${stopped.ticket_number}`);
  await expect(told.getByText('We reviewed your payment and will send it')).toBeVisible();
  await told.context().close();
  await expect
    .poll(async () => (await product.mailTo(agency.email)).join('\n'))
    .toContain('The review of the payout for this ticket is complete');
});
