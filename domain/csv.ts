/**
 * One line of a CSV file (RFC 4180), with its line end. A spreadsheet must not take what somebody typed for a formula,
 * whether it parts cells at commas or, as in many regions, at semicolons: a text gets an apostrophe wherever a cell
 * could begin in it. A plain number stays one, also below zero.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
/** What begins a formula, in ASCII and in full width; quotes and white space before it do not hide it. */
const FORMULA = String.raw`["\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const FORMULA_AT_START = new RegExp(String.raw`^(?=${FORMULA}|[\t\r])`);
/** A spreadsheet that parts cells at semicolons takes no notice of quotes within a cell. */
const FORMULA_INSIDE = new RegExp(String.raw`([;\r\n])(?=${FORMULA})`, 'g');

function csvCell(text: string): string {
  if (PLAIN_NUMBER.test(text)) return text;
  const harmless = text.replace(FORMULA_INSIDE, "$1'").replace(FORMULA_AT_START, "'");
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
