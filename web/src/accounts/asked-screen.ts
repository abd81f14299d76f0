const storageKey = 'hamla.asked';

/**
 * Remembers, in this tab, the screen a person asked for before signing in: a ticket's address from an e-mail. Not the
 * screens of one role: those who sign in go to their own dashboard (SPEC section 4), and go on from there.
 */
export function rememberAskedScreen(path: string): void {
  if (!/\/(company|agency|operations)(\?|$)/.test(path)) sessionStorage.setItem(storageKey, path);
}

/** The remembered screen, once. */
export function takeAskedScreen(): string | null {
  const path = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  return path;
}
