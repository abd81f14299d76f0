import type pg from 'pg';
import type { Role } from '#domain/accounts/roles.ts';
import { riyadhDate } from '#domain/calendar.ts';
import type { EventHub } from '../platform/events/event-hub.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { callFunction, callSetFunction } from '../platform/database/call-function.ts';
import { refusalOf } from '../platform/database/query.ts';
import { createBatcher } from '../platform/concurrency/batcher.ts';

type Call = Pick<CallContext, 'caller' | 'now'>;
export type ReadDashboard = (role: Role, call: Call) => Promise<Buffer>;

/** Data about a dashboard from SQL; see dashboard-cache.sql. */
interface EntryVersion {
  /** The party whose changes invalidate it. */
  party: string;
  /** The epoch of the transaction ids; null: the dashboard must not be cached. */
  life: string | null;
  snapshot: string;
  /** The time at which it changes without a write; null: the end of the day. */
  until: string | null;
}

interface CacheEntry extends EntryVersion {
  /** The response's bytes. */
  bytes: Buffer;
  role: Role;
  today: string;
  /** Milliseconds: the result of a read at `since` is valid until `before` unless something is written. */
  since: number;
  before: number;
}

/**
 * Caches dashboards in memory, at most `limitBytes`. Before each hit the database confirms that the entry is current and
 * that the caller may still see it; otherwise the dashboard is read again (docs/decisions/0018-kept-dashboards.md).
 * 0 turns the cache off. `hub`: its connection is open even while the pool is idle.
 * @throws AppError with the codes of the dashboards' functions.
 */
export function cachedDashboards(
  pool: pg.Pool,
  limitBytes: number,
  hub?: Pick<EventHub, 'onLost'>,
): ReadDashboard {
  const cache = createLru(limitBytes);
  // After a crash PostgreSQL can reuse transaction ids, so entries versioned by them are unsafe. A crash closes
  // connections.
  pool.on('connect', (client) => client.on('error', cache.clear));
  hub?.onLost(cache.clear);
  const isValid = createBatcher({
    runBatch: (checks: readonly ValidityCheck[]) => checkEntries(pool, checks),
    maxBatchSize: MAX_CHECKS,
    fillsBatches: true,
  });
  const load = createBatcher({
    runBatch: (loads: readonly Load[]) => loadDashboards(pool, loads),
    maxBatchSize: MAX_LOADS,
    maxConcurrent: Math.max(2, Math.floor(pool.options.max / 2)),
  });
  return async (role, call) => {
    const key = `${role} ${call.caller.user_id}`;
    const entry = cache.get(key);
    if (entry && isOfNow(entry, call.now) && (await isValid({ entry, call }))) return entry.bytes;
    const loaded = await load({ role, call });
    if ('refusal' in loaded) throw refusalOf(loaded.refusal, loaded.detail);
    if (loaded.life !== null) cache.put(key, loaded);
    return loaded.bytes;
  };
}

function isOfNow({ today, since, before }: CacheEntry, now: Date): boolean {
  const time = now.getTime();
  return since <= time && time < before && today === riyadhDate(now);
}

interface Load {
  role: Role;
  call: Call;
}

/** A refusal as refuse() in SQL makes it. */
interface Refusal {
  refusal: string;
  detail: object | null;
}

/** Most dashboards read by one statement, because the first waits for the last. */
const MAX_LOADS = 8;

/** Reads each dashboard as its own caller; see read_dashboards_with_version. */
async function loadDashboards(
  pool: pg.Pool,
  loads: readonly Load[],
): Promise<(CacheEntry | Refusal)[]> {
  const todays = loads.map(({ call }) => riyadhDate(call.now));
  const texts = await callSetFunction(pool, 'read_dashboards_with_version', {
    roles: loads.map(({ role }) => role),
    user_ids: loads.map(({ call }) => call.caller.user_id),
    session_ids: loads.map(({ call }) => call.caller.session_id),
    nows: loads.map(({ call }) => call.now),
    todays,
  });
  return loads.map(({ role, call }, index) => {
    // The first line is a JSON object with the version, the rest is the dashboard.
    const text = texts[index]!;
    const end = text.indexOf('\n');
    const version = JSON.parse(text.slice(0, end)) as EntryVersion | Refusal;
    if ('refusal' in version) return version;
    return {
      ...version,
      bytes: Buffer.from(text.slice(end + 1)),
      role,
      today: todays[index]!,
      since: call.now.getTime(),
      before: version.until === null ? Infinity : new Date(version.until).getTime(),
    };
  });
}

interface LruCache {
  get(key: string): CacheEntry | undefined;
  put(key: string, entry: CacheEntry): void;
  clear: () => void;
}

/** Bytes in memory: the response, its compressed form (platform/http/compress.ts), the object and its texts. */
const sizeOf = ({ bytes }: CacheEntry) => Math.ceil(bytes.length * 1.25) + 1_024;

/** Removes the least recently used entries above `limitBytes`. */
function createLru(limitBytes: number): LruCache {
  const entries = new Map<string, CacheEntry>();
  let size = 0;
  const take = (key: string) => {
    const found = entries.get(key);
    if (found && entries.delete(key)) size -= sizeOf(found);
    return found;
  };
  const put = (key: string, entry: CacheEntry) => {
    take(key);
    entries.set(key, entry);
    size += sizeOf(entry);
    for (const oldest of entries.keys()) {
      if (size <= limitBytes) break;
      take(oldest);
    }
  };
  return {
    put,
    get(key) {
      const found = take(key);
      if (found) put(key, found);
      return found;
    },
    clear() {
      entries.clear();
      size = 0;
    },
  };
}

interface ValidityCheck {
  entry: CacheEntry;
  call: Call;
}

/** Most validity checks in one statement. */
const MAX_CHECKS = 200;

/** Whether each entry is current and its caller may see it. Sessions are checked at the latest time of the calls. */
async function checkEntries(pool: pg.Pool, checks: readonly ValidityCheck[]): Promise<boolean[]> {
  const result: { life: string | null; standing: number[] } = await callFunction(
    pool,
    'valid_cached_dashboards',
    {
      user_ids: checks.map(({ call }) => call.caller.user_id),
      session_ids: checks.map(({ call }) => call.caller.session_id),
      roles: checks.map(({ entry }) => entry.role),
      parties: checks.map(({ entry }) => entry.party),
      snapshots: checks.map(({ entry }) => entry.snapshot),
      now: new Date(Math.max(...checks.map(({ call }) => call.now.getTime()))),
    },
  );
  const valid = new Set(result.standing);
  return checks.map(({ entry }, index) => valid.has(index + 1) && entry.life === result.life);
}

/** The job `purge_dashboard_changes`, run at the end of the night's first hour. */
export const dashboardJobs = ({ pool }: { pool: pg.Pool }): Record<string, JobHandler> => ({
  purge_dashboard_changes: async () => {
    await callFunction(pool, 'purge_dashboard_changes');
  },
});
