import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCommandLine } from '#server/commands/command-line.ts';
import { cleanUp, openDataSet, type DataSet } from '../data-set/data-set.ts';
import { operations, type Operation } from '../data-set/operations.ts';
import { loginOf } from '../tools/database.ts';
import { say } from '../tools/documents.ts';
import { mediansOf } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { processTreeSeconds } from '../tools/processes.ts';
import type { CallMessage, CallTarget } from './call-load.ts';

/**
 * `npm run proof -- --only=ratios`. It needs only npm's packages. The driver alone (the limit) and the product over HTTP call the
 * same function in turns, among ten thousand tickets. Their processor times are compared, because cores and other work on the
 * machine hardly change them: `all` is the total with PostgreSQL, `above` the process above PostgreSQL. The work of the function
 * itself is the same on both sides, so it is compared with a plain query: `within` PostgreSQL. The exit code is 1 when a ratio is
 * a third below that in expected-ratios.json in eight tries; an absolute time never fails. `--write` stores the measured ratios
 * instead.
 */
const { values: options } = readCommandLine({
  usage: 'Usage: npx node bench/check/bench-check.ts [--write]',
  options: { write: { type: 'boolean' } },
});

const ROUNDS = 3;
/** A ratio has fallen only if every try is below it: other work on the machine disturbs a single try. */
const TRIES = 8;
/** Calls of one turn: some milliseconds of the processor at least. */
const CALLS = 500;
const WARM_CALLS = 300;
const FALLEN = 2 / 3;
const expectedRatiosFile = join(import.meta.dirname, 'expected-ratios.json');

/** The limit's processor time for a call divided by the product's for a request. */
interface Ratios {
  all: number;
  above: number;
  /** PostgreSQL's processor time for the plain query divided by that for the limit. */
  within: number;
}
const sides = ['all', 'above', 'within'] as const;

/** Thirty tickets of a company with their agencies' names, as a plain query. */
const plainQuery = (people: number) =>
  `select json_agg(f) from (
     select t.*, a.name from tickets t join agencies a on a.id = t.agency_id
      where t.company_id = bench_id('0c', 1 + $1::bigint % ${people}) order by t.created_at desc limit 30) f`;

const outcome = { passed: 0, failed: 0 };
if (existsSync('/proc/self/stat')) await check();
else
  say('Not measured: the time that a process computes is read from /proc, which only Linux has.');
say(`${outcome.passed} passed, ${outcome.failed} failed`);
if (outcome.failed > 0) process.exitCode = 1;

async function check(): Promise<void> {
  await using dataSet = await openDataSet('10k');
  await using hamla = await startHamla(dataSet);
  const connection = dataSet.owner;
  const text = plainQuery(dataSet.people);
  await using plain = startLoad({ kind: 'sql', name: 'plain', text, connection });
  const expected = JSON.parse(await readFile(expectedRatiosFile, 'utf8')) as Record<string, Ratios>;
  for (const [key, operation] of Object.entries(operations) as [
    keyof typeof operations,
    Operation,
  ][]) {
    if (!operation.limit) continue;
    const { name } = operation;
    const tokens = await operation.tokens!(dataSet, hamla.url);
    await using limit = startLoad(limitOf(operation, dataSet));
    await using http = startLoad({ kind: 'http', url: hamla.url, operation: key, tokens });
    const measure = () => measureRatios(dataSet, operation, { plain, limit, http, hamla });
    if (!options.write) {
      await compareRatios(name, expected[name], measure);
      continue;
    }
    expected[name] = await measure();
    say(`${name}: ${JSON.stringify(expected[name])}, stored`);
  }
  if (options.write) await writeFile(expectedRatiosFile, `${JSON.stringify(expected, null, 2)}\n`);
}

async function compareRatios(
  name: string,
  wanted: Ratios | undefined,
  measure: () => Promise<Ratios>,
): Promise<void> {
  if (!wanted) throw new Error(`no ratio of ${name} is stored`);
  const best: Ratios = { all: 0, above: 0, within: 0 };
  const holds = (side: keyof Ratios) => best[side] >= wanted[side] * FALLEN;
  for (let tries = 0; tries < TRIES && !sides.every(holds); tries += 1) {
    const ratios = await measure();
    for (const side of sides) best[side] = Math.max(best[side], ratios[side]);
  }
  for (const side of sides) {
    const verdict = holds(side) ? '' : ', fallen by a third';
    say(`${name}, ${side}: ${best[side]}, ${wanted[side]} expected${verdict}`);
    outcome[holds(side) ? 'passed' : 'failed'] += 1;
  }
}

/** The medians of `ROUNDS` turns. */
async function measureRatios(
  dataSet: DataSet,
  { singleUse }: Operation,
  loads: { plain: Load; limit: Load; http: Load; hamla: { pid: number } },
): Promise<Ratios> {
  const since = new Date();
  const numbers = 3 * (WARM_CALLS + ROUNDS * CALLS);
  let next = dataSet.numbers(numbers);
  await singleUse?.prepare?.(dataSet, next, numbers);
  const turn = async (load: Load, count: number, above = load.child.pid!) => {
    const spent = () => [dataSet.postmaster, above].map(processTreeSeconds);
    const before = spent();
    await load.tell({ first: next, count });
    next += count;
    const [within, aboveIt] = spent().map((seconds, index) => seconds - before[index]!);
    return { all: within! + aboveIt!, above: aboveIt!, within: within! };
  };
  const { plain, limit, http, hamla } = loads;
  const round = async (count: number): Promise<Ratios> => {
    const simple = await turn(plain, count);
    const least = await turn(limit, count);
    const product = await turn(http, count, hamla.pid);
    const ratio = (part: number, whole: number) => Number((part / whole).toFixed(2));
    return {
      all: ratio(least.all, product.all),
      above: ratio(least.above, product.above),
      within: ratio(simple.within, least.within),
    };
  };
  await round(WARM_CALLS);
  const ratios: Ratios[] = [];
  while (ratios.length < ROUNDS) ratios.push(await round(CALLS));
  if (singleUse) await cleanUp(dataSet, since);
  return mediansOf(ratios);
}

/** pgbench's text as a named statement: the call's number is its one parameter. */
function limitOf({ name, limit }: Operation, dataSet: DataSet): CallTarget {
  const text = limit!(dataSet).replaceAll(/:n\b(::bigint)?/g, () => '$1::bigint');
  return { kind: 'sql', name, text, connection: loginOf('hamla_app', dataSet.owner) };
}

interface Load extends AsyncDisposable {
  child: ChildProcess;
  /** Resolves when it is done. @throws Error with what failed. */
  tell(message: CallMessage): Promise<void>;
}

function startLoad(target: CallTarget): Load {
  const child = fork(join(import.meta.dirname, 'call-load.ts'), [JSON.stringify(target)]);
  const ended = once(child, 'exit').then(() => ['the process that makes calls has ended']);
  return {
    child,
    async tell(message) {
      const replied = once(child, 'message');
      child.send(message);
      const [failure] = (await Promise.race([replied, ended])) as [string];
      if (failure) throw new Error(failure);
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await ended;
    },
  };
}
