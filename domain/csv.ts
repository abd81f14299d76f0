/**
 * One line of a CSV file (RFC 4180), with its line end. A spreadsheet must not take what somebody typed for a formula:
 * such a text begins with an apostrophe. A plain number stays one, also below nought.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  const harmless =
    !isNumber && /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
