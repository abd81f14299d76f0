import { halalasFromDecimal, MAX_AMOUNT_HALALAS, sumHalalas, type Halalas } from '../money.ts';
import { lineKind, type BankStatementLine } from '../servicing/bank-statement-line.ts';

/**
 * What came in on an account in each month, in halalas: its credits in riyals, less what the bank took back of them, never
 * below 0. `months`: 'YYYY-MM'. Lines that the reader keeps apart (another currency, not booked) do not count.
 */
export function incomingByMonth(
  lines: readonly BankStatementLine[],
  months: readonly string[],
): Halalas[] {
  const sumOf = (month: string, kind: 'receipt' | 'reversal') =>
    sumHalalas(
      lines
        .filter((line) => line.booked_on.startsWith(month) && lineKind(line) === kind)
        .map(({ amount }) => halalasFromDecimal(amount)),
    );
  return months.map((month) =>
    Math.min(MAX_AMOUNT_HALALAS, Math.max(0, sumOf(month, 'receipt') - sumOf(month, 'reversal'))),
  );
}
