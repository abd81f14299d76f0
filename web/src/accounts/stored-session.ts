import type { Session } from '@supabase/auth-js';
import type { SecondFactor } from '#domain/accounts/landing-page.ts';

/** Under this name the account client keeps its session on the device (SPEC section 4); first-paint.ts reads it too. */
export const sessionKey = 'hamla.session';

/** The client renews a session when about 90 seconds of it remain (SPEC section 9): with so few left it is asked. */
const renewalMs = 120_000;

/**
 * The session that this device keeps, while nothing has to be asked about it: the first view need not wait for the
 * account client, which is larger than the view. null: there is none, or it is about to end.
 */
export function readStoredSession(now: number = Date.now()): Session | null {
  try {
    const kept = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Partial<Session> | null;
    const { access_token, expires_at, user } = kept ?? {};
    if (!access_token || !expires_at || !user?.id) return null;
    return expires_at * 1000 > now + renewalMs ? (kept as Session) : null;
  } catch {
    return null;
  }
}

/** Whose session this device keeps, however old its token is; null: nobody's. */
export function readStoredUser(): { id: string; email: string } | null {
  try {
    const kept = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Partial<Session> | null;
    const { id, email = '' } = kept?.user ?? {};
    return id ? { id, email } : null;
  } catch {
    return null;
  }
}

/** What a session says of its second factor: shown, awaited where the account has one, or none. */
export function factorOf({ access_token, user }: Session): SecondFactor {
  if (claimedLevel(access_token) === 'aal2') return 'shown';
  return user.factors?.some(({ status }) => status === 'verified') ? 'awaited' : 'none';
}

/** The claim `aal` of an access token; the server alone decides by it. */
function claimedLevel(token: string): unknown {
  try {
    const part = token.split('.')[1] ?? '';
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))).aal;
  } catch {
    return undefined;
  }
}
