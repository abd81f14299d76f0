import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasNoSecondTry, withoutSecondTry } from './second-try.ts';

/** This file has no second try itself: it names pg_terminate_backend. */

test('a test of a race or of reliability has no second try', ({ task }) => {
  expect(task.retry ?? 0).toBe(0);
});

test.each([
  'server/src/servicing/money-at-once.test.ts',
  'server/src/servicing/money-in-any-order.test.ts',
  'server/src/tickets/ticket-turns.test.ts',
  'server/scenarios/lost-connection.test.ts',
  'server/src/platform/jobs/polling-loop.test.ts',
  'server/scenarios/concurrency.test.ts',
  'server/scenarios/event-streams.test.ts',
  'server/scenarios/readiness.test.ts',
  'server/scenarios/start.test.ts',
  'server/scenarios/stop.test.ts',
  'server/src/accounts/sessions.test.ts',
  'server/src/dashboards/dashboard-cache.test.ts',
  'server/src/platform/jobs/jobs.test.ts',
  'server/src/platform/concurrency/batcher.test.ts',
  'server/src/platform/database/query.test.ts',
  'server/src/platform/database/embedded.test.ts',
  'server/src/platform/database/migrate.test.ts',
])('%s has no second try', (file) => {
  expect(withoutSecondTry('server')).toContain(file);
});

test('only a test that runs things at once, waits for a lock or kills a process is marked', () => {
  const name = 'server/src/x/x.test.ts';
  for (const text of [
    'await Promise.all([pay(), pay()]);',
    `client.query('begin; lock table tickets');`,
    `child.kill('SIGKILL');`,
    'await context.setOffline(true);',
    `test('two payments at once', …)`,
  ]) {
    expect(hasNoSecondTry(name, text)).toBe(true);
  }
  expect(hasNoSecondTry('server/src/x/x-at-once.test.ts', '')).toBe(true);
  expect(hasNoSecondTry(name, `expect(await ask()).toBe('embraced, sighted');`)).toBe(false);
});

test('the browser tests of races and of reliability have no second try either', () => {
  expect(withoutSecondTry('e2e').length).toBeGreaterThan(3);
  // The settings find a browser when they are loaded, so their text is looked at.
  const settings = readFileSync('playwright.config.ts', 'utf8');
  expect(settings).toContain(`withoutSecondTry('e2e')`);
  expect(settings).toContain('testMatch: firm, retries: 0');
  expect(settings.match(/retries: 1/g)).toHaveLength(1);
});
