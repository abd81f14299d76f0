import type { Page } from '@playwright/test';

import { enter, newPerson } from './people.ts';
import { chooseRadio, expect, password, test, untilSettingsAreRead } from './product.ts';

/** Two tabs of one browser use its session at one moment. */

const toast = (page: Page, text: string) =>
  page.locator('[data-sonner-toast]').getByText(text, { exact: true }).first();

/** The session as the browser keeps it. */
const stored = (page: Page): Promise<{ refresh_token: string; expires_at: number }> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('hamla.session')!));

/** A new company on its dashboard, in each tab. */
async function enterIn(tabs: [Page, Page], url: string): Promise<void> {
  await enter(tabs[0], await newPerson(url, 'company'), '/dashboard/company');
  await tabs[1].goto('/dashboard/company');
  for (const tab of tabs)
    await expect(tab.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
}

test('an expired access token is refreshed automatically, and both tabs continue', async ({
  page,
  product,
}) => {
  const other = await page.context().newPage();
  await enterIn([page, other], product.url);
  const before = await stored(page);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('hamla.session')!);
    localStorage.setItem('hamla.session', JSON.stringify({ ...session, expires_at: 1 }));
  });
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/dashboard/company');
    await expect(tab.getByRole('region', { name: 'Ticket Overview' })).toBeVisible();
  }
  const after = await stored(page);
  expect(after.refresh_token).not.toBe(before.refresh_token);
  expect(after.expires_at).toBeGreaterThanOrEqual(before.expires_at);
  await other.getByRole('link', { name: 'Settings' }).click();
  await chooseRadio(other.getByRole('radio', { name: 'Agency' }));
  await other.getByRole('button', { name: 'Save role' }).click();
  await expect(toast(other, 'Role selected successfully!')).toBeVisible();
});

test('a changed password replaces the session of this device, and its other tabs go on', async ({
  page,
  product,
}) => {
  const dashboard = await page.context().newPage();
  // What another tab stores is seen a second later, as browsers may do.
  await dashboard.addInitScript(() => {
    const [read, readOther] = [localStorage, sessionStorage].map((storage) =>
      Storage.prototype.getItem.bind(storage),
    );
    const seen = new Map<string, { value: string | null; late: string | null; since: number }>();
    Storage.prototype.getItem = function (key) {
      if (this !== localStorage) return readOther!(key);
      const value = read!(key);
      const last = seen.get(key);
      if (last && last.value === value) {
        return performance.now() - last.since > 1_000 ? value : last.late;
      }
      seen.set(key, { value, late: last ? last.value : value, since: performance.now() });
      return last ? last.value : value;
    };
  });
  await enterIn([page, dashboard], product.url);
  const before = await stored(page);
  await page.goto('/settings');
  await untilSettingsAreRead(page);
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password').fill('hofuf-dates-93');
  const isOpenAgain = page
    .context()
    .waitForEvent('response', (reply) => reply.url().endsWith('/api/events') && reply.ok());
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Your password has been changed')).toBeVisible();
  // The live connection of the replaced session has ended; a new one is opened.
  await isOpenAgain;
  await dashboard.getByRole('link', { name: 'Settings' }).first().click();
  await expect(dashboard.getByRole('heading', { name: 'Settings' })).toBeVisible();
  for (const tab of [page, dashboard]) {
    await tab.reload();
    await expect(tab.getByRole('heading', { name: 'Settings' })).toBeVisible();
  }
  expect(await stored(page)).not.toEqual(before);
});
