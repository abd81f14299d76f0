import { counted, fixed } from '../tools/figures.ts';
import type { Measurement } from '../data-set/measure.ts';

/** The medians of one operation's runs on one system. */
export interface Row {
  operation: string;
  system: string;
  sample: Measurement;
}

/** The limit's calls without row-level security; the chart alone shows them. */
export const unsecuredLimit = 'PostgreSQL alone, no RLS';

const rowFigures = ({ sample }: Row): string[] => [
  fixed(sample.requests_a_second, 0),
  fixed(sample.p99_ms, 2),
  fixed(sample.server_ms, 3),
  fixed(sample.postgres_ms, 3),
  fixed(sample.memory_mb, 0),
];

/** Without p50, which follows from the requests a second and the number of connections. */
export const rateTable = (rows: readonly Row[]): string =>
  [
    '| Operation | System | Requests/s | p99 ms | Server ms a request | PostgreSQL ms a request | Server MB |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rows
      .filter(({ system }) => system !== unsecuredLimit)
      .map((row) => `| ${row.operation} | ${row.system} | ${rowFigures(row).join(' | ')} |`),
  ].join('\n');

/** The same as CSV. What is not measured is empty. */
export const rateCsv = (rows: readonly Row[]): string =>
  [
    'operation,system,requests_a_second,p99_ms,server_ms_a_request,postgres_ms_a_request,server_mb',
    ...rows
      .filter(({ system }) => system !== unsecuredLimit)
      .map((row) =>
        [`"${row.operation}"`, `"${row.system}"`, ...rowFigures(row)].join(',').replaceAll('–', ''),
      ),
  ]
    .map((line) => `${line}\n`)
    .join('');

/** The limit of sign-ins. */
export const bareArgon2Name = 'bare argon2id, two at once';

/** The processor time of each peer for a request, as a multiple of the product's. */
export function costTable(rows: readonly Row[]): string {
  const cost = (operation: string, system: string) => {
    const found = rows.find((row) => row.operation === operation && row.system === system);
    return found ? found.sample.server_ms + found.sample.postgres_ms : NaN;
  };
  const peers = rows.filter(({ system }) => !/^(Hamla|PostgreSQL|bare)/.test(system));
  return [
    '| Operation | Peer | × Hamla’s |',
    '|---|---|--:|',
    ...peers.map(({ operation, system }) => {
      const times = fixed(cost(operation, system) / cost(operation, 'Hamla'), 1);
      return `| ${operation} | ${system} | ${times} |`;
    }),
  ].join('\n');
}

/** The size of one system's response to one request. */
export interface ResponseSize {
  operation: string;
  system: string;
  /** The numbers of tickets and installments in it. */
  rows: string;
  bytes: number;
}

export const responseTable = (answers: readonly ResponseSize[]): string =>
  [
    '| Asked | System | Rows | Bytes |',
    '|---|---|---|--:|',
    ...answers.map(
      ({ operation, system, rows, bytes }) =>
        `| ${operation} | ${system} | ${rows} | ${counted(bytes)} |`,
    ),
  ].join('\n');

/** Draws requests a second as an SVG bar chart with one group for each operation. */
export function rateChart(rows: readonly Row[]): string {
  const [bar, gap, group, left, width] = [22, 6, 34, 190, 900];
  const names = [...new Set(rows.map(({ operation }) => operation))];
  const parts: string[] = [];
  let y = 10;
  for (const name of names) {
    const of = rows.filter(({ operation }) => operation === name);
    const most = Math.max(...of.map(({ sample }) => sample.requests_a_second));
    parts.push(`<text x="0" y="${y + 15}" font-weight="600">${name}</text>`);
    y += 24;
    for (const { system, sample } of of) {
      const length = Math.max(2, ((width - left - 90) * sample.requests_a_second) / most);
      parts.push(
        `<text x="${left - 10}" y="${y + 16}" text-anchor="end">${system}</text>`,
        `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${bar}" rx="3" fill="${system === 'Hamla' ? '#0f6b4f' : '#b9b6a8'}"/>`,
        `<text x="${left + length + 8}" y="${y + 16}">${fixed(sample.requests_a_second, 0)}/s</text>`,
      );
      y += bar + gap;
    }
    y += group - gap;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" font-family="system-ui, sans-serif" font-size="13" fill="#26302b"><rect width="${width}" height="${y}" fill="#fff"/>${parts.join('')}</svg>\n`;
}
