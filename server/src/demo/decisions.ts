import { DAY_MS } from '#domain/calendar.ts';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import type { StaffVisitors, Step } from './money.ts';
import type { DemoAgency, DemoCompany } from './people.ts';
import type { Visitor } from './visitor.ts';

const HOUR_MS = 3_600_000;

/** What staff decide about a company's budget: most are confirmed as the analysis found them. */
export function budgetSteps(
  { maha, faisal }: StaffVisitors,
  company: DemoCompany,
  visitor: () => Visitor,
  decided_days: number,
): Step[] {
  const { budgetIs = 'confirmed', revenue } = company;
  if (revenue === null || budgetIs === 'preliminary') return [];
  const stands = async () => {
    const { company: row, budget } = await visitor().call('company_dashboard');
    return { params: { id: row.id }, total: budget.total_approval_budget! };
  };
  const confirm: Step = {
    before_ms: decided_days * DAY_MS,
    run: async () => {
      const { params, total } = await stands();
      const body = { decision: 'confirm' as const, total_approval_budget: total };
      await maha().call('decide_budget', { params, body });
    },
  };
  const later: Record<NonNullable<DemoCompany['budgetIs']>, Step[]> = {
    confirmed: [],
    preliminary: [],
    adjusted: [
      {
        before_ms: 45 * DAY_MS,
        run: async () => {
          const { params, total } = await stands();
          const total_approval_budget = decimalFromHalalas(
            Math.round(halalasFromDecimal(total) / 1_000_000) * 800_000,
          );
          const reason = 'Half of the revenue comes in one season';
          const body = { decision: 'adjust' as const, total_approval_budget, reason };
          await faisal().call('decide_budget', { params, body });
        },
      },
    ],
    // After the last request, before the run that waits for its release.
    suspended: [
      {
        before_ms: 3 * HOUR_MS,
        run: async () => {
          const { params } = await stands();
          const reason = 'انتهت صلاحية السجل التجاري. نرجو رفع السجل المجدَّد.';
          const body = { decision: 'suspend' as const, reason };
          await maha().call('decide_budget', { params, body });
        },
      },
    ],
    // Its revenue has grown, and it says so.
    proposed: [
      {
        before_ms: DAY_MS,
        run: async () => {
          const stream = await visitor().listen();
          const grown = revenue.map((sar) => decimalFromHalalas(sar * 140));
          await visitor().call('upsert_company', { body: { revenue_last_6_months: grown } });
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
  return [{ before_ms: answered_ms - HOUR_MS, run: () => review(staff, ticket()) }];
}

/** By as many people as it takes; by nobody where it is not needed. */
export async function review(
  { maha, faisal }: StaffVisitors,
  { id, ticket_number }: { id: string; ticket_number: string },
): Promise<void> {
  const params = { id };
  const { reviewers_needed } = await faisal().call('read_financed_ticket', {
    params: { ticket_number },
  });
  if (reviewers_needed === 1) await faisal().call('review_ticket', { params });
  if (reviewers_needed !== 2) return;
  const body = { reason: 'Its contract with the agency is at hand' };
  const asked = await faisal().call('pay_without_budget', { params, body });
  await maha().call('approve_request', { params: { id: asked.id } });
}

/** Staff verify who has given its registration; one agency is suspended, after the last request. */
export function agencySteps(
  { maha, faisal }: StaffVisitors,
  agency: DemoAgency,
  agency_id: () => string,
  verified_days: number,
): Step[] {
  if (!agency.active) return [];
  const verify: Step = {
    before_ms: verified_days * DAY_MS,
    run: async () => {
      await maha().call('verify_agency', { params: { id: agency_id() } });
    },
  };
  const suspend: Step = {
    before_ms: 3 * HOUR_MS,
    run: async () => {
      const body = { reason: 'صدرت فاتورتان لحملتين لم تُنفَّذا. نرجو التواصل معنا.' };
      const params = { id: agency_id() };
      await faisal().call('suspend_agency', { params, body });
    },
  };
  return agency.isSuspended ? [verify, suspend] : [verify];
}
