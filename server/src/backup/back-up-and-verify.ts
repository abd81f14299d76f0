import { givenKeys } from '../platform/config/secrets.ts';
import type { Log } from '../platform/database/embedded.ts';
import {
  backUp,
  backUpChanges,
  BackupUnderWay,
  slotOfBackups,
  withPlace,
  type BackupOptions,
  type BackupResult,
  type HeldPlace,
} from './back-up.ts';
import type { BackupPlace } from './backup-place.ts';
import { listManifests, readManifest } from './manifest.ts';
import { verifyBackup } from './restore.ts';
import { removeOldBackups } from './retention.ts';

export interface VerifiedOptions extends BackupOptions {
  log: Log;
  /** How many backups the place keeps; undefined: all. */
  keep?: number | undefined;
  stopping?: AbortSignal | undefined;
}

/**
 * Makes a whole backup, verifies it by restoring a copy that is then removed, and removes older backups. The row in
 * `backups` records the result.
 * @throws Error with a message when the backup failed, its copy is not sound or older ones could not be removed.
 */
export async function backUpAndVerify(
  options: VerifiedOptions,
  held: HeldPlace,
): Promise<BackupResult> {
  const { target, tell, log, settings, stopping } = options;
  const { dataDir } = settings;
  const result = await backUp(options, held);
  const { manifest, id, key } = result;
  const record = (words: string, ...values: unknown[]) =>
    held.client.query(`update backups set ${words} where id = $1`, [id, ...values]);
  const found = manifest.database
    ? await verifyBackup({ target, manifest, id, dataDir, log, tell, stopping }).catch(
        (error: Error) => [error.message],
      )
    : [];
  stopping?.throwIfAborted();
  if (result.problem) found.push(result.problem);
  const problem = [...new Set(found)].join(' ');
  if (problem) {
    await record('problem = $2', problem);
    throw new Error(`The backup was made, but its copy is not sound. ${problem}`);
  }
  if (manifest.database) await record('verified_at = clock_timestamp()');
  try {
    await removeOldBackups(held.place, { keep: options.keep ?? Infinity, written: key });
  } catch (error) {
    const { message } = error as Error;
    await record('problem = $2', `It is whole, but older ones could not be removed. ${message}`);
    throw error;
  }
  return result;
}

/** Of an external database: whether the newest backup knows the installation's key. */
async function hasKey({ settings }: BackupOptions, place: BackupPlace): Promise<boolean> {
  const newest = (await listManifests(place)).at(-1);
  if (!newest) return false;
  const { secret_key } = await readManifest(place, newest);
  return givenKeys(settings)[0]?.toString('base64') === secret_key;
}

/**
 * Does what is due now: a whole backup where the last one is too old or the log does not continue it, but not within an
 * hour of a failed one; else a backup of the changes. Nothing while another process backs up.
 */
export async function backUpIfDue(options: VerifiedOptions, everyHours: number): Promise<void> {
  const work = async (held: HeldPlace) => {
    const { rows } = await held.client.query<{ is_old: boolean; has_failed: boolean }>(
      `select not coalesce(bool_or(finished_at is not null
                                   and started_at > clock_timestamp() - make_interval(hours => $2)), false) as is_old,
              coalesce(bool_or(finished_at is null
                               and started_at > clock_timestamp() - interval '1 hour'), false) as has_failed
         from backups where place = $1`,
      [options.target.place, everyHours],
    );
    const { is_old, has_failed } = rows[0]!;
    const { databaseUrl } = options.settings;
    const slot = databaseUrl ? undefined : await slotOfBackups(held);
    const isContinued = slot !== undefined || (databaseUrl && (await hasKey(options, held.place)));
    if ((is_old || !isContinued) && !has_failed) await backUpAndVerify(options, held);
    else if (slot) await backUpChanges(options, held, slot);
  };
  await withPlace(options, work).catch((error: unknown) => {
    if (!(error instanceof BackupUnderWay)) throw error;
  });
}
