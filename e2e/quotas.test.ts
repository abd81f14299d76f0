import { newAgency, newPerson, newTicket, samplePdf } from './people.ts';
import { expect, test } from './product.ts';

test.use({ environment: { QUOTA_TICKETS_TO_AGENCY: '1', QUOTA_UPLOADS: '2' } });

test('a used-up quota is shown with the time of its end; the dialog stays open and keeps what was entered', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  await newTicket(company, agency, { amount: '100.00' });
  const page = await company.open(browser, '/dashboard/company?new-ticket');
  const dialog = page.getByRole('dialog', { name: 'New Ticket' });
  const words = 'You can send one agency 1 request an hour. You can go on in 60 minutes.';
  const choose = async (name: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/pdf', buffer: samplePdf });
  };

  await test.step('of a ticket request', async () => {
    const field = page.getByRole('combobox', { name: 'Agency' });
    await field.fill(agency.name);
    await expect(page.getByRole('option')).toContainText([agency.name]);
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.getByLabel('Amount').fill('1500');
    await page.getByLabel('Description').fill('Ramadan campaign');
    await choose('invoice.pdf');
    const submit = page.getByRole('button', { name: 'Submit Ticket' });
    await expect(submit).toBeEnabled();
    await submit.click();
    await expect(page.locator('[data-sonner-toast]').filter({ hasText: words })).toBeVisible();
    await expect(dialog.getByText(words)).toBeVisible();
    await expect(field).toHaveValue(agency.name);
    await expect(page.getByLabel('Amount')).toHaveValue('1500');
    await expect(page.getByLabel('Description')).toHaveValue('Ramadan campaign');
    await expect(dialog.getByText('invoice.pdf')).toBeVisible();
    await expect(submit).toBeEnabled();
  });

  await test.step('of an upload, at the field of the file', async () => {
    await choose('another.pdf');
    await expect(
      dialog.getByText('You can upload 2 files an hour. You can go on in 60 minutes.'),
    ).toBeVisible();
    await expect(page.getByLabel('Description')).toHaveValue('Ramadan campaign');
  });
});
