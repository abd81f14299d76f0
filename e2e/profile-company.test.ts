import type { Page } from '@playwright/test';

import { newPerson, samplePdf } from './people.ts';
import { expect, test } from './product.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Company {
  user_id: string;
  profile_completed: boolean;
  revenue_last_6_months: string[] | null;
  company_registration_file: string | null;
  financial_statement_file: string | null;
  bank_statement_6m_file: string | null;
  [field: string]: unknown;
}

async function chooseFile(
  page: Page,
  label: string,
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  const group = page.getByRole('group', { name: label });
  await group.locator('input[type=file]').setInputFiles(file);
}

const pdfFile = (name: string) => ({ name, mimeType: 'application/pdf', buffer: samplePdf });

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save profile' }).click();
}

async function expectSaved(page: Page) {
  await expect(page.getByText('Profile saved successfully!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/company');
}

test('the company wizard has two optional steps, asks before unsaved input is lost, and shows wrong values at their field', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/onboarding/company');

  await test.step('the company wizard has two steps in its address, all optional, and keeps what was typed between them', async () => {
    await expect(page).toHaveURL('/profile/company');
    await expect(page.getByText('All fields are optional.')).toBeVisible();
    await page.getByLabel('Company name').fill('Najd Roastery');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/profile/company?step=2');
    await page.getByLabel('Business area').fill('Coffee');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('Company name')).toHaveValue('Najd Roastery');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Business area')).toHaveValue('Coffee');
    await page.getByLabel('Business area').fill('');
    await page.goBack();
    await expect(page.getByLabel('Company name')).toHaveValue('Najd Roastery');
  });

  await test.step('leaving with unsaved input asks first; without any it does not', async () => {
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.getByLabel('Company name')).toHaveValue('Najd Roastery');
    await page.getByLabel('Company name').fill('');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard/company');
    expect(await company.api<Company>('GET', '/api/company')).toMatchObject({
      name: null,
      profile_completed: false,
    });
  });

  await test.step('a wrong value is said at its field when it is left, and Continue goes to the first problem', async () => {
    await page.goto('/profile/company');
    await page.getByLabel('Website').fill('not a website');
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Phone').fill('12');
    await page.getByLabel('Address').focus();
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
      /^Enter a phone number, such as .05X XXX XXXX.\.$/u,
    );
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      /^Enter an email address, such as .name@company\.sa.\.$/u,
    );
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Website')).toBeFocused();
    await expect(page).toHaveURL('/profile/company');
    await page.getByLabel('Website').fill('najd.example.sa');
    await page.getByLabel('Email').fill('');
    await page.getByLabel('Phone').fill('0501234567');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/profile/company?step=2');
  });

  await test.step('an address that names a field opens its step at the field', async () => {
    await page.goto('/profile/company#contact_title');
    await expect(page.getByLabel('Contact title')).toBeFocused();
    await page.goto('/profile/company?step=2#bank_statement_6m_file');
    const statement = page.getByRole('group', { name: 'Bank statement of the last 6 months' });
    await expect(statement.getByRole('button', { name: 'Choose a file' })).toBeFocused();
    await expect(statement).toBeInViewport();
    // Leaves the page first: a change of the address's field alone would load nothing.
    await page.goto('/healthz');
    await page.goto('/profile/company?step=2#revenue_last_6_months');
    await expect(page.getByLabel(/20\d\d$/u).first()).toBeFocused();
  });
});

test('only non-empty values of a company profile are saved: a cleared field keeps its old value', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/profile/company');
  await page.getByLabel('Company name').fill('  Najd Roastery  ');
  await page.getByLabel('Website').fill('najd.example.sa');
  await page.getByLabel('Phone').fill('٠٥٠ ١٢٣ ٤٥٦٧');
  await page.getByRole('button', { name: 'Continue' }).click();
  await save(page);
  await expectSaved(page);
  const stored = {
    name: 'Najd Roastery',
    website: 'https://najd.example.sa',
    phone: '+966501234567',
    address: null,
    profile_completed: true,
  };
  expect(await company.api<Company>('GET', '/api/company')).toMatchObject(stored);

  await page.goto('/profile/company');
  await expect(page.getByLabel('Company name')).toHaveValue('Najd Roastery');
  await expect(page.getByLabel('Website')).toHaveValue('https://najd.example.sa');
  await page.getByLabel('Company name').fill('');
  await page.getByLabel('Address').fill('Olaya Street, Riyadh');
  await page.getByRole('button', { name: 'Continue' }).click();
  await save(page);
  await expectSaved(page);
  expect(await company.api<Company>('GET', '/api/company')).toMatchObject({
    ...stored,
    address: 'Olaya Street, Riyadh',
  });
});

test('revenue has six months, oldest first; once a month is above 0 all are saved, blanks as 0', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/profile/company?step=2');
  const months = page.getByRole('group', { name: 'Revenue of the last 6 months' });
  const inputs = months.getByRole('textbox');
  await expect(inputs).toHaveCount(6);
  const monthName = new Intl.DateTimeFormat('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  // Riyadh is three hours ahead of UTC.
  const now = new Date(Date.now() + 3 * 60 * 60 * 1000);
  const monthsAgo = (count: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1));
  await expect(inputs.first()).toHaveAccessibleName(monthName.format(monthsAgo(6)));
  await expect(inputs.last()).toHaveAccessibleName(monthName.format(monthsAgo(1)));

  await inputs.first().fill('0');
  await save(page);
  await expectSaved(page);
  const before = await company.api<Company>('GET', '/api/company');
  expect(before.revenue_last_6_months).toBeNull();

  await page.goto('/profile/company?step=2');
  await inputs.nth(1).fill('-5');
  await save(page);
  await expect(inputs.nth(1)).toBeFocused();
  await expect(inputs.nth(1)).toHaveAccessibleDescription(
    'Enter an amount of 0 or more, such as 12,500.00.',
  );
  await inputs.nth(1).fill('١٢٬٥٠٠٫٥');
  await inputs.last().fill('80,000');
  await save(page);
  await expectSaved(page);
  const after = await company.api<Company>('GET', '/api/company');
  expect(after.revenue_last_6_months).toEqual([
    '0.00',
    '12500.50',
    '0.00',
    '0.00',
    '0.00',
    '80000.00',
  ]);
  await page.goto('/profile/company?step=2');
  await expect(inputs.nth(1)).toHaveValue('12,500.50');
});

test('documents of a company are stored at their paths and can be downloaded and replaced on return', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/profile/company?step=2');
  const registration = { name: 'registration.png', mimeType: 'image/png', buffer: png };
  await chooseFile(page, 'Company registration', registration);
  await chooseFile(page, 'Financial statement', pdfFile('2025.pdf'));
  await chooseFile(page, 'Bank statement of the last 6 months', pdfFile('bank.pdf'));
  await save(page);
  await expectSaved(page);
  const stored = await company.api<Company>('GET', '/api/company');
  expect(stored).toMatchObject({
    company_registration_file: `${stored.user_id}/company_registration.pdf`,
    financial_statement_file: `${stored.user_id}/financial_statement.pdf`,
    bank_statement_6m_file: `${stored.user_id}/bank_statement.pdf`,
  });

  await page.goto('/profile/company?step=2');
  const group = page.getByRole('group', { name: 'Company registration' });
  const download = page.waitForEvent('download');
  await group.getByRole('button', { name: 'Download Company registration' }).click();
  expect((await download).suggestedFilename()).toBe('registration.png');
  await expect(group.getByRole('button', { name: 'Replace the file' })).toBeVisible();
  await chooseFile(page, 'Company registration', pdfFile('new.pdf'));
  await save(page);
  await expectSaved(page);
  await page.goto('/profile/company?step=2');
  const second = page.waitForEvent('download');
  await group.getByRole('button', { name: 'Download Company registration' }).click();
  expect((await second).suggestedFilename()).toBe('new.pdf');
});

test('files of a wrong type, refused files and long file names are handled in the profile form', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const viewport = { width: 360, height: 780 };
  const page = await company.open(browser, '/profile/company?step=2', { viewport });
  const group = page.getByRole('group', { name: 'Financial statement' });

  await test.step("a long file name stays inside a phone's screen", async () => {
    await chooseFile(page, 'Financial statement', pdfFile(`${'x'.repeat(200)}.pdf`));
    await expect(page.getByText('Sent when you save')).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
    await page.reload();
  });

  await test.step('a file of the wrong type, an empty one and one that is too large are refused with their reasons', async () => {
    const refusals = [
      [
        'Company registration',
        'letter.docx',
        samplePdf,
        'Save a copy as PDF, JPG or PNG, and choose that.',
      ],
      ['Financial statement', 'photo.png', png, 'Save or print it as a PDF, and choose that.'],
      ['Company registration', 'photo.jfif', png, 'Rename it so that it ends in .jpg'],
      ['Bank statement of the last 6 months', 'none.pdf', Buffer.alloc(0), 'is empty.'],
      [
        'Company registration',
        'big.pdf',
        Buffer.alloc(10 * 1024 * 1024 + 1, 1),
        'is larger than 10 MB.',
      ],
    ] as const;
    for (const [label, name, buffer, reason] of refusals) {
      await chooseFile(page, label, { name, mimeType: 'application/octet-stream', buffer });
      const field = page.getByRole('group', { name: label });
      await expect(field).toContainText(reason);
      await expect(field).toContainText(name);
      await expect(field.getByRole('listitem')).toHaveCount(0);
    }
    await page.reload();
  });

  await test.step('a refused file blocks saving until it is replaced or removed, and the focus moves to the reason', async () => {
    await page.getByLabel('Business area').fill('Coffee');
    await chooseFile(page, 'Financial statement', { ...pdfFile('photo.png'), buffer: png });
    await save(page);
    const choose = group.getByRole('button', { name: 'Choose a file' });
    await expect(choose).toBeFocused();
    await expect(choose).toHaveAccessibleDescription(/photo\.png.* is not a type we accept here/);
    await expect(page).toHaveURL('/profile/company?step=2');
    await expect(page.getByText('Profile saved successfully!')).toHaveCount(0);
    expect(await company.api<Company>('GET', '/api/company')).toMatchObject({
      business_area: null,
    });
    await group.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(group).not.toContainText('photo.png');
    await save(page);
    await expectSaved(page);
    const stored = await company.api<Company>('GET', '/api/company');
    expect(stored).toMatchObject({ business_area: 'Coffee', financial_statement_file: null });
  });
});

test('a file that the server refuses is named with its reason, nothing is saved, and everything typed stays', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/profile/company?step=2');
  await page.getByLabel('Business area').fill('Coffee');
  await chooseFile(page, 'Financial statement', { ...pdfFile('disguised.pdf'), buffer: png });
  await chooseFile(page, 'Bank statement of the last 6 months', pdfFile('bank.pdf'));
  await save(page);
  const refused = page.getByRole('group', { name: 'Financial statement' });
  await expect(refused.getByRole('alert')).toContainText('disguised.pdf');
  await expect(refused.getByRole('alert')).toContainText('does not hold a PDF that we can accept');
  await expect(page).toHaveURL('/profile/company?step=2');
  await expect(page.getByLabel('Business area')).toHaveValue('Coffee');
  expect(await company.api<Company>('GET', '/api/company')).toMatchObject({
    business_area: null,
    bank_statement_6m_file: null,
  });
  await refused.getByRole('button', { name: 'Remove disguised.pdf' }).click();
  await save(page);
  await expectSaved(page);
  const stored = await company.api<Company>('GET', '/api/company');
  expect(stored.business_area).toBe('Coffee');
  expect(stored.financial_statement_file).toBeNull();
  expect(stored.bank_statement_6m_file).toBe(`${stored.user_id}/bank_statement.pdf`);
});

test('an upload that fails can be tried again, and a cancelled one saves nothing', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/profile/company?step=2');
  const group = page.getByRole('group', { name: 'Financial statement' });
  await page.route('**/api/files/**', (route) => route.abort(), { times: 2 });
  await chooseFile(page, 'Financial statement', pdfFile('2025.pdf'));
  await save(page);
  await expect(group.getByRole('alert')).toContainText('We could not find out whether');
  await group.getByRole('button', { name: 'Try again' }).click();
  await expect(group.getByRole('alert')).toHaveCount(0);

  // Never answered: only cancelling ends it.
  await page.route('**/api/files/**', () => {}, { times: 1 });
  await chooseFile(page, 'Bank statement of the last 6 months', pdfFile('bank.pdf'));
  await save(page);
  await page.getByRole('button', { name: 'Cancel bank.pdf' }).click();
  await expect(page.getByText('The upload was cancelled. Nothing is saved yet')).toBeVisible();
  await expect(page).toHaveURL('/profile/company?step=2');
  await save(page);
  await expectSaved(page);
  const stored = await company.api<Company>('GET', '/api/company');
  expect(stored.financial_statement_file).toBe(`${stored.user_id}/financial_statement.pdf`);
  expect(stored.bank_statement_6m_file).toBeNull();
});

test('300 kB arrive at 5 kB a second, and the bar shows how far they are', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/profile/company?step=2');
  const large = Buffer.concat([samplePdf, Buffer.alloc(300_000, '\n')]);
  await chooseFile(page, 'Financial statement', { ...pdfFile('2025.pdf'), buffer: large });
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 5_000,
  });
  await save(page);
  const bar = page.getByRole('progressbar', { name: 'Uploading 2025.pdf' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  await expect(page.getByText('Profile saved successfully!')).toBeVisible({ timeout: 120_000 });
});

test('saving a profile without a connection says so and is sent again under the same key', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/profile/company?step=2');
  await page.getByLabel('Business area').fill('Coffee');
  const keys: (string | undefined)[] = [];
  // Loses writes only, because the profile may be read at any time.
  await page.route('**/api/company', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length <= 2 ? route.abort() : route.fallback();
  });
  await save(page);
  await expect(page.getByText('It may have arrived: saving again is safe.')).toBeVisible();
  await expect(page.getByLabel('Business area')).toHaveValue('Coffee');
  await save(page);
  await expectSaved(page);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
});

test('a profile that cannot be loaded is only logged: the form is empty and shows no message', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/dashboard/company');
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/company', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'Broken' } }),
  );
  await page.goto('/profile/company');
  await expect(page.getByLabel('Company name')).toHaveValue('');
  await expect(page.getByText('Broken')).toHaveCount(0);
  expect(logged.some((text) => text.includes('The profile could not be loaded.'))).toBe(true);
});
