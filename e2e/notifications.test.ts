import { expect, type Page, type Request } from '@playwright/test';

import { newAgency, newPerson, newStaff, newTicket } from './people.ts';
import { variantsOf } from './variants.ts';
import { staffedTest as test } from './product.ts';

/** The bell, the list of notifications and how they are mailed. */

const bell = (page: Page) =>
  page
    .getByRole('banner')
    .getByLabel(/^(Notifications|الإشعارات)/)
    .filter({ visible: true });

test('the bell of the agency counts a new ticket without a reload, on every device; its link opens the ticket and marks it as read on both', async ({
  browser,
  product,
}) => {
  const [company, agency] = [await newPerson(product.url, 'company'), await newAgency(product.url)];
  await company.api('PUT', '/api/company', { name: 'Najd Coffee' });
  const agencyPage = await agency.open(browser, '/dashboard/agency');
  const phone = await agency.open(browser, '/notifications', {
    locale: 'ar-SA',
    viewport: { width: 360, height: 780 },
  });
  await expect(
    agencyPage.getByRole('button', { name: 'Notifications', exact: true }),
  ).toBeVisible();
  await expect(phone.getByText('لا توجد إشعارات بعد')).toBeVisible();
  const { ticket_number } = await newTicket(company, agency, { amount: '500.00' });

  await test.step('both bells count it, and the open list shows it', async () => {
    await expect(bell(agencyPage)).toHaveAccessibleName('Notifications, 1 unread');
    await expect(phone.getByRole('link', { name: 'الإشعارات، غير المقروءة: 1' })).toBeVisible();
    const item = phone.getByRole('main').getByRole('link', { name: /طلب تمويل جديد بانتظار ردّك/ });
    await expect(item).toContainText(ticket_number);
    await expect(item).toContainText('Najd Coffee');
    await expect(item).toContainText('غير مقروء');
  });

  await test.step('the popover closes by Escape and gives the focus back', async () => {
    await bell(agencyPage).press('Enter');
    const popover = agencyPage.getByRole('dialog', { name: 'Notifications' });
    await expect(popover.getByRole('link', { name: /A new ticket is waiting/ })).toContainText(
      '500.00',
    );
    await agencyPage.keyboard.press('Escape');
    await expect(popover).toHaveCount(0);
    await expect(bell(agencyPage)).toBeFocused();
  });

  await test.step('its link leads to the ticket, and it is read on the other device too', async () => {
    await bell(agencyPage).click();
    const popover = agencyPage.getByRole('dialog', { name: 'Notifications' });
    await popover.getByRole('link', { name: /A new ticket is waiting/ }).click();
    await expect(agencyPage).toHaveURL(`/tickets/${ticket_number}`);
    await expect(popover).toHaveCount(0);
    await expect(bell(agencyPage)).toHaveAccessibleName('Notifications');
    await expect(phone.getByRole('link', { name: 'الإشعارات', exact: true })).toBeVisible();
    await expect(phone.getByRole('main')).not.toContainText('غير مقروء:');
  });

  await test.step('all are marked as read from the page, which shows the unread ones alone', async () => {
    await newTicket(company, agency, { amount: '600.00' });
    await newTicket(company, agency, { amount: '700.00' });
    await phone.getByRole('link', { name: 'غير المقروءة', exact: true }).click();
    await expect(phone.getByRole('main').getByRole('listitem')).toHaveCount(2);
    await phone.getByRole('button', { name: 'تعليم الكل كمقروء' }).click();
    await expect(phone.getByText('لا يوجد ما لم تقرأه')).toBeVisible();
    await expect(bell(agencyPage)).toHaveAccessibleName('Notifications');
    await agencyPage.goto('/notifications');
    await expect(agencyPage.getByRole('main').getByRole('listitem')).toHaveCount(3);
    await expect(agencyPage.getByRole('heading', { level: 2 })).toHaveCount(1);
  });
  for (const page of [agencyPage, phone]) await page.context().close();
});

test('staff are notified of a message at once and can open it; only the bell is read again', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  await company.api('PUT', '/api/company', { name: 'Najd Coffee' });
  const staff = await newStaff(product);
  const page = await staff.open(browser, '/operations/help-messages');
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Notifications' }),
  ).toBeVisible();
  // All is read once more when the stream of events has opened: no read of the page's beginning is still to come then.
  let isOpen = false;
  const readSinceOpen = new Set<Request>();
  page.on('response', (one) => {
    if (one.url().endsWith('/api/events')) isOpen = true;
  });
  page.on('request', (one) => {
    if (isOpen) readSinceOpen.add(one);
  });
  const read = page.waitForResponse(
    (one) =>
      one.url().includes('/api/operations/help-messages?') && readSinceOpen.has(one.request()),
  );
  await page.reload();
  await read;
  let readAgain = 0;
  page.on('request', (one) => {
    if (one.url().includes('/api/operations/')) readAgain += 1;
  });
  // Their second factor was added before.
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await company.api('POST', '/api/help/messages', { message: 'When is it paid?' });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  expect(readAgain).toBe(0);
  await bell(page).click();
  await page
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: 'All notifications' })
    .click();
  await expect(page).toHaveURL('/operations/notifications');
  await page
    .getByRole('main')
    .getByRole('link', { name: /A customer has sent a message/ })
    .click();
  await expect(page).toHaveURL('/operations/help-messages');
  await expect(page.getByRole('row').filter({ hasText: 'When is it paid?' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.context().close();
});

test('each kind is mailed as chosen; money, security and legal kinds are always mailed and say so', async ({
  browser,
  product,
}) => {
  const agency = await newAgency(product.url);
  const page = await agency.open(browser, '/settings');
  const section = page.getByRole('region', { name: 'Notifications', exact: true });
  const choice = section.getByRole('button', { name: 'New tickets' });
  await expect(choice).toContainText('At once');
  await choice.click();
  await page.getByRole('option', { name: 'In the daily summary' }).click();
  await expect(choice).toContainText('In the daily summary');
  await expect(section.getByRole('button', { name: 'Payouts sent' })).toHaveCount(0);
  await section.getByText('Your money', { exact: true }).click();
  await expect(section.getByText('Payouts sent')).toBeVisible();
  await page.reload();
  await expect(choice).toContainText('In the daily summary');
  await page.context().close();
});

for (const locale of variantsOf('ar-SA', 'en-GB')) {
  test(`a toast in ${locale} covers neither the header nor the button that was pressed`, async ({
    browser,
    product,
  }) => {
    const [company, agency] = [
      await newPerson(product.url, 'company'),
      await newAgency(product.url),
    ];
    await newTicket(company, agency, { amount: '50.00' });
    for (const width of [360, 1440]) {
      const page = await agency.open(browser, '/notifications', {
        locale,
        viewport: { width, height: 780 },
      });
      const all = page.getByRole('button', { name: /Mark all as read|تعليم الكل كمقروء/ });
      await expect(all).toBeVisible();
      await page.route('**/api/notifications/read', (route) =>
        route.fulfill({ status: 500, body: '' }),
      );
      await all.press('Enter');
      const toast = page.locator('[data-sonner-toast][data-mounted=true]');
      await toast.hover({ force: true });
      await expect(async () => {
        const box = (await toast.boundingBox())!;
        for (const other of [page.getByRole('banner'), all]) {
          const rect = (await other.boundingBox())!;
          const isApart =
            box.y >= rect.y + rect.height ||
            box.y + box.height <= rect.y ||
            box.x >= rect.x + rect.width ||
            box.x + box.width <= rect.x;
          expect({ width, isApart }).toEqual({ width, isApart: true });
        }
        // Whole, and above the tabs.
        const tabs = await page.locator('[data-tab-bar]').boundingBox();
        expect(box.y + box.height).toBeLessThanOrEqual(tabs?.y ?? 780);
      }).toPass();
      await page.context().close();
    }
  });
}
