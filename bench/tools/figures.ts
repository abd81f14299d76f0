export const median = (values: readonly number[]): number => percentile(values)(0.5);

/** Returns a function from a share to the value below which that share of `values` lies; NaN without values. */
export function percentile(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => sorted[Math.floor(sorted.length * share)] ?? NaN;
}

/** The median of each figure of several samples. */
export function mediansOf<Sample extends object>(samples: readonly Sample[]): Sample {
  const figures = Object.keys(samples[0]!).map((key) => [
    key,
    median(samples.map((sample) => sample[key as keyof Sample] as number)),
  ]);
  return Object.fromEntries(figures) as Sample;
}

/** A figure's goal, and the floor below which a run fails. */
export interface Limits {
  goal: number;
  floor?: number;
  /** Goal and floor are upper limits. */
  isMost?: true;
}

/** Limits of a time in the largest data set divided by that in the smallest. */
export const growthLimits = { goal: 1.3, floor: 1.6, isMost: true } as const satisfies Limits;

/** A figure that was not measured (NaN) is below the floor. */
export function verdictOf({ goal, floor, isMost }: Limits, figure: number) {
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
  measures: readonly (() => Promise<number>)[],
  warmUpTurns = 0,
): Promise<number[]> {
  const figures: number[][] = measures.map(() => []);
  for (let turn = 0; turn < warmUpTurns + turns; turn += 1) {
    const order = [...measures.entries()];
    for (const [index, measure] of turn % 2 === 0 ? order : order.toReversed()) {
      const figure = await measure();
      if (turn >= warmUpTurns) figures[index]!.push(figure);
    }
  }
  return figures.map(median);
}
