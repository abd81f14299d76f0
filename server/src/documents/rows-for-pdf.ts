import { AppError } from '../platform/app-error.ts';

/** Longer periods are available as CSV only. */
const LONGEST_PDF_ROWS = 5000;

interface RowsPage<Row> {
  items: readonly Row[];
  next_cursor: string | null;
}

/**
 * All rows of a period, for its PDF.
 * @param count how many there are.
 * @param read returns the page after a cursor.
 * @throws AppError account_statement_too_long above 5,000 rows.
 */
export async function rowsForPdf<Row>(
  first: RowsPage<Row>,
  count: number,
  read: (cursor: string) => Promise<RowsPage<Row>>,
): Promise<Row[]> {
  if (count > LONGEST_PDF_ROWS) throw new AppError('account_statement_too_long');
  const rows = [...first.items];
  for (let next = first.next_cursor; next !== null;) {
    const page = await read(next);
    rows.push(...page.items);
    next = page.next_cursor;
  }
  return rows;
}
