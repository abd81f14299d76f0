import type { CompanyDashboard } from '#api/dashboards.ts';
import type { CompanyPosition } from '#api/installments.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { requestState, isBeyondGrace, type RequestState } from '#domain/installments/lateness.ts';
import type { RequestStop } from '#domain/tickets/ticket-request.ts';

type Shown = Pick<CompanyDashboard, 'today' | 'lateness'>;

const earlier = (...days: (IsoDate | null | undefined)[]): IsoDate | null =>
  days.filter((day) => day !== null && day !== undefined).toSorted()[0] ?? null;

/** What lateness makes of new requests, by the figures that the dashboard shows. */
export function requestStateOf({ today, lateness }: Shown): RequestState {
  if (lateness === null) return { state: 'open' };
  const { are_reports_enough, paused_from, request_grace_days, being_verified } = lateness;
  const overdue_since = earlier(lateness.overdue_since, being_verified?.requests_since);
  return requestState(
    { overdue_since, are_reports_enough, paused_from },
    today,
    request_grace_days,
  );
}

/** Whether the agencies of the company's approved tickets wait for what it owes, or for the proof of what it has paid. */
export const arePayoutsStopped = ({ today, lateness }: Shown): boolean =>
  lateness !== null &&
  isBeyondGrace(
    earlier(lateness.overdue_since, lateness.being_verified?.payouts_since),
    today,
    lateness.payout_grace_days,
  );

/** Why lateness stops new requests; null: it does not. */
export function requestStopOf(dashboard: Shown): RequestStop | null {
  if (requestStateOf(dashboard).state !== 'stopped') return null;
  return isOverdue(dashboard) ? 'installments_overdue' : 'payment_being_verified';
}

/** Whether the notice about what lateness stops (late-notice.tsx) states the overdue sum: then no other part repeats it. */
export const statesOverdueSum = (
  dashboard: Shown & Pick<CompanyDashboard, 'overdue_owed'>,
): boolean =>
  dashboard.overdue_owed !== null &&
  verifiedForStop(dashboard) === null &&
  requestStateOf(dashboard).state !== 'open';

/** True where the notice about the stop (late-notice.tsx) asks for a payment: then no next step repeats it. */
export const asksForPayment = (dashboard: Shown): boolean =>
  isOverdue(dashboard) && requestStateOf(dashboard).state === 'stopped';

/** The payments whose proof a stop waits for, of a company that owes nothing overdue but small rests; null: none. */
export const verifiedForStop = (dashboard: Shown): string | null =>
  isOverdue(dashboard) ? null : (dashboard.lateness?.being_verified?.amount_sar ?? null);

/** True where something is overdue or in default, reported or not. */
export const isLate = ({ overdue_sar, in_default_sar }: CompanyPosition): boolean =>
  overdue_sar !== '0.00' || in_default_sar !== '0.00';

/** True where something is overdue beyond small rests, which wait for the next transfer. */
export const isOverdue = ({ lateness }: Shown): boolean =>
  lateness !== null && lateness.overdue_since !== null;
