/** The middle one. */
export const median = (values: readonly number[]): number => percentile(values)(0.5);

/** Asks for the value below which a share of them lies; of none it is NaN. */
export function percentile(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => sorted[Math.floor(sorted.length * share)] ?? NaN;
}

/** For a table: a dash stands for what was not measured. */
export const fixed = (value: number, digits: number): string =>
  Number.isFinite(value) ? value.toFixed(digits) : '–';

/** A whole number for a reader: "1,800,000". */
export const counted = (count: number): string => count.toLocaleString('en');

/** What a figure is held against: a goal that is aimed at, and a floor below which a run fails. */
export interface Limits {
  goal: number;
  floor?: number;
  /** The figure must not exceed it, instead of not falling below. */
  isMost?: true;
}

/** What a time among the most tickets may be of that among the fewest. */
export const growthLimits = { goal: 1.3, floor: 1.6, isMost: true } as const satisfies Limits;

type Verdict = 'reached' | 'below the goal' | 'below the floor';

/** What was not measured is not a number, and below the floor. */
export function verdictOf({ goal, floor, isMost }: Limits, figure: number): Verdict {
  if (!Number.isFinite(figure)) return 'below the floor';
  const holds = (limit: number) => (isMost ? figure <= limit : figure >= limit);
  if (holds(goal)) return 'reached';
  return floor === undefined || holds(floor) ? 'below the goal' : 'below the floor';
}

/**
 * Measures in turns, there and back, so that what changes on the machine meanwhile falls on all alike.
 * @param thrownAway how many turns come first and do not count
 * @returns of each the median.
 */
export async function mediansInTurns(
  turns: number,
  measures: readonly ((turn: number) => Promise<number>)[],
  thrownAway = 0,
): Promise<number[]> {
  const found: number[][] = measures.map(() => []);
  for (let turn = 0; turn < thrownAway + turns; turn += 1) {
    const order = [...measures.entries()];
    for (const [at, measure] of turn % 2 === 0 ? order : order.toReversed()) {
      const figure = await measure(turn);
      if (turn >= thrownAway) found[at]!.push(figure);
    }
  }
  return found.map(median);
}
