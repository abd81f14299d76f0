import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { enter, newCompanyWithBudget, newPerson } from './people.ts';
import { expect, staffedTest as test } from './product.ts';

const frames = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

test('the message about a ticket that does not exist stays while live updates read it again', async ({
  page,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  let asked = 0;
  // The second response never comes, so the screen keeps its state for the test.
  await page.route('**/api/tickets/HM-*', (route) => {
    asked += 1;
    return asked === 1 ? route.continue() : undefined;
  });
  await enter(page, company, '/tickets/HM-000000');
  const message = page.getByRole('heading', { name: 'Ticket not found' });
  await expect(message).toBeVisible();
  await expect.poll(() => asked).toBe(2);
  await frames(page);
  expect(await message.isVisible()).toBe(true);
});

test('a profile that could not be read keeps what is typed while live updates read it again', async ({
  page,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  let asked = 0;
  await page.route('**/api/company', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 500, body: '' }) : undefined;
  });
  await enter(page, company, '/profile/company');
  const name = page.getByLabel('Company name');
  await name.fill('Najd Coffee');
  await expect.poll(() => asked).toBe(2);
  await frames(page);
  expect(await name.isVisible()).toBe(true);
  await expect(name).toHaveValue('Najd Coffee');
});

test('every agency can be chosen by keyboard and by scrolling, however many there are', async ({
  page,
  product,
}) => {
  const names = Array.from({ length: 120 }, (_, n) => `Studio ${String(n + 1).padStart(3, '0')}`);
  await product.addAgencies(names);
  const company = await newCompanyWithBudget(product.url);
  await enter(page, company, '/dashboard/company');
  await page.getByRole('button', { name: 'Add New Ticket' }).first().click();
  const field = page.getByRole('combobox', { name: 'Agency' });
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  const active = () =>
    field.evaluate((input) => {
      const id = input.getAttribute('aria-activedescendant');
      return id && document.getElementById(id)?.textContent;
    });

  await test.step('by keyboard, past two ends of pages', async () => {
    await field.fill('studio');
    await expect(option('Studio 001')).toBeVisible();
    // Each key waits for the effect of the one before it: the next page may still be loading.
    for (const name of names) {
      await expect(option(name)).toBeAttached();
      await field.press('ArrowDown');
      await expect.poll(active).toMatch(new RegExp(`^${name}`, 'u'));
    }
    await field.press('Enter');
    await expect(field).toHaveValue('Studio 120');
  });

  await test.step('by scrolling', async () => {
    await field.fill('studi');
    await expect(option('Studio 001')).toBeVisible();
    const list = page.getByRole('listbox');
    await expect(async () => {
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      expect(await page.getByRole('option').count()).toBe(120);
    }).toPass();
    await option('Studio 119').click();
    await expect(field).toHaveValue('Studio 119');
  });

  await test.step('a part of the name shortens the list to one page', async () => {
    await field.fill('io 07');
    // Ten, and the one that is chosen.
    await expect(page.getByRole('option')).toHaveCount(11);
    // An open list stands over the page, outside its landmarks.
    const { violations } = await new AxeBuilder({ page }).disableRules('region').analyze();
    expect(violations).toEqual([]);
  });
});
