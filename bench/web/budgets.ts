/** The budgets of the web, in Lighthouse's throttled mobile profile unless said otherwise. */
export const budgets = {
  /** Largest contentful paint of a public page, ms. */
  publicPaintMs: 1200,
  /** Cumulative layout shift of a public page. */
  layoutShift: 0.01,
  /** Cumulative layout shift of the first dashboard view: from the empty shell to the person's own figures. */
  dashboardShift: 0.1,
  /** Each of Lighthouse's four categories, of 100. */
  category: 100,
  /** Script of a public page as it is transferred, bytes. */
  publicScript: 15 * 1024,
  /** All script of the first dashboard view as it is transferred, bytes. */
  dashboardScript: 220 * 1024,
  /** Largest contentful paint of the first dashboard view, ms. */
  dashboardPaintMs: 1800,
  /** Time until the first dashboard view reacts to a press, ms. */
  interactiveMs: 2500,
  /** From the click to the content of a screen with cached data, ms, unthrottled. */
  screenChangeMs: 100,
} as const;

/** A measured figure and its budget. */
export interface Measure {
  /** What was measured; the first word is its kind: "page /ar", "dashboard agency en". */
  subject: string;
  /** The name of the figure: "largest paint". */
  figure: string;
  measured: number;
  budget: number;
  unit: 'ms' | 'KB' | '' | 'of 100';
}

/** A category must reach its budget; any other figure must stay within it. */
export const isWithinBudget = ({ measured, budget, unit }: Measure) =>
  unit === 'of 100' ? measured >= budget : measured <= budget;

/** A figure with its unit, in the precision of the measurement: "1187 ms". */
export const figureOf = (value: number, unit: Measure['unit']) =>
  `${Number(value.toFixed(unit === 'ms' ? 0 : 3))}${unit ? ` ${unit}` : ''}`;
