import writeExcelFile, { type SheetData } from 'write-excel-file/universal';
import { rowsOf } from '#domain/servicing/bank-statement-csv.ts';

const AMOUNT = /^-?\d{1,12}\.\d{2,3}$/;

/**
 * A list's CSV file as an Excel file: amounts are numbers, all else is text, so that a spreadsheet changes no identifier.
 * Loaded when somebody wants one.
 * @param csv as the server gives it.
 */
export function excelFile(csv: string, { rightToLeft }: { rightToLeft: boolean }): Promise<Blob> {
  const [head, ...rows] = Array.from(rowsOf(csv, ','), ({ cells }) => cells);
  const data: SheetData = [
    (head ?? []).map((value) => ({ value, type: String, fontWeight: 'bold' })),
    ...rows.map((cells) =>
      cells.map((value) =>
        AMOUNT.test(value)
          ? { value: Number(value), type: Number, format: '#,##0.00##' }
          : { value, type: String },
      ),
    ),
  ];
  return writeExcelFile(data, { rightToLeft, stickyRowsCount: 1 }).toBlob();
}
