/**
 * `npm run test:ten`: runs the whole suite, or the files named, ten times without a second try, and names each test that
 * failed and how often. A test that fails in three of ten runs, or in as large a part of another number, fails the command.
 *
 *   npm run test:ten                                    every test, the browser's too
 *   npm run test:ten -- e2e/paying.test.ts domain       those files and folders
 *   npm run test:ten -- --times=30 server/src/accounts  another number of runs
 *   npm run test:ten -- --name="midnight passes" e2e    only the tests with this in their name
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from '#server/commands/command-line.ts';
import { endRuns, runTests } from '../faults/run-tests.ts';
import { allowedFailures, frequencies } from './ten-times-frequencies.ts';

const root = join(import.meta.dirname, '..');
const say = (text: string) => process.stdout.write(`${text}\n`);

const { values, positionals } = readCommandLine({
  usage: 'Usage: npm run test:ten -- [--times N] [--name TEXT] [--workers N] [FILE …]',
  positionals: [0, Infinity],
  options: {
    times: { type: 'string', default: '10' },
    name: { type: 'string' },
    workers: { type: 'string' },
  },
});
const times = Math.max(1, Number(values.times));
const files = chosenFiles();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endRuns();
    process.exit(130);
  });
process.exitCode = await run();

/** Every test file under the files and folders that were named; all without any. */
function chosenFiles(): string[] {
  const list = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.test.ts',
    '*.test.tsx',
  ];
  const all = execFileSync('git', list, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const asked of positionals)
    if (!all.some((file) => isWithin(file, asked))) {
      say(`There is no test file at "${asked}".`);
      process.exit(2);
    }
  return positionals.length === 0
    ? all
    : all.filter((file) => positionals.some((asked) => isWithin(file, asked)));
}

function isWithin(file: string, asked: string): boolean {
  return file === asked || file.startsWith(`${asked.replace(/\/$/, '')}/`);
}

async function run(): Promise<number> {
  const kinds = [
    files.filter((file) => !file.startsWith('e2e/')),
    files.filter((file) => file.startsWith('e2e/')),
  ].filter((kind) => kind.length > 0);
  const failures: string[][] = [];
  for (let n = 1; n <= times; n += 1) {
    const failed: string[] = [];
    let count = 0;
    for (const kind of kinds) {
      const { tests, unloaded, output } = await runTests({
        folder: root,
        files: kind,
        name: values.name,
        workers: values.workers ? Number(values.workers) : undefined,
      });
      count += tests.length;
      for (const test of tests)
        if (!test.passed) {
          failed.push(`${test.file} › ${test.name}`);
          say(`\n${test.file} › ${test.name}\n${test.messages.join('\n').slice(0, 2_000)}`);
        }
      failed.push(...unloaded);
      if (tests.length === 0) say(output.slice(-4_000));
    }
    if (count === 0) failed.push('no test ran');
    failures.push(failed);
    say(`run ${n} of ${times}: ${count - failed.length} passed, ${failed.length} failed`);
  }
  const found = frequencies(failures);
  say('');
  for (const { name, count } of found) say(`failed in ${count} of ${times} runs: ${name}`);
  const limit = allowedFailures(times);
  const tooMany = found.filter(({ count }) => count > limit);
  say(
    `${found.length} tests failed at least once, ${tooMany.length} of them in more than ${limit} of ${times} runs`,
  );
  return tooMany.length === 0 ? 0 : 1;
}
