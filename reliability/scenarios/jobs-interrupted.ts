import { setTimeout as pause } from 'node:timers/promises';
import { expectSound } from '../assertions.ts';
import { insistOn, startLoad } from '../load.ts';
import { signUpPeople } from '../people.ts';
import { openRig, type Rig } from '../rig.ts';
import { scenario } from '../scenario.ts';

/** A job whose process is gone is done within so many milliseconds. */
const DONE_MS = 30_000;
const TICKETS = 8;

/** What happens to two jobs, each held up inside its statement by its backend. */
const faults: Record<string, (rig: Rig, pids: number[]) => Promise<void>> = {
  'a backend is terminated': async (rig, [pid]) => {
    await rig.rows('select pg_terminate_backend($1)', [pid]);
  },
  'a backend is killed': async (_rig, [pid]) => {
    process.kill(pid!, 'SIGKILL');
  },
  'PostgreSQL is killed': async (rig) => {
    process.kill(rig.postmaster(), 'SIGKILL');
  },
  'the server is killed': async ({ server }) => {
    await server.kill();
  },
};

export default scenario({
  id: 'J1',
  title: 'jobs under way lose their backend, their PostgreSQL or their server',
  small: { rounds: 1 },
  full: { rounds: 20 },
  async run({ rounds }, outcome) {
    await using rig = await openRig();
    const people = await signUpPeople(rig);
    const load = await startLoad(people, { count: 10, urls: () => [rig.server.url] });
    await load.ended;
    let slowest_ms = 0;
    const insisting = insistOn(() => [rig.server.url]);
    for (let round = 0; round < rounds; round += 1)
      for (const [what, strike] of Object.entries(faults)) {
        const ids: string[] = [];
        for (let n = 0; n < TICKETS; n += 1)
          ids.push((await insisting.ticket(people.companies[0]!, people.agency_id)).id);
        // Each approval has a set of documents made, which waits for this lock when it is stored.
        const holder = await rig.owner();
        await holder.query('begin; lock table ticket_documents in access exclusive mode');
        for (const id of ids) {
          await insisting.ok(people.agency, 'approve_ticket', { params: { id } });
          load.acknowledged.tickets.set(id, 'Approved');
        }
        const pids = await twoHeldUp(rig);
        const from = performance.now();
        await strike(rig, pids);
        await holder.end().catch(() => {});
        if (what === 'the server is killed') await rig.server.start();
        await rig.server.ready();
        const ms = await allDone(rig, from);
        slowest_ms = Math.max(slowest_ms, ms);
        outcome.expect(ms <= DONE_MS, `Documents were made ${ms} ms after ${what}.`);
      }
    const sound = await expectSound(rig, people, load.acknowledged, outcome);
    return `${4 * rounds} blows, every set of documents is whole ${(slowest_ms / 1000).toFixed(1)} s after them at most, ${sound}`;
  },
});

/** The backends of two jobs, once each waits for the lock: so many are done side by side. */
async function twoHeldUp(rig: Rig): Promise<number[]> {
  for (;;) {
    const rows = await rig.rows<{ pid: number }>(
      `select pid from pg_stat_activity
        where usename = 'hamla_jobs' and wait_event_type = 'Lock' and query like '%issue_documents%'`,
    );
    if (rows.length === 2) return rows.map(({ pid }) => pid);
    await pause(20);
  }
}

/** Milliseconds since `from` when every set of documents has been issued, whole. */
async function allDone(rig: Rig, from: number): Promise<number> {
  const unissued = `select from document_sets where issued_at is null
    union all select from graphile_worker.jobs where task_identifier = 'issue_documents'`;
  for (;;) {
    const left = await rig.rows(unissued).catch(() => [{}]);
    if (left.length === 0) return performance.now() - from;
    await pause(50);
  }
}
