import { expect, test } from 'vitest';
import { repeatFailed } from './repeat-failed.ts';
import type { RunOfTests } from '../faults/run-tests.ts';

/** A run of files with one test each, by whether it passed. */
const runOf = (files: Record<string, boolean>, more: Partial<RunOfTests> = {}): RunOfTests => ({
  tests: Object.entries(files).map(([file, passed]) => ({ file, name: 'x', passed, messages: [] })),
  unloaded: [],
  output: '',
  status: Object.values(files).every(Boolean) ? 0 : 1,
  ...more,
});

/** The outcome where the files passed or failed alone, and which files ran once more. */
async function outcome(runs: RunOfTests[], alone: Record<string, boolean> = {}) {
  const repeated: string[] = [];
  const { passed, failed, flaky } = await repeatFailed(runs, async (file) => {
    repeated.push(file);
    return runOf({ [file]: alone[file]! });
  });
  return { passed, failed, flaky, repeated };
}

test('a file that fails and passes alone counts as passed and is named', async () => {
  const unloaded = [{ file: 'c.test.ts', message: 'its set-up failed' }];
  const runs = [
    runOf({ 'a.test.ts': true, 'b.test.ts': false }),
    runOf({ 'd.test.ts': true }, { unloaded, status: 1 }),
  ];
  const files = ['b.test.ts', 'c.test.ts'];
  expect(await outcome(runs, { 'b.test.ts': true, 'c.test.ts': true })).toEqual({
    passed: 4,
    failed: [],
    flaky: files,
    repeated: files,
  });
  expect(await outcome(runs, { 'b.test.ts': true, 'c.test.ts': false })).toEqual({
    passed: 3,
    failed: ['c.test.ts › x'],
    flaky: ['b.test.ts'],
    repeated: files,
  });
});

test('a file of races that fails does not run once more', async () => {
  expect(await outcome([runOf({ 'money.races.test.ts': false, 'a.test.ts': true })])).toEqual({
    passed: 1,
    failed: ['money.races.test.ts › x'],
    flaky: [],
    repeated: [],
  });
});

test('more than three failed files are a failure', async () => {
  const three = { 'a.test.ts': false, 'b.test.ts': false, 'c.test.ts': false };
  const allPass = { 'a.test.ts': true, 'b.test.ts': true, 'c.test.ts': true };
  expect((await outcome([runOf(three)], allPass)).failed).toEqual([]);
  const four = await outcome([runOf({ ...three, 'd.test.ts': false })], allPass);
  expect([four.failed.length, four.repeated]).toEqual([4, []]);
});

test.each([
  ['without results', runOf({}, { status: 1, unloaded: [{ message: 'ended without results' }] })],
  ['after its tests passed', runOf({ 'a.test.ts': true }, { status: 1 })],
  ['by a signal', runOf({ 'a.test.ts': true }, { status: null })],
  [
    'beside a test that failed',
    runOf({ 'a.test.ts': false }, { output: 'Vitest caught 1 unhandled error during the run.' }),
  ],
])('a run that ends %s is a failure', async (_, crashed) => {
  const { failed, repeated } = await outcome([crashed], { 'a.test.ts': true });
  expect(failed).not.toEqual([]);
  expect(repeated).toEqual([]);
});
