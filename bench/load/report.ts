import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { goals, verdictOf, type Goal } from './goals.ts';
import type { Sample } from './measure.ts';

/** One operation as one system did it: the medians of its runs. */
export interface Row {
  operation: string;
  system: string;
  sample: Sample;
}

const fixed = (value: number, digits: number) =>
  Number.isFinite(value) ? value.toFixed(digits) : '–';

export const tableOf = (rows: readonly Row[]): string =>
  [
    '| Operation | System | Requests/s | p50 ms | p99 ms | Server ms a request | PostgreSQL ms a request | Server MB |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows.map(
      ({ operation, system, sample }) =>
        `| ${operation} | ${system} | ${fixed(sample.requests_a_second, 0)} | ${fixed(sample.p50_ms, 2)} | ${fixed(sample.p99_ms, 2)} | ${fixed(sample.server_ms, 3)} | ${fixed(sample.postgres_ms, 3)} | ${fixed(sample.memory_mb, 0)} |`,
    ),
  ].join('\n');

/** Each figure beside its goal and its floor; figures that were not measured are left out. */
export const goalsOf = (figures: ReadonlyMap<string, number>): string =>
  [
    '| What | Figure | Goal | Floor | |',
    '|---|--:|--:|--:|---|',
    ...goals.flatMap((goal) => {
      const figure = figures.get(goal.id);
      return figure === undefined ? [] : [lineOf(goal, figure)];
    }),
  ].join('\n');

function lineOf(goal: Goal, figure: number): string {
  const sign = goal.isMost ? '≤' : '≥';
  const floor = goal.floor === undefined ? '' : `${sign} ${goal.floor}`;
  return `| ${goal.name} | ${fixed(figure, 2)} ${goal.unit} | ${sign} ${goal.goal} | ${floor} | ${verdictOf(goal, figure)} |`;
}

/** What one system answered to one request, before anything was timed. */
export interface Answer {
  operation: string;
  system: string;
  /** Tickets, and of the one that was made its installments. */
  rows: string;
  bytes: number;
}

export const answersOf = (answers: readonly Answer[]): string =>
  [
    '| Asked | System | The same rows | Bytes |',
    '|---|---|---|--:|',
    ...answers.map(
      ({ operation, system, rows, bytes }) =>
        `| ${operation} | ${system} | ${rows} | ${bytes.toLocaleString('en')} |`,
    ),
  ].join('\n');

const root = join(import.meta.dirname, '../..');
const ofPackage = async (folder: string, names: readonly string[]) => {
  const text = await readFile(join(root, folder, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  return names.map((name) => `${name} ${dependencies[name]}`);
};
/** What a program says of itself; wrk says it with an error. */
const said = (program: string, option: string) => {
  const { stdout, stderr } = spawnSync(program, [option], { encoding: 'utf8' });
  return `${stdout}${stderr}`.split('\n')[0]!.trim();
};

/** The machine and the versions a run was made on. */
export async function machine(postgresVersion: string): Promise<string> {
  const [first] = cpus();
  const peers = await Promise.all([
    ofPackage('bench/peers/lite', ['@supabase/lite']),
    ofPackage('bench/peers/postgraphile', ['postgraphile']),
    ofPackage('bench/peers/parse', ['parse-server']),
  ]);
  return [
    `${cpus().length} cores (${first?.model.trim()}), ${fixed(totalmem() / 2 ** 30, 0)} GiB, Linux ${release()}`,
    `Node ${process.version}, ${postgresVersion.split(' on ')[0]}`,
    (await ofPackage('.', ['fastify', 'pg'])).join(', '),
    peers.flat().join(', '),
    `${said('pgbench', '--version')}; ${said('wrk', '-v').replace(/ Copyright.*| \[.*/, '')}, one thread; both on the same machine`,
  ].join('; ');
}

/** Puts `text` between the two marks of a section of a document, in place of what stood there. */
export async function writeSection(path: string, mark: string, text: string): Promise<void> {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const document = await readFile(path, 'utf8');
  const [head, rest] = [document.indexOf(begin), document.indexOf(end)];
  if (head < 0 || rest < head) throw new Error(`${path} has no section ${mark}`);
  await writeFile(
    path,
    `${document.slice(0, head + begin.length)}\n\n${text}\n\n${document.slice(rest)}`,
  );
}

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
