import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountClient } from './account-outcomes.ts';
import { NO_ANSWER } from './own-answer.ts';

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
  vi.unstubAllGlobals();
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

const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

/** A client whose session has so many seconds left. */
function clientWith(seconds: number, autoRefreshToken: boolean): AccountClient {
  kept.set('session', JSON.stringify(sessionFor(seconds)));
  return new AccountClient({
    url: 'http://localhost/auth/v1',
    storageKey: 'session',
    autoRefreshToken,
    detectSessionInUrl: false,
    storage,
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

/** A session as our server gives it, whose own clock nobody moves: an hour from `made`, in seconds since the test began. */
const ownSession = (made: number) => {
  const [iat, exp] = [start / 1000 + made, start / 1000 + made + 3_600];
  const token = `e30.${btoa(JSON.stringify({ iat, exp }))}.signature`;
  return { ...sessionFor(3_600), access_token: token, expires_at: exp };
};

test.each([
  ['two hours ahead', () => 7_200, 4],
  ['two hours behind', () => -7_200, 4],
  ['ten minutes behind, from one hour on', (second: number) => (second > 3_600 ? -600 : 0), 4],
  [
    'jumping by two hours every ten seconds',
    (second: number) => ((second + 5) % 20 < 10 ? 7_200 : 0),
    180,
  ],
])(
  'on a device whose clock is %s a session is valid whenever it is asked for, and renewed once a minute at most',
  async (_clock, ahead, most) => {
    const began = performance.now();
    const second = () => Math.round((performance.now() - began) / 1000);
    const renewals: number[] = [];
    answer = () => {
      renewals.push(second());
      return Response.json(ownSession(second()));
    };
    const client = clientWith(3_600, true);
    kept.set('session', JSON.stringify(ownSession(0)));
    for (let at = 0; at < 3 * 3_600; at += 5) {
      vi.setSystemTime(start + (at + ahead(at)) * 1000);
      const { data } = await client.getSession();
      const { exp } = JSON.parse(atob(data.session!.access_token.split('.')[1]!));
      expect(exp).toBeGreaterThan(start / 1000 + second() + 60);
      await vi.advanceTimersByTimeAsync(5_000);
    }
    await client.stopAutoRefresh();
    const pauses = renewals.map((at, place) => at - (renewals[place - 1] ?? -60));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(60);
    expect(renewals.length).toBeLessThanOrEqual(most);
  },
);

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

test('a refresh without a connection or to a busy service is tried again, and the session stays', async () => {
  const answers = ['no connection', 502, 503, 504] as const;
  answer = () => {
    const next = answers[asked.length - 1];
    if (next === undefined) return renewed();
    if (next === 'no connection') throw new TypeError('fetch failed');
    return new Response('busy', { status: next });
  };
  const session = clientWith(10, false).getSession();
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await session).data.session?.expires_in).toBe(3_600);
  expect(asked).toHaveLength(5);
});

test('a session renewal without a response is sent again after nine seconds, and nobody is signed out', async () => {
  kept.set('hamla.session', JSON.stringify(sessionFor(10)));
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('location', new URL('https://hamla.example/dashboard/company'));
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    asked.push(Date.now() - start);
    if (asked.length > 1) return Promise.resolve(renewed());
    return new Promise((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')));
    });
  });
  const { auth } = await import('./auth-client.client.ts');
  const session = auth.getSession();
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await session).data.session?.expires_in).toBe(3_600);
  expect(asked).toEqual([0, 9_200]);
  await auth.stopAutoRefresh();
});

test.each([401, 403, 404])(
  'a sign-out that is refused with %i by the account service still signs out here',
  async (status) => {
    answer = () =>
      Response.json({ code: status, error_code: 'session_not_found', msg: 'no' }, { status });
    const client = clientWith(3_600, false);
    expect((await client.signOut({ scope: 'local' })).error).toBeNull();
    expect(asked).toHaveLength(1);
    expect(kept.has('session')).toBe(false);
  },
);

test.each([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_expired',
  'session_not_found',
  'user_banned',
])(
  'a refresh that is refused with %s removes a session that has 80 seconds left at once',
  async (error_code) => {
    answer = () => Response.json({ error_code, msg: 'no' }, { status: 400 });
    const client = clientWith(80, false);
    const heard = vi.fn();
    client.onAuthStateChange(heard);
    expect((await client.getSession()).data.session).toBeNull();
    expect(kept.has('session')).toBe(false);
    expect(heard).toHaveBeenCalledWith('SIGNED_OUT', null);
    expect(asked).toHaveLength(1);
  },
);

test('a refused refresh keeps a newer session that another tab has stored meanwhile', async () => {
  const client = clientWith(10, false);
  const newer = { ...sessionFor(3_600), access_token: 'newer', refresh_token: 'newer' };
  answer = () => {
    kept.set('session', JSON.stringify(newer));
    return Response.json({ error_code: 'refresh_token_already_used', msg: 'no' }, { status: 400 });
  };
  expect((await client.getSession()).data.session?.access_token).toBe('newer');
  expect(kept.get('session')).toContain('newer');
  expect(asked).toHaveLength(1);
});

test.each([401, 403, 404])(
  'a sign-out here that a proxy refuses with %i signs out, the end of other sessions does not count as done',
  async (status) => {
    answer = () => new Response(`<h1>${status}</h1>`, { status });
    const here = clientWith(3_600, false);
    expect((await here.signOut({ scope: 'local' })).error).toBeNull();
    expect(kept.has('session')).toBe(false);
    for (const scope of ['global', 'others'] as const) {
      const client = clientWith(3_600, false);
      expect((await client.signOut({ scope })).error?.message).toBe(NO_ANSWER);
      expect(kept.has('session')).toBe(true);
    }
  },
);

test('an answer that is not ours never ends a session', async () => {
  answer = () => Response.json({ error_code: 'blocked', msg: 'no' }, { status: 403 });
  expect((await clientWith(80, false).getSession()).data.session).not.toBeNull();
  const client = clientWith(10, false);
  for (const foreign of [
    () => new Response('<h1>429</h1>', { status: 429 }),
    () => Response.json({ code: 401, message: 'Unauthorized' }, { status: 401 }),
    () => new Response('<h1>403</h1>', { status: 403 }),
  ]) {
    answer = foreign;
    const session = client.getSession();
    await vi.advanceTimersByTimeAsync(120_000);
    await session;
    expect(kept.get('session')).toContain('refresh');
  }
  answer = () =>
    Response.json({ error_code: 'refresh_token_not_found', msg: 'no' }, { status: 400 });
  await client.refreshSession();
  expect(kept.has('session')).toBe(false);
});
