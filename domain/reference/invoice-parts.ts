import type { Halalas } from '../money.ts';

/**
 * Whether an amount and the tickets that a company has of the same invoice already are together above its total. A first ticket
 * is asked about instead. Without a code's total nothing says that the invoice is larger than its largest ticket.
 */
export function isAboveInvoice(
  amount: Halalas,
  parts: readonly Halalas[],
  total: Halalas | null,
): boolean {
  if (parts.length === 0) return false;
  const sum = parts.reduce((before, part) => before + part, amount);
  return sum > (total ?? Math.max(...parts));
}
