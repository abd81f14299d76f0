import { chmod } from 'node:fs/promises';
import { inject } from 'vitest';
import { copyDataDir } from '#server/platform/database/copy-data-dir.testing.ts';

/** Fills an empty data folder as a server leaves it that has run once under the tests' key: a first start takes its time. */
export async function usePreparedData(folder: string): Promise<void> {
  copyDataDir(inject('prepared'), folder);
  await chmod(folder, 0o755);
}
