import { offlineError } from '../api/api-error.ts';
import { setSessionSource } from '../api/session.ts';
import { loadableAgain } from '../ui/keep-loading.ts';
import { readStoredSession } from './stored-session.ts';
import { isRefusal, isUnanswered } from './own-answer.ts';

let hear: (() => void) | undefined;

const load = loadableAgain(() => import('./auth-client.client.ts'));

/** Loads the account client (auth-client.client.ts) when it is first needed. */
export const accountClient = async () => {
  hear?.();
  return (await load()).auth;
};

/** Calls `listener` when the account client is needed, so that screens hear its events from the start. One listener. */
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

/** The access token of the latest recheck. */
let renewedToken: string | undefined;

/** How long a tab may not see yet what another tab has stored, with room to spare: a busy browser took 0.6 s. */
const STORAGE_LAG_MS = 3_000;

/**
 * Waits until the stored session is another one than this. Browsers pass what a tab stores to the other tabs late, also when a
 * lock between them has changed hands.
 */
async function whenStoredByOtherTab(token: string): Promise<void> {
  const end = performance.now() + STORAGE_LAG_MS;
  while (performance.now() < end && readStoredSession()?.access_token === token) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Whether the session was renewed; one that the server does not know any more ends on this device. */
async function renewOrLeave(auth: Awaited<ReturnType<typeof accountClient>>): Promise<boolean> {
  const before = (await auth.getSession()).data.session?.access_token;
  if (before && !(await auth.isRefused(before))) return false;
  // A second use of a replaced session's token would end what another tab has put in its place.
  if (before) await whenStoredByOtherTab(before);
  // The access token alone may be of no use any more, as after a change of the signing key: the refresh token decides. A token
  // that was only just renewed is not renewed again.
  const { data } = await auth.getSession();
  if (data.session && data.session.access_token !== before) return true;
  if (data.session && data.session.access_token !== renewedToken) {
    const renewed = await auth.refreshSession();
    if (renewed.data.session) {
      renewedToken = renewed.data.session.access_token;
      return true;
    }
    if (!isRefusal(renewed.error)) return false;
    // The client has removed what is refused; another tab may have put a newer session in its place.
    const kept = (await auth.getSession()).data.session;
    if (kept && kept.access_token !== data.session.access_token) return true;
  }
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
  // A renewal under way, here or in another tab, makes the earlier tokens invalid.
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
