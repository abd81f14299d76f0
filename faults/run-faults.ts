/**
 * `npm run test:faults`: plants each fault of the list, one at a time, in a copy of the checkout, runs the test file that
 * must notice it, and says which were noticed. docs/faults.md says how to read the outcome and how to add a fault.
 *
 *   npm run test:faults                        all
 *   npm run test:faults -- ID FILE AREA …      by id, by file of the product, by test file or by area
 *   npm run test:faults -- --sample=12         some of every area; --seed=N the same ones again
 *   npm run test:faults -- --fast              without those that need a browser
 *   npm run test:faults -- --skip-baseline     without first running the same tests without any fault
 *   npm run test:faults -- --workers=1         one at a time (two otherwise)
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '#server/commands/command-line.ts';
import { copyCheckout } from './copy.ts';
import { isSlow, occurrences, type Fault } from './fault.ts';
import { faultsByArea } from './list.ts';
import {
  endRuns,
  runCommand,
  runTests,
  type RunOfTests,
  type TestResult,
  type TestSelection,
} from './run-tests.ts';
import { sample } from './sample.ts';

/** Of the faults that are planted, at least this share must be noticed. */
const REQUIRED_SHARE = 0.95;

/** A test that hangs counts as not noticed. */
const LIMIT_MS = 300_000;

/**
 * What a compiler, PostgreSQL or a file that does not load says. Whoever makes such a mistake sees it at once: it is no
 * fault that a test has to notice.
 */
const brokenCode =
  /\b(?:SyntaxError|ReferenceError)\b|syntax error at or near|\b(?:column|relation|function|operator|type) .{0,120} does not exist|Cannot find (?:module|package)|Failed to (?:load|resolve) |"code":"42(?:601|703|883|P01)"/;

type Outcome = 'noticed' | 'not noticed' | 'gone' | 'broken';

const root = join(import.meta.dirname, '..');
const say = (text: string) => process.stdout.write(`${text}\n`);

const { values, positionals } = readCommandLine({
  usage:
    'Usage: npm run test:faults -- [--sample N] [--seed N] [--fast] [--skip-baseline] [--workers N] [ID …]',
  positionals: [0, Infinity],
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    fast: { type: 'boolean', default: false },
    'skip-baseline': { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
  },
});

const faults = chosen();
const copies: { folder: string; remove: () => void }[] = [];
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    ending.abort();
    endRuns();
  });

try {
  process.exitCode = await run();
} finally {
  for (const copy of copies) copy.remove();
}

function chosen(): Fault[] {
  const areas = Object.entries(faultsByArea);
  const isNamed = (asked: string, area: string, { id, file, test }: Fault) =>
    [area, id, file, test].includes(asked);
  for (const asked of positionals)
    if (!areas.some(([area, all]) => all.some((fault) => isNamed(asked, area, fault)))) {
      say(
        `There is no fault "${asked}": give an id, a file of the product, a test file or an area.`,
      );
      process.exit(2);
    }
  const groups = areas.map(([area, all]) =>
    all.filter(
      (fault) =>
        (!values.fast || !isSlow(fault)) &&
        (positionals.length === 0 || positionals.some((asked) => isNamed(asked, area, fault))),
    ),
  );
  if (values.sample === undefined) return groups.flat();
  say(`The same sample again: --sample=${values.sample} --seed=${values.seed}`);
  return sample(groups, Number(values.sample), Number(values.seed));
}

async function run(): Promise<number> {
  const workers = Math.max(1, Number(values.workers));
  for (let n = 0; n < workers; n += 1) copies.push(copyCheckout(root));
  const failing = values['skip-baseline'] ? [] : await failingWithoutFault();
  if (failing.length > 0) {
    for (const { file, name } of failing) say(`fails without any fault: ${file} › ${name}`);
    say('A test that fails by itself notices nothing: mend it first.');
    return 1;
  }
  const outcomes = new Map<Fault, { outcome: Outcome; because: string }>();
  const queue = faults.toSorted((a, b) => a.test.localeCompare(b.test));
  await Promise.all(
    copies.map(async ({ folder }) => {
      for (let fault = queue.shift(); fault && !ending.signal.aborted; fault = queue.shift()) {
        const started = performance.now();
        const result = await tryFault(fault, folder);
        if (ending.signal.aborted) return;
        outcomes.set(fault, result);
        const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(3);
        say(`${seconds} s  ${result.outcome.padEnd(11)}  ${fault.id}  (${result.because})`);
      }
    }),
  );
  return ending.signal.aborted ? 130 : report(outcomes);
}

/** The tests that fail in the unchanged copy. They cannot notice a fault. */
async function failingWithoutFault(): Promise<TestResult[]> {
  say(`Running the tests of ${faults.length} faults without any of them …`);
  const { folder } = copies[0]!;
  const failing: TestResult[] = [];
  for (const slow of [false, true]) {
    const some = faults.filter((fault) => isSlow(fault) === slow);
    if (some.length === 0) continue;
    if (slow) await build(folder);
    const files = [...new Set(some.map(({ test }) => test))];
    const names = new Set(some.map(({ name }) => name));
    // One name for all is a run of that alone.
    const name = names.size === 1 ? [...names][0] : undefined;
    const { tests, unloaded, output } = await runSetUpTests({ folder, files, name });
    failing.push(...tests.filter(({ passed }) => !passed));
    for (const { file, message } of unloaded)
      failing.push({
        file: `${file ?? ''}: ${message}`,
        name: 'does not load, or its set-up failed',
        passed: false,
        messages: [],
      });
    if (tests.length === 0) say(output.slice(-4_000));
  }
  return failing;
}

/**
 * A server that starts on a busy machine may refuse the set-up of a file, which then looks like one that does not load:
 * the run is repeated once, one file at a time.
 */
async function runSetUpTests(selection: TestSelection): Promise<RunOfTests> {
  const first = await runTests(selection);
  const isFailed = first.tests.some(({ passed }) => !passed);
  if (first.unloaded.length === 0 || isFailed || first.timedOut || ending.signal.aborted)
    return first;
  return runTests({ ...selection, workers: 1 });
}

async function build(folder: string): Promise<string | null> {
  const args = [join(folder, 'scripts', 'prepare.mjs')];
  const { status, output } = await runCommand('node', args, { folder });
  return status === 0 ? null : output;
}

async function tryFault(
  fault: Fault,
  folder: string,
): Promise<{ outcome: Outcome; because: string }> {
  const found = occurrences(fault, folder);
  if (found !== 1) return { outcome: 'gone', because: `its text occurs ${found} times` };
  const path = join(folder, fault.file);
  const before = readFileSync(path, 'utf8');
  try {
    // A function, so that "$" in the replacement is literal.
    writeFileSync(
      path,
      before.replace(fault.search, () => fault.replace),
    );
    if (isSlow(fault)) {
      const problem = await build(folder);
      if (problem) return { outcome: 'broken', because: `no build: ${lastLine(problem)}` };
    }
    const { test, name } = fault;
    return judge(
      await runSetUpTests({
        folder,
        files: [test],
        name,
        stopsAtFirst: true,
        limit_ms: LIMIT_MS,
        workers: 1,
      }),
    );
  } finally {
    writeFileSync(path, before);
  }
}

function judge({ tests, unloaded, output, timedOut }: RunOfTests): {
  outcome: Outcome;
  because: string;
} {
  const failed = tests.filter(({ passed }) => !passed);
  if (timedOut) return { outcome: 'not noticed', because: 'the test did not end' };
  if (failed.length === 0 && (unloaded.length > 0 || tests.length === 0))
    return { outcome: 'broken', because: lastLine(unloaded[0]?.message ?? '') || 'no test ran' };
  const [first] = failed;
  if (!first) return { outcome: 'not noticed', because: `${tests.length} tests passed` };
  const said = first.messages.join('\n');
  if (brokenCode.test(said) || brokenCode.test(output))
    return { outcome: 'broken', because: lastLine(brokenCode.exec(`${said}\n${output}`)![0]) };
  if (said.startsWith('Error: Test timed out') || said.startsWith('Test timeout of'))
    return { outcome: 'not noticed', because: `only by its time limit: ${first.name}` };
  return { outcome: 'noticed', because: first.name };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)!.slice(0, 200);
}

function report(outcomes: Map<Fault, { outcome: Outcome; because: string }>): number {
  const of = (wanted: Outcome) =>
    [...outcomes].filter(([, { outcome }]) => outcome === wanted).map(([fault]) => fault);
  const [noticed, unnoticed, gone, broken] = [
    of('noticed'),
    of('not noticed'),
    of('gone'),
    of('broken'),
  ];
  say('');
  for (const fault of unnoticed)
    say(
      fault.survives
        ? `not noticed, as expected: ${fault.id}: ${fault.survives}`
        : `not noticed: ${fault.id}: ${fault.breaks} (${fault.file}, ${fault.test})`,
    );
  for (const fault of noticed)
    if (fault.survives) say(`noticed after all, take its "survives" away: ${fault.id}`);
  for (const { id, file } of gone)
    say(`gone: ${id}: its text must occur exactly once in ${file}; find it again or replace it`);
  for (const { id, file } of broken)
    say(`not planted properly: ${id}: ${file} does not load or run with it`);
  const counts = `${noticed.length} noticed, ${unnoticed.length} not noticed, ${gone.length} gone`;
  say(broken.length > 0 ? `${counts}, ${broken.length} not planted properly` : counts);
  const unexplained = unnoticed.filter(({ survives }) => !survives);
  const share = noticed.length / Math.max(1, noticed.length + unnoticed.length);
  const isWhole = outcomes.size === Object.values(faultsByArea).flat().length;
  // With few faults, one that is expected to survive says nothing about the share.
  const isShareEnough = share >= REQUIRED_SHARE || (!isWhole && unexplained.length === 0);
  const isGood =
    gone.length === 0 && broken.length === 0 && unexplained.length === 0 && isShareEnough;
  return isGood ? 0 : 1;
}
