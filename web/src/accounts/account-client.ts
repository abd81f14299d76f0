import type { AuthError } from '@supabase/auth-js';
import { offlineError } from '../api/api-error.ts';
import { setSessionSource } from '../api/session.ts';
import { readStoredSession } from './stored-session.ts';
import { isUnanswered } from './own-answer.ts';

let hear: (() => void) | undefined;

/** The account client (auth-client.client.ts), fetched when it is first needed. */
export const accountClient = async () => {
  hear?.();
  return (await import('./auth-client.client.ts')).auth;
};

/** Calls `listener` when somebody needs the account client: what it then does, no screen may miss. One listener. */
export function onAccountClientNeeded(listener: () => void): () => void {
  hear = listener;
  return () => {
    if (hear === listener) hear = undefined;
  };
}

/**
 * One tab of the device at a time: a session that is replaced takes a second use of its token for a copy, and ends. Where the
 * browser knows no locks (over plain HTTP) the tabs go on at once.
 */
const aloneInTabs = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('hamla.session', work) : work();

/**
 * Replaces this device's session after a new password: whoever holds a copy of its tokens is out. Where it cannot be done
 * now, the next refresh does it.
 */
export async function renewSession(): Promise<void> {
  const auth = await accountClient();
  await aloneInTabs(() => auth.refreshSession()).catch(() => {});
}

/** The access token that the latest recheck has brought. */
let renewedToken: string | undefined;

const isRefused = (error: AuthError | null) => [400, 401, 403].includes(error?.status ?? 0);

/** Whether the session was renewed; one that the server does not know any more ends on this device. */
async function renewOrLeave(auth: Awaited<ReturnType<typeof accountClient>>): Promise<boolean> {
  const { error } = await auth.getUser();
  if (!isRefused(error)) return false;
  // The access token alone may be of no use any more, as after a change of the signing key: the refresh token decides. A token
  // that was only just renewed is not renewed again.
  const { data } = await auth.getSession();
  if (data.session && data.session.access_token !== renewedToken) {
    const renewed = await auth.refreshSession();
    if (renewed.data.session) {
      renewedToken = renewed.data.session.access_token;
      return true;
    }
    if (!isRefused(renewed.error)) return false;
  }
  // The client keeps a session whose refresh is refused while its access token still looks valid.
  await auth.signOut({ scope: 'local' });
  return false;
}

setSessionSource({
  token: async () => {
    const kept = readStoredSession();
    if (kept) return kept.access_token;
    const auth = await accountClient();
    const { data, error } = await auth.getSession();
    // Without its token a request would be refused, as if the person were signed out.
    if (!data.session && isUnanswered(error)) throw offlineError();
    return data.session?.access_token ?? null;
  },
  // The tokens of before a renewal end while it is under way, here or in another tab.
  recheck: async () => {
    const auth = await accountClient();
    return aloneInTabs(() => renewOrLeave(auth));
  },
  keepLanguage: async (language) => {
    const auth = await accountClient();
    const { data } = await auth.getSession();
    if (!data.session) return;
    const { error } = await auth.updateUser({ data: { language } });
    if (error) throw error;
  },
});
