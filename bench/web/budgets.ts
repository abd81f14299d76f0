/** The limits of each kind of view, in Lighthouse's throttled mobile profile unless said otherwise: ms, KB as transferred. */
export const budgets = {
  /** A public page. Lighthouse's four categories are of 100 points, which are reached; all else is at most. */
  page: {
    'largest paint': 1200,
    'layout shift': 0.01,
    script: 15,
    performance: 100,
    accessibility: 100,
    'best-practices': 100,
    seo: 100,
  },
  /** The first view of a signed-in person whose browser has cached nothing. Usable: it is painted, and reacts to a press. */
  dashboard: { script: 220, 'layout shift': 0.1, 'largest paint': 1800, interactive: 2500 },
  /** From the click to the content of a screen with cached data, unthrottled. */
  'screen change': { content: 100 },
} as const satisfies Record<string, Record<string, number>>;

/** The figures of a page ("/ar"), of a dashboard ("agency en") or of a change of the screen. */
export interface View {
  kind: keyof typeof budgets;
  subject: string;
  figures: Record<string, number>;
}

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** The names of a view's figures that exceed their budget. */
export const exceededBy = ({ kind, figures }: View): string[] =>
  Object.entries(budgets[kind]).flatMap(([figure, budget]) => {
    const measured = figures[figure] ?? NaN;
    const isWithin = categories.includes(figure) ? measured >= budget : measured <= budget;
    return isWithin ? [] : [figure];
  });

const units: Record<string, [digits: number, unit: string]> = {
  'largest paint': [0, ' ms'],
  interactive: [0, ' ms'],
  content: [0, ' ms'],
  script: [1, ' KB'],
};

/** A figure with its unit, in the precision of the measurement: "1187 ms". */
export function figureOf(figure: string, value: number): string {
  const [digits, unit] = units[figure] ?? [3, ''];
  return `${Number(value.toFixed(digits))}${unit}`;
}
