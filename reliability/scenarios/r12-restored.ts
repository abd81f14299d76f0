import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { testSecretKey } from '../../server/testing/secrets.ts';
import { breachesOf, brokenPages, expectSound } from '../assertions.ts';
import { Acknowledged, startLoad } from '../load.ts';
import { signUpPeople } from '../people.ts';
import { openRig } from '../rig.ts';
import { scenario } from '../scenario.ts';

/** A backup must be restored within so many milliseconds. */
const RESTORED_MS = 15 * 60_000;

export default scenario({
  id: 'R12',
  title: 'backed up under load, restored elsewhere',
  small: { creations: 150 },
  full: { creations: 5_000 },
  async run({ creations }, outcome) {
    await using opened = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'hamla-restored-'));
    opened.defer(() => rmSync(folder, { recursive: true, force: true }));
    const [place, dataDir] = [join(folder, 'backups'), join(folder, 'data')];
    await using rig = await openRig();
    const people = await signUpPeople(rig);
    const load = await startLoad(people, { count: creations, urls: () => [rig.server.url] });
    await load.reached(creations / 2);
    const told = copyOf(load.acknowledged);
    const backup = await run('backup', rig.dataDir, '--to', place);
    outcome.expect(backup.code === 0, `The backup ended with ${backup.code}: ${backup.err}`);
    await load.ended;

    const from = performance.now();
    const restored = await run('restore', dataDir, '--from', place);
    const restored_ms = performance.now() - from;
    outcome.expect(restored.code === 0, `The restore ended with ${restored.code}: ${restored.out}`);
    outcome.expect(restored_ms <= RESTORED_MS, `The restore took ${restored_ms} ms.`);

    await using copy = await openRig({ dataDir });
    const client = await copy.owner();
    outcome.expectNone(missing(await breachesOf(client, told)));
    outcome.expectNone(await brokenPages(client));
    outcome.expectNone(await copy.server.stop());
    await copy.server.start();
    await copy.rows(
      `with replica as (select set_config('session_replication_role', 'replica', false))
       delete from ticket_installments using replica where seq = 1`,
    );
    outcome.expectNone(await copy.server.stop());
    const verified = await run('verify-restore', dataDir);
    outcome.expectNoticed(
      'a restored copy with a row gone',
      verified.code === 0 ? [] : [verified.out],
    );

    const sound = await expectSound(rig, people, load.acknowledged, outcome);
    return (
      `${told.tickets.size} of ${load.acknowledged.tickets.size} tickets acknowledged before the backup, none missing, ` +
      `restored and verified in ${(restored_ms / 1000).toFixed(1)} s, ${sound}`
    );
  },
});

const copyOf = ({ tickets, payments }: Acknowledged): Acknowledged => {
  const copy = new Acknowledged();
  for (const [id, status] of tickets) copy.tickets.set(id, status);
  for (const [id, isReversed] of payments) copy.payments.set(id, isReversed);
  return copy;
};

/** What the load did while the backup was made may be in it, or not. */
const missing = (breaches: string[]) =>
  breaches.filter((breach) => /^Lost|^This is not so/.test(breach));

/** A command of the built product. */
async function run(command: string, dataDir: string, ...args: string[]) {
  const child = execFile(
    process.execPath,
    [join(repositoryRoot, `dist/server/commands/${command}.js`), ...args],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        SECRET_KEY: testSecretKey.toString('base64'),
        BACKUP_KEY: Buffer.alloc(32, 'backups').toString('base64'),
      },
    },
  );
  let [out, err] = ['', ''];
  child.stdout!.on('data', (text: string) => (out += text));
  child.stderr!.on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}
