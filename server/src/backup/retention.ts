import type { BackupPlace } from './backup-place.ts';
import { keysFolder, listManifests, readManifest } from './manifest.ts';

/**
 * Removes all but the newest `keep` backups and the one just written, then everything that no remaining backup needs,
 * also what killed backups left. It reads everything before it removes anything. Manifests go first: a backup without
 * its manifest does not exist, so an interruption leaves no half backup.
 */
export async function removeOldBackups(
  place: BackupPlace,
  { keep, written }: { keep: number; written: string },
): Promise<void> {
  const keys = await listManifests(place);
  // After the clock was set back, the backup just written may not sort last.
  const old = keys.slice(0, -keep).filter((key) => key !== written);
  const kept = await Promise.all(
    keys.filter((key) => !old.includes(key)).map((key) => readManifest(place, key)),
  );
  const parts = new Set<string>();
  const files = new Set<string>();
  /** The first segment that is needed of each chain. */
  const chains = new Map<string, string>();
  for (const { files: lists, database } of kept) {
    for (const part of lists) {
      parts.add(part);
    }
    const names = Buffer.concat(await Promise.all(lists.map((part) => place.getPart(part))));
    for (const name of names.toString().split('\n')) files.add(`files/${name}`);
    if (!database) continue;
    for (const file of database.files) for (const part of file.parts) parts.add(part);
    const first = chains.get(database.chain);
    if (!first || database.first_segment < first)
      chains.set(database.chain, database.first_segment);
  }
  for (const key of old) await place.remove(key);
  await place.removeDrafts();
  for (const { key } of await place.list('parts/'))
    if (!parts.has(key.split('/').at(-1)!)) await place.remove(key);
  const oldest = Math.min(...kept.map(({ started_at }) => Date.parse(started_at)));
  // A restore to a moment between two backups may need a file that is newer than the oldest one.
  for (const { key, modified_ms } of await place.list('files/'))
    if (!files.has(key) && modified_ms < oldest) await place.remove(key);
  // The manifests contain the keys that were current since.
  for (const { key, modified_ms } of await place.list(keysFolder))
    if (modified_ms < oldest) await place.remove(key);
  for (const { key } of await place.list('wal/')) {
    const [, chain, segment] = key.split('/');
    const first = chains.get(`wal/${chain}/`);
    if (!first || segment!.toUpperCase() < first) await place.remove(key);
  }
}
