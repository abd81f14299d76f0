import type { Client } from 'pg';
import type { BackupPlace } from './backup-place.ts';
import { listManifests, readManifest } from './manifest.ts';

/** A person whose data was erased, as the list beside the backups names it: no personal data. */
interface ListedErasure {
  user_id: string;
  /** ISO. */
  erased_at: string;
  keeps_diligence: boolean;
}

/**
 * The list: one object, so that whoever may write into the place can take nobody off it unseen. Manifests say how many it
 * had at least.
 */
const folder = 'erasures/';
const listKey = `${folder}list`;

/** @throws Error when it is damaged. Empty where nobody was erased. */
async function readErasures(place: BackupPlace): Promise<ListedErasure[]> {
  const isThere = (await place.list(folder)).some(({ key }) => key === listKey);
  return isThere ? JSON.parse((await place.get(listKey)).toString()) : [];
}

/** How many people a place's list has. */
export const countErasures = async (place: BackupPlace): Promise<number> =>
  (await readErasures(place)).length;

/** Adds the erasures that the place's list does not have. What a restore forgets, it has from there. */
export async function listErasures(client: Client, place: BackupPlace): Promise<void> {
  const { rows } = await client.query<{
    user_id: string;
    erased_at: Date;
    keeps_diligence: boolean;
    is_listed: boolean;
  }>(
    `select user_id, coalesce(erased_at, due_at) as erased_at, keeps_diligence, $1 = any (listed_in) as is_listed
       from person_erasures order by id`,
    [place.id],
  );
  // A list that was lost is written again; one of before a restore has people whom this database does not know.
  const listed = await readErasures(place).catch(() => []);
  const erased = new Map(listed.map((one) => [one.user_id, one]));
  if (rows.every(({ is_listed, user_id }) => is_listed && erased.has(user_id))) return;
  for (const { user_id, erased_at, keeps_diligence } of rows)
    erased.set(user_id, { user_id, erased_at: erased_at.toISOString(), keeps_diligence });
  await place.put(listKey, Buffer.from(JSON.stringify([...erased.values()])));
  await place.flush();
  await client.query(
    `update person_erasures set listed_in = listed_in || $1::text
      where user_id = any ($2::uuid[]) and not $1 = any (listed_in)`,
    [place.id, rows.map(({ user_id }) => user_id)],
  );
}

/** How many people of the lists a restored database did not know as erased. */
export interface ErasedAgain {
  erased: number;
  /** Something of theirs is open at the restored moment: they cannot sign in, and the daily job erases them. */
  due: number;
  /** People who are missing in a list or whose erasure failed. */
  failed: number;
}

/**
 * Erases again in a restored database whom the lists of these places name: each place has the erasures that were made
 * until its last backup. One that fails keeps nobody else.
 */
export async function eraseAgain(
  client: Client,
  places: readonly BackupPlace[],
): Promise<ErasedAgain> {
  const counts = { erased: 0, due: 0, failed: 0, unknown: 0 };
  const erased = new Map<string, ListedErasure>();
  for (const place of places) {
    const listed = await readErasures(place).catch(() => []);
    const [newest] = (await listManifests(place)).toReversed();
    const least = newest ? ((await readManifest(place, newest)).erasure_count ?? 0) : 0;
    counts.failed += Math.max(0, least - listed.length);
    for (const one of listed) erased.set(one.user_id, one);
  }
  for (const one of erased.values()) {
    try {
      const { rows } = await client.query<{ done: keyof typeof counts }>(
        `select api.erase_again(p_user_id => $1, p_erased_at => $2, p_keeps_diligence => $3, p_now => clock_timestamp())
           as done`,
        [one.user_id, one.erased_at, one.keeps_diligence],
      );
      counts[rows[0]!.done] += 1;
    } catch {
      counts.failed += 1;
    }
  }
  const { unknown: _, ...again } = counts;
  return again;
}

/** What the commands say of it, a sentence each. */
export const erasedAgainSentences = ({ erased, due, failed }: ErasedAgain): string[] =>
  [
    erased > 0 && `${erased} people who were erased since are erased again.`,
    due > 0 && `${due} people who were erased since are blocked until what is open is settled.`,
    failed > 0 && `${failed} erasures are missing in the list, or could not be done again.`,
  ].filter((sentence) => sentence !== false);
