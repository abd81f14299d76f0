import { addDays, type IsoDate } from '../calendar.ts';
import { DUE_SOON_DAYS, type PositionAmount } from '../installments/position.ts';
import type { Halalas } from '../money.ts';
import type { TicketStatus } from '../tickets/ticket.ts';

/** A ticket with its installments, what is in default of it, and the transfers that the company has reported for it. */
export type PositionTicket = {
  status: TicketStatus;
  installments: readonly {
    due_date: IsoDate;
    amount_halalas: Halalas;
    paid_halalas: Halalas;
  }[];
  in_default_halalas: Halalas;
  /** Reported and not decided by staff yet. */
  reported_halalas: Halalas;
};

/** What belongs to no ticket. */
export type PositionBalances = {
  credit: Halalas;
  refund_due: Halalas;
  /** Written off of refunds that were owed back, and not recovered. */
  refunds_in_default: Halalas;
};

export type Position = Record<PositionAmount, Halalas>;

/** Where what is left of an installment stands; null where its ticket is neither Approved nor Active. */
function unpaidState(status: TicketStatus, due_date: IsoDate, today: IsoDate) {
  if (status === 'Approved') return 'planned';
  if (status !== 'Active') return null;
  if (due_date < today) return 'overdue';
  return due_date <= addDays(today, DUE_SOON_DAYS) ? 'due_soon' : 'later';
}

/**
 * What a company owes and is owed on a day: the reference for company_position_json (installments/position.sql).
 * A reported transfer is for its own ticket; what is more than that ticket owes is for whatever else the company owes.
 */
export function position(
  tickets: readonly PositionTicket[],
  { credit, refund_due, refunds_in_default }: PositionBalances,
  today: IsoDate,
): Position {
  const sums = { planned: 0, overdue: 0, due_soon: 0, later: 0, paid: 0 };
  let in_default = refunds_in_default;
  let payable = refunds_in_default + refund_due;
  let checked = 0;
  let now = refunds_in_default + refund_due;
  let soon = refunds_in_default + refund_due;
  let spare = 0;
  for (const { status, installments, in_default_halalas, reported_halalas } of tickets) {
    const own = { planned: 0, overdue: 0, due_soon: 0, later: 0 };
    for (const { due_date, amount_halalas, paid_halalas } of installments) {
      const state = unpaidState(status, due_date, today);
      if (state === null) continue;
      own[state] += amount_halalas - paid_halalas;
      sums.paid += paid_halalas;
    }
    for (const state of ['planned', 'overdue', 'due_soon', 'later'] as const)
      sums[state] += own[state];
    in_default += in_default_halalas;
    const ownNow = own.overdue + in_default_halalas;
    const ownPayable = ownNow + own.due_soon + own.later;
    payable += ownPayable;
    checked += Math.min(reported_halalas, ownPayable);
    now += Math.max(0, ownNow - reported_halalas);
    soon += Math.max(0, ownNow + own.due_soon - reported_halalas);
    spare += Math.max(0, reported_halalas - ownPayable);
  }
  return {
    ...sums,
    in_default,
    credit,
    refund_due,
    owed: sums.overdue + sums.due_soon + sums.later,
    being_checked: Math.min(payable, checked + spare),
    to_pay_now: Math.max(0, now - spare),
    to_pay_soon: Math.max(0, soon - spare),
  };
}
