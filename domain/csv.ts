/**
 * One line of a CSV file (RFC 4180), with its line end. A spreadsheet must not take what somebody typed for a formula,
 * whether it parts cells at commas or, as in many regions, at semicolons: a text gets an apostrophe wherever a cell
 * could begin in it, and so does an identifier that it would change. Another plain number stays one, also below zero.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** An identifier of digits that a spreadsheet would change: it drops leading noughts and rounds or shortens long numbers. */
const IDENTIFIER = /^(0\d+|\d{12,}|\d+e\d+)$/i;
/** What begins a formula, in ASCII and in full width; quotes and white space before it do not hide it. */
const FORMULA = String.raw`["\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const FORMULA_AT_START = new RegExp(String.raw`^(?=${FORMULA}|[\t\r])`);
/** A spreadsheet that parts cells at semicolons takes no notice of quotes within a cell. */
const FORMULA_INSIDE = new RegExp(String.raw`([;\r\n])(?=${FORMULA})`, 'g');

/** A cell of a file that we wrote, without the apostrophe at its beginning. */
export function withoutApostrophe(cell: string): string {
  const typed = cell.slice(1);
  const isAdded = IDENTIFIER.test(typed) || FORMULA_AT_START.test(typed);
  return cell.startsWith("'") && isAdded ? typed : cell;
}

function csvCell(text: string): string {
  if (IDENTIFIER.test(text)) return `'${text}`;
  if (PLAIN_NUMBER.test(text)) return text;
  const harmless = text.replace(FORMULA_INSIDE, "$1'").replace(FORMULA_AT_START, "'");
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
