import { expect } from '@playwright/test';

import { enter, newAgency, newPerson, newStaff } from './people.ts';
import { staffedTest as test } from './product.ts';

/** Lists in the console that have no pages say where the rest of them is. */

test('a search and a picker that show only the first matches say so and how to find the others', async ({
  page,
  product,
}) => {
  const add = async (number: number) => {
    const company = await newPerson(product.url, 'company');
    await company.api('PUT', '/api/company', { name: `Zaytun ${String(number).padStart(2, '0')}` });
  };
  const staff = await newStaff(product);
  for (let n = 1; n <= 4; n += 1) await add(n);
  await enter(page, staff, '/operations/find?text=zaytun');
  const found = page.getByRole('region', { name: 'Companies' });
  await test.step('a complete list says nothing more', async () => {
    await expect(found.getByRole('listitem')).toHaveCount(4);
    await expect(page.getByText('There may be more')).toHaveCount(0);
  });
  await test.step('the search leads to the whole list', async () => {
    for (let n = 5; n <= 21; n += 1) await add(n);
    await page.reload();
    await expect(found.getByRole('listitem')).toHaveCount(5);
    await found.getByRole('link', { name: 'all companies found' }).click();
    await expect(page.getByRole('link', { name: /^Zaytun/ })).toHaveCount(20);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('link', { name: /^Zaytun/ })).toHaveCount(21);
  });
  await test.step('the choice of a company says that a part of the name is to be typed', async () => {
    const hint = page.getByText('There may be more companies than the list shows.');
    await page.goto('/operations/payments');
    await expect(hint).toBeVisible();
    await page.getByRole('combobox', { name: 'Company' }).fill('zaytun 21');
    await expect(hint).toBeHidden();
    await page.getByRole('option', { name: 'Zaytun 21' }).click();
  });
});

test("a ticket's history that shows only its newest events links to the audit log, which has all of them", async ({
  page,
  product,
}) => {
  const staff = await newStaff(product);
  const agency = await newAgency(product.url);
  const { user_id } = await agency.api<{ user_id: string }>('GET', '/api/agency');
  const suspend = () =>
    staff.api('POST', `/api/operations/agencies/${agency.id}/suspend`, { reason: 'Looked into' });
  const lift = () =>
    staff.api('POST', `/api/operations/agencies/${agency.id}/lift-suspension`, { reason: 'Clear' });
  const measure = (name: 'block' | 'lift') =>
    staff.api('POST', `/api/operations/accounts/${user_id}/measures`, {
      measure: name,
      reason: 'Reported',
    });
  await suspend();
  await lift();
  await measure('block');
  await measure('lift');
  await enter(page, staff, `/operations/agencies/${agency.id}`);
  const decisions = page.getByRole('region', { name: 'Decisions' });
  const security = page.getByRole('region', { name: 'Sign-ins and security' });
  await expect(decisions.getByRole('row')).toHaveCount(3);
  await expect(security.getByText('Block lifted')).toBeVisible();
  await expect(page.getByText('The latest are shown.')).toHaveCount(0);
  for (let n = 2; n <= 26; n += 1) {
    await suspend();
    await lift();
  }
  for (let n = 2; n <= 11; n += 1) {
    await measure('block');
    await measure('lift');
  }
  await page.reload();
  await expect(security.getByText('The latest are shown.')).toBeVisible();
  await expect(decisions.getByText('The latest are shown.')).toBeVisible();
  await decisions.getByRole('link', { name: 'audit log' }).click();
  await expect(page).toHaveURL(new RegExp(`/operations/audit\\?subject=${agency.id}`));
  await expect(page.getByRole('row').filter({ hasText: 'Looked into' }).first()).toBeVisible();
});
