import type { PositionAmount } from '../installments/position.ts';

/** What a company's balance with the platform is made of, in the order in which it is shown. */
const parts = [
  'overdue',
  'due_soon',
  'later',
  'in_default',
  'refund_due',
] as const satisfies readonly PositionAmount[];

export type BalancePart = (typeof parts)[number];

/**
 * The parts of a company's closing balance today, without those of nothing; none where it owes nothing. Amounts are
 * decimals in SAR.
 */
export function balanceParts(
  position: Readonly<Record<`${BalancePart}_sar`, string>>,
  closing_balance: string,
): { part: BalancePart; amount_sar: string }[] {
  if (closing_balance === '0.00' || closing_balance.startsWith('-')) return [];
  return parts
    .map((part) => ({ part, amount_sar: position[`${part}_sar`] }))
    .filter(({ amount_sar }) => amount_sar !== '0.00');
}
