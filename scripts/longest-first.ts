import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '..');

/** Files that take longest, the longest first, though they hardly compute: begun late, the others would have ended long before. */
const longest = [
  'server/scenarios/demo.test.ts',
  'server/scenarios/bad-input.test.ts',
  'server/scenarios/readiness.test.ts',
  'server/scenarios/money-model/odd-seeds.test.ts',
  'server/scenarios/money-model/even-seeds.test.ts',
];

/** The order of test files: those of the server by their time, then what is quick and fills the cores to the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      const at = longest.indexOf(relative(root, moduleId));
      if (at >= 0) return at;
      return project.name === 'server' ? longest.length : longest.length + 1;
    };
    // By size, or by the time of the last run.
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
