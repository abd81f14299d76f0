import type { Page } from '@playwright/test';

import type { CompanyDashboard } from '#api/dashboards.ts';

/** From the next answer on: states that take long to reach are written into the company's real dashboard on its way. */
export async function rewriteDashboard(
  page: Page,
  change: (dashboard: CompanyDashboard) => void,
): Promise<void> {
  await page.route('**/api/dashboards/company', async (route) => {
    const response = await route.fetch();
    const dashboard: CompanyDashboard = await response.json();
    change(dashboard);
    await route.fulfill({ response, json: dashboard });
  });
}
