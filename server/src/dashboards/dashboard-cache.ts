import type pg from 'pg';
import type { Role } from '#domain/accounts/roles.ts';
import { riyadhDate } from '#domain/calendar.ts';
import type { EventHub } from '../platform/events/event-hub.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { JobHandler } from '../platform/jobs/jobs.ts';
import { callJson, callRow, callTexts, refusalOf } from '../platform/database/query.ts';
import { together } from '../platform/concurrency/batcher.ts';

type Call = Pick<CallContext, 'caller' | 'now'>;
export type ReadDashboard = (role: Role, call: Call) => Promise<Buffer>;

/** The line before a dashboard that is to be kept; see dashboard-cache.sql. */
interface Standing {
  party: string;
  life: string | null;
  snapshot: string;
  until: string | null;
}

interface Kept extends Standing {
  /** What was answered, to the byte. */
  bytes: Buffer;
  role: Role;
  today: string;
  /** Milliseconds: what was read at `since` is the same before `before`, unless something is written. */
  since: number;
  before: number;
}

/**
 * Keeps the dashboards that were read, `limitBytes` of them in all, and answers with what is kept where the database says,
 * after the request has come, that it still stands and that the caller may still see it; else it reads as if nothing were
 * kept (docs/decisions/0018-kept-dashboards.md). 0 keeps nothing.
 * `hub`: its connection is there however idle the pool is.
 * @throws AppError as the dashboards' functions refuse.
 */
export function cachedDashboards(
  pool: pg.Pool,
  limitBytes: number,
  hub?: Pick<EventHub, 'onLost'>,
): ReadDashboard {
  const shelf = openShelf(limitBytes);
  // A PostgreSQL that broke down may number its transactions anew from where its log ends; its connections end with it.
  pool.on('connect', (client) => client.on('error', shelf.clear));
  hub?.onLost(shelf.clear);
  const stands = together({
    ask: (asked: readonly Question[]) => standing(pool, asked),
    most: QUESTIONS,
    isCheapForMany: true,
  });
  const look = together({
    ask: (looks: readonly Look[]) => readToKeep(pool, looks),
    most: LOOKS,
    atOnce: Math.max(2, Math.floor(pool.options.max / 2)),
  });
  return async (role, call) => {
    const key = `${role} ${call.caller.user_id}`;
    const kept = shelf.get(key);
    if (kept && isOfNow(kept, call.now) && (await stands({ kept, call }))) return kept.bytes;
    const fresh = await look({ role, call });
    if ('refusal' in fresh) throw refusalOf(fresh.refusal, fresh.detail);
    if (fresh.life !== null) shelf.put(key, fresh);
    return fresh.bytes;
  };
}

function isOfNow({ today, since, before }: Kept, now: Date): boolean {
  const time = now.getTime();
  return since <= time && time < before && today === riyadhDate(now);
}

interface Look {
  role: Role;
  call: Call;
}

/** Why somebody is shown no dashboard, as refuse() has it. */
interface Refused {
  refusal: string;
  detail: object | null;
}

/** Dashboards of one statement: the first of them waits for the last. */
const LOOKS = 8;

/** Reads dashboards, each as its own caller; see dashboards_to_keep. */
async function readToKeep(pool: pg.Pool, looks: readonly Look[]): Promise<(Kept | Refused)[]> {
  const todays = looks.map(({ call }) => riyadhDate(call.now));
  const texts = await callTexts(pool, 'dashboards_to_keep', [
    looks.map(({ role }) => role),
    looks.map(({ call }) => call.caller.user_id),
    looks.map(({ call }) => call.caller.session_id),
    looks.map(({ call }) => call.now),
    todays,
  ]);
  return looks.map(({ role, call }, place) => {
    const text = texts[place]!;
    const end = text.indexOf('\n');
    const line = JSON.parse(text.slice(0, end)) as Standing | Refused;
    if ('refusal' in line) return line;
    return {
      ...line,
      bytes: Buffer.from(text.slice(end + 1)),
      role,
      today: todays[place]!,
      since: call.now.getTime(),
      before: line.until === null ? Infinity : new Date(line.until).getTime(),
    };
  });
}

interface Shelf {
  get(key: string): Kept | undefined;
  put(key: string, kept: Kept): void;
  clear: () => void;
}

/** What an entry takes beside its bytes: their compressed form (platform/http/compress.ts), the object, its texts. */
const weightOf = ({ bytes }: Kept) => Math.ceil(bytes.length * 1.25) + 1_024;

/** What was asked for least lately leaves first. */
function openShelf(limitBytes: number): Shelf {
  const kept = new Map<string, Kept>();
  let weight = 0;
  const take = (key: string) => {
    const found = kept.get(key);
    if (found && kept.delete(key)) weight -= weightOf(found);
    return found;
  };
  const put = (key: string, entry: Kept) => {
    take(key);
    kept.set(key, entry);
    weight += weightOf(entry);
    for (const oldest of kept.keys()) {
      if (weight <= limitBytes) break;
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
      kept.clear();
      weight = 0;
    },
  };
}

interface Question {
  kept: Kept;
  call: Call;
}

/** Questions of one statement. */
const QUESTIONS = 200;

/** For each question whether what it has kept still stands; sessions are held against the latest of their moments. */
async function standing(pool: pg.Pool, asked: readonly Question[]): Promise<boolean[]> {
  const answer = await callRow<{ life: string | null; standing: number[] }>(
    pool,
    'standing_dashboards',
    [
      asked.map(({ call }) => call.caller.user_id),
      asked.map(({ call }) => call.caller.session_id),
      asked.map(({ kept }) => kept.role),
      asked.map(({ kept }) => kept.party),
      asked.map(({ kept }) => kept.snapshot),
      new Date(Math.max(...asked.map(({ call }) => call.now.getTime()))),
    ],
  );
  const places = new Set(answer.standing);
  return asked.map(({ kept }, place) => places.has(place + 1) && kept.life === answer.life);
}

/** The job `purge_dashboard_changes`, with which the night's first hour ends. */
export const dashboardJobs = ({ pool }: { pool: pg.Pool }): Record<string, JobHandler> => ({
  purge_dashboard_changes: async () => {
    await callJson(pool, 'purge_dashboard_changes', []);
  },
});
