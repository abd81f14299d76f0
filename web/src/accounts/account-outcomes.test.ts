import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AccountClient } from './account-outcomes.ts';
import { NO_ANSWER } from './own-answer.ts';
import { postToAccounts } from './post-to-accounts.ts';

/** Responses of the account service, or of a proxy before it, in turn. */
let replies: Response[];
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('fetch', async () => replies.shift());
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
});
afterEach(() => vi.unstubAllGlobals());

const lost = () => new Response('<h1>504</h1>', { status: 504 });
const refused = (status: number, error_code: string) =>
  Response.json({ error_code, msg: 'No.' }, { status });

const expires_at = Math.floor(Date.now() / 1000) + 3_600;
const access_token = [{ alg: 'ES256' }, { exp: expires_at }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
/** The session of an account that was made so many minutes before the sign-in. */
const sessionOf = (minutes: number) => {
  const [created_at, last_sign_in_at] = ['2026-03-01T09:00:00Z', `2026-03-01T09:0${minutes}:00Z`];
  const user = { id: 'b1', email: 'a@example.sa', created_at, last_sign_in_at };
  return { access_token, refresh_token: 'r', expires_in: 3_600, expires_at, user };
};
const signedIn = (minutes: number) => Response.json(sessionOf(minutes));
const user = () => Response.json(sessionOf(1).user);

const client = () =>
  new AccountClient({
    url: 'https://hamla.test/auth/v1',
    storageKey: 'session',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });

test.each([
  ['signs in to the account that it made', [lost(), signedIn(1), user()], null, true],
  [
    'signs in to the account that it made when the browser sent it twice',
    [refused(422, 'user_already_exists'), signedIn(1), user()],
    null,
    true,
  ],
  ['waits for a confirmation', [lost(), refused(400, 'email_not_confirmed')], null, false],
  ['claims nothing without an account', [lost(), refused(400, 'no')], NO_ANSWER, false],
  [
    'leaves no session of an account that was there before',
    [lost(), signedIn(3), user()],
    NO_ANSWER,
    false,
  ],
])('a sign-up whose response was lost %s', async (_, next, failure, isSignedIn) => {
  replies = next;
  const { error } = await client().signUp({ email: 'a@example.sa', password: 'hofuf-dates-93' });
  expect([error?.message ?? null, kept.has('session')]).toEqual([failure, isSignedIn]);
  expect(replies).toEqual([]);
});

const ended = () => refused(403, 'session_not_found');
test.each([
  ['signs out where the session has ended', [lost(), ended(), ended()], null, false],
  ['keeps the session while that is unknown', [lost(), lost()], NO_ANSWER, true],
])('a sign-out whose response was lost %s', async (_, next, failure, isSignedIn) => {
  replies = next;
  kept.set('session', JSON.stringify(sessionOf(1)));
  const { error } = await client().signOut();
  expect([error?.message ?? null, kept.has('session')]).toEqual([failure, isSignedIn]);
});

test('a post whose response was lost is made once more, and that response counts', async () => {
  replies = [lost(), Response.json({ codes: ['1'] })];
  expect(await postToAccounts('/recovery_codes')).toEqual({ codes: ['1'] });
  replies = [lost(), refused(403, 'otp_expired')];
  await expect(postToAccounts('/withdraw')).rejects.toMatchObject({ code: 'otp_expired' });
  replies = [lost(), lost()];
  await expect(postToAccounts('/withdraw')).rejects.toThrow(NO_ANSWER);
});
