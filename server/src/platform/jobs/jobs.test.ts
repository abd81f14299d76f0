import { once } from 'node:events';
import { Client } from 'pg';
import { pino, type Logger } from 'pino';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { systemClock } from '../clock.ts';
import { openJobWorkers, type Beat, type JobWorkers } from './job-workers.ts';
import { startJobs, type JobHandler, type Jobs } from './jobs.ts';
import { openPools } from '../database/pools.ts';

let owner: Client;
let workers: JobWorkers;
let jobs: Jobs | undefined;
/** Messages of this test's runners; a runner of an earlier test may still log some. */
let failures: string[];
let log: Logger;
/** Worker ids of this test's runners. */
let joined: string[];

/** Far longer than a passing test waits. */
const LIMIT_MS = 60_000;
/** Short ones; a runner finds a waiting job within a second. */
const times: JobWorkers['times'] = { beatMs: 200, goneMs: 1_000, stuckMs: 2_000, stopMs: 500 };

const database = await createTestDatabase();
afterAll(() => database.drop());
beforeEach(async () => {
  const said: string[] = [];
  [failures, joined, jobs] = [said, [], undefined];
  log = pino({ level: 'error' }, { write: (line) => void said.push(line) });
  owner = new Client(database.owner);
  owner.on('error', () => {});
  await owner.connect();
  await owner.query('delete from graphile_worker._private_jobs; delete from job_workers');
  workers = openJobWorkers({ pool: database.pools.beats, clock: systemClock, log, times });
});
afterEach(async () => {
  await asKeeper(isOpen(true));
  await jobs?.stop();
  await workers.close();
  await owner.end().catch(() => {});
});

/** Runs statements by a connection to another database of the same server. */
async function asKeeper(...statements: string[]): Promise<void> {
  const client = new Client({ ...database.owner, database: 'postgres' });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const isOpen = (open: boolean) =>
  `update pg_database set datallowconn = ${open} where datname = '${database.owner.database}'`;

/** Allows no new connection to the database and ends all others. When it resolves, none is left. */
async function cutOff(): Promise<void> {
  await asKeeper(isOpen(false));
  const keeper = new Client({ ...database.owner, database: 'postgres' });
  await keeper.connect();
  await vi.waitUntil(async () => {
    await keeper.query(
      'select pg_terminate_backend(pid, $2) from pg_stat_activity where datname = $1',
      [database.owner.database, LIMIT_MS],
    );
    // A connection that is being opened shows no database yet and may have been accepted before.
    const { rowCount } = await keeper.query(
      `select from pg_stat_activity
        where datname = $1 or (datname is null and backend_type = 'client backend')`,
      [database.owner.database],
    );
    return rowCount === 0;
  }, LIMIT_MS);
  await keeper.end();
}

const start = async (handlers: Record<string, JobHandler>) => {
  const noted: JobWorkers = {
    ...workers,
    join(id) {
      joined.push(id);
      workers.join(id);
    },
  };
  const { pools } = database;
  jobs = await startJobs({ pool: pools.jobs, workers: noted, schedule: [], log, handlers });
  return jobs;
};
const add = (task: string) =>
  database.pools.jobs.query(`select graphile_worker.add_job($1)`, [task]);
const saidGivenUp = () => failures.some((line) => line.includes('jobs were given up'));

/** A handler that cuts off its own database at its first run, after the call that added its job has returned. */
function cuttingOnce(done: string[]) {
  const isCut = Promise.withResolvers<void>();
  const isAdded = Promise.withResolvers<void>();
  const handler = async () => {
    done.push('cut_off');
    if (done.filter((name) => name === 'cut_off').length > 1) return;
    await isAdded.promise;
    await cutOff();
    isCut.resolve();
  };
  const run = async () => {
    await add('cut_off');
    isAdded.resolve();
    await isCut.promise;
  };
  return { handler, run };
}

test("after a job's end could not be recorded, jobs are not alive until they run again", async () => {
  const done: string[] = [];
  const cutting = cuttingOnce(done);
  const { isAlive } = await start({
    cut_off: cutting.handler,
    ordinary: async () => void done.push('ordinary'),
  });
  await vi.waitUntil(isAlive, LIMIT_MS);
  await cutting.run();
  await vi.waitUntil(saidGivenUp, LIMIT_MS);
  expect(isAlive()).toBe(false);
  await asKeeper(isOpen(true));
  await add('ordinary');
  // The interrupted job runs again, before or after the other.
  await vi.waitUntil(() => done.length > 2, LIMIT_MS);
  await vi.waitUntil(isAlive, LIMIT_MS);
  expect(done.toSorted()).toEqual(['cut_off', 'cut_off', 'ordinary']);
});

test('jobs run again although a runner that gave up never ends, and its interrupted job is repeated', async () => {
  const done: string[] = [];
  const cutting = cuttingOnce(done);
  const mayEnd = Promise.withResolvers<void>();
  const isBeside = Promise.withResolvers<void>();
  let begunBeside = 0;
  await start({
    cut_off: cutting.handler,
    // Ends well after the failed report of the other job, while the runner waits for it.
    beside: async () => {
      begunBeside += 1;
      isBeside.resolve();
      await mayEnd.promise;
    },
    ordinary: async () => void done.push('ordinary'),
  });
  await add('beside');
  await isBeside.promise;
  await cutting.run();
  await vi.waitUntil(saidGivenUp, LIMIT_MS);
  await asKeeper(isOpen(true));
  await add('ordinary');
  await vi.waitUntil(() => done.includes('ordinary'), LIMIT_MS);
  // Jobs under way are not released.
  await beats(2);
  expect(begunBeside).toBe(1);
  mayEnd.resolve();
  await vi.waitUntil(async () => (await waiting()).length === 0, LIMIT_MS);
  expect(done.filter((name) => name === 'cut_off')).toHaveLength(2);
});

/** Waits for this many heartbeats of this process. */
async function beats(count: number): Promise<void> {
  let heard = 0;
  workers.onBeat(() => void (heard += 1));
  await vi.waitUntil(() => heard >= count, LIMIT_MS);
}

test('while heartbeats fail, a server reports that jobs are not running', async () => {
  const { isAlive } = await start({ ordinary: async () => {} });
  await vi.waitUntil(isAlive, LIMIT_MS);
  await owner.query('begin; lock table job_workers in access exclusive mode');
  await vi.waitUntil(() => !isAlive(), LIMIT_MS);
  await owner.query('rollback');
  await vi.waitUntil(isAlive, LIMIT_MS);
  expect(saidGivenUp()).toBe(false);
});

test('a runner that takes no waiting job is replaced', async () => {
  const done: string[] = [];
  const { isAlive } = await start({ ordinary: async () => void done.push('ordinary') });
  await vi.waitUntil(isAlive, LIMIT_MS);
  await database.pools.jobs.query(
    `select graphile_worker.add_job('ordinary', run_at => now() + interval '2 seconds')`,
  );
  // A fetch of jobs that gets no response.
  await owner.query('begin; lock table graphile_worker._private_jobs in exclusive mode');
  await vi.waitUntil(saidGivenUp, LIMIT_MS);
  expect(isAlive()).toBe(false);
  await owner.query('rollback');
  await vi.waitUntil(() => done.length > 0, LIMIT_MS);
  expect(done).toEqual(['ordinary']);
});

test("a job for later, or for another server's tasks, does not count as waiting", async () => {
  await start({ ordinary: async () => {} });
  await database.pools.jobs.query(
    `select graphile_worker.add_job('ordinary', run_at => now() + interval '1 day')`,
  );
  await beats(2);
  expect(workers.last()!.beat).toMatchObject({ waiting: null, oldest_due_s: null });
  await add('of_a_newer_server');
  await beats(2);
  const { waiting: waits, oldest_due_s } = workers.last()!.beat;
  expect(waits).toBeNull();
  expect(oldest_due_s).toBeGreaterThan(0);
});

test('a process that was suspended does not take other workers for gone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    await owner.query(`insert into job_workers values ('pool-elsewhere', 7, now())`);
    const isThere = async () => (await known()).includes('pool-elsewhere');
    await beats(2);
    vi.advanceTimersByTime(times.goneMs + times.beatMs);
    await beats(2);
    expect(await isThere()).toBe(true);
    // Heartbeats seen without interruption.
    for (let ms = 0; ms <= times.goneMs; ms += times.beatMs) {
      vi.advanceTimersByTime(times.beatMs);
      await beats(1);
    }
    await beats(1);
    expect(await isThere()).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

/** The ids of workers that are alive or not yet found gone. */
async function known(): Promise<string[]> {
  return (await owner.query<{ id: string }>('select id from job_workers')).rows.map(({ id }) => id);
}

/** The jobs that are not done. */
async function waiting() {
  const { rows } = await database.pools.jobs.query<{ task_identifier: string; locked_by: string }>(
    `select task_identifier, locked_by from graphile_worker.jobs order by id`,
  );
  return rows;
}

const isLocked = (job: { locked_by: string | null }) => job.locked_by !== null;

const lockBy = (worker: string, task: string) =>
  owner.query(
    `with task as (select id from graphile_worker._private_tasks where identifier = $2)
     update graphile_worker._private_jobs j set locked_by = $1, locked_at = now(), attempts = max_attempts
       from task where task_id = task.id`,
    [worker, task],
  );

test('jobs of a worker that is gone are done by another, even at the last attempt, and those of a living one stay', async () => {
  const pools = openPools(database);
  const beside = openJobWorkers({ pool: pools.beats, clock: systemClock, log, times });
  try {
    beside.join('pool-alive');
    const done: string[] = [];
    await add('of_the_living');
    await lockBy('pool-alive', 'of_the_living');
    await add('of_the_gone');
    await lockBy('pool-gone', 'of_the_gone');
    await owner.query(`insert into job_workers values ('pool-gone', 17, now())`);
    await add('of_the_unknown');
    await lockBy('pool-that-never-beat', 'of_the_unknown');
    const handler = (name: string) => [name, async () => void done.push(name)];
    await start(
      Object.fromEntries(['of_the_living', 'of_the_gone', 'of_the_unknown'].map(handler)),
    );
    await vi.waitUntil(() => done.length === 2, LIMIT_MS);
    // A job is recorded as done after its handler has ended.
    await vi.waitUntil(async () => (await waiting()).length === 1, LIMIT_MS);
    expect(done.toSorted()).toEqual(['of_the_gone', 'of_the_unknown']);
    const { rows } = await database.pools.jobs.query(
      `select api.release_gone_workers('[{ "id": "pool-alive", "beat": 0 }]') as of_an_earlier_beat`,
    );
    expect(rows).toEqual([{ of_an_earlier_beat: [] }]);
    expect(await waiting()).toEqual([
      { task_identifier: 'of_the_living', locked_by: 'pool-alive' },
    ]);
    let releases = 0;
    workers.onRelease(() => void (releases += 1));
    await beside.close();
    await vi.waitUntil(async () => !(await known()).includes('pool-alive'), LIMIT_MS);
    expect(releases).toBe(0);
  } finally {
    await beside.close();
    await pools.close();
  }
});

test('a job fetched by a response that was lost is still done', async () => {
  const done = Promise.withResolvers<void>();
  const holding = new Client(database.owner);
  await holding.connect();
  const held: Beat[] = [];
  workers.onBeat((beat) => void (beat.held.length > 0 && held.push(beat)));
  await start({ fetched: async () => done.resolve() });
  await holding.query('begin; lock table graphile_worker._private_jobs in exclusive mode');
  await holding.query(`select graphile_worker.add_job('fetched')`);
  await holding.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = $1`,
    [joined[0]],
  );
  await holding.query('commit');
  await holding.end();
  await done.promise;
  // Not released when first seen, because the response may still arrive.
  expect(held.length).toBeGreaterThan(1);
  await vi.waitUntil(async () => (await waiting()).length === 0, LIMIT_MS);
  expect(await waiting()).toEqual([]);
});

test('a stop with an unreachable database and a waiting job leaves no uncaught error', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('unhandledRejection', note);
  try {
    const [begun, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { stop } = await start({
      slow: async () => {
        begun.resolve();
        await ends.promise;
      },
    });
    await add('slow');
    await begun.promise;
    // One worker is free: of the fetched jobs it runs one, and one or two wait in its queue.
    await owner.query(`select graphile_worker.add_job('slow') from generate_series(1, 3)`);
    await vi.waitUntil(async () => (await waiting()).filter(isLocked).length >= 3, LIMIT_MS);
    await cutOff();
    await stop();
    ends.resolve();
    await vi.waitUntil(() => failures.join().includes('Failed to return jobs'), LIMIT_MS);
    expect(uncaught).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('a job that does not end before the stop is released for another server', async () => {
  const begun = Promise.withResolvers<void>();
  const { stop } = await start({
    endless: async () => {
      begun.resolve();
      await once(new EventTarget(), 'never');
    },
  });
  await add('endless');
  await begun.promise;
  await stop();
  // The stop itself waits at most a second for that.
  await vi.waitUntil(async () => (await known()).length === 0, LIMIT_MS);
  expect(await waiting()).toEqual([{ task_identifier: 'endless', locked_by: null }]);
  await beats(2);
  expect(await known()).toEqual([]);
});

test('a handler that lost its connection is repeated at once as the same attempt, one that failed otherwise is not', async () => {
  let [runs, refusals] = [0, 0];
  const { pools } = database;
  await start({
    flaky: async () => {
      runs += 1;
      if (runs < 3) await pools.app.query('select pg_terminate_backend(pg_backend_pid())');
    },
    refused: async () => {
      refusals += 1;
      throw new Error('refused');
    },
  });
  await pools.jobs.query(`select graphile_worker.add_job('refused', max_attempts => 1)`);
  await add('flaky');
  await vi.waitUntil(async () => runs === 3 && (await waiting()).length === 1, LIMIT_MS);
  expect(refusals).toBe(1);
  expect(failures).toEqual([expect.stringContaining('refused')]);
});
