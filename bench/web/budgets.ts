/** What the web may cost; Lighthouse's throttled mobile profile unless said otherwise. */
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
  /** Until the first dashboard view has painted its main content and answers a press, ms. */
  usableMs: 2500,
  /** From the click to the content of a screen whose data is known, ms, on this machine unthrottled. */
  screenChangeMs: 100,
} as const;

/** One figure beside what it may be. */
export interface Measure {
  /** What was looked at; its first word is its kind: "page /ar", "dashboard agency en". */
  subject: string;
  /** What was measured of it: "largest paint". */
  figure: string;
  measured: number;
  budget: number;
  unit: 'ms' | 'KB' | '' | 'of 100';
}

/** A category must reach its budget, all else must stay within it. */
export const isKept = ({ measured, budget, unit }: Measure) =>
  unit === 'of 100' ? measured >= budget : measured <= budget;

/** A figure with its unit, no finer than it is measured: "1187 ms". */
export const figureOf = (value: number, unit: Measure['unit']) =>
  `${Number(value.toFixed(unit === 'ms' ? 0 : 3))}${unit ? ` ${unit}` : ''}`;
