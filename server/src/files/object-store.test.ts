import { randomBytes, randomUUID } from 'node:crypto';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, test } from 'vitest';
import { secretsFromKey } from '../platform/config/secrets.ts';
import type { S3Settings } from '../platform/config/settings.ts';
import { readSettings } from '../platform/config/settings.ts';
import { explainStoreFault } from '../platform/config/startup-errors.ts';
import { openObjectStore, type ObjectStore } from './object-store.ts';
import { createStoreProbe } from './probe-store.ts';

const secrets = secretsFromKey(randomBytes(32));
const freshKey = () => `${randomUUID()}/${randomUUID()}`;
const unavailable = { code: 'unavailable' };

/** The package has no types. */
type S3Server = new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> };
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3Server;

const dataDir = await mkdtemp(join(tmpdir(), 'hamla-objects-'));
const bucketDir = join(dataDir, 's3');
const s3 = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: bucketDir,
  configureBuckets: [{ name: 'hamla' }],
});
const bound = await s3.run();
const bucket = {
  bucket: 'hamla',
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${bound.port}`,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
};
afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

const open = (where: string): Promise<ObjectStore> =>
  openObjectStore({ dataDir, s3: where === 'bucket' ? bucket : undefined }, secrets);

/** The file that stores an object on disk, also behind the S3 server. */
async function fileOf(where: string, key: string): Promise<string> {
  const folder = where === 'bucket' ? bucketDir : join(dataDir, 'files');
  const files = await readdir(folder, { recursive: true });
  const found = files.find((name) => name.includes(key) && !/metadata|md5/.test(name));
  return join(folder, found!);
}

describe.each(['folder', 'bucket'])('objects in a %s', (where) => {
  test('objects are read back unchanged: empty, small and of 10 MB', async () => {
    const store = await open(where);
    for (const bytes of [Buffer.alloc(0), Buffer.from('فاتورة'), randomBytes(10 * 1024 * 1024)]) {
      const key = freshKey();
      await store.put(key, bytes);
      expect((await store.get(key))?.equals(bytes)).toBe(true);
    }
  });

  test('removed objects are gone, and removing them again does nothing', async () => {
    const store = await open(where);
    const key = freshKey();
    await store.put(key, Buffer.from('bytes'));
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
  });

  test('objects are stored encrypted, and equal contents have different ciphertexts', async () => {
    const store = await open(where);
    const secret = Buffer.from('IBAN SA03 8000 0000 6080 1016 7519');
    const keys = [freshKey(), freshKey()];
    for (const key of keys) await store.put(key, secret);
    const stored = await Promise.all(keys.map(async (key) => readFile(await fileOf(where, key))));
    for (const bytes of stored) {
      expect(bytes.length).toBeGreaterThan(secret.length);
      expect(bytes.includes('IBAN')).toBe(false);
    }
    expect(stored[0]!.equals(stored[1]!)).toBe(false);
  });

  test("an object is not read after a changed bit, in another's place, or with another key", async () => {
    const store = await open(where);
    const [key, other] = [freshKey(), freshKey()];
    await store.put(key, Buffer.from('mine'));
    await store.put(other, Buffer.from('theirs'));
    const file = await fileOf(where, key);
    const original = await readFile(file);

    const changed = Buffer.from(original);
    changed[20]! ^= 1;
    await writeFile(file, changed);
    await expect(store.get(key)).rejects.toThrow(/authenticate/);

    await writeFile(file, await readFile(await fileOf(where, other)));
    await expect(store.get(key)).rejects.toThrow(/authenticate/);

    await writeFile(file, original);
    const stranger = await openObjectStore(
      { dataDir, s3: where === 'bucket' ? bucket : undefined },
      secretsFromKey(randomBytes(32)),
    );
    await expect(stranger.get(key)).rejects.toThrow(/authenticate/);
    expect((await store.get(key))?.toString()).toBe('mine');
  });
});

test('an object in a bucket may be cached for 3600 seconds', async () => {
  const key = freshKey();
  await (await open('bucket')).put(key, Buffer.from('bytes'));
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const head = await client.send(new HeadObjectCommand({ Bucket: 'hamla', Key: `files/${key}` }));
  expect(head.CacheControl).toBe('max-age=3600');
  client.destroy();
});

describe('a folder', () => {
  test('the folder of objects is readable by its account only', async () => {
    const store = await open('folder');
    const key = freshKey();
    await store.put(key, Buffer.from('bytes'));
    const file = join(dataDir, 'files', key);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700);
  });

  test('a full folder refuses an object and keeps no part of it', async () => {
    const store = await open('folder');
    const [owner, name] = [randomUUID(), randomUUID()];
    const folder = join(dataDir, 'files', owner);
    await mkdir(folder, { recursive: true });
    // The temporary file is a link to the system's always-full device.
    await symlink('/dev/full', join(folder, `${name}.part`));
    await expect(store.put(`${owner}/${name}`, randomBytes(100_000))).rejects.toMatchObject({
      ...unavailable,
      cause: { code: 'ENOSPC' },
    });
    expect(await readdir(folder)).toEqual([]);
    expect(await store.get(`${owner}/${name}`)).toBeNull();
  });

  test('an unwritable folder refuses objects, and works again afterwards', async () => {
    const store = await open('folder');
    const folder = join(dataDir, 'files');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'a file where the folder was');
    await expect(store.put(freshKey(), Buffer.from('bytes'))).rejects.toMatchObject(unavailable);
    await rm(folder);
    await rename(`${folder}-away`, folder);
    await expect(store.put(freshKey(), Buffer.from('bytes'))).resolves.toBeUndefined();
  });

  test('a partly written object does not exist, and removing it deletes the part', async () => {
    const store = await open('folder');
    const [owner, name] = [randomUUID(), randomUUID()];
    const folder = join(dataDir, 'files', owner);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.part`), 'half');
    expect(await store.get(`${owner}/${name}`)).toBeNull();
    await store.remove(`${owner}/${name}`);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each(['../escape', 'a/../../escape', '/etc/passwd', 'a/b\0', 'A', '', 'a//b', 'a\\b'])(
    'a folder of objects rejects the key %j',
    async (key) => {
      const store = await open('folder');
      await expect(store.put(key, Buffer.from('bytes'))).rejects.toMatchObject(unavailable);
      await expect(store.get(key)).rejects.toMatchObject(unavailable);
    },
  );
});

describe('a bucket', () => {
  let broken: Server;
  afterAll(() => new Promise((resolve) => broken.close(resolve)));

  test('a probe needs no right but those of the product, leaves nothing, and says what a person has to change', async () => {
    const probe = async (wrong: Partial<S3Settings>) => {
      const settings = { ...readSettings({ DATA_DIR: dataDir }), s3: { ...bucket, ...wrong } };
      const store = await openObjectStore(settings, secrets);
      return createStoreProbe(store)().then(
        () => null,
        (error: unknown) => explainStoreFault(settings, error),
      );
    };
    const objects = async () => (await readdir(join(bucketDir, 'hamla/files'))).length;
    await (await open('bucket')).put(freshKey(), Buffer.from('bytes'));
    const before = await objects();
    expect(await probe({})).toBeNull();
    expect(await objects()).toBe(before);
    const { host } = new URL(bucket.endpoint);
    const lasting = (words: string) => ({ words, isLasting: true });
    expect(await probe({ bucket: 'other' })).toEqual(
      lasting(
        `S3_BUCKET=other: the store at ${host} has no such bucket: make it, or correct the name.`,
      ),
    );
    for (const wrong of [{ secretAccessKey: 'x' }, { accessKeyId: 'x' }])
      expect(await probe(wrong)).toEqual(
        lasting(
          expect.stringMatching(
            /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: .* refuses them for the bucket hamla .*: correct them/,
          ) as unknown as string,
        ),
      );
    expect(await probe({ endpoint: bucket.endpoint.replace('http:', 'https:') })).toEqual(
      lasting(
        `S3_ENDPOINT: the store at ${host} speaks no TLS: write http:// instead of https://.`,
      ),
    );
    expect(await probe({ endpoint: 'http://127.0.0.1:1' })).toMatchObject({ isLasting: false });
  });

  test('a failing or unreachable bucket refuses objects', async () => {
    broken = createServer((_request, response) => response.writeHead(500).end());
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const { port } = broken.address() as AddressInfo;
    for (const endpoint of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
      const store = await openObjectStore({ dataDir, s3: { ...bucket, endpoint } }, secrets);
      await expect(store.put(freshKey(), Buffer.from('bytes'))).rejects.toMatchObject(unavailable);
      await expect(store.get(freshKey())).rejects.toMatchObject(unavailable);
      await expect(store.remove(freshKey())).rejects.toMatchObject(unavailable);
    }
  });
});
