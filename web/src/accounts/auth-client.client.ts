import { AccountClient } from './account-outcomes.ts';
import { startTimeout } from '../api/request-timeout.ts';
import { isRenewal } from './own-answer.ts';
import { sessionKey } from './stored-session.ts';

/**
 * The account client (SPEC sections 4 and 9): the session in local storage, refreshed automatically. It never reads the address:
 * what an email link brings is a session only after link-arrival.tsx has looked at it.
 */
export const auth = new AccountClient({
  url: `${location.origin}/auth/v1`,
  storageKey: sessionKey,
  flowType: 'pkce',
  persistSession: true,
  autoRefreshToken: true,
  detectSessionInUrl: false,
  // Refusals come in the language of the screen, also after a switch. A token refresh blocks all other calls, so it times out
  // soon enough for the client to try it again within its half minute.
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept-language', document.documentElement.lang);
    return fetch(input, {
      ...init,
      headers,
      signal: startTimeout(isRenewal(input) ? 9_000 : 30_000).signal,
    });
  },
  // Several links may be open at once (sent again, or sign-up and password): each finds its own verifier.
  experimental: { appendPkceFlowIdToRedirects: true },
});
