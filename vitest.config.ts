import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * One more than the cores of a small machine: many tests of the server only wait. What a project says must be the same for
 * each of them.
 */
const maxWorkers = 3;

const setupFiles = ['scripts/property-seed.setup.ts'];

/** Scenarios take longest: begun late, they would end alone. */
class ScenariosFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isScenario = ({ moduleId }: TestSpecification) => moduleId.includes('/scenarios/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isScenario), ...sorted.filter((file) => !isScenario(file))];
  }
}

/** Rules and repository tests need no database; the server's tests run on a real PostgreSQL. */
export default defineConfig({
  test: {
    maxWorkers,
    slowTestThreshold: 10_000,
    sequence: { sequencer: ScenariosFirst },
    // In the first line of a file: `npm test` leaves it out.
    tags: [
      {
        name: 'proof/reliability',
        description: 'Needs real clocks or killed processes: npm run proof -- --only=reliability.',
      },
    ],
    projects: [
      'web/vitest.config.ts',
      {
        test: {
          name: 'rules',
          include: [
            'domain/**/*.test.ts',
            'api/**/*.test.ts',
            'checks/**/*.test.ts',
            'scripts/**/*.test.ts',
            'docs/**/*.test.ts',
          ],
          environment: 'node',
          setupFiles,
          maxWorkers,
          // As in the server: most files take less time than a worker of their own.
          isolate: false,
          // Properties try hundreds of values: a busy machine needs its time.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/testing/cluster.ts'],
          setupFiles,
          // What passes never waits for these: a slow machine that is busy still has its time.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          pool: 'forks',
          // A worker loads the product once, not for each file: that was a third of all its work. No test leaves anything in
          // the modules that another one sees.
          isolate: false,
          env: {
            // Processes that tests start keep what Node compiled of the sources: half of a start's work.
            NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
          },
          maxWorkers,
        },
      },
    ],
  },
});
