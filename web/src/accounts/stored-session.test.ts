import { afterEach, expect, test, vi } from 'vitest';
import { factorOf, readStoredSession, sessionKey } from './stored-session.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const claims = (aal: string) => `e30.${btoa(JSON.stringify({ aal }))}.signature`;
const session = (minutesLeft: number) => ({
  access_token: claims('aal1'),
  expires_at: now / 1000 + minutesLeft * 60,
  user: { id: 'noura', factors: [] as { status: string }[] },
});

function keep(value: string | null) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === sessionKey ? value : null),
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a session that lasts is known from the device, without the account client', () => {
  keep(JSON.stringify(session(30)));
  expect(readStoredSession(now)?.user.id).toBe('noura');
});

test.each([
  ['nobody is signed in', null],
  ['it is about to end', JSON.stringify(session(1.9))],
  ['it has ended', JSON.stringify(session(-5))],
  ['it is no session', '{"access_token":1}'],
  ['it is nobody’s', JSON.stringify({ ...session(30), user: {} })],
  ['it is not even JSON', 'x'],
])('the account client is asked where %s', (_why, kept) => {
  keep(kept);
  expect(readStoredSession(now)).toBeNull();
});

test('a session says whether its second factor was shown, is awaited, or does not exist', () => {
  const one = session(30) as unknown as Parameters<typeof factorOf>[0];
  const withFactor = { ...one, user: { ...one.user, factors: [{ status: 'verified' }] } };
  const begun = { ...one, user: { ...one.user, factors: [{ status: 'unverified' }] } };
  expect(factorOf(one)).toBe('none');
  expect(factorOf(begun as typeof one)).toBe('none');
  expect(factorOf(withFactor as typeof one)).toBe('awaited');
  expect(factorOf({ ...withFactor, access_token: claims('aal2') } as typeof one)).toBe('shown');
});
