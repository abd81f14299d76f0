import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { csvLine } from '#domain/csv.ts';

const pathOf = (document: string) => join(import.meta.dirname, '../../docs', document);

/** Prints a line, or several. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A figure for a table; a dash when it was not measured. */
export const fixed = (value: number, digits: number): string =>
  Number.isFinite(value) ? value.toFixed(digits) : '–';

/** A whole number with separators: "1,800,000". */
export const counted = (count: number): string => count.toLocaleString('en');

type Rows = readonly (readonly string[])[];

/** A table in Markdown. `columns` has a letter for each column: `l` is aligned to the left, `r` to the right. */
export function markdownTable(columns: string, head: readonly string[], rows: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = columns.split('').map((side) => (side === 'r' ? '--:' : '---'));
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

/** Writes a table into docs/ as CSV. */
export const writeCsv = (name: string, head: readonly string[], rows: Rows): Promise<void> =>
  writeFile(pathOf(name), [head, ...rows].map(csvLine).join('').replaceAll('\r\n', '\n'));

/** Puts `text` between the two marks of a section of docs/performance.md, in place of what stood there. */
export async function writeSection(mark: string, text: string): Promise<void> {
  const path = pathOf('performance.md');
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const document = await readFile(path, 'utf8');
  const [head, rest] = [document.indexOf(begin), document.indexOf(end)];
  if (head < 0 || rest < head) throw new Error(`${path} has no section ${mark}`);
  const before = document.slice(0, head + begin.length);
  await writeFile(path, `${before}\n\n${text}\n\n${document.slice(rest)}`);
}
