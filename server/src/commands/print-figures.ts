import type { LedgerFigure } from '../ledger/verify-ledger.ts';

/** A line for each figure of the ledger. */
export function printFigures(figures: LedgerFigure[]): void {
  for (const { figure, ledger, tables, rows_that_differ } of figures) {
    const verdict = rows_that_differ === 0 ? 'equal' : `${rows_that_differ} differ`;
    process.stdout.write(
      `${figure.padEnd(24)} ledger ${ledger.padStart(18)}  tables ${tables.padStart(18)}  ${verdict}\n`,
    );
  }
}
