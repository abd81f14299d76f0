import { markdownTable } from '../tools/documents.ts';
import { measuredOn } from '../tools/machine.ts';
import { figureOf, type Measure } from './budgets.ts';

/** The first words of a measure's subject, and the head of their table. */
const tableHeads = {
  page: 'Page',
  dashboard: 'First view of',
  'screen change': 'Screen change',
} as const;

/**
 * The figures of a run as Markdown: a table for each kind of subject, a row for each subject, a column for each figure. Public
 * pages share one row, which has the worst of each figure.
 */
export function measurementTables(all: readonly Measure[]): string {
  const measures = withWorstPage(all);
  const tables = Object.entries(tableHeads).map(([kind, head]) =>
    tableOf(
      head,
      measures
        .filter(({ subject }) => subject.startsWith(`${kind} `))
        .map((measure) => ({ ...measure, subject: measure.subject.slice(kind.length + 1) })),
    ),
  );
  return [`${measuredOn()}; Node ${process.version}.`, ...tables].join('\n\n');
}

function withWorstPage(all: readonly Measure[]): Measure[] {
  const pages = all.filter(({ subject }) => subject.startsWith('page '));
  const subject = `page worst of ${new Set(pages.map((one) => one.subject)).size}`;
  const worst = new Map<string, Measure>();
  for (const page of pages) {
    const before = worst.get(page.figure)?.measured ?? page.measured;
    const measured = (page.unit === 'of 100' ? Math.min : Math.max)(before, page.measured);
    worst.set(page.figure, { ...page, subject, measured });
  }
  return [...worst.values(), ...all.filter((one) => !pages.includes(one))];
}

function tableOf(head: string, measures: readonly Measure[]): string {
  const figures = [...new Map(measures.map((measure) => [measure.figure, measure])).values()];
  const columnHeads = figures.map(({ figure, unit, budget }) => {
    const limit = unit === 'of 100' ? String(budget) : `≤ ${figureOf(budget, unit)}`;
    return `${figure} (${limit})`;
  });
  const cell = (of: readonly Measure[], name: string) => {
    const measure = of.find(({ figure }) => figure === name);
    return measure ? figureOf(measure.measured, measure.unit === 'of 100' ? '' : measure.unit) : '';
  };
  const rows = Array.from(
    Map.groupBy(measures, ({ subject }) => subject),
    ([subject, of]) => [subject, ...figures.map(({ figure }) => cell(of, figure))],
  );
  return markdownTable('l'.padEnd(1 + figures.length, 'r'), [head, ...columnHeads], rows);
}
