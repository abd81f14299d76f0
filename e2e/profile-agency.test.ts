import { newPerson, samplePdf } from './people.ts';
import { expect, test } from './product.ts';

interface Agency {
  user_id: string;
  iban: string | null;
  company_registration_file: string | null;
  other_docs_files: string[];
  specializations: string[];
  specialization_other: string | null;
  profile_completed: boolean;
}

const iban = 'SA0380000000608010167519';
const pdfFile = (name: string) => ({ name, mimeType: 'application/pdf', buffer: samplePdf });

test('the agency wizard saves its IBAN in groups of four and its specializations, and shows them on return', async ({
  browser,
  product,
}) => {
  const agency = await newPerson(product.url, 'agency');
  const page = await agency.open(browser, '/profile/agency');
  await page.getByLabel('Agency name').fill('وكالة زعفران');
  await page.getByRole('button', { name: 'Continue' }).click();
  const account = page.getByLabel('IBAN');
  await account.fill('SA03 8000 0000 6080 1016 7518');
  await account.blur();
  await expect(account).toHaveAccessibleDescription(/Enter a Saudi IBAN: .SA. and 22 digits\./);
  await account.fill('sa03-8000 000060801016 7519');
  await account.blur();
  await expect(account).toHaveValue('SA03 8000 0000 6080 1016 7519');

  const specializations = page.getByRole('group', { name: 'Specializations' });
  await expect(specializations.getByRole('checkbox')).toHaveCount(11);
  await expect(page.getByLabel('Please specify')).toHaveCount(0);
  await specializations.getByText('Branding').click();
  await specializations.getByText('Other', { exact: true }).click();
  await page.getByLabel('Please specify').fill('Falconry shows');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile saved successfully!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/agency');
  expect(await agency.api<Agency>('GET', '/api/agency')).toMatchObject({
    name: 'وكالة زعفران',
    iban,
    specializations: ['branding', 'other'],
    specialization_other: 'Falconry shows',
    profile_completed: true,
  });

  await page.goto('/profile/agency?step=2');
  await expect(page.getByLabel('IBAN')).toHaveValue('SA03 8000 0000 6080 1016 7519');
  await expect(specializations.getByRole('checkbox', { name: 'Branding' })).toBeChecked();
  await expect(page.getByLabel('Please specify')).toHaveValue('Falconry shows');
});

test("an agency's registration is stored at its path, and other documents are added to those there", async ({
  browser,
  product,
}) => {
  const agency = await newPerson(product.url, 'agency');
  const page = await agency.open(browser, '/profile/agency?step=2');
  const input = (label: string) =>
    page.getByRole('group', { name: label }).locator('input[type=file]');
  const save = async () => {
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page).toHaveURL('/dashboard/agency');
  };
  await input('Company registration').setInputFiles(pdfFile('registration.pdf'));
  await input('Other documents').setInputFiles([pdfFile('licence.pdf'), pdfFile('vat.pdf')]);
  await save();
  const first = await agency.api<Agency>('GET', '/api/agency');
  const path = (index: number) => new RegExp(`^${first.user_id}/doc_\\d+_${index}\\.pdf$`, 'u');
  expect(first.company_registration_file).toBe(`${first.user_id}/company_registration.pdf`);
  expect(first.other_docs_files).toEqual([
    expect.stringMatching(path(0)),
    expect.stringMatching(path(1)),
  ]);

  await page.goto('/profile/agency?step=2');
  await expect(page.getByRole('group', { name: 'Other documents' })).toContainText('Document 2');
  await input('Other documents').setInputFiles(pdfFile('award.pdf'));
  await save();
  const second = await agency.api<Agency>('GET', '/api/agency');
  expect(second.other_docs_files.slice(0, 2)).toEqual(first.other_docs_files);
  expect(second.other_docs_files).toHaveLength(3);
});
