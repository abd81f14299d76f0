import type { Halalas } from '#domain/money.ts';
import type { TermMonths } from '#domain/tickets/repayment-term.ts';

/** What the calculator shows before anything is typed, and where no script runs. */
export const exampleAmount: Halalas = 3_000_000;
export const exampleTerm: TermMonths = 3;

/** Where the slider rests, in SAR: round figures, finer where they are small. */
export const sliderAmounts = [
  1_000, 2_500, 5_000, 10_000, 15_000, 20_000, 30_000, 40_000, 50_000, 75_000, 100_000, 150_000,
  200_000, 300_000, 400_000, 500_000,
] as const;
