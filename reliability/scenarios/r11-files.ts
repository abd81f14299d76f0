import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { S3Settings } from '#server/platform/config/settings.ts';
import { copyDataDir } from '#server/platform/database/copy-data-dir.testing.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { freePort } from '../../server/testing/free-port.ts';
import type { Actor } from '../../server/testing/product.ts';
import { expectSound } from '../assertions.ts';
import { expectOnly503 } from '../blows.ts';
import { openDisk } from '../disk.ts';
import { startLoad, type Acknowledged } from '../load.ts';
import { signUpPeople, type People } from '../people.ts';
import { openRig, preparedData, type Rig } from '../rig.ts';
import { scenario, SkippedError, type Outcome } from '../scenario.ts';

export default scenario({
  id: 'R11',
  title: 'the store of files fails: killed uploads, an object store that is down, a full disk',
  small: { kills: 5, outages: 2, offsets: 3, creations: 90 },
  full: { kills: 100, outages: 10, offsets: 20, creations: 1_000 },
  async run({ kills, outages, offsets, creations }, outcome) {
    return [
      await uploadsKilled(kills, outcome),
      await storeDown({ outages, creations }, outcome),
      await diskFull({ offsets, creations }, outcome),
    ].join('; ');
  },
});

/** Companies take turns, because each may leave sixty files unnamed. */
const SENDERS = 3;

/** Half of them are killed while the body is sent, half while the file is stored. */
async function uploadsKilled(kills: number, outcome: Outcome): Promise<string> {
  await using rig = await openRig();
  const { server } = rig;
  const people = await signUpPeople(rig, 4 * SENDERS);
  const load = await startLoad(people, { count: 10, urls: () => [server.url] });
  await load.ended;
  const owner = await rig.owner();
  for (let n = 0; n < kills; n += 1) {
    const isWhole = n % 2 === 0;
    const uploads = people.companies.map(async (company) =>
      sendUpload(server.url, company, isWhole),
    );
    const sockets = await Promise.all(uploads);
    if (isWhole) await storing(owner);
    await server.kill();
    for (const socket of sockets) socket.destroy();
    await server.start();
    await server.ready();
  }
  const swept = await expectSwept(rig, outcome, () => filesIn(join(rig.dataDir, 'files')));
  const sound = await expectSound(rig, people, load.acknowledged, outcome);
  return `${kills} kills in uploads, ${swept} orphans swept, ${sound}`;
}

/** Waits until an upload has its row and not yet its bytes; not for long, because a quick disk hides it. */
async function storing(owner: Client): Promise<void> {
  for (const limit = performance.now() + 10_000; performance.now() < limit;)
    if ((await owner.query('select from files where stored_at is null limit 1')).rowCount) return;
}

/** @returns once the body, or half of it, is on its way. */
async function sendUpload(url: string, company: Actor, isWhole: boolean) {
  const { hostname, port } = new URL(url);
  const { bytes } = pdf('Invoice.pdf', [randomUUID(), 'x'.repeat(200_000)]);
  const head = Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="file"; filename="Invoice.pdf"\r\n' +
      'content-type: application/pdf\r\n\r\n',
  );
  const body = Buffer.concat([head, bytes, Buffer.from('\r\n--x--\r\n')]);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.write(
    `POST /api/files/invoice?index=0 HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${await company.token()}\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  const sent = isWhole ? body : body.subarray(0, body.length / 2);
  await new Promise<void>((resolve) => socket.write(sent, () => resolve()));
  return socket;
}

/** An hour later: no object without a row, no row without an object. @returns how many rows were swept. */
async function expectSwept(
  rig: Rig,
  outcome: Outcome,
  objects: () => Promise<string[]>,
): Promise<number> {
  const rows = () => rig.rows<{ key: string }>('select storage_key as key from files');
  const before = (await rows()).length;
  await rig.rows(
    `update files set created_at = created_at - interval '1 hour', stored_at = stored_at - interval '1 hour',
            replaced_at = replaced_at - interval '1 hour'
      where attached_at is null`,
  );
  await rig.rows(`select graphile_worker.add_job('sweep_files')`);
  const unused = 'select from files where attached_at is null';
  for (const limit = performance.now() + 30_000; (await rig.rows(unused)).length > 0;) {
    if (performance.now() > limit) {
      outcome.expect(false, 'Uploads that nobody named were not swept an hour later.');
      break;
    }
    await pause(50);
  }
  const left = await rig.rows<{ key: string }>(
    'select storage_key as key from files union all select storage_key from ticket_documents',
  );
  const named = new Set(left.map(({ key }) => key));
  const dangling = (await objects()).filter((key) => !named.has(key));
  outcome.expect(dangling.length === 0, `Objects without a row: ${dangling.join(', ')}.`);
  return before - (await rows()).length;
}

/** Drafts too: a half object counts. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

/** The package has no types. */
type S3Server = new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> };
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3Server;

async function storeDown(
  { outages, creations }: { outages: number; creations: number },
  outcome: Outcome,
): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'hamla-store-'));
  opened.defer(() => rmSync(directory, { recursive: true, force: true }));
  const port = await freePort();
  const open = async () => {
    const configureBuckets = [{ name: 'hamla' }];
    const address = '127.0.0.1';
    const s3 = new S3rver({ address, port, silent: true, directory, configureBuckets });
    await s3.run();
    return s3;
  };
  let store = await open();
  opened.defer(() => store.close());
  const s3: S3Settings = {
    bucket: 'hamla',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  await using rig = await openRig({ s3 });
  const people = await signUpPeople(rig);
  const load = await startLoad(people, { count: creations, urls: () => [rig.server.url] });
  for (let n = 1; n <= outages; n += 1) {
    await load.reached((creations * n) / (outages + 1));
    await store.close();
    await refusals(load.statuses);
    store = await open();
  }
  await load.ended;
  expectOnly503(load, outcome);
  await expectSwept(rig, outcome, async () => {
    const files = await filesIn(join(directory, 'hamla/files'));
    return files
      .filter((file) => file.endsWith('_object'))
      .map((file) => file.replace(/\._.*$/, ''));
  });
  const sound = await expectSound(rig, people, load.acknowledged, outcome);
  return `${outages} outages of the object store, ${load.statuses.get(503) ?? 0} answers 503, ${sound}`;
}

/** Some requests have been refused meanwhile. */
async function refusals(statuses: Map<number, number>): Promise<void> {
  const refused = () => (statuses.get(503) ?? 0) + (statuses.get(507) ?? 0);
  const before = refused();
  for (const limit = performance.now() + 15_000; refused() < before + 5;) {
    if (performance.now() > limit) return;
    await pause(20);
  }
}

/** Database, log and files on one disk, as `npm start` has them. Each time another number of bytes is left. */
async function diskFull(
  { offsets, creations }: { offsets: number; creations: number },
  outcome: Outcome,
): Promise<string> {
  try {
    using disk = openDisk(2_048);
    const dataDir = join(disk.path, 'data');
    mkdirSync(dataDir, { mode: 0o755 });
    copyDataDir(await preparedData(), dataDir, { isSameDisk: false });
    await using rig = await openRig({ dataDir });
    const people = await signUpPeople(rig);
    const load = await startLoad(people, { count: creations, urls: () => [rig.server.url] });
    for (let n = 1; n <= offsets; n += 1) {
      await load.reached((creations * n) / (offsets + 1));
      disk.fill(n * 37_000);
      await refusals(load.statuses);
      disk.empty();
      await rig.server.ready();
    }
    return await endFull({ rig, people, load, offsets, outcome });
  } catch (error) {
    if (!(error instanceof SkippedError)) throw error;
    return `a full disk not tried: ${error.message}`;
  }
}

async function endFull({
  rig,
  people,
  load,
  offsets,
  outcome,
}: {
  rig: Rig;
  people: People;
  load: { acknowledged: Acknowledged; statuses: Map<number, number>; ended: Promise<void> };
  offsets: number;
  outcome: Outcome;
}): Promise<string> {
  await load.ended;
  const others = [...load.statuses].filter(([status]) => status >= 500 && status !== 503);
  outcome.expect(
    others.every(([status]) => status === 507),
    `Answers other than 503 and 507: ${JSON.stringify(others)}.`,
  );
  await expectSwept(rig, outcome, () => filesIn(join(rig.dataDir, 'files')));
  const sound = await expectSound(rig, people, load.acknowledged, outcome);
  return `a disk filled to ${offsets} offsets, ${load.statuses.get(503) ?? 0} answers 503, ${sound}`;
}
