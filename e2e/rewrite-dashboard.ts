import type { Page } from '@playwright/test';

import type { CompanyDashboard } from '#api/dashboards.ts';
import type { InstallmentSum } from '#api/installments.ts';

/** Rewrites the company's dashboard from the next response on, for states that take long to reach. */
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

/** Shows a sum as overdue; only the days since then decide what it stops. */
export function fallBehind(dashboard: CompanyDashboard, overdue: InstallmentSum): void {
  dashboard.overdue_owed = overdue;
  dashboard.lateness = {
    request_grace_days: 3,
    payout_grace_days: 14,
    overdue_since: overdue.due_date,
    paused_from: null,
    being_verified: null,
    are_reports_enough: false,
    promise: null,
  };
}

/** More than 30 days late: the analysis has found a lower grade and budget than the one before. */
export function fallInGrade(dashboard: CompanyDashboard): void {
  const assessment = dashboard.credit_assessment!;
  const values = { overdue_now: 1 };
  assessment.factors = assessment.factors.map((factor) =>
    factor.factor === 'repayment_history'
      ? {
          ...factor,
          points: 0,
          reason_code: 'installments_overdue',
          reason_values: values,
          improvement: { code: 'overdue_paid', values, points_gain: 1 },
        }
      : factor,
  );
  Object.assign(assessment, {
    created_at: '2026-02-20T09:00:00Z',
    grade: 'D',
    total_approval_budget: '20000.00',
    are_requests_stopped: true,
    grade_limit: {
      reason_code: 'long_overdue',
      reason_values: { days: 30 },
      improvement: {
        code: 'overdue_paid',
        values,
        grade: 'B',
        total_approval_budget: '40000.00',
      },
    },
    previous: {
      created_at: '2026-02-01T09:00:00Z',
      grade: 'B',
      total_approval_budget: '40000.00',
      are_requests_stopped: false,
      factors: assessment.factors.map(({ factor, points }) => ({
        factor,
        points: factor === 'repayment_history' ? 6 : points,
      })),
    },
  } satisfies Partial<typeof assessment>);
}
