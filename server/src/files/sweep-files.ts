import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { callFunction } from '../platform/database/call-function.ts';
import type { ObjectStore } from './object-store.ts';

/** As many as SPEC section 9 lists at once. */
const BATCH = 100;

interface SweepDeps {
  /** Pool of the role hamla_jobs. */
  pool: pg.Pool;
  store: ObjectStore;
  clock: Clock;
}

/** The job `sweep_files`, every ten minutes. */
export const fileJobs = (deps: SweepDeps): Record<'sweep_files', JobHandler> => ({
  sweep_files: () => sweepFiles(deps),
});

/**
 * Deletes files that no profile or ticket uses: first the bytes, then the rows. A file that cannot be deleted keeps its
 * row and is tried again. Two sweepers may run at once.
 * @throws the store's first error, after the rest of its batch.
 */
async function sweepFiles(deps: SweepDeps): Promise<void> {
  const { pool, store } = deps;
  const now = deps.clock.now();
  for (;;) {
    const files: { id: string; storage_key: string }[] = await callFunction(
      pool,
      'files_to_delete',
      { now, limit: BATCH },
    );
    const erased: string[] = [];
    const failures: unknown[] = [];
    for (const { id, storage_key } of files) {
      await store.remove(storage_key).then(
        () => erased.push(id),
        (error: unknown) => failures.push(error),
      );
    }
    await callFunction(pool, 'delete_file_rows', { ids: erased });
    if (failures.length > 0) throw failures[0];
    if (files.length < BATCH) return;
  }
}
