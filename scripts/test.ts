/**
 * `npm test`: every check and every test that a change can break at once, each section printed, and as the last line the sum:
 * "N passed, N failed". A check counts as one. The others are `npm run proof`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readCommandLine } from '#server/commands/command-line.ts';
import { further } from '../e2e/further.ts';

// A run of some tests must not be taken for a run of all.
readCommandLine({ usage: 'Usage: npm test' });

interface Count {
  passed: number;
  failed: number;
  /** The names of failed tests, printed again at the end of a long log. */
  names: string[];
  /** The names of tests that passed only on their second try. */
  retried?: string[];
}

const results = mkdtempSync(join(tmpdir(), 'hamla-results-'));
const vitestResults = join(results, 'vitest.json');
const playwrightResults = join(results, 'playwright.json');

const counts = await all();
rmSync(results, { recursive: true, force: true });
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
for (const name of counts.flatMap((count) => count.retried ?? []))
  process.stdout.write(`passed on its second try: ${name}\n`);
for (const name of counts.flatMap((count) => count.names))
  process.stdout.write(`failed: ${name}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);

async function all(): Promise<Count[]> {
  const files = globSync('e2e/**/*.test.ts').filter((file) => !further.includes(file));
  return [
    await check('Format', ['oxfmt', '--check', '.']),
    await check('Lint', ['oxlint', '--type-aware']),
    await check('Types', ['tsc', '--noEmit', '-p', 'tsconfig.json']),
    await check('Types of the web', ['tsc', '--noEmit', '-p', 'web/tsconfig.json']),
    await tests(
      'Rules and server',
      [
        'vitest',
        'run',
        '--tagsFilter=!proof/*',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${vitestResults}`,
      ],
      () => countOfVitest(readFileSync(vitestResults, 'utf8')),
    ),
    await tests('Browser', ['playwright', 'test', ...files], () =>
      countOfPlaywright(readFileSync(playwrightResults, 'utf8')),
    ),
  ];
}

async function check(title: string, command: string[]): Promise<Count> {
  return (await run(title, command))
    ? { passed: 1, failed: 0, names: [] }
    : { passed: 0, failed: 1, names: [title] };
}

/** Whatever goes wrong beside the tests (a file that does not load, no results) counts as one failure. */
async function tests(title: string, command: string[], read: () => Count): Promise<Count> {
  const succeeded = await run(title, command);
  try {
    const count = read();
    return succeeded || count.failed > 0 ? count : { ...count, failed: 1, names: [title] };
  } catch {
    return { passed: 0, failed: 1, names: [title] };
  }
}

async function run(title: string, [program, ...args]: string[]): Promise<boolean> {
  process.stdout.write(`\n── ${title}\n`);
  const from = performance.now();
  const child = spawn(join('node_modules', '.bin', program!), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightResults },
  });
  const [status] = (await once(child, 'close').catch(() => [null])) as [number | null];
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  process.stdout.write(`${title} ${status === 0 ? 'passed' : 'failed'} after ${seconds} s\n`);
  return status === 0;
}

function countOfVitest(json: string): Count {
  const report = JSON.parse(json) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      name: string;
      startTime: number;
      endTime: number;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const slowest = report.testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 12);
  for (const { name, seconds } of slowest)
    process.stdout.write(`${seconds.toFixed(0).padStart(4)} s  ${relative('.', name)}\n`);
  const tried = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const namesOf = (some: typeof tried) => some.map(({ fullName }) => fullName);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    names: namesOf(tried.filter(({ status }) => status === 'failed')),
    retried: namesOf(
      tried.filter(
        ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0,
      ),
    ),
  };
}

interface Suite {
  suites?: Suite[];
  specs: { title: string; file: string; tests: { status: string }[] }[];
}

function countOfPlaywright(json: string): Count {
  const { stats, suites } = JSON.parse(json) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: Suite[];
  };
  const specsOf = (suite: Suite): Suite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const tried = (wanted: string) =>
    suites
      .flatMap(specsOf)
      .filter((spec) => spec.tests.some(({ status }) => status === wanted))
      .map(({ file, title }) => `${file} › ${title}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    names: tried('unexpected'),
    retried: tried('flaky'),
  };
}
