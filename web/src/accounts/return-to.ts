const storageKey = 'hamla.asked';

/**
 * Remembers, in this tab, the screen a person asked for before signing in: a ticket's address from an e-mail. Not the
 * screens of one role: those who sign in go to their own dashboard (SPEC section 4), and go on from there.
 * `by`: whose session ended on that screen, who alone is led back to it; null for a visitor.
 */
export function saveReturnTo(path: string, by: string | null): void {
  if (/\/(company|agency|operations)(\?|$)/.test(path)) return;
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
