import type { CompanyDashboard } from '#api/dashboards.ts';
import { requestState, stopsPayouts, type RequestState } from '#domain/installments/lateness.ts';

/** What lateness makes of new requests, by the figures that the dashboard shows. */
export function requestStateOf({
  today,
  overdue_owed,
  lateness,
}: Pick<CompanyDashboard, 'today' | 'overdue_owed' | 'lateness'>): RequestState {
  if (overdue_owed === null || lateness === null) return { state: 'open' };
  const { are_reports_enough, paused_from, request_grace_days } = lateness;
  const is = { overdue_since: overdue_owed.due_date, are_reports_enough, paused_from };
  return requestState(is, today, request_grace_days);
}

/** Whether the agencies of the company's approved tickets wait for what it owes. */
export const arePayoutsStopped = ({
  today,
  overdue_owed,
}: Pick<CompanyDashboard, 'today' | 'overdue_owed'>): boolean =>
  stopsPayouts(overdue_owed?.due_date ?? null, today);
