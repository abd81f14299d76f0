import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectionOf } from '#server/platform/database/pools.ts';
import { say } from '../tools/documents.ts';
import { median } from '../tools/figures.ts';
import { startHamla } from '../tools/hamla.ts';
import { familySeconds } from '../tools/processes.ts';
import { secrets } from '../tools/secrets.ts';
import type { ServerProcess } from '../tools/server-process.ts';
import { cleanUp, operations, type Operation } from '../world/operations.ts';
import { openWorld, type World } from '../world/world.ts';
import type { CallMessage, CallReply, CallTarget } from './call-load.ts';

/**
 * `npm run bench -- --scale 10k --check`, the guard of `npm test`, with npm's packages alone. The same function is called by
 * the driver alone, which is the limit, and by the product over HTTP, in turns, among ten thousand tickets, and the processor's
 * time of both is compared, which neither the number of cores nor other work on the machine sways much: `all` of it with
 * PostgreSQL's, and that of the process `above` PostgreSQL alone. What the function itself computes is compared with a plain
 * query, because it would cancel itself out between the two: `within` PostgreSQL. Ends with 1 on a ratio that has fallen by a
 * third of the one in kept-ratios.json, eight times in a row; an absolute time never fails. `--write` keeps the ratios found
 * instead; `--outcome`: the file that it writes its count to.
 */
const { values: options } = parseArgs({
  options: {
    // As the command above says them; they change nothing.
    check: { type: 'boolean' },
    scale: { type: 'string' },
    write: { type: 'boolean' },
    outcome: { type: 'string' },
  },
});
if ((options.scale ?? '10k') !== '10k') throw new Error('--check is of ten thousand tickets');

const ROUNDS = 3;
/** A ratio has really fallen only if no try finds it: other work on the machine sways a single one. */
const TRIES = 8;
/** Calls of one turn: some milliseconds of the processor at least. */
const CALLS = 500;
const WARM_CALLS = 300;
const FALLEN = 2 / 3;
const keptRatios = join(import.meta.dirname, 'kept-ratios.json');

/** What `npm test` counts. */
interface Outcome {
  passed: number;
  failed: number;
  names: string[];
}

/** What the limit computes for a call by what the product computes for a request. */
interface Ratios {
  all: number;
  above: number;
  /** What PostgreSQL computes for the plain query by what it computes for the limit. */
  within: number;
}
const sides = {
  all: 'in all, of the limit',
  above: 'above PostgreSQL, of the limit',
  within: 'within PostgreSQL, of a plain query',
} as const;
type Side = keyof typeof sides;

/** Thirty tickets of a company with their agencies' names, as anybody would ask for them. */
const plainQuery = (people: number) =>
  `select json_agg(f) from (
     select t.*, a.name from tickets t join agencies a on a.id = t.agency_id
      where t.company_id = bench_id('0c', 1 + $1::bigint % ${people}) order by t.created_at desc limit 30) f`;
type Asked = keyof typeof operations;
const asked = Object.keys(operations) as Asked[];

const found = await check();
say(`${found.passed} passed, ${found.failed} failed`);
if (options.outcome) await writeFile(options.outcome, JSON.stringify(found));
if (found.failed > 0) process.exitCode = 1;

async function check(): Promise<Outcome> {
  if (!existsSync('/proc/self/stat')) {
    say('Not measured: the time that a process computes is read from /proc, which only Linux has.');
    return { passed: 0, failed: 0, names: [] };
  }
  await using world = await openWorld('10k');
  await using hamla = await startHamla(world);
  await using nothingKept = await startHamla(world, { keepsNothing: true });
  await using limit = startLoad();
  await using http = startLoad();
  await using plain = startLoad();
  const text = plainQuery(world.people);
  await plain.tell({ open: { kind: 'sql', name: 'plain', text, connection: world.owner } });
  const measure = ({ keepsNothing, ...one }: Compared) =>
    measureRatios({ world, hamla: keepsNothing ? nothingKept : hamla, limit, http, plain, ...one });
  const compared = asked.filter((key) => operations[key].limit).flatMap(lookedAtTwice);
  return options.write ? await keep(compared, measure) : await judge(compared, measure);
}

/** One ratio of kept-ratios.json. */
interface Compared {
  name: string;
  asked: Asked;
  /** Asked of the server that keeps no dashboards. */
  keepsNothing: boolean;
  /** Calls of a turn: a cheap one has more, for a processor's time that can be told. */
  calls: number;
  sides: readonly Side[];
}

/**
 * A dashboard is compared as a first look, and as one that the product has kept: of that one above PostgreSQL alone, which
 * computes next to nothing for it, so that its work for others would sway the sum.
 */
function lookedAtTwice(key: Asked): Compared[] {
  const { name, keptLimit }: Operation = operations[key];
  const kept = { keepsNothing: false, calls: 4 * CALLS, sides: ['above'] as const };
  return [
    { name, asked: key, keepsNothing: true, calls: CALLS, sides: ['all', 'above', 'within'] },
    ...(keptLimit ? [{ ...kept, name: `${name}, kept`, asked: key }] : []),
  ];
}

type Measure = (compared: Compared) => Promise<Ratios>;

async function keep(compared: readonly Compared[], measure: Measure): Promise<Outcome> {
  const ratios: Record<string, Partial<Ratios>> = {};
  let passed = 0;
  for (const one of compared) {
    const measured = await measure(one);
    const rounded = one.sides.map((side) => [side, Number(measured[side].toFixed(2))]);
    ratios[one.name] = Object.fromEntries(rounded);
    passed += rounded.length;
    say(`${one.name}: ${JSON.stringify(ratios[one.name])}, kept`);
  }
  await writeFile(keptRatios, `${JSON.stringify(ratios, null, 2)}\n`);
  return { passed, failed: 0, names: [] };
}

async function judge(compared: readonly Compared[], measure: Measure): Promise<Outcome> {
  const before = JSON.parse(await readFile(keptRatios, 'utf8')) as Record<string, Ratios>;
  const outcome: Outcome = { passed: 0, failed: 0, names: [] };
  for (const one of compared) {
    const wanted = before[one.name];
    if (!wanted) throw new Error(`no ratio of ${one.name} is kept`);
    const best: Ratios = { all: 0, above: 0, within: 0 };
    const holds = (side: Side) => best[side] >= wanted[side] * FALLEN;
    for (let tries = 0; tries < TRIES && !one.sides.every(holds); tries += 1) {
      const ratios = await measure(one);
      for (const side of one.sides) best[side] = Math.max(best[side], ratios[side]);
    }
    for (const side of one.sides) {
      const name = `${one.name}, ${sides[side]}`;
      const verdict = holds(side) ? '' : ', fallen by a third';
      say(`${name}: ${best[side].toFixed(2)}, ${wanted[side]} when kept${verdict}`);
      outcome[holds(side) ? 'passed' : 'failed'] += 1;
      if (!holds(side)) outcome.names.push(name);
    }
  }
  return outcome;
}

interface Parts extends Pick<Compared, 'asked' | 'calls'> {
  world: World;
  hamla: ServerProcess;
  limit: Load;
  http: Load;
  plain: Load;
}

/** The medians of `ROUNDS` turns. */
async function measureRatios({
  world,
  hamla,
  limit,
  http,
  plain,
  asked: key,
  calls,
}: Parts): Promise<Ratios> {
  const operation: Operation = operations[key];
  const connection = connectionOf('hamla_app', world.owner, secrets);
  const tokens = await operation.tokens!(world, hamla.url);
  await limit.tell({ open: { ...limitOf(operation, world), connection } });
  await http.tell({ open: { kind: 'http', url: hamla.url, operation: key, tokens } });
  const since = new Date();
  const numbers = 3 * WARM_CALLS + ROUNDS * (CALLS + 2 * calls);
  let next = world.numbers(numbers);
  await operation.once?.prepare?.(world, next, numbers);
  const turn = async (load: Load, above: number, count: number) => {
    const spent = () => ({ all: familySeconds(world.postmaster), above: familySeconds(above) });
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
    const [simple, least] = [await ofPlain(CALLS), await ofLimit(calls)];
    const product = await ofHamla(calls);
    ratios.push({
      all: least.all / product.all,
      above: least.above / product.above,
      within: simple.within / least.within,
    });
  }
  if (operation.once) await cleanUp(world, since);
  const middle = (side: Side) => median(ratios.map((one) => one[side]));
  return { all: middle('all'), above: middle('above'), within: middle('within') };
}

/** pgbench's text as a named statement: the call's number is its one parameter. */
function limitOf(
  operation: Operation,
  world: World,
): Omit<CallTarget & { kind: 'sql' }, 'connection'> {
  const text = operation.limit!(world).replaceAll(/:n\b(::bigint)?/g, () => '$1::bigint');
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
