import { GoTrueClient } from '@supabase/auth-js';
import { setSessionSource } from '../api/session.ts';

/** How the person came here from an e-mail link, read before the client cleans the address. */
export type Arrival = 'code' | 'tokens' | 'refused' | 'none';

function readArrival({ hash, search }: Location): Arrival {
  const both = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  if (both.has('error_code') || both.has('error_description')) return 'refused';
  if (both.has('access_token')) return 'tokens';
  return both.has('code') ? 'code' : 'none';
}

export const arrival = readArrival(location);

/**
 * The account client (SPEC sections 4 and 9): session in local storage, refreshed by itself, found in the
 * address of an e-mail link. A link that carries tokens instead of a code is understood as well.
 */
export const auth = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: 'hamla.session',
  flowType: arrival === 'tokens' ? 'implicit' : 'pkce',
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: true,
  // Refusals come in the language of the screen, also after a switch.
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept-language', document.documentElement.lang);
    return fetch(input, { ...init, headers });
  },
  // Several links may be on their way at once (sent again, or sign-up and password): each finds its own verifier.
  experimental: { appendPkceFlowIdToRedirects: true },
});

setSessionSource({
  token: async () => (await auth.getSession()).data.session?.access_token ?? null,
  recheck: async () => {
    // Not by a refresh: the client keeps a session whose refresh is refused while its access token still looks valid.
    const { error } = await auth.getUser();
    if (error?.status === 401 || error?.status === 403) await auth.signOut({ scope: 'local' });
  },
  keepLanguage: async (language) => {
    const { data } = await auth.getSession();
    if (!data.session) return;
    const { error } = await auth.updateUser({ data: { language } });
    if (error) throw error;
  },
});
