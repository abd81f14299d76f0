import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { copyDataDir } from '#server/platform/database/copy-data-dir.testing.ts';

const run = promisify(execFile);
const variable = 'PREPARED_DATA';
const migrate = fileURLToPath(new URL('../dist/server/commands/migrate.js', import.meta.url));

/** Before all tests: the folder of a product that has never been started, its database migrated and empty. */
export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'hamla-prepared-'));
  await run(process.execPath, [migrate], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
  });
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** A data folder for one product: a copy of the prepared one, as making a database takes seconds; else an empty one. */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hamla-browser-'));
  const prepared = process.env[variable];
  if (prepared) copyDataDir(prepared, folder);
  return folder;
}
