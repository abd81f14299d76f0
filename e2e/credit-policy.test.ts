import { expect } from '@playwright/test';

import { expectNoViolations } from './accessibility.ts';
import { enter, newCompanyWithBudget, newStaff } from './people.ts';
import { staffedTest as test } from './product.ts';

/** The credit policy in the console: what a change would do, and its activation by a second person. */
test('staff see what another policy would do, propose it, and a second person activates it from a day on', async ({
  page,
  browser,
  product,
}) => {
  await newCompanyWithBudget(product.url);
  const [maha, faisal] = [await newStaff(product), await newStaff(product)];

  await test.step('what is outside of the bounds is said at its field', async () => {
    await enter(page, maha, '/operations/credit-policy');
    const counts = page.getByRole('region', { name: 'Counts now' });
    await expect(counts).toContainText('scorecard-3');
    await expect(counts).toContainText('Set by the environment of the first start.');
    await page.getByRole('textbox', { name: 'Grace before payouts stop, days' }).fill('120');
    await page.getByRole('button', { name: 'Show what it would do' }).click();
    await expect(page.getByText('Enter a number from 0 to 90.')).toBeVisible();
  });

  await test.step('the back-test shows who would gain or lose, before somebody is asked', async () => {
    await page.getByRole('textbox', { name: 'Grace before payouts stop, days' }).fill('10');
    await page.getByRole('button', { name: /Scorecard/ }).click();
    await page.getByRole('option', { name: 'scorecard-1' }).click();
    await page.getByRole('button', { name: 'Show what it would do' }).click();
    await expect(page.getByRole('table', { name: 'Before and after' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Who would lose' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Propose this policy' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('10 days');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Late payers wait too long');
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Proposed' })).toContainText('scorecard-1');
    await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  });

  await test.step('a second person looks at what it would do now, and activates it', async () => {
    const second = await faisal.open(browser, '/operations/credit-policy');
    await second.getByRole('button', { name: 'Show what it would do now' }).click();
    await expect(second.getByRole('table', { name: 'Before and after' })).toBeVisible();
    await second.getByRole('button', { name: /^Approve/ }).click();
    const dialog = second.getByRole('alertdialog');
    // Whoever approves reads the limits, wherever they press the button.
    await expect(dialog).toContainText('10 days');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    const planned = second.getByRole('region', { name: 'Planned' });
    await expect(planned).toContainText('10 days');
    await expect(planned).toContainText('Late payers wait too long');
    await second.context().close();
  });
});
