import { GoTrueClient } from '@supabase/auth-js';
import { arrival } from './arrival.ts';
import { patience } from '../api/patience.ts';
import { sessionKey } from './kept-session.ts';

// Before the client, which may ask while this file is still read.
const isRenewal = (asked: RequestInfo | URL) =>
  typeof asked === 'string' && asked.endsWith('grant_type=refresh_token');

/**
 * The account client (SPEC sections 4 and 9): session in local storage, refreshed by itself, found in the
 * address of an e-mail link. A link that carries tokens instead of a code is understood as well.
 */
export const auth = new GoTrueClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  flowType: arrival === 'tokens' ? 'implicit' : 'pkce',
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: true,
  // Refusals come in the language of the screen, also after a switch. A token on its way holds back every call behind it: over
  // a line that has died it ends while the client, which repeats it for half a minute, has tries left.
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept-language', document.documentElement.lang);
    return fetch(input, {
      ...init,
      headers,
      signal: patience(isRenewal(input) ? 9_000 : 30_000).signal,
    });
  },
  // Several links may be on their way at once (sent again, or sign-up and password): each finds its own verifier.
  experimental: { appendPkceFlowIdToRedirects: true },
});
