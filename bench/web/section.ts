import { measuredOn } from '../tools/machine.ts';
import { figureOf, type Measure } from './budgets.ts';

/** What each kind of subject is called in the tables. */
const kinds = {
  page: 'Page',
  dashboard: 'First view of',
  'screen change': 'Screen change',
} as const;

/** The figures of a run as tables: a kind of subject each, a subject a line, a figure a column with its budget. */
export function sectionOf(measures: readonly Measure[]): string {
  const tables = Object.entries(kinds).map(([kind, title]) =>
    tableOf(
      title,
      measures
        .filter(({ subject }) => subject.startsWith(`${kind} `))
        .map((one) => ({ ...one, subject: one.subject.slice(kind.length + 1) })),
    ),
  );
  return [`${measuredOn()}; Node ${process.version}.`, ...tables].join('\n\n');
}

function tableOf(title: string, measures: readonly Measure[]): string {
  const columns = new Map(measures.map((one) => [one.figure, one]));
  const head = [...columns].map(([figure, { unit, budget }]) => {
    const limit = unit === 'of 100' ? String(budget) : `≤ ${figureOf(budget, unit)}`;
    return `${figure} (${limit})`;
  });
  const cell = (subject: string, figure: string) => {
    const found = measures.find((one) => one.subject === subject && one.figure === figure);
    return found ? figureOf(found.measured, found.unit === 'of 100' ? '' : found.unit) : '';
  };
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line([title, ...head]),
    line(['---', ...head.map(() => '---:')]),
    ...[...new Set(measures.map(({ subject }) => subject))].map((subject) =>
      line([subject, ...[...columns.keys()].map((figure) => cell(subject, figure))]),
    ),
  ].join('\n');
}
