import { expect, type Page } from '@playwright/test';

import { expectNoViolations } from './accessibility.ts';
import { enter, keepSession, newFactorRemoval, newPerson, signInAgain } from './people.ts';
import { staffedTest as test } from './product.ts';

/** A second factor that was lost: staff remove it, its owner keeps it, and who lost it to a rule of ours is told. */

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const pathOf = (link: string) => new URL(link).pathname + new URL(link).hash;

test('staff request the removal of a lost second factor, cannot confirm their own request, and another member confirms it', async ({
  browser,
  page,
  product,
}) => {
  const { staff, company_id, owner } = await newFactorRemoval(product);
  const [maha, faisal] = staff;
  const address = `/operations/companies/${company_id}`;
  const notice = (at: Page) => at.getByRole('region', { name: 'Sign-ins and security' });
  const dialog = (at: Page) => at.getByRole('alertdialog');

  await test.step('the requester may only withdraw it', async () => {
    await enter(page, maha, address);
    await expect(notice(page)).toContainText('Seen with an identity card');
    await expect(notice(page)).toContainText('Another person must confirm it.');
    await expect(page.getByRole('button', { name: 'Confirm the removal' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove two-step verification' })).toHaveCount(0);
    await expectNoViolations(page);
    await notice(page).getByRole('button', { name: 'Withdraw' }).click();
    await dialog(page).getByRole('button', { name: 'Withdraw' }).click();
    await expect(notice(page)).toContainText('withdrew it on');
  });

  await test.step('a reason is required, and the request waits for another person', async () => {
    await page.getByRole('button', { name: 'Remove two-step verification' }).click();
    await dialog(page).getByRole('button', { name: 'Ask another person' }).click();
    await expect(dialog(page).getByText('Say why.')).toBeVisible();
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Called back on the number');
    await dialog(page).getByRole('button', { name: 'Ask another person' }).click();
    await expect(notice(page)).toContainText('Called back on the number');
    await expect(page.getByRole('button', { name: 'Confirm the removal' })).toHaveCount(0);
  });

  await test.step('another person confirms it; 24 hours later it is done', async () => {
    const other = await faisal.open(browser, address);
    await other.getByRole('button', { name: 'Confirm the removal' }).click();
    await dialog(other).getByRole('button', { name: 'Confirm the removal' }).click();
    await expect(notice(other)).toContainText('It takes effect on');
    await expect(other.getByRole('button', { name: 'Confirm the removal' })).toHaveCount(0);
    await product.ageFactorRemovals(25);
    await signInAgain(product.url, owner);
    await other.reload();
    await expect(notice(other)).toContainText('Two-step verification was removed on');
    await expect(other.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  });
});

test('the link in the mail keeps the second factor, any number of times, until the factor has been removed', async ({
  browser,
  page,
  product,
}) => {
  const keep = page.getByRole('button', { name: 'Keep two-step verification' });

  await test.step('the button keeps it, not the opening of the link', async () => {
    const { link, staff, company_id } = await newFactorRemoval(product);
    await page.goto(pathOf(link));
    await expect(heading(page)).toHaveText('Keep two-step verification?');
    await expectNoViolations(page);
    const staffPage = await staff[1].open(browser, `/operations/companies/${company_id}`);
    await expect(staffPage.getByRole('button', { name: 'Confirm the removal' })).toBeVisible();
    // A proxy's page does not tell whether it is kept.
    await page.route('**/factor_removals/withdraw', (route) => route.fulfill({ status: 504 }));
    await keep.click();
    await expect(page.getByRole('alert')).toHaveText('An error occurred');
    await expect(heading(page)).toHaveText('Keep two-step verification?');
    await page.unroute('**/factor_removals/withdraw');
    await keep.click();
    await expect(heading(page)).toHaveText('Two-step verification stays on');
    await staffPage.reload();
    await expect(staffPage.getByText('The owner withdrew it on')).toBeVisible();
    await page.reload();
    await keep.click();
    await expect(heading(page)).toHaveText('Two-step verification stays on');
    await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
  });

  await test.step('the link of a factor that is gone does not work, and says so', async () => {
    const { link, staff, company_id, owner } = await newFactorRemoval(product);
    const staffPage = await staff[1].open(browser, `/operations/companies/${company_id}`);
    await staffPage.getByRole('button', { name: 'Confirm the removal' }).click();
    await staffPage
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Confirm the removal' })
      .click();
    await expect(staffPage.getByText('It takes effect on')).toBeVisible();
    await product.ageFactorRemovals(25);
    await signInAgain(product.url, owner);
    await page.goto('/healthz');
    await page.goto(pathOf(link));
    await keep.click();
    await expect(heading(page)).toHaveText('This link does not work');
    await expectNoViolations(page);
  });

  await test.step('a link that is not ours does the same', async () => {
    await page.goto('/healthz');
    await page.goto('/keep-second-factor#made-up');
    await keep.click();
    await expect(heading(page)).toHaveText('This link does not work');
  });
});

test('a person whose unproven second factor was removed is told until they have read it', async ({
  browser,
  product,
}) => {
  const person = await newPerson(product.url, 'company');
  await product.tellFactorsEnded(person.email);
  const told = await signInAgain(product.url, person);
  const page = await told.open(browser, '/settings');
  const notice = page.getByRole('complementary', { name: 'Two-step verification was turned off' });
  const dismiss = notice.getByRole('button', { name: 'Dismiss' });

  await test.step('a notice whose reading could not be stored is shown again at the next sign-in', async () => {
    await page.route('**/auth/v1/factors_ended/read', (route) => route.abort());
    await expect(notice).toBeVisible();
    await expectNoViolations(page);
    const failed = page.waitForEvent('requestfailed');
    await dismiss.click();
    await failed;
    await expect(notice).toBeHidden();
    const next = await browser.newContext({ baseURL: product.url });
    await keepSession(next, (await signInAgain(product.url, person)).session);
    const again = await next.newPage();
    await again.goto('/settings');
    await expect(again.getByText('Two-step verification was turned off')).toBeVisible();
    await page.unroute('**/auth/v1/factors_ended/read');
  });

  await test.step('a notice that was read is not shown again', async () => {
    await page.reload();
    const kept = page.waitForResponse((response) =>
      response.url().endsWith('/auth/v1/token?grant_type=refresh_token'),
    );
    await dismiss.click();
    await kept;
    await expect(notice).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await expect(notice).toHaveCount(0);
    expect(
      (await signInAgain(product.url, person)).session as unknown as Record<string, unknown>,
    ).not.toHaveProperty('user.app_metadata.factors_ended');
  });
});
