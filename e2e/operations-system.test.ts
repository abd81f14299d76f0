import { expect, type Page } from '@playwright/test';

import { expectNoViolations } from './accessibility.ts';
import { newStaff } from './people.ts';
import { staffedTest as test } from './product.ts';

const reads = '**/api/operations/system';

/** The screen of the system, of a member of staff who was not there before, whose calls to `address` are refused. */
const refuse = (page: Page, address: string, status: number, code: string, request_id: string) =>
  page.route(address, (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      json: { type: '', title: '', status, code, message: 'It did not work.', request_id },
    }),
  );

test('staff retry a failed job, and an unexpected error has its reference below its message, which a refusal has not', async ({
  browser,
  product,
}) => {
  await product.failJob('purge_idempotency_keys');
  const staff = await newStaff(product);
  const page = await staff.open(browser, '/operations/system', { locale: 'en' });
  const row = page.getByRole('row').filter({ hasText: 'purge_idempotency_keys' });

  await test.step('the screen shows what failed, the servers and that no backup is known', async () => {
    await expect(row).toContainText('Given up');
    await expect(row).toContainText('no answer for …');
    await expect(page.getByText('No backup is known')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Servers' })).toContainText('Up');
    await expectNoViolations(page);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([width, wider]).toEqual([width, 0]);
    }
  });

  await test.step('a retry that fails unexpectedly says its reference in the toast', async () => {
    const retries = '**/api/operations/jobs/*/retry';
    await refuse(page, retries, 500, 'unexpected_failure', '01JDMQ8Y3V-retry');
    await row.getByRole('button', { name: 'Retry purge_idempotency_keys' }).click();
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'It did not work.' });
    await expect(toast).toContainText('Reference: 01JDMQ8Y3V-retry');
    await page.unroute(retries);
  });

  await test.step('the job is retried, and is no longer among what failed', async () => {
    await row.getByRole('button', { name: 'Retry purge_idempotency_keys' }).click();
    await expect(page.getByText('The job runs again')).toBeVisible();
    await expect(page.getByText('No job has failed.')).toBeVisible();
  });

  await test.step('a screen that could not be read says its reference, in each language, and a refusal says none', async () => {
    for (const [locale, label] of [
      ['en', 'Reference:'],
      ['ar', 'المرجع:'],
    ] as const) {
      const other = await staff.open(browser, '/healthz', { locale });
      await refuse(other, reads, 500, 'unexpected_failure', '01JDMQ8Y3V-read');
      await other.goto('/operations/system');
      const alert = other.getByRole('alert').filter({ hasText: 'It did not work.' });
      await expect(alert).toContainText(`${label} 01JDMQ8Y3V-read`);
      await other.unroute(reads);
      await refuse(other, reads, 403, 'wrong_role', '01JDMQ8Y3V-refused');
      await alert.getByRole('button').click();
      await expect(alert).toBeVisible();
      await expect(alert).not.toContainText(label);
    }
  });
});
