import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountClient } from './account-outcomes.ts';

/** SPEC section 9, session refresh, of the client that the screens use. */

const start = Date.parse('2026-03-01T09:00:00Z');
let asked: number[];
let answer: () => Response;
let kept: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  asked = [];
  kept = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

const user = { id: 'b1', email: 'a@example.sa', app_metadata: {}, user_metadata: {} };
const sessionFor = (seconds: number) => ({
  access_token: 'header.payload.signature',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: seconds,
  expires_at: Math.floor(Date.now() / 1000) + seconds,
  user,
});
const renewed = () => Response.json(sessionFor(3_600));
const busy = () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 });

/** A client whose session has so many seconds left. */
function clientWith(seconds: number, autoRefreshToken: boolean): AccountClient {
  kept.set('session', JSON.stringify(sessionFor(seconds)));
  return new AccountClient({
    url: 'http://localhost/auth/v1',
    storageKey: 'session',
    autoRefreshToken,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    fetch: async () => {
      asked.push(Date.now() - start);
      return answer();
    },
  });
}

test('the session is looked at every 30 seconds and renewed when 90 are left', async () => {
  answer = renewed;
  // 150 s are left now, 120 after half a minute, 90 after a whole one.
  const client = clientWith(150, true);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual([60_000]);
  await client.stopAutoRefresh();
});

test('a session that is asked for with less than 90 seconds left is renewed first', async () => {
  answer = renewed;
  const early = await clientWith(91, false).getSession();
  expect(early.data.session?.expires_in).toBe(91);
  expect(asked).toEqual([]);
  const late = await clientWith(89, false).getSession();
  expect(late.data.session?.expires_in).toBe(3_600);
  expect(asked).toHaveLength(1);
});

test('a renewal that fails is tried again from 200 ms on, each wait twice the last, within 30 seconds', async () => {
  answer = busy;
  const client = clientWith(10, false);
  const session = client.getSession();
  await vi.advanceTimersByTimeAsync(120_000);
  expect((await session).data.session).toBeNull();
  const waits = asked.map((at, place) => at - (asked[place - 1] ?? 0)).slice(1);
  expect(waits).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800]);
  expect(asked.at(-1)).toBeLessThan(30_000);
  // Nothing was refused: the session is kept for the next try.
  expect(kept.get('session')).toContain('refresh');
});

test('an answer that is not ours never ends a session', async () => {
  answer = () => new Response('<h1>429</h1>', { status: 429 });
  const client = clientWith(10, false);
  const session = client.getSession();
  await vi.advanceTimersByTimeAsync(120_000);
  await session;
  expect(kept.get('session')).toContain('refresh');
  answer = () =>
    Response.json({ error_code: 'refresh_token_not_found', msg: 'no' }, { status: 400 });
  await client.refreshSession();
  expect(kept.has('session')).toBe(false);
});
