import { setSessionSource } from '../api/session.ts';
import { keptSession } from './kept-session.ts';

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

setSessionSource({
  token: async () => {
    const kept = keptSession();
    if (kept) return kept.access_token;
    const auth = await accountClient();
    return (await auth.getSession()).data.session?.access_token ?? null;
  },
  recheck: async () => {
    const auth = await accountClient();
    // Not by a refresh: the client keeps a session whose refresh is refused while its access token still looks valid.
    const { error } = await auth.getUser();
    if (error?.status === 401 || error?.status === 403) await auth.signOut({ scope: 'local' });
  },
  keepLanguage: async (language) => {
    const auth = await accountClient();
    const { data } = await auth.getSession();
    if (!data.session) return;
    const { error } = await auth.updateUser({ data: { language } });
    if (error) throw error;
  },
});
