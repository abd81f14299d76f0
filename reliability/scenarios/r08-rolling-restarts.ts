import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { expectSound } from '../assertions.ts';
import { startHaproxy } from '../haproxy.ts';
import { startLoad } from '../load.ts';
import { ask, statusesOf, wireOf, type Answer, type Wire } from '../open-loop.ts';
import { signUpPeople, type People } from '../people.ts';
import { openRig, type Rig } from '../rig.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { scenario } from '../scenario.ts';

/** Seconds that a server may take to stop. */
const DRAIN_S = 10;
/** Clients that keep a connection to HAProxy and ask now and then. */
const IDLE_CLIENTS = 20;
/** Requests that wait when a server is killed: the negative control. */
const HELD = 8;

export default scenario({
  id: 'R8',
  title: 'two servers behind HAProxy restart in turn under load',
  small: { restarts: 4, creations: 300 },
  full: { restarts: 20, creations: 10_000 },
  async run({ restarts, creations }, outcome) {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    await using rig = await openRig({ servers: 2, env: { SITE_URL: url, TRUST_PROXY: 'true' } });
    const ports = rig.servers.map((server) => Number(new URL(server.url).port));
    await using proxy = await startHaproxy(port, ports);
    await proxy.sendsTo(2);
    const people = await signUpPeople(rig);
    const load = await startLoad(people, { count: creations, urls: () => [url] });
    const idle = askNowAndThen(url);
    let slowest_s = 0;
    for (let n = 1; n <= restarts; n += 1) {
      await load.reached((creations * (n - 1)) / restarts);
      const server = rig.servers[n % 2]!;
      await addCloseOfDay(rig);
      const from = performance.now();
      outcome.expectNone(await server.stop());
      slowest_s = Math.max(slowest_s, (performance.now() - from) / 1_000);
      await server.start();
      await server.ready();
      await proxy.sendsTo(2);
    }
    const idled = await idle.end();
    await load.ended;
    const answers = [...load.statuses].map(([status, count]) => ({ status, count }));
    const failed = answers.filter(
      ({ status }) => status === 0 || (status >= 500 && status !== 503),
    );
    outcome.expect(failed.length === 0, `Under load: ${JSON.stringify(failed)}.`);
    outcome.expectNone(resetsOf(idled));
    outcome.expect(slowest_s <= DRAIN_S, `A server took ${slowest_s.toFixed(1)} s to stop.`);
    outcome.expectNone(await closesOf(rig));
    outcome.expectNoticed('a server that is killed', resetsOf(await killOne(rig, people, url)));
    await proxy.sendsTo(2);
    const sound = await expectSound(rig, people, load.acknowledged, outcome);
    return (
      `${restarts} restarts, stopped in ${slowest_s.toFixed(1)} s at most, ${creations} creations, ` +
      `${idled.length} requests of idle clients, 0 resets, ${sound}`
    );
  },
});

const resetsOf = (answers: readonly Answer[]) => {
  const failed = answers.filter(({ status }) => status !== 200 && status !== 503);
  return failed.length === 0 ? [] : [`Kept connections were answered with ${statusesOf(failed)}.`];
};

/** Clients that each keep one connection to the proxy, idle most of the time. */
function askNowAndThen(url: string) {
  const wire: Wire = { method: 'GET', path: '/healthz', headers: {} };
  const over = new AbortController();
  const answers: Answer[] = [];
  const client = async (n: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!over.signal.aborted) {
      answers.push(await ask(url, wire, agent));
      await pause(200 + 73 * n);
    }
    agent.destroy();
  };
  const ended = Promise.all(Array.from({ length: IDLE_CLIENTS }, (_, n) => client(n)));
  return {
    async end() {
      over.abort();
      await ended;
      return answers;
    },
  };
}

/** As the schedule adds it each hour: one job, whichever server does it. */
async function addCloseOfDay(rig: Rig): Promise<void> {
  const waiting = `select from graphile_worker.jobs where task_identifier = 'close_day'`;
  while ((await rig.rows(waiting)).length > 0) await pause(20);
  await rig.rows(`select graphile_worker.add_job('close_day', job_key := 'schedule close_day')`);
}

/** Yesterday was closed, and once. */
async function closesOf(rig: Rig): Promise<string[]> {
  const waiting = `select from graphile_worker.jobs where task_identifier = 'close_day'`;
  while ((await rig.rows(waiting)).length > 0) await pause(20);
  const [found] = await rig.rows<{ closes: number }>(
    `select count(*)::int as closes from events e join closed_days d on d.id = e.subject_id
      where e.operation = 'close_day' and d.day = $1`,
    [addDays(riyadhDate(new Date()), -1)],
  );
  return found!.closes === 1 ? [] : [`The day was closed ${found!.closes} times.`];
}

/** Kills a server while requests wait for a lock. @returns their answers. */
async function killOne(rig: Rig, { companies }: People, url: string): Promise<Answer[]> {
  const token = await companies[0]!.token();
  const holder = await rig.owner();
  await holder.query('begin; lock table companies in access exclusive mode');
  const agent = new Agent({ keepAlive: true });
  const held = Array.from({ length: HELD }, () => ask(url, wireOf('read_company', token), agent));
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'`;
  while ((await rig.rows(waiting)).length < 2) await pause(20);
  await rig.servers[0]!.kill();
  await holder.query('rollback');
  const answers = await Promise.all(held);
  agent.destroy();
  await rig.servers[0]!.start();
  await rig.servers[0]!.ready();
  return answers;
}
