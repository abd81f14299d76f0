import type { Session, SupportedStorage } from '@supabase/auth-js';
import type { SecondFactor } from '#domain/accounts/landing-page.ts';

/** Under this name the account client keeps its session on the device (SPEC section 4); first-paint.ts reads it too. */
export const sessionKey = 'hamla.session';

/** The client renews a session when about 90 seconds of it remain (SPEC section 9): with so few left it is asked. */
const renewalMs = 120_000;

/** A session that this tab has just seen for the first time, and valid, is not renewed sooner, however the clock jumps. */
const MIN_RENEWAL_MS = 60_000;

/** The session that this tab saw last, how long it lasted then (ms), and when that was by a clock that nobody sets. */
let seen = { id: '', left: 0, since: 0 };

/**
 * Time that a session lasts, in milliseconds: by the device's clock, but never longer than this tab has counted. An end that
 * lies too far ahead shows that the device's clock was put back: the session then counts as ended.
 */
function timeLeft({ access_token = '', expires_at = 0 }: Partial<Session>, now: number): number {
  const byDevice = expires_at * 1000 - now;
  const id = `${access_token} ${expires_at}`;
  if (seen.id !== id) {
    const { exp = NaN, iat = NaN } = claimsOf(access_token);
    // The end is rounded, and clocks are set right by seconds.
    const isTooLong = byDevice > (exp - iat + 30) * 1000;
    seen = { id, left: isTooLong ? 0 : byDevice, since: performance.now() };
  }
  const age = performance.now() - seen.since;
  const isNew = age < MIN_RENEWAL_MS && seen.left > renewalMs;
  return isNew ? seen.left - age : Math.min(byDevice, seen.left - age);
}

/**
 * A storage as the account client reads it: the end of the session under `key` is one by the device's clock now, and has passed
 * where its refresh token was refused: the client then removes it, unless the storage holds a newer one by then.
 */
export function inDeviceTime(
  storage: SupportedStorage,
  key: string,
  isRefused: (refreshToken: string | undefined) => boolean = () => false,
): SupportedStorage {
  return {
    getItem: async (name) => {
      const text = await storage.getItem(name);
      const session = name === key ? sessionIn(text) : null;
      if (!session) return text;
      const now = Date.now();
      const left = isRefused(session.refresh_token) ? -1_000 : timeLeft(session, now);
      const expires_at = Math.round((now + left) / 1000);
      return JSON.stringify({ ...session, expires_at });
    },
    setItem: (name, value) => storage.setItem(name, value),
    removeItem: (name) => storage.removeItem(name),
  };
}

function sessionIn(text: string | null): Partial<Session> | null {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** The session that this device keeps; null: none, or the browser lets nothing be kept. */
function readSession(): Partial<Session> | null {
  try {
    return sessionIn(localStorage.getItem(sessionKey));
  } catch {
    return null;
  }
}

/**
 * The session that this device keeps, while nothing has to be asked about it: the first view need not wait for the
 * account client, which is larger than the view. null: there is none, or it is about to end.
 */
export function readStoredSession(now: number = Date.now()): Session | null {
  const kept = readSession();
  if (!kept?.access_token || !kept.expires_at || !kept.user?.id) return null;
  return timeLeft(kept, now) > renewalMs ? (kept as Session) : null;
}

/** Whose session this device keeps, however old its token is; null: nobody's. */
export function readStoredUser(): { id: string; email: string } | null {
  const { id, email = '' } = readSession()?.user ?? {};
  return id ? { id, email } : null;
}

/** What a session says of its second factor: shown, awaited where the account has one, or none. */
export function factorOf({ access_token, user }: Session): SecondFactor {
  if (claimsOf(access_token).aal === 'aal2') return 'shown';
  return user.factors?.some(({ status }) => status === 'verified') ? 'awaited' : 'none';
}

/** The id by which the server knows a session, also after its tokens were renewed. */
export const sessionIdOf = ({ access_token }: Session): string =>
  String(claimsOf(access_token).session_id);

interface Claims {
  aal?: string;
  session_id?: string;
  /** Seconds since 1970, by the server's clock. */
  iat?: number;
  exp?: number;
}

/** Claims of an access token; the server alone decides by them. */
function claimsOf(token: string): Claims {
  try {
    const part = token.split('.')[1] ?? '';
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}
