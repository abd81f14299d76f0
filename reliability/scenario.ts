/** A promise of the product about faults, and how it is put to the test. One file of `scenarios/` holds one. */
export interface Scenario<Counts extends object = object> {
  /** As shared goals name it: R1. */
  id: string;
  title: string;
  /** How much is done by `npm run reliability`, and by `-- --full`. */
  small: Counts;
  full: Counts;
  /** @returns what was done and measured, in figures. Whatever broke the promise goes to `outcome`. */
  run(counts: Counts, outcome: Outcome): Promise<string>;
}

/** A scenario in its file: `export default scenario({ … })`. */
export const scenario = <Counts extends object>(one: Scenario<Counts>): Scenario<Counts> => one;

/** Thrown where a machine cannot run a scenario. */
export class SkippedError extends Error {}

/** What a run of a scenario has found. */
export class Outcome {
  /** A sentence each. Empty: the promise was kept, and every control was noticed. */
  readonly breaches: string[] = [];
  readonly controls: string[] = [];

  /** A breach, unless `isKept`. */
  expect(isKept: boolean, breach: string): void {
    if (!isKept) this.breaches.push(breach);
  }

  expectNone(breaches: string[]): void {
    this.breaches.push(...breaches);
  }

  /** A negative control: what was broken on purpose must have been found. */
  expectNoticed(control: string, found: string[]): void {
    this.controls.push(control);
    this.expect(found.length > 0, `The negative control was not noticed: ${control}.`);
  }
}
