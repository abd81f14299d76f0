import { daysBetween, type IsoDate } from '../calendar.ts';
import type { LossStage } from '../ledger/loss-allowance.ts';

/** The stage of an installment on a day, by whole Riyadh days after its due date; one that is not due yet is in the first. */
export function lossStage(due_date: IsoDate, on: IsoDate): LossStage {
  const days_late = daysBetween(due_date, on);
  if (days_late <= 30) return 'stage_1';
  return days_late <= 90 ? 'stage_2' : 'stage_3';
}
