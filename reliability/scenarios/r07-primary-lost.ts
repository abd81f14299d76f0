import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionToUrl } from '#server/platform/database/pools.ts';
import { startServerProcess } from '../../server/testing/server-process.ts';
import { expectSound } from '../assertions.ts';
import { companiesFor, expectOnly503 } from '../blows.ts';
import { missingPrograms, startCluster, type Cluster } from '../cluster.ts';
import { startLoad, type Load } from '../load.ts';
import { signUpPeople } from '../people.ts';
import { openRig } from '../rig.ts';
import { runbook } from '../runbook.ts';
import { scenario, SkippedError } from '../scenario.ts';

/** Milliseconds from a promotion, and from the loss of the primary's machine, until a new ticket is acknowledged. */
const AFTER_PROMOTION_MS = 10_000;
const AFTER_LOSS_MS = 30_000;

export default scenario({
  id: 'R7',
  title:
    'the machine of the primary is lost under load, and Patroni promotes the synchronous standby',
  small: { losses: 1, freezes: 0, switchovers: 1, creations: 150 },
  full: { losses: 20, freezes: 4, switchovers: 4, creations: 500 },
  async run({ losses, freezes, switchovers, creations }, outcome) {
    const missing = missingPrograms();
    if (missing.length > 0)
      throw new SkippedError(`needs ${missing.join(', ')} of Debian (docs/scaling.md, step 1)`);
    await using opened = new AsyncDisposableStack();
    const cluster = opened.use(await startCluster());
    await cluster.untilWhole(2);
    const dataDir = mkdtempSync(join(tmpdir(), 'hamla-reliability-'));
    opened.defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const env = await setUp(cluster, dataDir);
    const database = { ...cluster.superuser, database: 'hamla' };
    const rig = opened.use(await openRig({ servers: 2, env, dataDir, database }));
    const blowCount = losses + freezes + switchovers;
    const people = await signUpPeople(rig, companiesFor({ blows: blowCount, creations }));

    let load: Load | undefined;
    const statuses = new Map<number, number>();
    let [promoted_ms, lost_ms] = [0, 0];
    const blows = [
      ...Array<'kill'>(losses).fill('kill'),
      ...Array<'freeze'>(freezes).fill('freeze'),
      ...Array<'switchover'>(switchovers).fill('switchover'),
    ];
    for (const blow of blows) {
      load = await startLoad(people, {
        count: creations,
        urls: () => rig.servers.map(({ url }) => url),
        after: load,
      });
      await load.reached(creations / 3);
      const former = (await cluster.primary())!;
      const from = performance.now();
      const switched = blow === 'switchover' && cluster.patronictl(...runbook.patronictl(blow));
      if (blow !== 'switchover') cluster[blow](former);
      while ([undefined, former].includes(await cluster.primary())) await pause(20);
      const promoted = performance.now();
      const before = load.acknowledged.tickets.size;
      while (load.acknowledged.tickets.size <= before) await pause(10);
      promoted_ms = Math.max(promoted_ms, performance.now() - promoted);
      if (blow !== 'switchover') lost_ms = Math.max(lost_ms, performance.now() - from);
      await switched;
      // A former primary that goes on must take nothing any more.
      if (blow === 'freeze') cluster.thaw(former);
      await load.ended;
      for (const [status, times] of load.statuses)
        statuses.set(status, (statuses.get(status) ?? 0) + times);
      if (blow === 'kill') cluster.start(former);
      await cluster.untilWhole(2);
    }
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    outcome.expect(
      promoted_ms <= AFTER_PROMOTION_MS,
      `A promotion was served only after ${seconds(promoted_ms)}.`,
    );
    outcome.expect(lost_ms <= AFTER_LOSS_MS, `A loss was mended only after ${seconds(lost_ms)}.`);
    expectOnly503({ statuses }, outcome);
    const sound = await expectSound(rig, people, load!.acknowledged, outcome);
    return (
      `${losses} machines lost, ${freezes} frozen, ${switchovers} switchovers, ${load!.acknowledged.tickets.size} creations, ${load!.acknowledged.payments.size} payments, ` +
      `served ${seconds(promoted_ms)} after a promotion and ${seconds(lost_ms)} after a loss at most, ${sound}`
    );
  },
});

/** The steps of docs/scaling.md after the cluster runs. @returns what the servers are told of it. */
async function setUp(cluster: Cluster, dataDir: string): Promise<Record<string, string>> {
  const asSuperuser = async (database: string, statements: string[]) => {
    const client = new Client({ ...cluster.superuser, database });
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  };
  const password = String(cluster.superuser.password);
  await asSuperuser('postgres', runbook.database(password));
  const owner = { ...cluster.superuser, user: 'hamla', database: 'hamla' };
  const env = {
    DATABASE_URL: connectionToUrl({ ...owner, ...cluster.pooler }),
    DATABASE_DIRECT_URL: connectionToUrl(owner),
    // The tokens of one server count at the other.
    SITE_URL: 'http://localhost:8080',
  };
  const { code, err } = await startServerProcess(dataDir, env, ['migrate']).ended;
  if (code !== 0) throw new Error(`npm run migrate ended with ${code}: ${err}`);
  await asSuperuser('hamla', runbook.pooler(password));
  cluster.startPooler();
  return env;
}
