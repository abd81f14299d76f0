/**
 * `npm test`: every check and every test that a change can break at once, each section printed, and as the last line the sum:
 * "N passed, N failed". A check counts as one. A test file that fails runs once more, alone, after everything else
 * (repeat-failed.ts). The others are `npm run proof`.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '#server/commands/command-line.ts';
import { further } from '../e2e/further.ts';
import { repeatFailed } from './repeat-failed.ts';
import { endRuns, runCommand, runTests, type RunOfTests } from '../faults/run-tests.ts';

// A run of some tests must not be taken for a run of all.
readCommandLine({ usage: 'Usage: npm test' });

const folder = join(import.meta.dirname, '..');
const say = (text: string) => process.stdout.write(`${text}\n`);

process.env.PROPERTY_SEED ??= String(Date.now() % 2 ** 31);
say(`PROPERTY_SEED=${process.env.PROPERTY_SEED} repeats the values of the properties`);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    endRuns();
    process.exit(130);
  });

const checks = [
  await check('Format', ['oxfmt', '--check', '.']),
  await check('Lint', ['oxlint', '--type-aware']),
  await check('Types', ['tsc', '--noEmit', '-p', 'tsconfig.json']),
  await check('Types of the web', ['tsc', '--noEmit', '-p', 'web/tsconfig.json']),
];
const inBrowser = globSync('e2e/**/*.test.ts').filter((file) => !further.includes(file));
const runs = [await tests('Rules and server', []), await tests('Browser', inBrowser)];
const { passed, failed, flaky } = await repeatFailed(runs, (file) => tests(file, [file]));

const failedChecks = checks.filter(({ hasPassed }) => !hasPassed).map(({ title }) => title);
const failures = [...failedChecks, ...failed];
process.exitCode = failures.length === 0 ? 0 : 1;
for (const file of flaky) say(`flaky: ${file}`);
for (const name of failures) say(`failed: ${name}`);
const passedChecks = checks.length - failedChecks.length;
say(`\n${passedChecks + passed} passed, ${failures.length} failed`);

async function check(title: string, [program, ...args]: string[]) {
  const { status } = await shown(title, () =>
    runCommand(program!, args, { folder, isShown: true }),
  );
  return { title, hasPassed: status === 0 };
}

function tests(title: string, files: string[]): Promise<RunOfTests> {
  return shown(title, () => runTests({ folder, files, isShown: true }));
}

async function shown<Run extends { status: number | null }>(
  title: string,
  run: () => Promise<Run>,
): Promise<Run> {
  say(`\n── ${title}`);
  const from = performance.now();
  const ended = await run();
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  say(`${title} ${ended.status === 0 ? 'passed' : 'failed'} after ${seconds} s`);
  return ended;
}
