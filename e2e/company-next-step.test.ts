import type { Page } from '@playwright/test';

import { newAgency, newPerson, newTicket, revenue, samplePdf, type Person } from './people.ts';
import { expect, test } from './product.ts';
import { fallBehind, rewriteDashboard } from './rewrite-dashboard.ts';

const dashboard = '/dashboard/company';
const nextStep = (page: Page) => page.getByRole('region', { name: 'Next step' });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function saveDocuments(company: Person) {
  const fields: Record<string, string> = {};
  for (const kind of [
    'company_registration_file',
    'financial_statement_file',
    'bank_statement_6m_file',
  ]) {
    const form = new FormData();
    form.append('file', new File([samplePdf], `${kind}.pdf`, { type: 'application/pdf' }));
    fields[kind] = (await company.api<{ path: string }>('POST', `/api/files/${kind}`, form)).path;
  }
  await company.api('PUT', '/api/company', fields);
}

test("a company's dashboard shows one next step: revenue, then documents, then the first ticket, then the agency's answer", async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  const page = await company.open(browser, dashboard);
  await nextStep(page).getByRole('link', { name: 'Add revenue' }).click();
  await expect(page).toHaveURL('/profile/company?step=2#revenue_last_6_months');
  await company.api('PUT', '/api/company', { revenue_last_6_months: revenue });
  await page.goto(dashboard);
  await expect(nextStep(page)).toContainText('Upload the 3 missing documents');
  await expect(nextStep(page).getByRole('link', { name: 'Upload' })).toHaveAttribute(
    'href',
    '/profile/company?step=2#company_registration_file',
  );
  await saveDocuments(company);
  // The open dashboard hears of it.
  await nextStep(page).getByRole('link', { name: 'Request your first ticket' }).click();
  await expect(page.getByRole('dialog', { name: 'New Ticket' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  const { ticket_number } = await newTicket(company, agency, { amount: '900.00' });
  await expect(nextStep(page)).toContainText(`Nothing to do: an answer from ${agency.name}`);
  await expect(card(page, 'Waiting on agencies')).toContainText('1 ticket');
  await expect(
    card(page, 'Waiting on agencies').getByRole('link', { name: ticket_number }),
  ).toHaveAttribute('href', `/tickets/${ticket_number}`);

  await test.step('overdue installments are the next step before all else', async () => {
    await rewriteDashboard(page, (answer) => {
      fallBehind(answer, {
        due_date: '2026-01-31',
        amount_sar: '333.33',
        count: 1,
        ticket_numbers: ['HM-100001'],
      });
      answer.lateness!.request_grace_days = 10_000;
      Object.assign(answer.position, {
        owed_sar: '333.33',
        overdue_sar: '333.33',
        to_pay_now_sar: '233.33',
        being_checked_sar: '100.00',
      });
    });
    await page.reload();
    await expect(nextStep(page)).toContainText('Pay what has been overdue since 1 Feb 2026.');
    await expect(nextStep(page)).toContainText('SAR 233.33 is still to be paid now.');
    const owed = card(page, 'What you owe');
    await expect(owed).toContainText('Overdue since 1 Feb 2026.');
    await expect(owed).toContainText('Reported and being checkedSAR 100.00');
    for (const place of [nextStep(page), owed]) {
      await expect(place.getByRole('link', { name: 'Pay', exact: true })).toHaveAttribute(
        'href',
        '/payments',
      );
    }
  });
});

test('the next payment is one sum with its day in both calendars; print-outs hold the schedule alone, and a statement names its period', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  for (const amount of ['900.00', '300.00']) {
    const { id } = await newTicket(company, agency, { amount, months: 3 });
    await agency.api('POST', `/api/tickets/${id}/approve`);
  }
  const page = await company.open(browser, dashboard);
  const next = card(page, 'What you owe');
  await expect(next).toContainText(
    'Nothing is to be paid before the payment to the agency is released.',
  );
  await expect(next).toContainText('Planned next: SAR 400.00');
  await expect(next).toContainText(/in (28|29|30|31) days/);
  await expect(next).toContainText(/ 14\d\d/);
  await expect(next.getByRole('link')).toHaveCount(2);
  const schedule = page.getByRole('table', { name: 'Schedule' });
  await expect(schedule).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(schedule.getByRole('row')).toHaveCount(9);
  await expect(schedule.getByRole('row', { name: 'Still to be paid' })).toContainText(
    'SAR 1,200.00',
  );
  await expect(schedule.getByRole('row', { name: 'Of which owed' })).toContainText('SAR 0.00');
  await expect(nextStep(page)).toBeHidden();
  await expect(card(page, 'Ticket Overview')).toBeHidden();
  await page.goto('/account-statement?from=2026-01-01&to=2026-03-31');
  await expect(page.getByText('1 Jan 2026 – 31 Mar 2026')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download as PDF' })).toBeHidden();
});
