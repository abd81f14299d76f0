import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** One test of a run. */
export interface TestResult {
  /** From the root of the checkout. */
  file: string;
  name: string;
  passed: boolean;
  /** The message of a failed test. */
  messages: string[];
}

export interface RunOfTests {
  /** The tests that ran, without those that a filter left out. */
  tests: TestResult[];
  /** Files that could not be loaded or whose set-up failed; without a file where the run itself failed. */
  unloaded: { file?: string; message: string }[];
  /** The whole output. */
  output: string;
  /** The exit code; null after a signal. */
  status: number | null;
}

export interface TestSelection {
  /** The folder of the checkout. */
  folder: string;
  /** Test files from its root; of one kind: all of the browser or none. None are all but the browser's and the proof's. */
  files: string[];
  /** Whether a run without a browser stops at the first failure. */
  stopsAtFirst?: boolean;
  /** Whether the output is also printed as it comes. */
  isShown?: boolean;
}

const children = new Set<number>();

/** Ends every running test run with all processes that it started. */
export function endRuns(): void {
  for (const pid of children)
    try {
      process.kill(-pid, 'SIGTERM');
    } catch {
      // The process has ended by itself.
    }
}

/** Runs tests once. */
export async function runTests(selection: TestSelection): Promise<RunOfTests> {
  const isBrowser = selection.files.some((file) => file.startsWith('e2e/'));
  const report = join(selection.folder, `test-report-${process.pid}-${Math.random()}.json`);
  const [program, ...args] = isBrowser ? playwright(selection) : vitest(selection, report);
  const ended = await runCommand(program!, args, selection, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  try {
    const json = readFileSync(report, 'utf8');
    return { ...(isBrowser ? ofPlaywright(json) : ofVitest(json, selection.folder)), ...ended };
  } catch {
    return { tests: [], unloaded: [{ message: 'the run ended without results' }], ...ended };
  } finally {
    rmSync(report, { force: true });
  }
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

function vitest({ files, stopsAtFirst }: TestSelection, report: string): string[] {
  return [
    'vitest',
    'run',
    ...(files.length === 0 ? ['--tagsFilter=!proof/*'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(stopsAtFirst ? ['--bail=1'] : []),
    ...files,
  ];
}

function playwright({ files }: TestSelection): string[] {
  return ['playwright', 'test', ...files.map((file) => `${escaped(file)}$`)];
}

/** Runs a program of the packages in a process group of its own, so that nothing that it starts outlives it. */
export async function runCommand(
  program: string,
  args: string[],
  { folder, isShown }: Pick<TestSelection, 'folder' | 'isShown'>,
  environment: Record<string, string> = {},
): Promise<{ output: string; status: number | null }> {
  const child = spawn(join(folder, 'node_modules', '.bin', program), args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  const pid = child.pid!;
  children.add(pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (isShown) process.stdout.write(text);
    });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  children.delete(pid);
  return { output, status };
}

function ofVitest(json: string, folder: string): Pick<RunOfTests, 'tests' | 'unloaded'> {
  const { testResults } = JSON.parse(json) as {
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ status, fullName, failureMessages }) => ({
        file: relative(folder, name),
        name: fullName,
        passed: status === 'passed',
        messages: failureMessages,
      })),
  );
  // A set-up that failed leaves its file failed, and none of its tests.
  const unloaded = testResults
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
    )
    .map(({ name, message }) => ({ file: relative(folder, name), message }));
  return { tests, unloaded };
}

interface Suite {
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    tests: { results: { status: string; errors: { message?: string }[] }[] }[];
  }[];
}

function ofPlaywright(json: string): Pick<RunOfTests, 'tests' | 'unloaded'> {
  const { suites, errors } = JSON.parse(json) as { suites: Suite[]; errors: { message: string }[] };
  const specsOf = (suite: Suite): Suite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const tests = suites.flatMap(specsOf).flatMap(({ file, title, tests: ofSpec }) =>
    ofSpec
      .flatMap(({ results }) => results)
      .filter(({ status }) => status !== 'skipped' && status !== 'interrupted')
      .map(({ status, errors: said }) => ({
        file: `e2e/${file}`,
        name: title,
        passed: status === 'passed',
        messages: said.map(({ message }) => message ?? ''),
      })),
  );
  return { tests, unloaded: errors.map(({ message }) => ({ message })) };
}
