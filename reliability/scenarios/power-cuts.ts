import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { copyDataDir } from '#server/platform/database/copy-data-dir.testing.ts';
import { companiesFor, strikeUnderLoad } from '../blows.ts';
import { openDisk, type Disk } from '../disk.ts';
import { signUpPeople } from '../people.ts';
import { openRig, preparedData } from '../rig.ts';
import { scenario } from '../scenario.ts';

/** The latest moment of a cut in a first start, milliseconds. */
const FIRST_MS = 2_000;

export default scenario({
  id: 'P1',
  title: 'the power is cut, in the first two seconds of a first start and under load',
  small: { firstStarts: 2, blows: 2, creations: 120 },
  full: { firstStarts: 5, blows: 15, creations: 3_000 },
  async run({ firstStarts, ...counts }, outcome) {
    using disk = openDisk(2_048);
    outcome.expectNoticed('a file that was not flushed to the disk', lostUnflushed(disk));
    for (let n = 1; n <= firstStarts; n += 1)
      await cutFirstStart(disk, (FIRST_MS * n) / firstStarts);
    const dataDir = join(disk.path, 'prepared');
    mkdirSync(dataDir, { mode: 0o755 });
    copyDataDir(await preparedData(), dataDir, { isSameDisk: false });
    disk.flush();
    await using rig = await openRig({ dataDir });
    const people = await signUpPeople(rig, companiesFor(counts));
    const figures = await strikeUnderLoad({ rig, people, outcome }, counts, async () => {
      rig.freeze();
      disk.cutPower();
      await rig.killAll();
      disk.plugIn();
      const from = performance.now();
      await rig.server.start();
      return from;
    });
    return `${firstStarts} cuts in a first start, then ${figures}`;
  },
});

/** What a cut takes: without it, no cut would show anything. */
function lostUnflushed(disk: Disk): string[] {
  const names = ['flushed', 'unflushed'];
  const [flushed, unflushed] = names.map((name) => join(disk.path, name)) as [string, string];
  writeFileSync(flushed, 'a row', { flush: true });
  const root = openSync(disk.path, 'r');
  fsyncSync(root);
  closeSync(root);
  writeFileSync(unflushed, 'a row');
  disk.cutPower();
  disk.plugIn();
  if (!existsSync(flushed)) throw new Error('a power cut took what was flushed');
  return existsSync(unflushed) ? [] : [`${unflushed} is gone`];
}

/** On an empty folder with a secret key of its own; the next start must serve. @throws Error when it does not. */
async function cutFirstStart(disk: Disk, after_ms: number): Promise<void> {
  const dataDir = join(disk.path, 'first');
  mkdirSync(dataDir, { mode: 0o755 });
  {
    await using rig = await openRig({ dataDir, isStarted: false, env: { SECRET_KEY: '' } });
    rig.server.start().catch(() => {});
    await pause(after_ms);
    rig.freeze();
    disk.cutPower();
    await rig.killAll();
    disk.plugIn();
    await rig.server.start().catch((error: unknown) => {
      throw new Error(`A power cut ${after_ms} ms after a first start`, { cause: error });
    });
    await rig.server.ready();
  }
  rmSync(dataDir, { recursive: true });
}
