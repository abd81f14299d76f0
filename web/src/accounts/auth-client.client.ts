import { AccountClient } from './account-outcomes.ts';
import { startTimeout } from '../api/request-timeout.ts';
import { sessionKey } from './stored-session.ts';

// Before the client, which may ask while this file is still read.
const isRenewal = (asked: RequestInfo | URL) =>
  typeof asked === 'string' && asked.endsWith('grant_type=refresh_token');

/**
 * The account client (SPEC sections 4 and 9): session in local storage, refreshed by itself. It never reads the address:
 * what an e-mail link brings is a session only after link-arrival.tsx has looked at it.
 */
export const auth = new AccountClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  flowType: 'pkce',
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
  // Refusals come in the language of the screen, also after a switch. A token on its way holds back every call behind it: over
  // a line that has died it ends while the client, which repeats it for half a minute, has tries left.
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept-language', document.documentElement.lang);
    return fetch(input, {
      ...init,
      headers,
      signal: startTimeout(isRenewal(input) ? 9_000 : 30_000).signal,
    });
  },
  // Several links may be on their way at once (sent again, or sign-up and password): each finds its own verifier.
  experimental: { appendPkceFlowIdToRedirects: true },
});
