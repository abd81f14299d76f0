import { counted, fixed } from '../tools/figures.ts';
import type { Sample } from '../world/measure.ts';

/** One operation as one system did it: the medians of its runs. */
export interface Row {
  operation: string;
  system: string;
  sample: Sample;
}

export const tableOf = (rows: readonly Row[]): string =>
  [
    '| Operation | System | Requests/s | p50 ms | p99 ms | Server ms a request | PostgreSQL ms a request | Server MB |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows.map(
      ({ operation, system, sample }) =>
        `| ${operation} | ${system} | ${fixed(sample.requests_a_second, 0)} | ${fixed(sample.p50_ms, 2)} | ${fixed(sample.p99_ms, 2)} | ${fixed(sample.server_ms, 3)} | ${fixed(sample.postgres_ms, 3)} | ${fixed(sample.memory_mb, 0)} |`,
    ),
  ].join('\n');

/** What the product answers to who has not looked before, or since something changed. */
export const nothingKept = 'Hamla, nothing kept';

/** What the product asks PostgreSQL where it has kept the answer. */
export const askedAlone = 'PostgreSQL alone, asked whether it stands';

/** What a sign-in is made of: nobody signs in faster. */
export const bareHash = 'bare argon2id, two at once';

/** How often the processor's time of the product a peer needs for the same request. */
export function costsOf(rows: readonly Row[]): string {
  const cost = (operation: string, system: string) => {
    const found = rows.find((row) => row.operation === operation && row.system === system);
    return found ? found.sample.server_ms + found.sample.postgres_ms : NaN;
  };
  const peers = rows.filter(({ system }) => !/^(Hamla|PostgreSQL|bare)/.test(system));
  return [
    `| Operation | Peer | × Hamla’s | × ${nothingKept} |`,
    '|---|---|--:|--:|',
    ...peers.map(({ operation, system }) => {
      const times = (other: string) => fixed(cost(operation, system) / cost(operation, other), 1);
      return `| ${operation} | ${system} | ${times('Hamla')} | ${times(nothingKept)} |`;
    }),
  ].join('\n');
}

/** What one system answered to one request, before anything was timed. */
export interface Answer {
  operation: string;
  system: string;
  /** Tickets and installments, as many as this system gave or made. */
  rows: string;
  bytes: number;
}

export const answersOf = (answers: readonly Answer[]): string =>
  [
    '| Asked | System | Rows | Bytes |',
    '|---|---|---|--:|',
    ...answers.map(
      ({ operation, system, rows, bytes }) =>
        `| ${operation} | ${system} | ${rows} | ${counted(bytes)} |`,
    ),
  ].join('\n');

/** Requests a second as bars, one group an operation, drawn in the page's own colours. */
export function chartOf(rows: readonly Row[]): string {
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
