import { spawnSync } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { inject } from 'vitest';

/** Fills an empty data folder as a server leaves it that has run once under the tests' key: a first start takes its time. */
export async function usePreparedData(folder: string): Promise<void> {
  // With its owners: PostgreSQL does not run as root.
  const { status, stderr } = spawnSync('cp', ['-a', `${inject('prepared')}/.`, folder]);
  if (status !== 0) throw new Error(`the prepared data were not copied: ${String(stderr)}`);
  await chmod(folder, 0o755);
}
