import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';

import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { recordPlatformIdentity } from '#server/documents/record-platform-identity.ts';
import { migrate } from '#server/platform/database/migrate.ts';

import { readSettings } from '#server/platform/config/settings.ts';

import { copyDataDir } from '#server/platform/database/copy-data-dir.testing.ts';
import { testSecrets } from './secrets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's connection to the migrated database that the tests' own are copied from. */
    template: ClientConfig;
    /** A data folder with the same database, stopped (prepared-data.ts). */
    prepared: string;
  }
}

/** One PostgreSQL for all server tests of a run, with one migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { template, prepared, stop } = await startCluster();
  project.provide('template', template);
  project.provide('prepared', prepared);
  return stop;
}

/** That PostgreSQL and the folder, until it is stopped. */
export async function startCluster() {
  await removeLeftovers();
  const prepared = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  await prepareDataDir(prepared);
  const dataDir = await mkdtemp(join(await fastestPlace(), `${prefix}${process.pid}-`));
  copyDataDir(prepared, dataDir);
  const server = await startDisposable(dataDir);
  const stop = async () => {
    await server.stop();
    for (const folder of [prepared, dataDir]) await rm(folder, { recursive: true, force: true });
  };
  return { template: server.owner, prepared, stop };
}

const startDisposable = (dataDir: string) =>
  startEmbeddedPostgres({
    dataDir,
    secrets: testSecrets,
    log: pino({ level: 'error' }),
    disposable: true,
  });

/** Fills an empty folder with a database that is migrated, empty and stopped. */
export async function prepareDataDir(folder: string): Promise<void> {
  const server = await startDisposable(folder);
  const { owner } = server;
  await migrate({ owner, secrets: testSecrets, log: pino({ level: 'error' }) });
  await namePlatformIn(owner);
  await server.stop();
}

/** As a server's start does: payouts are released only by a platform that has a VAT number. */
async function namePlatformIn(owner: ClientConfig): Promise<void> {
  const client = new Client(owner);
  await client.connect();
  await recordPlatformIdentity(client, readSettings({}).platform, new Date('2026-01-01T00:00:00Z'));
  await client.end();
}

const prefix = 'hamla-tests-';

/** Files in memory, on Linux. */
const memory = '/dev/shm';
/** Far more than the databases of all workers take. */
const ROOM_BYTES = 2e9;

/** A database is a thousand files: one is made in 45 ms in memory, in 400 to 1,100 on a disk. */
async function fastestPlace(): Promise<string> {
  const room = await statfs(memory).catch(() => undefined);
  return room && room.bavail * room.bsize > ROOM_BYTES ? memory : tmpdir();
}

/** A run that was killed could not clean up: its server is taken over, stopped and removed. */
async function removeLeftovers(): Promise<void> {
  for (const place of [tmpdir(), memory])
    for (const name of await readdir(place).catch(() => [])) {
      const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
      if (!pid || isAlive(pid)) continue;
      const dataDir = join(place, name);
      const log = pino({ level: 'silent' });
      const options = { dataDir, secrets: testSecrets, log, disposable: true };
      await startEmbeddedPostgres(options).then(
        (server) => server.stop(),
        () => {},
      );
      await rm(dataDir, { recursive: true, force: true });
    }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
