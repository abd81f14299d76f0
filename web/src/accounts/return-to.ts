const storageKey = 'hamla.asked';

/**
 * Addresses that name one thing, as a link in an email does: a ticket, a record of the console, a list narrowed to
 * something. The places themselves are not: who signs in there begins at their own dashboard (SPEC section 4).
 */
function isDeepLink(path: string): boolean {
  if (/^\/payments\/(requests|received)$/.test(path)) return false;
  return /^\/[^/?]+\/[^/?]+/.test(path) || /\?./.test(path);
}

const isBeginning = (path: string) => /\/(company|agency|operations)(\?|$)/.test(path);

/**
 * Remembers, in this tab, the deep link that a visitor asked for before signing in, or the screen on which somebody's work
 * was interrupted; never a dashboard, a profile or the console's first screen, where a sign-in leads by itself.
 * `by`: whose session ended on that screen, who alone is led back to it; null for a visitor.
 */
export function saveReturnTo(path: string, by: string | null): void {
  if (isBeginning(path) || (by === null && !isDeepLink(path))) return;
  sessionStorage.setItem(storageKey, `${by ?? ''} ${path}`);
}

/** The remembered screen, once, if this person may be led there. */
export function consumeReturnTo(userId: string): string | null {
  const [by, path] = sessionStorage.getItem(storageKey)?.split(' ', 2) ?? [];
  clearReturnTo();
  return path && (by === '' || by === userId) ? path : null;
}

/** Forgets the screen for now; the returned function remembers it again, unless another one was asked for meanwhile. */
export function suspendReturnTo(): () => void {
  const asked = sessionStorage.getItem(storageKey);
  clearReturnTo();
  return () => {
    if (asked && sessionStorage.getItem(storageKey) === null) {
      sessionStorage.setItem(storageKey, asked);
    }
  };
}

export function clearReturnTo(): void {
  sessionStorage.removeItem(storageKey);
}
