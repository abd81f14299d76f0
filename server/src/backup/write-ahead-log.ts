import { randomBytes } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { BackupPlace } from './backup-place.ts';

/**
 * The write-ahead log of the embedded PostgreSQL between backups. A replication slot, one for each place, keeps its
 * segments until they are stored there. The slot's name ends in the chain's: when PostgreSQL gives
 * a slot up because its segments take too much space, a new chain follows, which begins with a whole backup.
 */

const SEGMENT_BYTES = 16n * 2n ** 20n;
/** An empty page of the log. */
const PAGE = Buffer.alloc(8192);
const SEGMENTS_A_FILE = 0x1_0000_0000n / SEGMENT_BYTES;

const prefixOf = (place: BackupPlace) => `hamla_backup_${place.id}_`;

/** The slot of the place; undefined: there is none, or PostgreSQL gave it up. */
export async function standingSlot(
  client: Client,
  place: BackupPlace,
): Promise<string | undefined> {
  const { rows } = await client.query<{ slot_name: string }>(
    `select slot_name from pg_replication_slots
      where starts_with(slot_name, $1) and wal_status <> 'lost' and invalidation_reason is null`,
    [prefixOf(place)],
  );
  return rows[0]?.slot_name;
}

/** A new slot instead of those that were given up. */
export async function beginChain(client: Client, place: BackupPlace): Promise<string> {
  const slot = prefixOf(place) + randomBytes(4).toString('hex');
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1)`,
    [prefixOf(place)],
  );
  await client.query('select from pg_create_physical_replication_slot($1, true)', [slot]);
  return slot;
}

/** Folder of a chain in the place. */
export const chainFolder = (slot: string) => `wal/${slot.split('_').at(-1)}/`;

/**
 * Ends the current segment, with a commit at its end: a restore can then stop at any moment up to `reaches_to`.
 * @returns that moment, and `end`, the position behind the segment.
 */
export async function endSegment(client: Client): Promise<{ reaches_to: string; end: string }> {
  const moment = await client.query<{ at: string }>(
    `select to_json(clock_timestamp()) #>> '{}' as at, pg_current_xact_id()`,
  );
  const { rows } = await client.query<{ end: string }>('select pg_switch_wal()::text as end');
  return { reaches_to: moment.rows[0]!.at, end: rows[0]!.end };
}

/**
 * Stores what was written since the last time and before `end`, and lets PostgreSQL reuse its segments.
 * @returns the name of the last segment.
 */
export async function shipWal(
  client: Client,
  {
    place,
    postgres,
    slot,
    end,
  }: { place: BackupPlace; postgres: string; slot: string; end: string },
): Promise<string> {
  const { rows } = await client.query<{ from: string | null; until: string; timeline: string }>(
    `select (restart_lsn - '0/0'::pg_lsn)::text as from, ($2::pg_lsn - '0/0'::pg_lsn)::text as until,
            left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
       from pg_replication_slots where slot_name = $1 and wal_status <> 'lost'`,
    [slot, end],
  );
  const { from, until, timeline } = rows[0] ?? { from: null };
  if (from === null)
    throw new Error(
      'The write-ahead log that the copy needs was lost during the copy: raise max_slot_wal_keep_size, or make the ' +
        'backup at a quieter time.',
    );
  const first = BigInt(from) / SEGMENT_BYTES;
  // The number behind the last whole segment.
  const behind = (BigInt(until) + SEGMENT_BYTES - 1n) / SEGMENT_BYTES;
  for (let number = first; number < behind; number += 1n) {
    const name = segmentName(timeline, number);
    const bytes = await readFile(join(postgres, 'pg_wal', name));
    await place.put(chainFolder(slot) + name.toLowerCase(), bytes);
  }
  // PostgreSQL may remove the segments only after they are stored.
  await place.flush();
  if (behind > first) {
    const bytes = behind * SEGMENT_BYTES;
    const next = `${(bytes >> 32n).toString(16)}/${(bytes & 0xffff_ffffn).toString(16)}`;
    await client.query(
      `select pg_replication_slot_advance(slot_name, least($2::pg_lsn, pg_current_wal_flush_lsn()))
         from pg_replication_slots where slot_name = $1 and restart_lsn < least($2::pg_lsn, pg_current_wal_flush_lsn())`,
      [slot, next],
    );
  }
  return segmentName(timeline, behind - 1n);
}

/** The name of the segment that follows. */
export function nextSegment(name: string): string {
  const [file, part] = [name.slice(8, 16), name.slice(16)].map((hex) => BigInt(`0x${hex}`));
  return segmentName(name.slice(0, 8), file! * SEGMENTS_A_FILE + part! + 1n);
}

function segmentName(timeline: string, number: bigint): string {
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return timeline + hex(number / SEGMENTS_A_FILE) + hex(number % SEGMENTS_A_FILE);
}

/** Writes a segment in its full size; the zeros at its end take no space on the disk. */
export async function writeSegment(path: string, bytes: Buffer): Promise<void> {
  let end = bytes.length;
  while (end > 0 && bytes.subarray(end - PAGE.length, end).equals(PAGE)) end -= PAGE.length;
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes.subarray(0, end));
    await handle.truncate(bytes.length);
  } finally {
    await handle.close();
  }
}
