import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openPlaceToRead, openPlaceToWrite } from './backup-place.ts';

/** The package has no types. */
type S3Server = new (options: object) => { run(): Promise<AddressInfo>; close(): Promise<void> };
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3Server;

const folder = await mkdtemp(join(tmpdir(), 'hamla-place-'));
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  // It reckons the signature of a list wrongly.
  allowMismatchedSignatures: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'backups' }],
});
const { port } = await server.run();
const s3 = {
  region: 'us-east-1',
  endpoint: `http://127.0.0.1:${port}`,
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
};

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(['folder', 'bucket'])(
  'a %s stores each part once, is read with its key alone and belongs to one installation',
  async (kind) => {
    const place = kind === 'bucket' ? 's3://backups/hamla' : join(folder, 'place');
    const target = { place, key: Buffer.alloc(32, 'one').toString('base64'), s3 };
    const first = { system_identifier: '7', restore_id: null };
    const written = await openPlaceToWrite(target, first, false);
    const names = await Promise.all(
      ['same', 'same', 'other'].map((text) => written.putPart(Buffer.from(text))),
    );
    await written.flush();
    expect(new Set(names).size).toBe(2);
    expect(await written.list('parts/')).toHaveLength(2);

    const again = await openPlaceToWrite(target, first, true);
    await again.putPart(Buffer.from('same'));
    expect(again.addedBytes()).toBe(0);
    const read = await openPlaceToRead(target);
    expect((await read.getPart(names[0]!)).toString()).toBe('same');

    const another = { ...first, system_identifier: '8' };
    await expect(openPlaceToWrite(target, another, false)).rejects.toThrow(/another installation/);
    const restored = { ...first, restore_id: randomUUID() };
    await expect(openPlaceToWrite(target, restored, false)).rejects.toThrow(/another copy/);
    const lost = { ...target, place: `${place}-lost` };
    await expect(openPlaceToWrite(lost, first, true)).rejects.toThrow(/is it mounted/);
    const other = { ...target, key: Buffer.alloc(32, 'two').toString('base64') };
    await expect(openPlaceToRead(other)).rejects.toThrow(/not the key/);
    await expect(openPlaceToRead({ ...target, key: undefined })).rejects.toThrow(/openssl rand/);
    await again.remove(`parts/${names[0]!.slice(0, 2)}/${names[0]}`);
    await expect(read.getPart(names[0]!)).rejects.toThrow(/is missing/);
  },
);
