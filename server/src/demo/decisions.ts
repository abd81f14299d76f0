import { DAY_MS } from '#domain/calendar.ts';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { StaffVisitors, Step } from './money.ts';
import type { DemoAgency, DemoCompany } from './people.ts';
import { call, listen } from '../product-client/product-client.ts';
import type { Visitor } from './visitor.ts';

const HOUR_MS = 3_600_000;

/** What staff decide about a company's budget: most are confirmed as the analysis found them. */
export function budgetSteps(
  { url, maha, faisal }: StaffVisitors,
  company: DemoCompany,
  visitor: () => Visitor,
  decided_days: number,
): Step[] {
  const { budgetIs = 'confirmed', revenue } = company;
  if (revenue === null || budgetIs === 'preliminary') return [];
  const stands = async (now: Date) => {
    const { company: row, budget } = await call(
      url,
      'company_dashboard',
      await visitor().token(now),
    );
    return { params: { id: row.id }, total: budget.total_approval_budget! };
  };
  const confirm: Step = {
    before_ms: decided_days * DAY_MS,
    run: async (now) => {
      const { params, total } = await stands(now);
      const body = { decision: 'confirm' as const, total_approval_budget: total };
      await call(url, 'decide_budget', await maha().token(now), { params, body });
    },
  };
  const later: Record<NonNullable<DemoCompany['budgetIs']>, Step[]> = {
    confirmed: [],
    preliminary: [],
    adjusted: [
      {
        before_ms: 45 * DAY_MS,
        run: async (now) => {
          const { params, total } = await stands(now);
          const total_approval_budget = decimalFromHalalas(
            Math.round(halalasFromDecimal(total) / 1_000_000) * 800_000,
          );
          const reason = 'Half of the revenue comes in one season';
          const body = { decision: 'adjust' as const, total_approval_budget, reason };
          await call(url, 'decide_budget', await faisal().token(now), { params, body });
        },
      },
    ],
    // After the last request, before the run that waits for its release.
    suspended: [
      {
        before_ms: 3 * HOUR_MS,
        run: async (now) => {
          const { params } = await stands(now);
          const reason = 'انتهت صلاحية السجل التجاري. نرجو رفع السجل المجدَّد.';
          const body = { decision: 'suspend' as const, reason };
          await call(url, 'decide_budget', await maha().token(now), { params, body });
        },
      },
    ],
    // Its revenue has grown, and it says so.
    proposed: [
      {
        before_ms: DAY_MS,
        run: async (now) => {
          const token = await visitor().token(now);
          const stream = await listen(url, token);
          const grown = revenue.map((sar) => decimalFromHalalas(sar * 140));
          await call(url, 'upsert_company', token, { body: { revenue_last_6_months: grown } });
          await stream.hears('analyse_credit');
          await stream.close();
        },
      },
    ],
  };
  return [confirm, ...later[budgetIs]];
}

/** Staff review an approved ticket of a company whose budget they have not confirmed; those of the last week still wait. */
export function reviewSteps(
  staff: StaffVisitors,
  company: DemoCompany,
  answered_ms: number,
  ticket: () => Ticket,
): Step[] {
  const needsReview = company.revenue === null || company.budgetIs === 'preliminary';
  if (!needsReview || answered_ms < 7 * DAY_MS) return [];
  return [{ before_ms: answered_ms - HOUR_MS, run: (now) => review(staff, ticket(), now) }];
}

/** By as many people as it takes; by nobody where it is not needed. */
export async function review(
  { url, maha, faisal }: StaffVisitors,
  { id, ticket_number }: { id: string; ticket_number: string },
  now: Date,
): Promise<void> {
  const params = { id };
  const token = await faisal().token(now);
  const { reviewers_needed } = await call(url, 'read_financed_ticket', token, {
    params: { ticket_number },
  });
  if (reviewers_needed === 1) await call(url, 'review_ticket', token, { params });
  if (reviewers_needed !== 2) return;
  const body = { reason: 'Its contract with the agency is at hand' };
  const asked = await call(url, 'pay_without_budget', token, { params, body });
  await call(url, 'approve_request', await maha().token(now), { params: { id: asked.id } });
}

/** Staff verify who has given its registration; one agency is suspended, after the last request. */
export function agencySteps(
  { url, maha, faisal }: StaffVisitors,
  agency: DemoAgency,
  agency_id: () => string,
  verified_days: number,
): Step[] {
  if (!agency.active) return [];
  const verify: Step = {
    before_ms: verified_days * DAY_MS,
    run: async (now) => {
      await call(url, 'verify_agency', await maha().token(now), { params: { id: agency_id() } });
    },
  };
  const suspend: Step = {
    before_ms: 3 * HOUR_MS,
    run: async (now) => {
      const body = { reason: 'صدرت فاتورتان لحملتين لم تُنفَّذا. نرجو التواصل معنا.' };
      const params = { id: agency_id() };
      await call(url, 'suspend_agency', await faisal().token(now), { params, body });
    },
  };
  return agency.isSuspended ? [verify, suspend] : [verify];
}
