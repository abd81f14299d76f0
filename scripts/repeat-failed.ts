import type { RunOfTests, TestResult } from '../faults/run-tests.ts';

interface Outcome {
  passed: number;
  /** Names of failed tests, of files that did not load and of runs that crashed. */
  failed: string[];
  /** Files that failed beside the others and passed alone. */
  flaky: string[];
}

/** More of them are no accident of a busy machine. */
const FLAKY_FILES = 3;

/**
 * Outcome of runs whose failed files run once more, each alone: what passes then counts as passed. Files of races
 * (`*.races.test.ts`) do not, since their faults show only now and then. A crash, and more failed files than FLAKY_FILES,
 * are a failure whatever a second run would say.
 * @param repeat runs one file
 */
export async function repeatFailed(
  runs: readonly RunOfTests[],
  repeat: (file: string) => Promise<RunOfTests>,
): Promise<Outcome> {
  const crashes = runs.filter(hasCrashed).map(() => 'a run crashed');
  const files = new Set(
    runs.flatMap((run) => [...failedTests(run), ...run.unloaded]).map(({ file }) => file),
  );
  const first = outcomeOf(runs);
  const mayPass =
    crashes.length === 0 &&
    files.size <= FLAKY_FILES &&
    [...files].every((file) => file && !file.endsWith('.races.test.ts'));
  if (!mayPass) return { ...first, failed: [...first.failed, ...crashes] };

  const others = runs.map((run) => ({
    ...run,
    tests: run.tests.filter(({ file }) => !files.has(file)),
    unloaded: [],
  }));
  const again: RunOfTests[] = [];
  const flaky: string[] = [];
  for (const file of files) {
    const run = await repeat(file!);
    again.push(run);
    if (run.status === 0) flaky.push(file!);
  }
  const second = outcomeOf([...others, ...again]);
  const crashedAlone = again.filter(hasCrashed).map(() => 'a run crashed');
  return { ...second, failed: [...second.failed, ...crashedAlone], flaky };
}

/** A run that failed though no test of it did, or beside tests that failed. */
function hasCrashed(run: RunOfTests): boolean {
  const hasFailed = failedTests(run).length > 0 || run.unloaded.length > 0;
  return (run.status !== 0 && !hasFailed) || /Vitest caught \d+ unhandled error/.test(run.output);
}

const failedTests = ({ tests }: RunOfTests): TestResult[] => tests.filter(({ passed }) => !passed);

function outcomeOf(runs: readonly RunOfTests[]): Outcome {
  const passed = runs.flatMap(({ tests }) => tests).filter((test) => test.passed).length;
  const failed = runs.flatMap((run) => [
    ...failedTests(run).map(({ file, name }) => `${file} › ${name}`),
    ...run.unloaded.map(({ file, message }) => `${file ?? 'a run'}: ${message}`),
  ]);
  return { passed, failed, flaky: [] };
}
