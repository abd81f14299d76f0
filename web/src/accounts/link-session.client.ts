import { GoTrueClient, type AuthError, type Session } from '@supabase/auth-js';
import type { EmailLink, LinkToken } from './email-link.ts';
import { clearReturnTo } from './return-to.ts';
import { auth } from './auth-client.client.ts';
import { readStoredUser, sessionKey } from './stored-session.ts';
import { ownAnswer } from './own-answer.ts';

/** Storage of the client below: memory only, nothing on the device. */
const linkKey = 'hamla.link';

/** The session of a link, which nothing on this device uses yet. */
export interface LinkSession {
  session: Session;
  /** The person has yet to choose a password. */
  isRecovery: boolean;
  /** Whether the person has to agree before the device uses it. */
  mustAsk: boolean;
  /** Makes it the session of this device. @throws AuthError */
  begin: () => Promise<void>;
  /** Ends it where this device alone can have it; the tokens of a fragment are somebody else's. */
  discard: () => Promise<void>;
}

/**
 * What a link's tokens or code stand for, read without touching the session of this device.
 * @returns null where the link is of no use here, `{ error }` where the account service could not be asked.
 */
export async function readLinkSession(
  emailLink: Extract<EmailLink, { kind: 'code' | 'tokens' }>,
): Promise<LinkSession | { error: AuthError } | null> {
  const client = linkClient();
  const { session, isRecovery, error } = await open(client, emailLink);
  if (error?.name === 'AuthRetryableFetchError') return { error };
  if (!session) return null;
  const { id } = readStoredUser() ?? {};
  const isAskedHere = emailLink.kind === 'code';
  return {
    session,
    isRecovery,
    mustAsk: !isAskedHere || (id !== undefined && id !== session.user.id),
    begin: () => beginSession(session),
    discard: async () => {
      if (isAskedHere) await client.signOut({ scope: 'local' });
    },
  };
}

/**
 * Uses the token of a link that another browser has asked for, once the person has agreed.
 * @returns the session that it brought; null for a changed email address, which brings none.
 * @throws AuthError where it is refused or not answered.
 */
export async function redeemLinkToken({ token, type }: LinkToken): Promise<LinkSession | null> {
  const client = linkClient();
  const { data, error } = await client.verifyOtp({ type, token_hash: token });
  if (error) throw error;
  const { session } = data;
  if (!session) return null;
  return {
    session,
    isRecovery: true,
    mustAsk: true,
    begin: () => beginSession(session),
    discard: async () => void (await client.signOut({ scope: 'local' })),
  };
}

async function beginSession({ access_token, refresh_token }: Session): Promise<void> {
  const { error } = await auth.setSession({ access_token, refresh_token });
  if (error) throw error;
  // A confirmed sign-up ends on the own dashboard too.
  clearReturnTo();
}

async function open(
  client: GoTrueClient,
  emailLink: Extract<EmailLink, { kind: 'code' | 'tokens' }>,
): Promise<{ session: Session | null; isRecovery: boolean; error: AuthError | null }> {
  if (emailLink.kind === 'code') {
    const { code, flowId } = emailLink;
    const { data, error } = await client.exchangeCodeForSession(code, flowId ? { flowId } : {});
    const isRecovery = 'redirectType' in data && data.redirectType === 'recovery';
    return { session: data.session, isRecovery, error };
  }
  const { accessToken, refreshToken, isRecovery } = emailLink;
  const { data, error } = await client
    .setSession({ access_token: accessToken, refresh_token: refreshToken })
    // Not a token at all.
    .catch(() => ({ data: { session: null }, error: null }));
  return { session: data.session, isRecovery, error };
}

/**
 * A client of its own for one link. It finds the verifiers of links that this device asked for, keeps the session in
 * memory alone, and tells no other tab: under the main client's name both would sign the person over.
 */
function linkClient(): GoTrueClient {
  const memory = new Map<string, string>();
  const deviceKey = (key: string) => key.replace(linkKey, sessionKey);
  const isSession = (key: string) => !key.endsWith('-code-verifier');
  return new GoTrueClient({
    url: `${location.origin}/auth/v1`,
    storageKey: linkKey,
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: ownAnswer((input, init) => fetch(input, init)),
    storage: {
      getItem: (key) =>
        isSession(key) ? (memory.get(key) ?? null) : localStorage.getItem(deviceKey(key)),
      setItem: (key, value) =>
        isSession(key) ? void memory.set(key, value) : localStorage.setItem(deviceKey(key), value),
      removeItem: (key) =>
        isSession(key) ? void memory.delete(key) : localStorage.removeItem(deviceKey(key)),
    },
  });
}
