import { markdownTable } from '../tools/documents.ts';
import { measuredOn } from '../tools/machine.ts';
import { budgets, categories, figureOf, type View } from './budgets.ts';

const tableHeads = {
  page: 'Page',
  dashboard: 'First view of',
  'screen change': 'Screen change',
} as const;

/** A table of each kind of view as Markdown. Public pages share one row, which has the worst of each figure. */
export function measurementTables(all: readonly View[]): string {
  const tables = [...Map.groupBy(all, ({ kind }) => kind).values()].map(tableOf);
  return [`${measuredOn()}; Node ${process.version}.`, ...tables].join('\n\n');
}

function tableOf(views: readonly View[]): string {
  const [{ kind }] = views as [View];
  const limits = Object.entries(budgets[kind]);
  const columnHeads = limits.map(([figure, budget]) => {
    const limit = `${categories.includes(figure) ? '' : '≤ '}${figureOf(figure, budget)}`;
    return `${figure} (${limit})`;
  });
  const rows = (kind === 'page' ? [worstOf(views)] : views).map(({ subject, figures }) => [
    subject,
    ...limits.map(([figure]) => figureOf(figure, figures[figure]!)),
  ]);
  return markdownTable(
    'l'.padEnd(1 + limits.length, 'r'),
    [tableHeads[kind], ...columnHeads],
    rows,
  );
}

function worstOf(views: readonly View[]): Omit<View, 'kind'> {
  const figures = Object.keys(views[0]!.figures).map((figure) => {
    const worst = categories.includes(figure) ? Math.min : Math.max;
    return [figure, worst(...views.map((view) => view.figures[figure]!))];
  });
  return { subject: `worst of ${views.length}`, figures: Object.fromEntries(figures) };
}
