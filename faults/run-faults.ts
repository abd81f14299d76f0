/**
 * `npm run test:faults`: plants each fault of the list, one at a time, in a copy of the checkout, runs the test file that
 * must notice it, and says which were noticed. docs/faults.md says how to read the outcome and how to add a fault.
 * `-- ID FILE …` plants some: by id, by file of the product or by test file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '#server/commands/command-line.ts';
import { copyCheckout } from './copy.ts';
import { occurrences, type Fault } from './fault.ts';
import { faults } from './list.ts';
import { endRuns, runTests, type RunOfTests, type TestSelection } from './run-tests.ts';

/** Faults that are tried at once, each in a copy of its own. */
const WORKERS = 2;

/**
 * What a compiler, PostgreSQL or a file that does not load says. Whoever makes such a mistake sees it at once: it is no
 * fault that a test has to notice.
 */
const brokenCode =
  /\b(?:SyntaxError|ReferenceError)\b|syntax error at or near|\b(?:column|relation|function|operator|type) .{0,120} does not exist|Cannot find (?:module|package)|Failed to (?:load|resolve) |"code":"42(?:601|703|883|P01)"/;

interface Result {
  outcome: 'noticed' | 'not noticed' | 'gone' | 'not planted properly';
  because: string;
}

const say = (text: string) => process.stdout.write(`${text}\n`);

const { positionals } = readCommandLine({
  usage: 'Usage: npm run test:faults -- [ID or FILE …]',
  positionals: [0, Infinity],
});
const isNamed = (asked: string, { id, file, test }: Fault) => [id, file, test].includes(asked);
const unknown = positionals.find((asked) => !faults.some((fault) => isNamed(asked, fault)));
if (unknown) {
  say(`There is no fault "${unknown}": give an id, a file of the product or a test file.`);
  process.exit(2);
}
const chosen = faults.filter(
  (fault) => positionals.length === 0 || positionals.some((asked) => isNamed(asked, fault)),
);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    ending.abort();
    endRuns();
  });

const root = join(import.meta.dirname, '..');
const copies = Array.from({ length: WORKERS }, () => copyCheckout(root));
try {
  process.exitCode = await run();
} finally {
  for (const copy of copies) copy.remove();
}

async function run(): Promise<number> {
  const failing = await failingWithoutFault();
  if (failing.length > 0) {
    for (const name of failing) say(`fails without any fault: ${name}`);
    say('A test that fails by itself notices nothing: mend it first.');
    return 1;
  }
  const queue = [...chosen];
  const problems: string[] = [];
  await Promise.all(
    copies.map(async ({ folder }) => {
      for (let fault = queue.shift(); fault && !ending.signal.aborted; fault = queue.shift()) {
        const from = performance.now();
        const { outcome, because } = await tryFault(fault, folder);
        if (ending.signal.aborted) return;
        const seconds = ((performance.now() - from) / 1000).toFixed(0).padStart(3);
        say(`${seconds} s  ${outcome}: ${fault.id} (${because})`);
        if (outcome !== 'noticed')
          problems.push(`${outcome}: ${fault.id}: ${fault.breaks} (${fault.file}, ${fault.test})`);
      }
    }),
  );
  if (ending.signal.aborted) return 130;
  for (const problem of problems) say(problem);
  say(`\n${chosen.length - problems.length} noticed, ${problems.length} not`);
  return problems.length === 0 ? 0 : 1;
}

/** The tests that fail in the unchanged copy. They cannot notice a fault. */
async function failingWithoutFault(): Promise<string[]> {
  say(`Running the tests of ${chosen.length} faults without any of them …`);
  const files = [...new Set(chosen.map(({ test }) => test))];
  const { tests, unloaded } = await runSetUpTests({ folder: copies[0]!.folder, files });
  return [
    ...tests.filter(({ passed }) => !passed).map(({ file, name }) => `${file} › ${name}`),
    ...unloaded.map(({ file, message }) => `${file ?? ''}: ${message}`),
  ];
}

/** A server that starts on a busy machine may refuse the set-up of a file: the run is repeated once. */
async function runSetUpTests(selection: TestSelection): Promise<RunOfTests> {
  const first = await runTests(selection);
  return first.unloaded.length === 0 || ending.signal.aborted ? first : runTests(selection);
}

async function tryFault(fault: Fault, folder: string): Promise<Result> {
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
    return judge(await runSetUpTests({ folder, files: [fault.test], stopsAtFirst: true }));
  } finally {
    writeFileSync(path, before);
  }
}

function judge({ tests, unloaded, output }: RunOfTests): Result {
  const failed = tests.find(({ passed }) => !passed);
  if (!failed && (unloaded.length > 0 || tests.length === 0))
    return {
      outcome: 'not planted properly',
      because: lastLine(unloaded[0]?.message ?? '') || 'no test ran',
    };
  if (!failed) return { outcome: 'not noticed', because: `${tests.length} tests passed` };
  const said = failed.messages.join('\n');
  const broken = brokenCode.exec(`${said}\n${output}`);
  if (broken) return { outcome: 'not planted properly', because: lastLine(broken[0]) };
  if (said.startsWith('Error: Test timed out'))
    return { outcome: 'not noticed', because: `only by its time limit: ${failed.name}` };
  return { outcome: 'noticed', because: failed.name };
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)!.slice(0, 200);
}
