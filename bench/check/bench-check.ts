import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCommandLine } from '#server/commands/command-line.ts';
import { connectionOf, rolePassword } from '#server/platform/database/pools.ts';
import { say } from '../tools/documents.ts';
import { median } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { processTreeSeconds } from '../tools/processes.ts';
import { secrets } from '../tools/secrets.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { cleanUp, operations, type Operation } from '../data-set/operations.ts';
import { openDataSet, type DataSet } from '../data-set/data-set.ts';
import type { CallMessage, CallReply, CallTarget } from './call-load.ts';

/**
 * `npm run bench -- --scale 10k --check`, also as `npm run proof -- --only=ratios`. It needs only npm's packages. The driver alone (the limit) and
 * the product over HTTP call the same function in turns, among ten thousand tickets. Their processor times are compared, because
 * cores and other work on the machine hardly change them: `all` is the total with PostgreSQL, `above` the process above
 * PostgreSQL. The work of the function itself is the same on both sides, so it is compared with a plain query: `within`
 * PostgreSQL. The exit code is 1 when a ratio is a third below that in expected-ratios.json in eight tries; an absolute time
 * never fails. `--write` stores the measured ratios instead.
 */
const { values: options } = readCommandLine({
  usage: 'Usage: npm run bench -- --check [--scale NAME] [--write]',
  options: {
    // Accepted because the documented command has them; they change nothing.
    check: { type: 'boolean' },
    scale: { type: 'string' },
    write: { type: 'boolean' },
  },
});
if ((options.scale ?? '10k') !== '10k') throw new Error('--check is of ten thousand tickets');

const ROUNDS = 3;
/** A ratio has fallen only if every try is below it: other work on the machine disturbs a single try. */
const TRIES = 8;
/** Calls of one turn: some milliseconds of the processor at least. */
const CALLS = 500;
const WARM_CALLS = 300;
const FALLEN = 2 / 3;
const expectedRatiosFile = join(import.meta.dirname, 'expected-ratios.json');

interface Outcome {
  passed: number;
  failed: number;
}

/** The limit's processor time for a call divided by the product's for a request. */
interface Ratios {
  all: number;
  above: number;
  /** PostgreSQL's processor time for the plain query divided by that for the limit. */
  within: number;
}
const sides = {
  all: 'in all, of the limit',
  above: 'above PostgreSQL, of the limit',
  within: 'within PostgreSQL, of a plain query',
} as const;
type Side = keyof typeof sides;
const allSides = Object.keys(sides) as Side[];

/** Thirty tickets of a company with their agencies' names, as a plain query. */
const plainQuery = (people: number) =>
  `select json_agg(f) from (
     select t.*, a.name from tickets t join agencies a on a.id = t.agency_id
      where t.company_id = bench_id('0c', 1 + $1::bigint % ${people}) order by t.created_at desc limit 30) f`;
type OperationName = keyof typeof operations;
const operationNames = Object.keys(operations) as OperationName[];

const found = await check();
say(`${found.passed} passed, ${found.failed} failed`);
if (found.failed > 0) process.exitCode = 1;

async function check(): Promise<Outcome> {
  if (!existsSync('/proc/self/stat')) {
    say('Not measured: the time that a process computes is read from /proc, which only Linux has.');
    return { passed: 0, failed: 0 };
  }
  await using dataSet = await openDataSet('10k');
  await using hamla = await startHamla(dataSet);
  await using limit = startLoad();
  await using http = startLoad();
  await using plain = startLoad();
  const text = plainQuery(dataSet.people);
  await plain.tell({ open: { kind: 'sql', name: 'plain', text, connection: dataSet.owner } });
  const measure = (operation: OperationName) =>
    measureRatios({ dataSet, hamla, limit, http, plain, operation });
  const compared = operationNames.filter((name) => operations[name].limit);
  return options.write
    ? await storeRatios(compared, measure)
    : await compareRatios(compared, measure);
}

type Measure = (operation: OperationName) => Promise<Ratios>;

async function storeRatios(compared: readonly OperationName[], measure: Measure): Promise<Outcome> {
  const ratios: Record<string, Partial<Ratios>> = {};
  let passed = 0;
  for (const operation of compared) {
    const { name } = operations[operation];
    const measured = await measure(operation);
    const rounded = allSides.map((side) => [side, Number(measured[side].toFixed(2))]);
    ratios[name] = Object.fromEntries(rounded);
    passed += rounded.length;
    say(`${name}: ${JSON.stringify(ratios[name])}, stored`);
  }
  await writeFile(expectedRatiosFile, `${JSON.stringify(ratios, null, 2)}\n`);
  return { passed, failed: 0 };
}

async function compareRatios(
  compared: readonly OperationName[],
  measure: Measure,
): Promise<Outcome> {
  const before = JSON.parse(await readFile(expectedRatiosFile, 'utf8')) as Record<string, Ratios>;
  const outcome: Outcome = { passed: 0, failed: 0 };
  for (const operation of compared) {
    const wanted = before[operations[operation].name];
    if (!wanted) throw new Error(`no ratio of ${operations[operation].name} is stored`);
    const best: Ratios = { all: 0, above: 0, within: 0 };
    const holds = (side: Side) => best[side] >= wanted[side] * FALLEN;
    for (let tries = 0; tries < TRIES && !allSides.every(holds); tries += 1) {
      const ratios = await measure(operation);
      for (const side of allSides) best[side] = Math.max(best[side], ratios[side]);
    }
    for (const side of allSides) {
      const name = `${operations[operation].name}, ${sides[side]}`;
      const verdict = holds(side) ? '' : ', fallen by a third';
      say(`${name}: ${best[side].toFixed(2)}, ${wanted[side]} expected${verdict}`);
      outcome[holds(side) ? 'passed' : 'failed'] += 1;
    }
  }
  return outcome;
}

interface Parts {
  operation: OperationName;
  dataSet: DataSet;
  hamla: ServerProcess;
  limit: Load;
  http: Load;
  plain: Load;
}

/** The medians of `ROUNDS` turns. */
async function measureRatios({
  dataSet,
  hamla,
  limit,
  http,
  plain,
  operation: key,
}: Parts): Promise<Ratios> {
  const measured: Operation = operations[key];
  // Sent to another process, which takes no function.
  const password = rolePassword('hamla_app', secrets);
  const connection = { ...connectionOf('hamla_app', dataSet.owner, secrets), password };
  const tokens = await measured.tokens!(dataSet, hamla.url);
  await limit.tell({ open: { ...limitOf(measured, dataSet), connection } });
  await http.tell({ open: { kind: 'http', url: hamla.url, operation: key, tokens } });
  const since = new Date();
  const numbers = 3 * (WARM_CALLS + ROUNDS * CALLS);
  let next = dataSet.numbers(numbers);
  await measured.singleUse?.prepare?.(dataSet, next, numbers);
  const turn = async (load: Load, above: number, count: number) => {
    const spent = () => ({
      all: processTreeSeconds(dataSet.postmaster),
      above: processTreeSeconds(above),
    });
    const before = spent();
    await load.tell({ first: next, count });
    next += count;
    const after = spent();
    const [within, aboveIt] = [after.all - before.all, after.above - before.above];
    return { all: (within + aboveIt) / count, above: aboveIt / count, within: within / count };
  };
  const ofPlain = (count: number) => turn(plain, plain.child.pid!, count);
  const ofLimit = (count: number) => turn(limit, limit.child.pid!, count);
  const ofHamla = (count: number) => turn(http, hamla.pid, count);
  for (const warmUp of [ofPlain, ofLimit, ofHamla]) await warmUp(WARM_CALLS);
  const ratios: Ratios[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [simple, least] = [await ofPlain(CALLS), await ofLimit(CALLS)];
    const product = await ofHamla(CALLS);
    ratios.push({
      all: least.all / product.all,
      above: least.above / product.above,
      within: simple.within / least.within,
    });
  }
  if (measured.singleUse) await cleanUp(dataSet, since);
  const middle = (side: Side) => median(ratios.map((one) => one[side]));
  return { all: middle('all'), above: middle('above'), within: middle('within') };
}

/** pgbench's text as a named statement: the call's number is its one parameter. */
function limitOf(
  operation: Operation,
  dataSet: DataSet,
): Omit<CallTarget & { kind: 'sql' }, 'connection'> {
  const text = operation.limit!(dataSet).replaceAll(/:n\b(::bigint)?/g, () => '$1::bigint');
  return { kind: 'sql', name: operation.name, text };
}

interface Load extends AsyncDisposable {
  child: ChildProcess;
  /** Resolves when it is done. @throws Error with what failed. */
  tell(message: CallMessage): Promise<void>;
}

function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'call-load.ts'));
  const ended = once(child, 'exit').then((): [CallReply] => [
    { failure: 'the process that makes calls has ended' },
  ]);
  return {
    child,
    async tell(message) {
      const replied = once(child, 'message') as Promise<[CallReply]>;
      child.send(message);
      const [{ failure }] = await Promise.race([replied, ended]);
      if (failure) throw new Error(failure);
    },
    async [Symbol.asyncDispose]() {
      child.disconnect();
      await ended;
    },
  };
}
