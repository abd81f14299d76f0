export const median = (values: readonly number[]): number => percentile(values)(0.5);

/** Returns a function from a share to the value below which that share of `values` lies; NaN without values. */
export function percentile(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => sorted[Math.floor(sorted.length * share)] ?? NaN;
}

/** A figure for a table; a dash when it was not measured. */
export const fixed = (value: number, digits: number): string =>
  Number.isFinite(value) ? value.toFixed(digits) : '–';

/** A whole number with separators: "1,800,000". */
export const counted = (count: number): string => count.toLocaleString('en');

/** A figure's goal, and the floor below which a run fails. */
export interface Limits {
  goal: number;
  floor?: number;
  /** Goal and floor are upper limits. */
  isMost?: true;
}

/** Limits of a time in the largest data set divided by that in the smallest. */
export const growthLimits = { goal: 1.3, floor: 1.6, isMost: true } as const satisfies Limits;

type Verdict = 'reached' | 'below the goal' | 'below the floor';

/** A figure that was not measured (NaN) is below the floor. */
export function verdictOf({ goal, floor, isMost }: Limits, figure: number): Verdict {
  if (!Number.isFinite(figure)) return 'below the floor';
  const holds = (limit: number) => (isMost ? figure <= limit : figure >= limit);
  if (holds(goal)) return 'reached';
  return floor === undefined || holds(floor) ? 'below the goal' : 'below the floor';
}

/**
 * Takes all measures in each turn, in alternating order, so that a change of the machine affects all of them alike.
 * @param warmUpTurns turns that come first and do not count
 * @returns the median of each measure.
 */
export async function interleavedMedians(
  turns: number,
  measures: readonly ((turn: number) => Promise<number>)[],
  warmUpTurns = 0,
): Promise<number[]> {
  const figures: number[][] = measures.map(() => []);
  for (let turn = 0; turn < warmUpTurns + turns; turn += 1) {
    const order = [...measures.entries()];
    for (const [index, measure] of turn % 2 === 0 ? order : order.toReversed()) {
      const figure = await measure(turn);
      if (turn >= warmUpTurns) figures[index]!.push(figure);
    }
  }
  return figures.map(median);
}
