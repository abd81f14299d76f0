import { defineConfig } from 'vitest/config';

/** Rules and repository tests need no database; the server's tests run on a real PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      'web/vitest.config.ts',
      {
        test: {
          name: 'rules',
          include: [
            'domain/**/*.test.ts',
            'api/**/*.test.ts',
            'scripts/**/*.test.ts',
            'docs/**/*.test.ts',
          ],
          environment: 'node',
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
          // What passes never waits for these: a slow machine that is busy still has its time.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
          pool: 'forks',
          // A starved machine may keep a database or a socket waiting too long once; what passed only on its second try
          // is named at the end of npm test.
          retry: 1,
          maxWorkers: 2,
        },
      },
    ],
  },
});
